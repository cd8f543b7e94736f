/** Reads what Node does not tell of a certificate: its key usage and whether it may vouch for others. X.509 version 3, in DER. */
import type { Buffer } from 'node:buffer'

interface Element { readonly tag: number, readonly content: Buffer, readonly end: number }

export interface Extensions {
  /** Null where the certificate has none of it. */
  readonly keyUsage: { readonly signs: boolean } | null
  readonly isAuthority: boolean
  readonly namesIssuerKey: boolean
}

const ids = { keyUsage: '551d0f', basicConstraints: '551d13', authorityKeyIdentifier: '551d23' }

/** @throws RangeError where it ends before it should */
export function extensionsOf(der: Buffer): Extensions {
  const certificate = childrenOf(elementAt(der, 0).content)
  const [body] = certificate
  const list = body && childrenOf(body.content).find(({ tag }) => tag === 0xA3)
  const found = new Map<string, Buffer>()
  for (const { content } of list ? childrenOf(elementAt(list.content, 0).content) : []) {
    const parts = childrenOf(content)
    const [id, value] = [parts[0], parts.at(-1)]
    if (id && value)
      found.set(id.content.toString('hex'), value.content)
  }
  const usage = found.get(ids.keyUsage)
  const constraints = found.get(ids.basicConstraints)
  return {
    // The first byte of a bit string counts its unused bits.
    keyUsage: usage ? { signs: ((elementAt(usage, 0).content[1] ?? 0) & 0x80) !== 0 } : null,
    isAuthority: constraints !== undefined
      && childrenOf(elementAt(constraints, 0).content).some(({ tag, content }) => tag === 0x01 && content[0] !== 0),
    namesIssuerKey: found.has(ids.authorityKeyIdentifier),
  }
}

function childrenOf(content: Buffer): Element[] {
  const children: Element[] = []
  for (let at = 0; at < content.length; at = children.at(-1)?.end ?? content.length)
    children.push(elementAt(content, at))
  return children
}

/** ITU-T X.690 §8.1: tag, length, contents. */
function elementAt(bytes: Buffer, at: number): Element {
  const tag = bytes.readUInt8(at)
  const first = bytes.readUInt8(at + 1)
  const size = first < 0x80 ? 0 : first & 0x7F
  if (size > 4)
    throw new RangeError('An element is larger than any certificate')
  const length = size === 0 ? first : bytes.readUIntBE(at + 2, size)
  const start = at + 2 + size
  if (start + length > bytes.length)
    throw new RangeError('An element ends after the certificate')
  return { tag, content: bytes.subarray(start, start + length), end: start + length }
}
