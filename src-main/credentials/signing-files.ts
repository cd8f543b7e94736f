/** Reads a certificate chain and its private key from PEM, and refuses what Content Credentials cannot be signed with. */
import type { KeyObject } from 'node:crypto'
import type { CertificateProblem, SigningAlgorithm } from '#contract/credentials-words.ts'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { extensionsOf } from './extensions.ts'

/** What is needed to sign. The key never leaves main. */
export interface SigningFiles {
  /** The signing certificate first, each one issued by the next. */
  readonly chain: readonly X509Certificate[]
  readonly key: KeyObject
  readonly algorithm: SigningAlgorithm
}

export class CertificateError extends Error {
  override readonly name = 'CertificateError'
  readonly problem: CertificateProblem

  /** `said`: what of it, such as a date or a name; never anything of the key. */
  constructor(problem: CertificateProblem, said = '', options?: { cause?: unknown }) {
    super(said, options)
    this.problem = problem
  }
}

const mostCertificates = 10
/** Object identifiers of the purposes that C2PA allows: S/MIME, documents, Microsoft's, and its own. */
const purposes = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.311.76.59.1.9', '1.3.6.1.4.1.62558.2.1']
/** Any purpose, time stamps, answers about revocation: C2PA allows none of them besides signing. */
const forbidden = ['2.5.29.37.0', '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9']

const certificates = /-----BEGIN CERTIFICATE-----[\s\w+/=]+-----END CERTIFICATE-----/g
const keys = /-----BEGIN (?<kind>[A-Z ]{0,20}PRIVATE KEY)-----[\s\w+/=:,-]{1,20000}?-----END \k<kind>-----/

/** @throws CertificateError */
export function readSigningFiles({ certificatePem, keyPem, passphrase = '', now }: {
  readonly certificatePem: string
  readonly keyPem: string
  readonly passphrase?: string | undefined
  readonly now: number
}): SigningFiles {
  const chain = readChain(certificatePem)
  const key = readKey(keyPem, passphrase)
  const [leaf] = chain
  if (!leaf)
    throw new CertificateError('no-certificate')
  const owner = chain.findIndex(each => each.checkPrivateKey(key))
  if (owner !== 0)
    throw new CertificateError(owner < 0 ? 'other-key' : 'not-first')
  const algorithm = algorithmOf(key)
  checkProfile(leaf)
  checkDates(leaf, now)
  chain.slice(1).forEach((issuer, at) => {
    const issued = chain[at]
    if (!issued || !issued.checkIssued(issuer) || !issued.verify(issuer.publicKey))
      throw new CertificateError('chain-order', nameOf(issuer))
    checkDates(issuer, now)
  })
  return { chain, key, algorithm }
}

/** @throws CertificateError */
export function readChain(pem: string): X509Certificate[] {
  const found = pem.match(certificates) ?? []
  if (found.length === 0)
    throw new CertificateError('no-certificate')
  if (found.length > mostCertificates)
    throw new CertificateError('chain-order', String(found.length))
  try {
    return found.map(each => new X509Certificate(each))
  }
  catch (cause) {
    throw new CertificateError('unreadable-certificate', '', { cause })
  }
}

/** @throws CertificateError */
function readKey(pem: string, passphrase: string): KeyObject {
  const found = keys.exec(pem)?.[0]
  if (found === undefined)
    throw new CertificateError('no-key')
  const isEncrypted = /BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(found)
  if (isEncrypted && passphrase === '')
    throw new CertificateError('passphrase-needed')
  try {
    return createPrivateKey({ key: found, ...isEncrypted && { passphrase } })
  }
  catch {
    // Not given on as a cause: nothing about a key belongs into a log.
    throw new CertificateError(isEncrypted ? 'passphrase-wrong' : 'unreadable-key')
  }
}

/** The algorithms of C2PA 2.2 §13.2.1. @throws CertificateError */
function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): SigningAlgorithm {
  if (type === 'ed25519')
    return 'ed25519'
  if (type === 'ec') {
    const curves: Record<string, SigningAlgorithm> = { prime256v1: 'es256', secp384r1: 'es384', secp521r1: 'es512' }
    const algorithm = curves[details?.namedCurve ?? '']
    if (algorithm)
      return algorithm
    throw new CertificateError('algorithm', `EC ${details?.namedCurve ?? ''}`)
  }
  const bits = details?.modulusLength ?? 0
  if ((type === 'rsa' || type === 'rsa-pss') && bits >= 2048) {
    const wanted: Record<string, SigningAlgorithm> = { sha384: 'ps384', sha512: 'ps512' }
    return wanted[details?.hashAlgorithm ?? ''] ?? 'ps256'
  }
  throw new CertificateError('algorithm', bits > 0 ? `RSA ${bits}` : String(type).toUpperCase())
}

/** The profile of C2PA 2.2 §14.5.1. @throws CertificateError */
function checkProfile(leaf: X509Certificate): void {
  if (leaf.subject === leaf.issuer && leaf.verify(leaf.publicKey))
    throw new CertificateError('self-signed')
  const { keyUsage, isAuthority, namesIssuerKey } = read(leaf)
  if (isAuthority || leaf.ca)
    throw new CertificateError('is-authority')
  // Node calls the purposes so.
  const has = leaf.keyUsage ?? []
  if (keyUsage?.signs !== true || !has.some(each => purposes.includes(each)) || has.some(each => forbidden.includes(each)))
    throw new CertificateError('purpose')
  if (!namesIssuerKey)
    throw new CertificateError('not-valid', 'authorityKeyIdentifier')
}

function read(certificate: X509Certificate): ReturnType<typeof extensionsOf> {
  try {
    return extensionsOf(certificate.raw)
  }
  catch (cause) {
    throw new CertificateError('unreadable-certificate', '', { cause })
  }
}

/** @throws CertificateError; the date is ISO 8601 */
export function checkDates({ validFromDate, validToDate }: X509Certificate, now: number): void {
  if (now > validToDate.getTime())
    throw new CertificateError('expired', validToDate.toISOString())
  if (now < validFromDate.getTime())
    throw new CertificateError('not-yet-valid', validFromDate.toISOString())
}

/** Who it is about, as players show it: the company, and the name where it is another. */
export function nameOf({ subject }: X509Certificate): string {
  return nameIn(subject)
}

export function issuerOf({ issuer }: X509Certificate): string {
  return nameIn(issuer)
}

function nameIn(lines: string): string {
  const part = (name: string): string => lines.split('\n').find(line => line.startsWith(`${name}=`))?.slice(name.length + 1).trim() ?? ''
  const names = [part('CN'), part('O')].filter(name => name !== '')
  return [...new Set(names)].join(', ').slice(0, 200) || lines.replaceAll('\n', ', ').slice(0, 200)
}
