/** Signs the film of a render job with Content Credentials: what is to be signed is never delivered unsigned. */
import type { Signer } from '../accounts/signing.ts'
import type { StepResult } from '../jobs/kind.ts'
import type { RenderWork } from './render-work.ts'
import { formats } from '#rules/deliver/formats.ts'
import { saysDiskFull } from '../base/disk-full.ts'
import { signFile, SigningError } from '../credentials/sign-file.ts'
import { failureOf } from '../jobs/rows.ts'

type Able = Extract<Signer, { readonly state: 'ok' }>

/** Asked before the first frame is encoded. Null where nothing is signed. */
export async function signerFor({ plan, signing }: RenderWork): Promise<Able | null | { readonly result: StepResult }> {
  const hasFilm = plan.kit === null || plan.kit.parts.includes('master')
  if (!plan.credentials || !hasFilm)
    return null
  const signer = await signing.signer()
  switch (signer.state) {
    case 'ok': return signer
    case 'keychain-locked': return { result: { blockedBy: 'key-locked', waitMs: 60_000 } }
    default: return { result: { refused: failureOf('signing', signer.state), charged: 'no' } }
  }
}

/** `path` is replaced by the signed file, whole or not at all. @throws SigningError, `signal.reason` */
export async function signFilm(path: string, { files, version }: Able, { plan, signal }: RenderWork): Promise<void> {
  if (plan.credentials)
    await signFile(path, { ...plan.credentials, mime: formats[plan.encoding.format].mime, version }, files, { signal })
}

/** Null for any other error. */
export function whenNotSigned(error: unknown): StepResult | null {
  if (!(error instanceof SigningError))
    return null
  if (saysDiskFull(error.message))
    return { blockedBy: 'no-space', waitMs: 30_000 }
  return { refused: failureOf('signing', error.message.slice(0, 500)), charged: 'no' }
}
