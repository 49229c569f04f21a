"""The terms of a tournament as a document that is handed out."""
