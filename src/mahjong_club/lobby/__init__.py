"""Tables, seats, starting and leaving matches."""
