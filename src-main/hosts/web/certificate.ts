/**
 * The certificate of the web host, where other machines reach it: the operator's own, or one that the studio makes, keeps in its folder
 * and renews before it ends. Browsers cannot check the latter, so its fingerprint is printed for the user to compare.
 */
import type { CommandErrorCode } from '#rules/text/command-errors/words.ts'
import type { Clock } from '../../base/clock.ts'
import type { CertificatePair } from './self-signed.ts'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { placeFile } from '../../base/atomic-file.ts'
import { newId } from '../../base/ids.ts'
import { CommandError } from '../../commands/command-error.ts'
import { makeSelfSigned } from './self-signed.ts'

export interface ServerCertificate extends CertificatePair {
  /** SHA-256 of the certificate, as browsers show it. */
  readonly fingerprint: string
  readonly isSelfMade: boolean
}

/** It cannot be used. */
export class CertificateError<Code extends CommandErrorCode = CommandErrorCode> extends CommandError<Code> {
  override readonly name = 'CertificateError'
}

const dayMs = 86_400_000
/** Browsers of Apple refuse certificates that are good for longer than 825 days. */
const lifeMs = 397 * dayMs
const renewWithinMs = 30 * dayMs

/** The operator's certificate (with its chain) and key, both PEM. @throws CertificateError */
export async function readCertificate(files: { cert: string, key: string }, clock: Clock): Promise<ServerCertificate> {
  const read = async (path: string): Promise<string> => readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CertificateError('certificate-unreadable', { path }, { cause })
  })
  const [cert, key] = [await read(files.cert), await read(files.key)]
  const found = parse({ cert, key })
  if (!found)
    throw new CertificateError('certificate-not-pem', files)
  if (!found.checkPrivateKey(createPrivateKey(key)))
    throw new CertificateError('certificate-other-key', files)
  if (found.validToDate.getTime() <= clock.now())
    throw new CertificateError('certificate-ended', { cert: files.cert, until: found.validTo })
  return { cert, key, fingerprint: found.fingerprint256, isSelfMade: false }
}

/** The studio's own certificate for this machine's names and `address`; made again when it ends soon, or lacks one of them. */
export async function ownCertificate(folder: string, address: string, clock: Clock): Promise<ServerCertificate> {
  const path = join(folder, 'tls.pem')
  const names = namesFor(address)
  const kept = await readFile(path, 'utf8').then(text => split(text), () => null) // The first time there is none.
  const known = kept && parse(kept)
  if (kept && known && isGood(known, kept, { names, now: clock.now() }))
    return { ...kept, fingerprint: known.fingerprint256, isSelfMade: true }
  // From yesterday on, for machines whose clock is behind.
  const made = makeSelfSigned({ names, notBefore: clock.now() - dayMs, notAfter: clock.now() + lifeMs })
  const part = `${path}.${newId()}.part`
  await writeFile(part, `${made.cert}${made.key}`, { mode: 0o600, flag: 'wx' })
  await placeFile(part, path)
  return { ...made, fingerprint: new X509Certificate(made.cert).fingerprint256, isSelfMade: true }
}

/** Every name under which a browser may ask for this server. */
function namesFor(address: string): string[] {
  const own = Object.values(networkInterfaces()).flatMap(list => list ?? []).map(one => one.address)
  const all = ['localhost', hostname().toLowerCase(), '127.0.0.1', '::1', address, ...own].map(name => name.replace(/%.*$/, ''))
  return [...new Set(all)].filter(name => isIP(name) !== 0 || /^[\w-]+(?:\.[\w-]+)*$/.test(name))
}

function isGood(known: X509Certificate, pair: CertificatePair, { names, now }: { names: readonly string[], now: number }): boolean {
  return known.checkPrivateKey(createPrivateKey(pair.key))
    && known.validFromDate.getTime() <= now
    && known.validToDate.getTime() - now > renewWithinMs
    && names.every(name => (isIP(name) === 0 ? known.checkHost(name) : known.checkIP(name)) !== undefined)
}

function split(text: string): CertificatePair {
  const at = text.indexOf('-----BEGIN PRIVATE KEY-----')
  return { cert: text.slice(0, Math.max(0, at)), key: text.slice(Math.max(0, at)) }
}

/** Null when these are not a certificate and a key. */
function parse({ cert, key }: CertificatePair): X509Certificate | null {
  try {
    createPrivateKey(key)
    return new X509Certificate(cert)
  }
  catch {
    return null
  }
}
