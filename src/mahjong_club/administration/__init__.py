"""What admins do: roles and sign-in, the audit log, the save browser, actions on tables and people. docs/administration.md."""
