/**
 * The tags and words of XML or XHTML that somebody else wrote, one after the other. Nothing is loaded or run, and no entity is defined: a
 * declaration is passed over. Works in workers, where browsers have no parser.
 */
import { unescaped } from './entities.ts'

export interface Tag {
  /** In small letters, without the name of its namespace. */
  readonly name: string
  readonly kind: 'start' | 'end' | 'empty'
  /** Null where there is none. Names are written as in the source: `epub:type`. */
  readonly attribute: (name: string) => string | null
}

/** A tag, or words as they are read. */
type Piece = Tag | string

const tagName = /^\/?([a-z_][\w.:-]{0,60})/i
const hasNoContent = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

/** Ends where a tag, a comment or a section has no end. `isHtml`: `<br>` and its like are empty without a slash. */
export function* piecesOf(source: string, isHtml = false): Generator<Piece> {
  let at = 0
  while (at < source.length) {
    const open = source.indexOf('<', at)
    const end = open < 0 ? source.length : open
    if (end > at)
      yield unescaped(source.slice(at, end))
    if (open < 0)
      return
    const [closing, isCdata] = closingOf(source, open)
    if (closing !== null) {
      const close = source.indexOf(closing, open + 2)
      if (close < 0)
        return
      if (isCdata)
        yield source.slice(open + 9, close)
      at = close + closing.length
      continue
    }
    const inner = source.slice(open + 1, open + 64)
    const name = tagName.exec(inner)?.[1]
    if (name === undefined && !/^[!/]/.test(inner)) {
      yield '<'
      at = open + 1
      continue
    }
    const close = endOfTag(source, open + 1)
    if (close < 0)
      return
    if (name !== undefined)
      yield tagOf(name, source.slice(open + 1, close), isHtml)
    at = close + 1
  }
}

function closingOf(source: string, open: number): [string | null, boolean] {
  if (source.startsWith('<!--', open))
    return ['-->', false]
  if (source.startsWith('<![CDATA[', open))
    return [']]>', true]
  // Declarations of entities are between brackets.
  if (source.startsWith('<!DOCTYPE', open) && /^[^>[]{0,1000}\[/.test(source.slice(open, open + 1100)))
    return [']>', false]
  return [source.startsWith('<?', open) ? '?>' : null, false]
}

/** Where the tag ends: a `>` between quotation marks does not end it. */
function endOfTag(source: string, from: number): number {
  let at = from
  while (at < source.length) {
    const letter = source[at]
    if (letter === '>')
      return at
    if (letter === '"' || letter === '\'') {
      at = source.indexOf(letter, at + 1)
      if (at < 0)
        return -1
    }
    at += 1
  }
  return -1
}

function tagOf(written: string, whole: string, isHtml: boolean): Tag {
  const name = written.slice(written.indexOf(':') + 1).toLowerCase()
  const isEmpty = whole.endsWith('/') || (isHtml && hasNoContent.has(name))
  return {
    name,
    kind: whole.startsWith('/') ? 'end' : isEmpty ? 'empty' : 'start',
    attribute: wanted => attributeIn(whole, wanted),
  }
}

function attributeIn(whole: string, wanted: string): string | null {
  for (const [, name, double, single] of whole.matchAll(/\s([\w.:-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g)) {
    if (name?.toLowerCase() === wanted)
      return unescaped(double ?? single ?? '')
  }
  return null
}
