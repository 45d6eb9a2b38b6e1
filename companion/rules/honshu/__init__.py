"""The rules of Honshu, a room a part of the game; rulings and the words for colours stand above them."""
