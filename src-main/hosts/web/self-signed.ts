/** Makes a certificate signed by its own key: X.509 version 3 in DER, for a web server of the given names. Pure but for the key. */
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { certificatePem, extension, nameAttribute, oid, sequence, tagged, time } from './der.ts'

export interface CertificatePair {
  /** PEM. */
  readonly cert: string
  readonly key: string
}

export interface CertificateWish {
  /** Host names and IP addresses. */
  readonly names: readonly string[]
  /** In ms since 1970; seconds count. */
  readonly notBefore: number
  readonly notAfter: number
}

/** ECDSA over P-256 with SHA-256, which every browser takes. */
export function makeSelfSigned({ names, notBefore, notAfter }: CertificateWish): CertificatePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // ecdsa-with-SHA256
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'))
  const name = sequence(nameAttribute('2.5.4.3', 'Takeroom'))
  // RFC 5280 §4.1.2.2: positive and at most 20 bytes.
  const serial = randomBytes(16)
  serial[0] = (serial[0] ?? 0) & 0x7F | 0x40
  const body = sequence(
    tagged(0xA0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, serial),
    algorithm,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xA3, sequence(
      // Not an authority: it vouches for nothing but this studio.
      extension('2.5.29.19', true, sequence()),
      extension('2.5.29.15', true, tagged(0x03, Buffer.of(7, 0x80))),
      extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.17', false, sequence(...names.map(alternativeName))),
    )),
  )
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)])))
  return {
    cert: certificatePem(der),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? tagged(0x82, Buffer.from(name, 'ascii')) : tagged(0x87, addressBytes(name))
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4)
    return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an IPv4 tail in groups, too.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = groups.split('::')
  const read = (text: string): number[] => text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const [before, after] = [read(head), read(tail ?? '')]
  const all = [...before, ...Array.from<number>({ length: 8 - before.length - after.length }).fill(0), ...after]
  return Buffer.from(all.flatMap(group => [group >> 8, group & 0xFF]))
}
