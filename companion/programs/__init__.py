"""What ``import companion`` gives to programs, under names that stay; nothing in Companion itself imports it."""
