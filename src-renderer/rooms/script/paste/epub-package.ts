/** What a book says of itself: its documents in the order of reading, what leads through it, and the titles of its chapters. */
import { namedLanguage } from '#rules/script/named-language.ts'
import { piecesOf } from './markup.ts'

interface Package {
  /** The names of the documents in the archive, each once. */
  readonly documents: readonly string[]
  /** Tables of contents: the one of EPUB 3 and the one of EPUB 2, where they are. */
  readonly contents: readonly { readonly name: string, readonly isNcx: boolean }[]
  /** The first that is named; null where it is none that is spoken here. */
  readonly language: string | null
}

/** A chapter of a table of contents: the document, and the id of the element in it. */
export interface ChapterTitle {
  readonly name: string
  readonly id: string | null
  readonly title: string
}

/** More than any book has; each is looked up once. */
const most = { documents: 5000, titles: 5000 } as const
const documentTypes = new Set(['application/xhtml+xml', 'text/html'])
/** What the guide of EPUB 2 calls that which is not read aloud. */
const guideTypes = new Set(['cover', 'toc', 'notes', 'loi', 'lot'])
/** Fonts are made unreadable elsewhere, which protects no words. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/** The name of the package in the archive; null where there is none. */
export function packageIn(containerXml: string): string | null {
  for (const piece of piecesOf(containerXml)) {
    if (typeof piece !== 'string' && piece.name === 'rootfile' && piece.kind !== 'end')
      return placeOf(piece.attribute('full-path') ?? '', '')?.name ?? null
  }
  return null
}

/** Whether anything but fonts is encrypted. */
export function isProtected(encryptionXml: string): boolean {
  let [items, fonts] = [0, 0]
  let isKey = false
  for (const piece of piecesOf(encryptionXml)) {
    if (typeof piece === 'string')
      continue
    if (piece.name === 'encryptedkey')
      isKey = piece.kind === 'start'
    if (piece.kind !== 'end' && piece.name === 'encrypteddata')
      items += 1
    else if (piece.kind !== 'end' && piece.name === 'encryptionmethod' && !isKey)
      fonts += fontAlgorithms.has(piece.attribute('algorithm') ?? '') ? 1 : 0
  }
  return items > fonts
}

interface Item { readonly name: string, readonly type: string, readonly isNav: boolean, readonly fallback: string | null }

/** `packageName` is where the package is: names are relative to it. */
export function readPackage(opf: string, packageName: string): Package {
  const items = new Map<string, Item>()
  const spine: string[] = []
  const guided = new Set<string>()
  let ncx: string | null = null
  let language: string | null = null
  let isLanguage = false
  for (const piece of piecesOf(opf)) {
    if (typeof piece === 'string') {
      language ??= isLanguage ? namedLanguage(piece) : null
      continue
    }
    isLanguage = piece.name === 'language' && piece.kind === 'start'
    if (piece.kind === 'end')
      continue
    const place = placeOf(piece.attribute('href') ?? '', packageName)
    const type = piece.attribute(piece.name === 'item' ? 'media-type' : 'type') ?? ''
    if (piece.name === 'item' && place) {
      const isNav = /(?:^|\s)nav(?:\s|$)/.test(piece.attribute('properties') ?? '')
      items.set(piece.attribute('id') ?? '', { name: place.name, type, isNav, fallback: piece.attribute('fallback') })
    }
    else if (piece.name === 'spine') {
      ncx = piece.attribute('toc')
    }
    else if (piece.name === 'itemref' && piece.attribute('linear') !== 'no' && spine.length < most.documents) {
      spine.push(piece.attribute('idref') ?? '')
    }
    else if (piece.name === 'reference' && place?.id === null && guideTypes.has(type)) {
      guided.add(place.name)
    }
  }
  const read = spine.flatMap(id => documentOf(id, items) ?? [])
  // Some programs call the first chapter the cover: what is all that there is remains.
  const kept = read.filter(item => !item.isNav && !guided.has(item.name))
  const nav = [...items.values()].find(item => item.isNav)
  const old = items.get(ncx ?? '') ?? [...items.values()].find(item => item.type === 'application/x-dtbncx+xml')
  return {
    documents: [...new Set((kept.length > 0 ? kept : read).map(item => item.name))],
    contents: [nav && { name: nav.name, isNcx: false }, old && { name: old.name, isNcx: true }].filter(each => each !== undefined),
    language,
  }
}

/** A document, or what is read instead of what is none; null where that leads back. */
function documentOf(id: string, items: ReadonlyMap<string, Item>): Item | null {
  const seen = new Set<string>()
  let at: string | null = id
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const item = items.get(at)
    if (item && documentTypes.has(item.type))
      return item
    at = item?.fallback ?? null
  }
  return null
}

/** The titles of a table of contents that is in `name`. */
export function titlesIn(source: string, { name, isNcx }: Package['contents'][number]): ChapterTitle[] {
  const found: ChapterTitle[] = []
  let [words, isTitle, navs, target] = ['', false, 0, '']
  const add = (): void => {
    const place = placeOf(target, name)
    const title = words.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
    if (place && title !== '' && found.length < most.titles)
      found.push({ ...place, title })
  }
  for (const piece of piecesOf(source, !isNcx)) {
    if (typeof piece === 'string') {
      words += isTitle && words.length < 1000 ? piece : ''
      continue
    }
    if (isNcx && piece.name === 'text' && piece.kind !== 'empty')
      [isTitle, words] = [piece.kind === 'start', piece.kind === 'start' ? '' : words]
    if (isNcx && piece.name === 'content' && piece.kind !== 'end') {
      target = piece.attribute('src') ?? ''
      add()
    }
    if (!isNcx && piece.name === 'nav' && piece.kind !== 'empty') {
      const isContents = /(?:^|\s)toc(?:\s|$)/.test(piece.attribute('epub:type') ?? '')
      navs = piece.kind === 'start' && (isContents || navs > 0) ? navs + 1 : Math.max(0, navs - 1)
    }
    if (!isNcx && navs > 0 && piece.name === 'a' && piece.kind !== 'empty') {
      isTitle = piece.kind === 'start'
      if (isTitle)
        [words, target] = ['', piece.attribute('href') ?? '']
      else
        add()
    }
  }
  return found
}

/** The name in the archive of what a reference in `from` names; null for one that leads out of the book. */
function placeOf(reference: string, from: string): { name: string, id: string | null } | null {
  try {
    const { origin, pathname, hash } = new URL(reference, `http://book.invalid/${encodeURI(from)}`)
    const name = decodeURIComponent(pathname.slice(1))
    return origin === 'http://book.invalid' && name !== '' ? { name, id: decodeURIComponent(hash.slice(1)) || null } : null
  }
  catch {
    return null
  }
}
