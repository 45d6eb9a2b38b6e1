"""The table on phones: pages made from views and answers; rules, state and sentences come from the rooms below."""
