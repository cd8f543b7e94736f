/** Makes a certificate signed by its own key: X.509 version 3, for a web server of the given names. Pure but for the key. */
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

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

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const commonName = '2.5.4.3'

/** ECDSA over P-256 with SHA-256, which every browser takes. */
export function makeSelfSigned({ names, notBefore, notAfter }: CertificateWish): CertificatePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })
  const value = new AttributeValue({ utf8String: 'Takeroom' })
  const name = new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])])
  // RFC 5280 §4.1.2.2: positive and at most 20 bytes.
  const serial = randomBytes(16)
  serial[0] = (serial[0] ?? 0) & 0x7F | 0x40
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: arrayOf(serial),
    signature: algorithm,
    issuer: name,
    validity: new Validity({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      // Not an authority: it vouches for nothing but this studio.
      extension(id_ce_basicConstraints, new BasicConstraints(), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(names.map(alternativeName))),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), privateKey)
  const certificate = new Certificate({ tbsCertificate: body, signatureAlgorithm: algorithm, signatureValue: arrayOf(signature) })
  return {
    cert: new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function alternativeName(name: string): GeneralName {
  switch (isIP(name)) {
    case 4: return new GeneralName({ iPAddress: name })
    // As URLs write it: an address may end like one of version 4.
    case 6: return new GeneralName({ iPAddress: new URL(`http://[${name}]`).hostname.slice(1, -1) })
    default: return new GeneralName({ dNSName: name })
  }
}

function arrayOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
