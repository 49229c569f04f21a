"""What anybody can check with SHA-256 and HMAC alone; pure, standard library only.

canonical    data in one spelling, and its fingerprint
commitments  a secret promised before it is told
chains       values that lead back to one promise, told one by one
tree         one root for many leaves, and the path of each to it (RFC 6962)
stream       numbers without bias from one key (HR-DRAW-1)
frozen       a list of ticket holders in parts, its root, and each one's receipt
draw         the draw of HR-DRAW-1: header, keys, selection
gaps         what is left of a long row of numbers after some were taken
"""
