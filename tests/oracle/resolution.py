"""Reference resolution (RFC 3986 §5.2), with the RFC's names and step labels."""

from collections.abc import Iterator

from .syntax import Parts, recompose, split


def merge(base: Parts, reference_path: str) -> str:
    """Merge a relative-path with the path of the base (RFC 3986 §5.2.3)."""
    # "If the base URI has a defined authority component and an empty path, then return a string
    # consisting of "/" concatenated with the reference's path; otherwise,"
    if base.authority is not None and base.path == "":
        return "/" + reference_path
    # "return a string consisting of the reference's path component appended to all but the last
    # segment of the base URI's path (i.e., excluding any characters after the right-most "/" in
    # the base URI path, or excluding the entire base URI path if it does not contain any "/"
    # characters)."
    return base.path[: base.path.rfind("/") + 1] + reference_path


def remove_dot_segments(path: str) -> str:
    """Remove the dot segments of a path (RFC 3986 §5.2.4)."""
    # 3. "Finally, the output buffer is returned as the result of remove_dot_segments."
    return [output_buffer for _, output_buffer, _ in dot_segment_states(path)][-1]


def dot_segment_states(path: str) -> Iterator[tuple[str, str, str]]:
    """Yield each step of §5.2.4: its label, and the output and input buffers after it."""
    # 1. "The input buffer is initialized with the now-appended path components and the output
    #    buffer is initialized to the empty string."
    input_buffer = path
    output_buffer = ""
    yield "1", output_buffer, input_buffer

    def remove_last_segment(buffer: str) -> str:
        # i.e. "the last segment and its preceding "/" (if any)"
        return buffer[: max(buffer.rfind("/"), 0)]

    # 2. "While the input buffer is not empty, loop as follows:"
    while input_buffer:
        # A. "If the input buffer begins with a prefix of "../" or "./", then remove that prefix
        #    from the input buffer; otherwise,"
        if input_buffer.startswith("../"):
            label, input_buffer = "2A", input_buffer[3:]
        elif input_buffer.startswith("./"):
            label, input_buffer = "2A", input_buffer[2:]
        # B. "if the input buffer begins with a prefix of "/./" or "/.", where "." is a complete
        #    path segment, then replace that prefix with "/" in the input buffer; otherwise,"
        elif input_buffer.startswith("/./"):
            label, input_buffer = "2B", "/" + input_buffer[3:]
        elif input_buffer == "/.":
            label, input_buffer = "2B", "/"
        # C. "if the input buffer begins with a prefix of "/../" or "/..", where ".." is a complete
        #    path segment, then replace that prefix with "/" in the input buffer and remove the
        #    last segment and its preceding "/" (if any) from the output buffer; otherwise,"
        elif input_buffer.startswith("/../"):
            label, input_buffer = "2C", "/" + input_buffer[4:]
            output_buffer = remove_last_segment(output_buffer)
        elif input_buffer == "/..":
            label, input_buffer = "2C", "/"
            output_buffer = remove_last_segment(output_buffer)
        # D. "if the input buffer consists only of "." or "..", then remove that from the input
        #    buffer; otherwise,"
        elif input_buffer in {".", ".."}:
            label, input_buffer = "2D", ""
        # E. "move the first path segment in the input buffer to the end of the output buffer,
        #    including the initial "/" character (if any) and any subsequent characters up to, but
        #    not including, the next "/" character or the end of the input buffer."
        else:
            next_slash = input_buffer.find("/", 1)
            end = len(input_buffer) if next_slash < 0 else next_slash
            output_buffer += input_buffer[:end]
            label, input_buffer = "2E", input_buffer[end:]
        yield label, output_buffer, input_buffer


def transform(base: Parts, r: Parts, *, strict: bool = True) -> Parts:
    """Transform a reference into its target (RFC 3986 §5.2.2)."""
    # "A non-strict parser may ignore a scheme in the reference if it is identical to the base
    # URI's scheme." Schemes are case-insensitive (§3.1), so identical means that (Q1).
    if (
        not strict
        and r.scheme is not None
        and base.scheme is not None
        and r.scheme.lower() == base.scheme.lower()
    ):
        r = r._replace(scheme=None)

    # if defined(R.scheme) then
    if r.scheme is not None:
        scheme = r.scheme
        authority = r.authority
        path = remove_dot_segments(r.path)
        query = r.query
    else:
        # if defined(R.authority) then
        if r.authority is not None:
            authority = r.authority
            path = remove_dot_segments(r.path)
            query = r.query
        else:
            # if (R.path == "") then
            if r.path == "":
                path = base.path
                # if defined(R.query) then
                query = r.query if r.query is not None else base.query
            else:
                # if (R.path starts-with "/") then
                if r.path.startswith("/"):
                    path = remove_dot_segments(r.path)
                else:
                    path = merge(base, r.path)
                    path = remove_dot_segments(path)
                query = r.query
            authority = base.authority
        assert base.scheme is not None
        scheme = base.scheme
    fragment = r.fragment
    return Parts(scheme, authority, path, query, fragment)


def guard(parts: Parts) -> Parts:
    """Write "/." before a path that would be read as an authority (R9, Q2).

    The RFC has no such step, but says that without an authority "the path cannot begin with two
    slash characters" (§3.3), which §5.2.4 can produce. This is the one departure from its text.
    """
    if parts.authority is None and parts.path.startswith("//"):
        return parts._replace(path="/." + parts.path)
    return parts


def resolve_literally(base: str, reference: str, *, strict: bool = True) -> str:
    """Resolve as the RFC's text says, even if the result is not the intended one."""
    return recompose(transform(split(base), split(reference), strict=strict))


def resolve(base: str, reference: str, *, strict: bool = True) -> str:
    """Resolve a reference against a base, with the guard."""
    return recompose(guard(transform(split(base), split(reference), strict=strict)))


def resolve_onto(base: str, reference: str) -> str:
    """Merge a reference with a relative one, by their meaning in a document far from the root.

    The RFC has no such operation. This one resolves both in turn against a document with unique
    directories and query, and removes from the target what it shares with that document.
    """
    b, r = split(base), split(reference)
    if b.scheme is not None:
        return resolve(base, reference)
    if r.scheme is None and r.authority is None and r.path == "":
        # §5.2.2: "T.path = Base.path", which resolution leaves unchanged.
        query = b.query if r.query is None else r.query
        return recompose(b._replace(query=query, fragment=r.fragment))
    directories = [f"nobody{i}" for i in range(base.count("/") + reference.count("/") + 2)]
    start = "/" + "".join(name + "/" for name in directories)
    target = split(resolve(resolve(f"nobody://nobody{start}document?nobody", base), reference))
    if target.scheme == "nobody":
        target = target._replace(scheme=None)
    if target.authority == "nobody":
        target = target._replace(authority=None, path=_seen_from(directories, target.path))
        if target.scheme is None and ":" in target.path.partition("/")[0]:
            target = target._replace(path="./" + target.path)
    return recompose(guard(target))


def _seen_from(directories: list[str], path: str) -> str:
    names = path.split("/")[1:]
    shared = 0
    while shared < len(directories) and names[shared : shared + 1] == [directories[shared]]:
        shared += 1
    if shared == 0:
        return path
    rest = "/".join(names[shared:])
    ups = "../" * (len(directories) - shared)
    # An empty path is written as "./", and "/" at the beginning would be the root.
    return ups + rest if ups else ("./" + rest if not rest or rest.startswith("/") else rest)
