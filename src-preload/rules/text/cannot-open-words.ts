/** Why no studio is opened, in both languages: for the dialog of the app and for the command line. */
import type { TextLanguage } from '#contract/words.ts'
import type { CannotOpenCode, CannotOpenData } from './cannot-open/words.ts'
import { cannotOpen as en } from './cannot-open/en.ts'
import { cannotOpen as zh } from './cannot-open/zh.ts'

const texts = { en, zh }

export function cannotOpenIn<Code extends CannotOpenCode>(language: TextLanguage, code: Code, data: CannotOpenData[Code]): string {
  return texts[language][code](data)
}
