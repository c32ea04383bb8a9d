#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Known-answer files of Ed25519 and X25519 from a second implementation: the interface's
random numbers, RFC 8032 and RFC 7748 in whole numbers, as those documents define them.
Only SM3 and SHA-512 are Python's. The arguments are the kind (ed25519 or x25519) and the
file to write."""
import hashlib
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
RECORDS, SEED, FIRST_MESSAGE, STEP = 10, 64, 56, 8


class Drng:
    """Hash_DRBG of SP 800-90A, 10.1.1, with SM3 and 440 bits."""
    BYTES = 55

    def __init__(self, seed):
        self.v = self.derive(seed)
        self.c = self.derive(b"\0" + self.v)
        self.counter = 1

    def derive(self, data):
        out = b""
        for i in (1, 2):
            head = bytes([i]) + (8 * self.BYTES).to_bytes(4, "big")
            out += hashlib.new("sm3", head + data).digest()
        return out[:self.BYTES]

    def get(self, n):
        out, v = b"", int.from_bytes(self.v, "big")
        while len(out) < n:
            out += hashlib.new("sm3", v.to_bytes(self.BYTES, "big")).digest()
            v = (v + 1) % 2**440
        h = hashlib.new("sm3", b"\x03" + self.v).digest()
        v = int.from_bytes(self.v, "big") + int.from_bytes(h, "big")
        v += int.from_bytes(self.c, "big") + self.counter
        self.v = (v % 2**440).to_bytes(self.BYTES, "big")
        self.counter += 1
        return out[:n]


def add(a, b):
    """RFC 8032, 5.1.4, in affine coordinates."""
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P,
            (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P)


def base():
    y = 4 * pow(5, P - 2, P) % P
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x % 2 else x, y)


def multiply(k, point):
    out = (0, 1)
    for bit in bin(k)[2:]:
        out = add(out, out)
        if bit == "1":
            out = add(out, point)
    return out


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def ed25519(sk, m):
    """RFC 8032, 5.1.5 and 5.1.6: the public key and the signature."""
    h = hashlib.sha512(sk).digest()
    a = int.from_bytes(h[:32], "little") & ~7 & (2**254 - 1) | 2**254
    pk = encode(multiply(a, base()))
    r = int.from_bytes(hashlib.sha512(h[32:] + m).digest(), "little") % L
    big_r = encode(multiply(r, base()))
    k = int.from_bytes(hashlib.sha512(big_r + pk + m).digest(), "little") % L
    return pk, big_r + ((r + k * a) % L).to_bytes(32, "little")


def x25519(scalar, u):
    """RFC 7748, section 5."""
    k = int.from_bytes(scalar, "little") & ~7 & (2**254 - 1) | 2**254
    x1 = int.from_bytes(u, "little") % 2**255 % P
    x2, z2, x3, z3, swap = 1, 0, x1, 1, 0
    for t in range(254, -1, -1):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb = d * a % P, c * b % P
        x3, z3 = (da + cb)**2 % P, x1 * (da - cb)**2 % P
        aa, bb = a * a % P, b * b % P
        x2, z2 = aa * bb % P, (aa - bb) * (aa + 121665 * (aa - bb)) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def line(name, value):
    return f"{name}_Len = {len(value)}\n{name} = {value.hex().upper()}\n"


def sign_record(drng, m):
    sk = drng.get(32)
    pk, sn = ed25519(sk, m)
    return line("PK", pk) + line("SK", sk) + line("M", m) + line("Sn", sn)


def kex_record(drng):
    out = "Pass_Num = 2\n"
    for name in "PKa", "SKa", "Init_Sta", "PKb", "SKb", "Init_Stb":
        out += line(name, b"")
    a, b = drng.get(32), drng.get(32)
    nine = (9).to_bytes(32, "little")
    m1, m2 = x25519(a, nine), x25519(b, nine)
    assert x25519(a, m2) == x25519(b, m1)
    out += line("Pass1_Sta", a) + line("M1", m1) + line("Pass2_Stb", b) + line("M2", m2)
    return out + line("SS", x25519(a, m2))


def main():
    kind, path = sys.argv[1:]
    seeds, messages = Drng(b"seed" * 16), Drng((b"msg" * 22)[:SEED])
    text = ""
    for i in range(RECORDS):
        seed = seeds.get(SEED)
        text += f"Count = {i}\n" + line("Seed", seed)
        if kind == "ed25519":
            text += sign_record(Drng(seed), messages.get(FIRST_MESSAGE + STEP * i))
        else:
            text += kex_record(Drng(seed))
        text += "\n"
    with open(path, "w") as f:
        f.write(text)


main()
