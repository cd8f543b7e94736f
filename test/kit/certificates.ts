/** Certificates for tests, as authorities issue them: X.509 version 3, with whatever a test wants to be wrong. */
import type { KeyObject } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

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
  const algorithm = new AlgorithmIdentifier({ algorithm: ofKey[signer.asymmetricKeyType ?? ''] ?? '1.3.101.112' })
  const serial = randomBytes(16)
  serial[0] = (serial[0] ?? 0) & 0x7F | 0x40
  const usage = (isAuthority ? KeyUsageFlags.keyCertSign : 0) | (mayDigitallySign && !isAuthority ? KeyUsageFlags.digitalSignature : 0)
  const keyIdentifier = new KeyIdentifier(keyIdOf(issuer?.name ?? name))
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: arrayOf(serial),
    signature: algorithm,
    issuer: distinguished(issuer?.name ?? name, issuer ? 'Test Authority' : organisation),
    validity: new Validity({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) }),
    subject: distinguished(name, isAuthority ? 'Test Authority' : organisation),
    subjectPublicKeyInfo: AsnConvert.parse(keys.publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: isAuthority }), true),
      extension(id_ce_keyUsage, new KeyUsage(usage), true),
      ...isAuthority || purposes.length === 0 ? [] : [extension(id_ce_extKeyUsage, new ExtendedKeyUsage([...purposes]))],
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier })),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdOf(name))),
    ]),
  })
  const signature = sign(signer.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(AsnConvert.serialize(body)), signer)
  const certificate = new Certificate({ tbsCertificate: body, signatureAlgorithm: algorithm, signatureValue: arrayOf(signature) })
  return {
    cert: new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString(),
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

function distinguished(name: string, organisation: string): Name {
  const part = (type: string, utf8String: string) =>
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) })])
  return new Name([part('2.5.4.10', organisation), part('2.5.4.3', name)])
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function keyIdOf(name: string): ArrayBuffer {
  return arrayOf(Buffer.alloc(20, name))
}

function arrayOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
