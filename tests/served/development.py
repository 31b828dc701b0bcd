"""Serve with a development server: `-m tests.served.development wsgiref|werkzeug MODULE:NAME PORT`."""

import sys
from importlib import import_module
from wsgiref.simple_server import make_server

server, app, port = sys.argv[1:]
module, _, name = app.partition(":")
application = getattr(import_module(module), name)
if server == "wsgiref":
    make_server("127.0.0.1", int(port), application).serve_forever()
else:
    import_module("werkzeug.serving").run_simple("127.0.0.1", int(port), application)
