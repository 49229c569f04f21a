"""The gaming floor: tables, who watches over them, what is played there."""
