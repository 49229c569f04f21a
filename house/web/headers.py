"""What every answer says about how a browser may treat it."""

from flask import Flask, Response, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=()"
WITH_CAMERA = PERMISSIONS.replace("camera=()", "camera=(self)")
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
    # “no-referrer” would make the forgery check refuse every form sent over TLS.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
YEAR = 31_536_000


def init_app(app: Flask, *, behind_tls: bool) -> None:
    """Put the headers on every answer; pages of staff are never cached."""

    @app.after_request
    def add(response: Response) -> Response:
        own = {name for name, _ in response.headers}
        response.headers.extend({k: v for k, v in HEADERS.items() if k not in own})
        if behind_tls:
            response.headers.setdefault(
                "Strict-Transport-Security", f"max-age={YEAR}; includeSubDomains"
            )
        if request.endpoint == "static":
            if "v" in request.args:
                response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        else:
            response.headers.setdefault("Cache-Control", "no-store")
        return response
