/** Messages between the main thread and the signing thread. */
import type { SigningAlgorithm } from '#contract/credentials-words.ts'

export interface SignWork {
  readonly path: string
  /** Written whole before it is read back; removed when that fails. */
  readonly signedPath: string
  readonly mime: string
  readonly manifest: object
  /** Length of the signature that will be sent. */
  readonly signatureBytes: number
  readonly algorithm: SigningAlgorithm
}

export type FromSignWorker
  = | { readonly is: 'claim', readonly claim: Uint8Array }
    | { readonly is: 'read', readonly store: unknown }
    | { readonly is: 'failed', readonly said: string }
