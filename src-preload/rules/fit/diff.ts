/** What one wording has that another has not: by words, and by characters where words have no spaces between them. */
import { stretchesThatDiffer } from '../listening/align.ts'

export interface DiffPiece { readonly is: 'same' | 'added' | 'removed', readonly text: string }

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{M}\p{N}])`
/** A word, a sign, or a character of a language without spaces between words; each with the spaces after it. */

const pieces = new RegExp(String.raw`(?:${unspaced}\p{M}*|${letter}+(?:['’]${letter}+)*|[^\p{L}\p{N}\s])\s*|\s+`, 'gu')

/** In order: what stays is written as the new wording has it; what is removed comes before what is added in its place. */
export function diffOf(before: string, after: string): DiffPiece[] {
  const [old, now] = [before.match(pieces) ?? [], after.match(pieces) ?? []]
  const stretches = stretchesThatDiffer(old.map(piece => piece.trimEnd()), now.map(piece => piece.trimEnd()))
  const found: DiffPiece[] = []
  const add = (is: DiffPiece['is'], texts: readonly string[]): void => {
    if (texts.length > 0)
      found.push({ is, text: texts.join('') })
  }
  let at = 0
  for (const { one, other } of stretches) {
    add('same', now.slice(at, other[0]))
    // The word before has lost the space after it: it is removed with what followed.
    const space = /\s*$/.exec(old[one[0] - 1] ?? '')?.[0] ?? ''
    const isGlued = other[0] > 0 && one[1] > one[0] && now[other[0] - 1] === now[other[0] - 1]!.trimEnd()
    add('removed', isGlued && space !== '' ? [space, ...old.slice(...one)] : old.slice(...one))
    add('added', now.slice(...other))
    at = other[1]
  }
  add('same', now.slice(at))
  return found
}
