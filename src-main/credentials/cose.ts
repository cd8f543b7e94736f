/** COSE_Sign1 (RFC 9052) over a claim of Content Credentials: the signature, and the certificates that it is checked with. */
import type { SigningAlgorithm } from '#contract/credentials-words.ts'
import type { SigningFiles } from './signing-files.ts'
import { Buffer } from 'node:buffer'
import { constants, sign } from 'node:crypto'

interface Algorithm { readonly cose: number, readonly hash: string | null, readonly isPss: boolean }

/** The numbers are IANA's. */
const algorithms: Readonly<Record<SigningAlgorithm, Algorithm>> = {
  es256: { cose: -7, hash: 'sha256', isPss: false },
  es384: { cose: -35, hash: 'sha384', isPss: false },
  es512: { cose: -36, hash: 'sha512', isPss: false },
  ps256: { cose: -37, hash: 'sha256', isPss: true },
  ps384: { cose: -38, hash: 'sha384', isPss: true },
  ps512: { cose: -39, hash: 'sha512', isPss: true },
  ed25519: { cose: -8, hash: null, isPss: false },
}
/** Header parameters: `alg` and `x5chain`. */
const [algHeader, chainHeader] = [1, 33]
/** For the largest signature, and padding whose length takes two bytes. */
const roomBytes = 4096

/** How many bytes `signClaim` will return for these files. */
export function claimSignatureBytes(files: SigningFiles): number {
  return protectedHeader(files).length + roomBytes
}

/** Padded to exactly `claimSignatureBytes`: room was left for it before it could be made. */
export function signClaim(claim: Uint8Array, files: SigningFiles): Buffer {
  const header = byteString(protectedHeader(files))
  // RFC 9052 §4.4.
  const signed = list(textString('Signature1'), header, byteString(Buffer.alloc(0)), byteString(Buffer.from(claim)))
  const signature = byteString(signBytes(signed, files))
  const padded = (bytes: number): Buffer => Buffer.concat([
    Buffer.of(0xD2),
    list(header, Buffer.concat([Buffer.of(0xA1), textString('pad'), byteString(Buffer.alloc(bytes))]), Buffer.of(0xF6), signature),
  ])
  const wanted = claimSignatureBytes(files)
  // The length of a padding of 256 to 65,535 bytes takes as much itself.
  return padded(wanted - padded(256).length + 256)
}

function signBytes(bytes: Buffer, { key, algorithm }: SigningFiles): Buffer {
  const { hash, isPss } = algorithms[algorithm]
  return isPss
    ? sign(hash, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST })
    : sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' })
}

function protectedHeader({ chain, algorithm }: SigningFiles): Buffer {
  // Who checks it has the root, or does not trust it.
  const sent = chain.filter((each, at) => at === 0 || each.subject !== each.issuer).map(({ raw }) => byteString(raw))
  const [first] = sent
  const certificates = first && sent.length === 1 ? first : list(...sent)
  return Buffer.concat([
    Buffer.of(0xA2),
    head(0, algHeader),
    head(1, -1 - algorithms[algorithm].cose),
    head(0, chainHeader),
    certificates,
  ])
}

/** CBOR, RFC 8949 §3. */
function head(major: number, value: number): Buffer {
  const first = major << 5
  if (value < 24)
    return Buffer.of(first | value)
  if (value < 0x100)
    return Buffer.of(first | 24, value)
  return value < 0x10000
    ? Buffer.of(first | 25, value >> 8, value & 0xFF)
    : Buffer.of(first | 26, ...[24, 16, 8, 0].map(shift => value >>> shift & 0xFF))
}

function byteString(bytes: Buffer): Buffer {
  return Buffer.concat([head(2, bytes.length), bytes])
}

function textString(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([head(3, bytes.length), bytes])
}

function list(...items: Buffer[]): Buffer {
  return Buffer.concat([head(4, items.length), ...items])
}
