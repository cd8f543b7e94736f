/** The words of one document of a book: its headings and paragraphs, without notes, pictures, and what leads through the book. */
import type { Tag } from './markup.ts'
import { piecesOf } from './markup.ts'

/** `place`: here is the element of this id, which a table of contents may name. */
export type Block
  = | { readonly kind: 'place', readonly id: string }
    | { readonly kind: 'heading', readonly level: number, readonly text: string }
    | { readonly kind: 'text', readonly text: string }

const blocks = new Set([
  ...'p div li ul ol dl dt dd section article main header footer blockquote aside figure figcaption table caption'.split(' '),
  ...'tbody thead tr pre hr body center address'.split(' '),
])
const silent = new Set([
  ...'head script style title nav template svg math audio video object iframe rt rp rtc noscript button select'.split(' '),
  ...'textarea'.split(' '),
])
const silentTypes = /(?:^|\s)(?:doc-)?(?:cover|toc|landmarks|page-?list|pagebreak|lo[aitv]|(?:foot|end|rear)notes?|noteref|backlink)(?:\s|$)/
const silentClasses = /(?:^|\s)(?:foot-?notes?|end-?notes?|footnote-(?:ref|back)|noteref)(?:\s|$)/i
/** How a note is named in the text, where nothing but its place says so. */
const noteMark = /^[[(]?(?:\d{1,3}|[*†‡]{1,3})[\])]?$/

function isSilent(tag: Tag): boolean {
  return silent.has(tag.name)
    || silentTypes.test(tag.attribute('epub:type') ?? '')
    || silentTypes.test(tag.attribute('role') ?? '')
    || silentClasses.test(tag.attribute('class') ?? '')
    || tag.attribute('hidden') !== null
}

/** Line breaks are `\n`, cells of a row are separated by tabs; emphasis is left out. */
export function blocksOf(xhtml: string): Block[] {
  const found: Block[] = []
  /** Of the paragraph so far; `last` is the character that they end with. */
  let words: string[] = []
  let last = ''
  let level = 0
  let [preformatted, cells] = [0, 0]
  /** Where the raised words begin that may name a note. */
  let raised: { from: number, isLink: boolean } | null = null
  /** The element that is left out with all that is in it, and how many of its name are open. */
  let quiet = { name: '', depth: 0 }

  function say(more: string): void {
    if (more === '')
      return
    words.push(more)
    last = more.slice(-1)
  }

  function flush(): void {
    const text = words.join('').split('\n').map(row => row.split('\t').map(cell => cell.trim()).join('\t').trim()).join('\n').trim()
    if (/\S/.test(text))
      found.push(level > 0 ? { kind: 'heading', level, text: text.replaceAll(/\s+/g, ' ') } : { kind: 'text', text })
    words = []
    last = ''
    raised = null
  }

  function open(tag: Tag): void {
    const id = tag.attribute('id')
    if (blocks.has(tag.name) && cells === 0)
      flush()
    const heading = /^h([1-6])$/.exec(tag.name)?.[1]
    if (heading !== undefined) {
      flush()
      level = Number(heading)
    }
    if (id !== null)
      found.push({ kind: 'place', id })
    if (tag.name === 'br')
      say(level > 0 || cells > 0 ? ' ' : '\n')
    else if (tag.name === 'pre')
      preformatted += 1
    else if (tag.name === 'td' || tag.name === 'th')
      cells += 1
    else if (tag.name === 'sup')
      raised = { from: words.length, isLink: false }
    else if (tag.name === 'a' && raised)
      raised.isLink = true
  }

  function close({ name }: Tag): void {
    if (/^h[1-6]$/.test(name)) {
      flush()
      level = 0
    }
    else if (name === 'td' || name === 'th') {
      cells = Math.max(0, cells - 1)
      say('\t')
    }
    else if (name === 'sup') {
      if (raised?.isLink && noteMark.test(words.slice(raised.from).join('').trim()))
        words.length = raised.from
      raised = null
    }
    else if (blocks.has(name) && cells === 0) {
      preformatted = Math.max(0, preformatted - (name === 'pre' ? 1 : 0))
      flush()
    }
    else if (blocks.has(name)) {
      say(' ')
    }
  }

  for (const piece of piecesOf(xhtml, true)) {
    if (quiet.depth > 0) {
      if (typeof piece !== 'string' && piece.name === quiet.name)
        quiet.depth += piece.kind === 'start' ? 1 : piece.kind === 'end' ? -1 : 0
    }
    else if (typeof piece === 'string') {
      say(preformatted > 0 ? piece : spaced(piece, last))
    }
    else if (piece.kind === 'end') {
      close(piece)
    }
    else if (isSilent(piece)) {
      if (piece.kind === 'start')
        quiet = { name: piece.name, depth: 1 }
    }
    else {
      open(piece)
      if (piece.kind === 'empty' && piece.name !== 'br')
        close(piece)
    }
  }
  flush()
  return found
}

/** Single spaces, and none at the beginning of a row. */
function spaced(piece: string, before: string): string {
  const words = piece.replaceAll(/[ \t\r\n\f]+/g, ' ')
  return before.trim() === '' ? words.replace(/^ /, '') : words
}
