"""The paper tower: its model, its nets, its pages and the steps of building it."""
