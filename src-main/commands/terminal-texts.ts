/** What commands print, in the language of the system. */
import type { TerminalWords } from '#rules/text/terminal/words.ts'
import { terminalIn } from '#rules/text/terminal-words.ts'
import { systemLanguage } from './system-language.ts'

export function terminalTexts(): TerminalWords {
  return terminalIn(systemLanguage())
}
