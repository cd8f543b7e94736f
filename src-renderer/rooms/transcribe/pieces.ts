/**
 * A transcript as the page reads it: pieces with or without a time, where a word is in them, and what a correction makes of them. Pure.
 */
import type { Segment, Transcript } from '#contract/transcripts.ts'

/** One piece of what was said; without times there is one piece, which is the whole text. */
export interface Piece {
  readonly startSeconds: number | null
  readonly endSeconds: number | null
  readonly text: string
  readonly speaker?: string | undefined
}
/** Where a searched word is. */
export interface Place { readonly piece: number, readonly from: number, readonly to: number }

export function piecesOf({ segments, text }: Pick<Transcript, 'segments' | 'text'>): Piece[] {
  return segments.length > 0 ? segments : [{ startSeconds: null, endSeconds: null, text }]
}

/** Every place of the words, in order; upper and lower case are the same, and nothing is found for no words. */
export function placesOf(pieces: readonly Piece[], words: string): Place[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '')
    return []
  return pieces.flatMap(({ text }, piece) => {
    const low = text.toLowerCase()
    // Some letters change their length with their case: then places would be off, and it is searched as written.
    const where = low.length === text.length ? low : text
    const places: Place[] = []
    for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + wanted.length))
      places.push({ piece, from: at, to: at + wanted.length })
    return places
  })
}

/** A piece's text in parts, so that the found ones can be marked; together they are the text. */
export function markedParts(text: string, places: readonly Place[]): { text: string, place: Place | null }[] {
  const parts: { text: string, place: Place | null }[] = []
  let at = 0
  for (const place of places) {
    parts.push({ text: text.slice(at, place.from), place: null }, { text: text.slice(place.from, place.to), place })
    at = place.to
  }
  return [...parts, { text: text.slice(at), place: null }].filter(part => part.text !== '')
}

/** The piece that is being heard; between two it is the one before, and before the first there is none. */
export function pieceAt(pieces: readonly Piece[], seconds: number): number {
  return pieces.findLastIndex(piece => piece.startSeconds !== null && piece.startSeconds <= seconds + 0.02)
}

/** A piece as it was before it was corrected, and what it is to say. */
export interface Correction { readonly of: Piece, readonly text: string }

/**
 * Corrections carried out on a transcript that was changed elsewhere meanwhile: pieces are known by their time, and those that were not
 * corrected stay as they are there. `isReplaced` where a corrected piece said something else there, or was taken out.
 */
export function correctedAgain(
  pieces: readonly Piece[],
  corrections: readonly Correction[],
): { text: string, segments: Segment[], isReplaced: boolean } {
  let next = [...pieces]
  let isReplaced = false
  for (const { of, text } of corrections) {
    const isAtItsTime = ({ startSeconds }: Piece): boolean => startSeconds === of.startSeconds
    const same = next.findIndex(piece => isAtItsTime(piece) && piece.text === of.text)
    const at = same < 0 ? next.findIndex(isAtItsTime) : same
    const words = text.trim()
    const there = next[at]
    isReplaced ||= there ? there.text !== of.text && there.text !== words : words !== ''
    next = there
      ? next.with(at, { ...there, text: words })
      : [...next, { ...of, text: words }].toSorted((a, b) => (a.startSeconds ?? 0) - (b.startSeconds ?? 0))
    next = next.filter(piece => piece.startSeconds === null || piece.text !== '')
  }
  return { ...kept(next), isReplaced }
}

function kept(pieces: readonly Piece[]): { text: string, segments: Segment[] } {
  const segments = pieces.flatMap(({ startSeconds, endSeconds, text: said, speaker }) =>
    startSeconds === null || endSeconds === null || said === ''
      ? []
      : [{ startSeconds, endSeconds, text: said, ...speaker !== undefined && { speaker } }])
  return { text: pieces.map(piece => piece.text).filter(said => said !== '').join(' '), segments }
}
