/** An edit that cannot be carried out, and why. */
import type { EditRefusal } from '#contract/sequence-edits.ts'

export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError'
  readonly because: EditRefusal
  /** Clips, tracks or markers that it is about. */
  readonly ids: readonly string[]

  constructor(because: EditRefusal, ids: readonly string[] = []) {
    super(because)
    this.because = because
    this.ids = ids
  }
}

export function refuse(because: EditRefusal, ...ids: string[]): never {
  throw new EditRefusedError(because, ids)
}
