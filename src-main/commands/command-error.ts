/** Why a command was not carried out, as a code with data. */
import type { TextLanguage } from '#contract/words.ts'
import type { CommandErrorCode, CommandErrorData } from '#rules/text/command-errors/words.ts'
import { commandErrorIn } from '#rules/text/command-error-words.ts'

export class CommandError<Code extends CommandErrorCode = CommandErrorCode> extends Error {
  override readonly name: string = 'CommandError'
  readonly reason: Code
  readonly data: CommandErrorData[Code]

  constructor(reason: Code, data: CommandErrorData[Code], options?: ErrorOptions) {
    // For logs; a person is told by `sentenceIn`.
    super(`${reason} ${JSON.stringify(data)}`, options)
    this.reason = reason
    this.data = data
  }

  sentenceIn(language: TextLanguage): string {
    return commandErrorIn(language, this.reason, this.data)
  }
}
