"""IPv6 addresses: their value (RFC 4291 §2.2) and their text (RFC 5952)."""


def groups_of(text: str) -> list[int]:
    """Return the eight 16-bit groups of an IPv6address (RFC 4291 §2.2)."""
    head, elision, tail = text.partition("::")

    def read(part: str) -> list[int]:
        groups: list[int] = []
        for piece in part.split(":") if part else []:
            # 3. "x:x:x:x:x:x:d.d.d.d", the last two groups in decimal
            if "." in piece:
                a, b, c, d = map(int, piece.split("."))
                groups += [a << 8 | b, c << 8 | d]
            # 1. "x:x:x:x:x:x:x:x"
            else:
                groups.append(int(piece, 16))
        return groups

    # 2. "::" indicates one or more groups of 16 bits of zeros
    before, after = read(head), read(tail)
    zeros = [0] * (8 - len(before) - len(after)) if elision else []
    groups = before + zeros + after
    assert len(groups) == 8, text
    return groups


def rfc5952(text: str) -> str:
    """Write an IPv6address as RFC 5952 §4 and §5 recommend."""
    groups = groups_of(text)
    # 5. "For these addresses, mixed notation is RECOMMENDED if ... the address can be distinguished as
    #    having IPv4 addresses embedded in the lower 32 bits solely from the address field through the use
    #    of a well-known prefix." We use the IPv4-mapped prefix (H9).
    if groups[:6] == [0, 0, 0, 0, 0, 0xFFFF]:
        octets = (groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255)
        return "::ffff:" + ".".join(map(str, octets))
    # 4.1 "Leading zeros MUST be suppressed"; 4.3 "MUST be represented in lowercase".
    hexadecimal = [f"{group:x}" for group in groups]
    # 4.2.3 "the longest run of consecutive 16-bit 0 fields MUST be shortened"; "when the length of
    #       the consecutive 16-bit 0 fields are equal, the first sequence of zero bits MUST be
    #       shortened". 4.2.2 "The symbol "::" MUST NOT be used to shorten just one 16-bit 0 field."
    runs = [
        (length, -start)
        for start in range(8)
        for length in range(2, 9 - start)
        if not any(groups[start : start + length])
    ]
    # 4.2.1 "The use of the symbol "::" MUST be used to its maximum capability."
    if runs:
        length, start = max(runs)
        start = -start
        return ":".join(hexadecimal[:start]) + "::" + ":".join(hexadecimal[start + length :])
    return ":".join(hexadecimal)
