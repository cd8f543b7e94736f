/** Names of the shelf in a prompt: where `@name` is written, and which entries it may mean. `@@name` is an @ sign with a word. */
import { mostNameLetters } from '#contract/shelf.ts'

/** A stretch of a text. `entries` are all that have the name: none for an unknown one, several for an ambiguous one. */
export type Piece<Entry>
  = | { readonly is: 'text', readonly from: number, readonly to: number, readonly text: string }
    | { readonly is: 'name', readonly from: number, readonly to: number, readonly name: string, readonly entries: readonly Entry[] }

type Names<Entry> = ReadonlyMap<string, readonly Entry[]>

/** Names that differ only in case or width are the same. */
export function foldShelfName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

const written = /@(@?)([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)/gu
/** Before an @, these make an address of it, such as in anna@example.com. */
const ofAddress = /[\w.%+-]/
/** Scripts that are written without spaces: a name ends where a known one does. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export function namesOf<Entry extends { readonly name: string }>(entries: readonly Entry[]): Names<Entry> {
  return Map.groupBy(entries, entry => foldShelfName(entry.name))
}

/** The longest known name at the beginning of what follows an @; else all of it. */
function nameAtStart<Entry>(run: string, names: Names<Entry>): string {
  const letters = [...run.slice(0, 2 * mostNameLetters + 2)]
  const isAll = (count: number): boolean => letters.slice(0, count).join('').length === run.length
  for (let count = Math.min(letters.length, mostNameLetters); count > 0; count -= 1) {
    const [last = '', next = ''] = letters.slice(count - 1, count + 1)
    const ends = isAll(count) || unspaced.test(last) || unspaced.test(next) || /^[_-]+$/.test(letters.slice(count).join(''))
    const name = letters.slice(0, count).join('')
    if (ends && names.has(foldShelfName(name)))
      return name
  }
  return run.replace(/[_-]+$/, '')
}

/** A text that names nothing: what is sent of it is what it was. */
export function withoutNames(text: string): string {
  return text.replace(written, (found, second: string, _run, index: number) =>
    second === '' && index > 0 && ofAddress.test(text[index - 1] ?? '') ? found : `@${found}`)
}

/** The whole text, in order. Pieces of text have what is sent: an @ that is written twice is one. */
export function piecesOf<Entry>(text: string, names: Names<Entry>): Piece<Entry>[] {
  const pieces: Piece<Entry>[] = []
  let end = 0
  const push = (until: number, said = text.slice(end, until)): void => {
    if (until > end)
      pieces.push({ is: 'text', from: end, to: until, text: said })
    end = until
  }
  for (const { index, 1: second, 2: run = '' } of text.matchAll(written)) {
    if (second === '@') {
      push(index)
      push(index + 2 + run.length, `@${run}`)
      continue
    }
    // An @ right behind a name begins another one.
    const follows = index === end && pieces.at(-1)?.is === 'name'
    if (!follows && index > 0 && ofAddress.test(text[index - 1] ?? ''))
      continue
    const name = nameAtStart(run, names)
    push(index)
    pieces.push({ is: 'name', from: index, to: index + 1 + name.length, name, entries: names.get(foldShelfName(name)) ?? [] })
    end = index + 1 + name.length
  }
  push(text.length)
  return pieces
}

/** What is being typed at the caret: the beginning of a name behind an @. Null elsewhere. */
export function typedNameAt(text: string, caret: number): { readonly from: number, readonly typed: string } | null {
  const before = text.slice(Math.max(0, caret - 2 * mostNameLetters), caret)
  const found = /(^|[^@])@([\p{L}\p{M}\p{N}_-]*)$/u.exec(before)
  if (!found || (found[1] !== undefined && found[1] !== '' && ofAddress.test(found[1])))
    return null
  return { from: caret - (found[2]?.length ?? 0) - 1, typed: found[2] ?? '' }
}
