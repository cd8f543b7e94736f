/** Certificates for tests, as authorities issue them: X.509 version 3 in DER, with whatever a test wants to be wrong. */
import type { KeyObject } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { certificatePem, extension, nameAttribute, oid, sequence, tagged, time } from '../../src-main/hosts/web/der.ts'

export interface Identity {
  /** PEM. */
  readonly cert: string
  readonly key: string
  readonly name: string
  readonly privateKey: KeyObject
}

export interface IdentityWish {
  readonly name?: string
  readonly organisation?: string
  /** Null: by itself. */
  readonly issuer?: Identity | null
  readonly isAuthority?: boolean
  /** Object identifiers; an empty list has none. */
  readonly purposes?: readonly string[]
  readonly mayDigitallySign?: boolean
  readonly notBefore?: number
  readonly notAfter?: number
  readonly keys?: { readonly publicKey: KeyObject, readonly privateKey: KeyObject }
}

export const c2paSigning = '1.3.6.1.4.1.62558.2.1'
export const emailProtection = '1.3.6.1.5.5.7.3.4'
const day = 86_400_000

const ecKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export function makeIdentity(wish: IdentityWish = {}): Identity {
  const { name = 'Ada Film', organisation = 'Ada Film Ltd', issuer = null, isAuthority = false, purposes = [emailProtection] } = wish
  const { mayDigitallySign = true, notBefore = Date.now() - day, notAfter = Date.now() + 365 * day, keys = ecKeys() } = wish
  const signer = issuer?.privateKey ?? keys.privateKey
  // ecdsa-with-SHA256, sha256WithRSAEncryption, Ed25519
  const ofKey: Record<string, string> = { ec: '1.2.840.10045.4.3.2', rsa: '1.2.840.113549.1.1.11' }
  const algorithm = sequence(oid(ofKey[signer.asymmetricKeyType ?? ''] ?? '1.3.101.112'))
  const serial = randomBytes(16)
  serial[0] = (serial[0] ?? 0) & 0x7F | 0x40
  const usage = (isAuthority ? 0x04 : 0) | (mayDigitallySign && !isAuthority ? 0x80 : 0x00)
  const body = sequence(
    tagged(0xA0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, serial),
    algorithm,
    distinguished(issuer?.name ?? name, issuer ? 'Test Authority' : organisation),
    sequence(time(notBefore), time(notAfter)),
    distinguished(name, isAuthority ? 'Test Authority' : organisation),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xA3, sequence(
      extension('2.5.29.19', true, isAuthority ? sequence(tagged(0x01, Buffer.of(0xFF))) : sequence()),
      extension('2.5.29.15', true, tagged(0x03, Buffer.of(isAuthority ? 2 : 7, usage))),
      ...isAuthority || purposes.length === 0 ? [] : [extension('2.5.29.37', false, sequence(...purposes.map(oid)))],
      extension('2.5.29.35', false, sequence(tagged(0x80, Buffer.alloc(20, issuer?.name ?? name)))),
      extension('2.5.29.14', false, tagged(0x04, Buffer.alloc(20, name))),
    )),
  )
  const signature = sign(signer.asymmetricKeyType === 'ed25519' ? null : 'sha256', body, signer)
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  return {
    cert: certificatePem(der),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    privateKey: keys.privateKey,
  }
}

/** An authority, and what it has issued, as they are chosen in the settings. */
export function signingPair(wish: IdentityWish = {}): { certificatePem: string, keyPem: string } {
  const issuer = makeIdentity({ name: 'Test Root', isAuthority: true })
  const leaf = makeIdentity({ issuer, ...wish })
  return { certificatePem: leaf.cert + issuer.cert, keyPem: leaf.key }
}

function distinguished(name: string, organisation: string): Buffer {
  return sequence(nameAttribute('2.5.4.10', organisation), nameAttribute('2.5.4.3', name))
}
