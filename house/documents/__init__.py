"""Documents of the house: versions that are kept, printed, compared and accepted.

content     what a document says (Document, Section, Paragraph, Table)
services    publish; queries has versions, latest, at, read; models has the rows
difference  two versions side by side, clause by clause
acceptance  who is bound to which version
prints      the PDFs, made from what was published and kept
"""
