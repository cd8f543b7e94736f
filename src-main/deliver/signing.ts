/** Whether a delivery can be signed with Content Credentials: asked before it is rendered, as rendering may take hours. */
import type { NotSignable } from '#contract/credentials-words.ts'
import type { SigningCertificate } from '#contract/credentials.ts'
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { Encoding } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Signing } from '../accounts/signing.ts'
import { totalmem } from 'node:os'
import { Fault } from '#contract/faults.ts'
import { carriesCredentials, mostSignedBytes, periodOf } from '#rules/deliver/credentials.ts'
import { fileBytesOf } from './file-sizes.ts'

export interface SigningFacts {
  readonly because: NotSignable | null
  /** ISO 8601 day in the last days of the certificate. */
  readonly endsOn: string | null
  /** About, where that is more than can be signed. */
  readonly tooManyBytes: number | null
}

/** Without asking the keychain: that would ask the user to unlock it at each look. */
export function signingFacts(
  certificate: SigningCertificate | null,
  { sequence, encoding, now, mostBytes = mostSignedBytes(totalmem()) }:
  { readonly sequence: Sequence, readonly encoding: Encoding, readonly now: number, readonly mostBytes?: number },
): SigningFacts {
  const period = certificate && periodOf(certificate, now)
  const because = {
    early: 'not-yet-valid' as const,
    over: 'expired' as const,
    valid: null,
    ending: null,
  }
  const bytes = fileBytesOf({ sequence, encoding })
  return {
    because: !carriesCredentials(encoding) ? 'format' : period === null ? 'no-certificate' : because[period],
    endsOn: certificate && period === 'ending' ? new Date(certificate.validUntil).toISOString().slice(0, 10) : null,
    tooManyBytes: bytes > mostBytes ? bytes : null,
  }
}

export function signingFindings(facts: SigningFacts | null): PreflightFinding[] {
  const found = (finding: PreflightFinding['finding'], isBlocking: boolean, example: string): PreflightFinding =>
    ({ finding, isBlocking, count: 1, example, places: [] })
  if (facts === null)
    return []
  const { because, endsOn, tooManyBytes } = facts
  return [
    ...because === null ? [] : [found('not-signable', true, because)],
    ...endsOn === null ? [] : [found('certificate-ends', false, endsOn)],
    ...tooManyBytes === null ? [] : [found('too-large-to-sign', false, `${(tooManyBytes / 1e9).toFixed(1)} GB`)],
  ]
}

/** @throws Fault not-signable */
export async function requireSigner(encoding: Pick<Encoding, 'format'>, { signer }: Pick<Signing, 'signer'>): Promise<void> {
  if (!carriesCredentials(encoding))
    throw new Fault('not-signable', { because: 'format', said: encoding.format })
  const answer = await signer()
  if (answer.state !== 'ok')
    throw new Fault('not-signable', { because: answer.state, said: answer.said })
}
