/** The certificates of a company's network that a person has chosen: checked, and reduced to what is kept. */
import type { FaultData } from '#contract/faults.ts'
import type { NetworkRoots } from '#contract/settings.ts'
import { X509Certificate } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { certificatesIn } from '../service/wire/trust.ts'

const mostCertificates = 400

/** Only the certificates: a private key or any other text in the file is left out. @throws Fault roots-refused */
export function checkNetworkRoots({ name, pem }: NetworkRoots, now: number): NetworkRoots {
  const found = certificatesIn(pem)
  const refuse = (problem: FaultData<'roots-refused'>['problem']): Fault => new Fault('roots-refused', { problem, name })
  if (found.length === 0)
    throw refuse(/BEGIN (?:TRUSTED |X509 )?CERTIFICATE/.test(pem) ? 'unreadable' : 'no-certificate')
  if (found.length > mostCertificates)
    throw refuse('too-many')
  // A server that vouches for itself is its own authority.
  const authorities = found.map(each => new X509Certificate(each)).filter(each => each.ca || each.verify(each.publicKey))
  if (authorities.length === 0)
    throw refuse('no-authority')
  if (authorities.every(({ validTo }) => Date.parse(validTo) < now))
    throw refuse('expired')
  return { name, pem: found.join('') }
}
