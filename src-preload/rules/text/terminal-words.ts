/** What commands print, in both languages. */
import type { TextLanguage } from '#contract/words.ts'
import type { TerminalWords } from './terminal/words.ts'
import { terminal as en } from './terminal/en.ts'
import { terminal as zh } from './terminal/zh.ts'

export function terminalIn(language: TextLanguage): TerminalWords {
  return { en, zh }[language]
}
