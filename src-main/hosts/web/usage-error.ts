/** Invalid arguments of the command line. */
import type { CommandErrorCode } from '#rules/text/command-errors/words.ts'
import { CommandError } from '../../commands/command-error.ts'

export class UsageError<Code extends CommandErrorCode = CommandErrorCode> extends CommandError<Code> {
  override readonly name = 'UsageError'
}
