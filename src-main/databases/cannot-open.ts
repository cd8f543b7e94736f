/** Says why a studio cannot be opened, as a code with data. Nothing has been changed when this is thrown. */
import type { TextLanguage } from '#contract/words.ts'
import type { CannotOpenCode, CannotOpenData } from '#rules/text/cannot-open/words.ts'
import { cannotOpenIn } from '#rules/text/cannot-open-words.ts'
import { StorageError } from '../storage/storage-error.ts'

export class CannotOpenStudio<Code extends CannotOpenCode = CannotOpenCode> extends Error {
  override readonly name = 'CannotOpenStudio'
  readonly reason: Code
  readonly data: CannotOpenData[Code]

  constructor(reason: Code, data: CannotOpenData[Code], options?: ErrorOptions) {
    // For logs; a person is told by `sentenceIn`.
    super(`${reason} ${JSON.stringify(data)}`, options)
    this.reason = reason
    this.data = data
  }

  /** Another one has the folder open. */
  get isLocked(): boolean {
    return this.cause instanceof StorageError && this.cause.kind === 'locked'
  }

  /** With the next step. */
  sentenceIn(language: TextLanguage): string {
    return cannotOpenIn(language, this.reason, this.data)
  }
}

/** Translates errors of the folder or a database; returns any other error unchanged. */
export function explainOpenError(thrown: unknown, folder: string, file: string): unknown {
  if (!(thrown instanceof StorageError))
    return thrown
  const { kind } = thrown
  // The other two are errors of Takeroom itself.
  return kind === 'constraint' || kind === 'other' ? thrown : new CannotOpenStudio(kind, { folder, file }, { cause: thrown })
}
