/** What is said by a voice that makes a mistake: as a fault, so that listening back has something to find. */
import type { FaultAction } from './faults.ts'

type Misspeaking = Extract<FaultAction, { do: 'misspeak' }>

const words = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’-]*/gu
const characters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** The text without a word, with one twice, or with another one in its place; as it is where it has no such word. */
export function misspoken(text: string, fault: Misspeaking | undefined): string {
  const unspaced = [...text.matchAll(characters)]
  const found = fault && (unspaced.length > 0 ? unspaced : [...text.matchAll(words)])[fault.word]
  if (!fault || !found)
    return text
  const [before, word, after] = [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)]
  switch (fault.as) {
    case 'drop':
      return before + after.replace(/^\s+/, '')
    case 'double':
      return `${before}${word}${unspaced.length > 0 ? '' : ' '}${word}${after}`
    case 'replace':
      return `${before}${fault.by ?? 'banana'}${after}`
    default:
      return fault.as satisfies never
  }
}
