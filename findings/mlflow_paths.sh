#!/usr/bin/env bash
# mlflow-skinny 3.17.2, 2026-11-28. Artifacts lie at local paths or URIs.
#
# Guessed: a URL is decoded, a plain path is taken as it is; a piece with a `?` that is appended to a URI is encoded.
# Seen: a plain path is decoded, too: the folder `/a%20b` cannot be named. What is appended is put before the query
# as it is, so that the result has another query.
. "$(dirname "$0")/with_packages"

packages mlflow-skinny==3.17.2
expect <<'END'
/a b
/a b
s3://b/a/c?y?x=1
s3://b/a/c#d?x=1
END
run <<'PYTHON'
from mlflow.utils.file_utils import local_file_uri_to_path
from mlflow.utils.uri import append_to_uri_path

print(local_file_uri_to_path("file:///a%20b"))
print(local_file_uri_to_path("/a%20b"))
print(append_to_uri_path("s3://b/a?x=1", "c?y"))
print(append_to_uri_path("s3://b/a?x=1", "c#d"))
PYTHON
