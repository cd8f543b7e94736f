/** One short key for the words of many lines: tells whether any of them was changed, without keeping them all. */
import type { Line } from '#contract/script.ts'
import { hash32 } from '../hash.ts'

/** Any two numbers that differ. */
const seeds = [0x811C9DC5, 0x9E3779B1]

/** The same for the same lines in any order. */
export function keyOfWords(lines: readonly Pick<Line, 'id' | 'speaker' | 'text' | 'direction' | 'pauseSeconds'>[]): string {
  const each = lines.map(({ id, speaker, text, direction, pauseSeconds }) => JSON.stringify([id, speaker, text, direction, pauseSeconds]))
  const words = each.toSorted().join('\n')
  return seeds.map(seed => hash32(words, seed).toString(16).padStart(8, '0')).join('')
}
