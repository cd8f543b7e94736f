/** The words of a text as they are spoken and lit one by one. Another ICU may divide Chinese otherwise, so their places are kept with their times. */

/** Offsets in the text, in UTF-16 units; signs around a word are not part of it. */
export interface SpokenWord { readonly from: number, readonly to: number }

/** Written without spaces between words: the platform's dictionaries divide these. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const isHeard = /[\p{L}\p{N}]/u
/** White space, dashes between words, ellipses and slashes divide; a hyphen and an apostrophe do not. */
const pieces = /[^\s—–…/]+/gu
const signsBefore = /^[^\p{L}\p{N}\p{Sc}#]+/u
const signsAfter = /[^\p{L}\p{N}\p{M}\p{Sc}%‰°]+$/u

let segmenter: Intl.Segmenter | undefined

export function spokenWords(text: string): SpokenWord[] {
  return [...text.matchAll(pieces)].flatMap(({ 0: piece, index }) => {
    if (!isHeard.test(piece))
      return []
    return unspaced.test(piece) ? segmented(piece, index) : [trimmed(piece, index)]
  })
}

function segmented(piece: string, start: number): SpokenWord[] {
  // The locale makes no difference: dictionaries are chosen by the script.
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return [...segmenter.segment(piece)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike && isHeard.test(segment) ? [{ from: start + index, to: start + index + segment.length }] : [])
}

function trimmed(piece: string, start: number): SpokenWord {
  const from = piece.length - piece.replace(signsBefore, '').length
  return { from: start + from, to: start + piece.replace(signsAfter, '').length }
}
