/** Why the command line cannot deliver. */
import type { CommandErrorCode } from '#rules/text/command-errors/words.ts'
import { CommandError } from './command-error.ts'

export class CannotDeliver<Code extends CommandErrorCode = CommandErrorCode> extends CommandError<Code> {
  override readonly name = 'CannotDeliver'
}
