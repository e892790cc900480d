"""Who somebody is: guests, bot accounts, tickets for a socket."""
