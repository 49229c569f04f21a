"""What every page of payments and loss limits shares: who may look and who may act."""

from flask import Blueprint

from house.people.roles import Role

bp = Blueprint("payments", __name__, url_prefix="/desk/payments")
SEE = (Role.SUPERVISOR, Role.CASHIER, Role.DIRECTOR, Role.DEPUTY)
ENTER = (*SEE, Role.COMPLIANCE)
CLOSE = (Role.COMPLIANCE, Role.DIRECTOR)
STOP = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
