"""What happens when something goes wrong: for each document, its rulings."""
