/** Captions of words that are cut: they say what is left, and those that say nothing any more are removed. */
import type { CaptionClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SpokenParts } from './spoken-parts.ts'
import { clipsOf, endFrameOf, endOf, startFrameOf, tracksOf } from '../document.ts'
import { removeAlone } from '../linked.ts'

/** A letter or figure of a caption, and its place in the text. */
interface Letter { readonly caption: number, readonly at: number, readonly length: number, readonly letter: string }

const isLetter = /[\p{L}\p{M}\p{N}]/u
const endsSentence = /[.!?…。！？]/u

interface CaptionsCut {
  readonly edits: readonly SequenceEdit[]
  /** Those of a track do not say exactly what is heard, so that it is not known which of their words go: they keep all of them. */
  readonly keepsAny: boolean
}

export function cutCaptions(
  document: SequenceDocument,
  parts: SpokenParts,
  { first, last, text }: { readonly first: number, readonly last: number, readonly text: string },
): CaptionsCut {
  const edits: SequenceEdit[] = []
  let keepsAny = false
  const { heard, from, until } = heardLetters(parts, { first, last, text })
  for (const captions of captionsOf(document, parts)) {
    const letters = captions.flatMap(({ text }, caption) => lettersOf(text, caption))
    if (letters.map(({ letter }) => letter).join('') === heard)
      edits.push(...editsOf(captions, letters.slice(from, until)))
    else
      keepsAny = true
  }
  return { edits, keepsAny }
}

/** All that is heard, letter by letter, and which of it goes. */
function heardLetters({ words }: SpokenParts, { first, last, text }: { first: number, last: number, text: string }) {
  const each = words.map(({ word }) => lettersOf(text.slice(word.from, word.to), 0).map(({ letter }) => letter))
  const count = (before: number): number => each.slice(0, before).reduce((sum, letters) => sum + letters.length, 0)
  return { heard: each.flat().join(''), from: count(first), until: count(last + 1) }
}

function lettersOf(text: string, caption: number): Letter[] {
  let at = 0
  return [...text].flatMap((character) => {
    const place = at
    at += character.length
    return isLetter.test(character)
      ? [...character.normalize('NFD').toLowerCase()].map(letter => ({ caption, at: place, length: character.length, letter }))
      : []
  })
}

/** Those of the line, or linked with a part of it, in its time: track by track. Locked tracks keep theirs, as nothing moves there. */
function captionsOf(document: SequenceDocument, { track, clips }: SpokenParts): CaptionClip[][] {
  const [links, lines] = [new Set(clips.map(({ linkId }) => linkId)), new Set(clips.map(({ lineId }) => lineId))]
  const from = startFrameOf(track, clips[0]!, document.rate)
  const until = endFrameOf(track, clips.at(-1)!, document.rate)
  return tracksOf(document).flatMap((each) => {
    const own = each.kind === 'captions' && !each.isLocked
      ? clipsOf(each).filter(caption => caption.start < until && endOf(caption) > from
        && ((caption.linkId !== null && links.has(caption.linkId)) || (caption.lineId !== null && lines.has(caption.lineId))))
      : []
    return own.length > 0 ? [own] : []
  })
}

function editsOf(captions: readonly CaptionClip[], gone: readonly Letter[]): SequenceEdit[] {
  const kept: { readonly caption: CaptionClip, readonly text: string, laidText: string | undefined }[] = []
  const removed: CaptionClip[] = []
  /** What captions that are removed came with: the one next to them keeps it, so that all words of the line are still known. */
  let laid: string | undefined
  for (const [index, caption] of captions.entries()) {
    const text = without(caption.text, gone.filter(letter => letter.caption === index))
    const last = kept.at(-1)
    if (text !== '') {
      kept.push({ caption, text, laidText: joined(laid, caption.laidText) })
      laid = undefined
      continue
    }
    removed.push(caption)
    if (last)
      last.laidText = joined(last.laidText, caption.laidText)
    else
      laid = joined(laid, caption.laidText)
  }
  return [
    ...kept.filter(({ caption, text, laidText }) => text !== caption.text || laidText !== caption.laidText)
      .map(({ caption, text, laidText }): SequenceEdit =>
        ({ do: 'setCaption', clipIds: [caption.id], values: { text, ...laidText !== undefined && { laidText } } })),
    ...removeAlone(removed.map(({ id }) => id)),
  ]
}

function joined(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? first ?? second : `${first} ${second}`.trim()
}

/** The text without these letters, and the signs behind the words that go; the end of a sentence stays one. */
function without(text: string, gone: readonly Letter[]): string {
  const [first, last] = [gone[0], gone.at(-1)]
  if (!first || !last)
    return text
  let until = last.at + last.length
  while (until < text.length && !/\s/u.test(text[until]!) && !isLetter.test(text[until]!))
    until++
  const [head, signs, tail] = [text.slice(0, first.at).trimEnd(), text.slice(last.at + last.length, until), text.slice(until).trim()]
  if (!isLetter.test(head) && !isLetter.test(tail))
    return ''
  const end = endsSentence.exec(signs)?.[0] ?? ''
  const needsEnd = end !== '' && isLetter.test(head) && !endsSentence.test(head.at(-1) ?? '')
  const closed = needsEnd ? `${head.replace(/[,;:，；：、]$/u, '')}${end}` : head
  const space = /\s/u.test(text.slice(0, first.at).at(-1) ?? '') || /\s/u.test(text[until] ?? '') ? ' ' : ''
  return closed === '' || tail === '' ? `${closed}${tail}` : `${closed}${space}${tail}`
}
