/** Why a command was not carried out, in both languages. */
import type { TextLanguage } from '#contract/words.ts'
import type { CommandErrorCode, CommandErrorData } from './command-errors/words.ts'
import { commandErrors as en } from './command-errors/en.ts'
import { commandErrors as zh } from './command-errors/zh.ts'

const texts = { en, zh }

export function commandErrorIn<Code extends CommandErrorCode>(language: TextLanguage, code: Code, data: CommandErrorData[Code]): string {
  return texts[language][code](data)
}
