/** Captions that were laid out for a line: their ids, and whether they still say what the line says. */
import type { CaptionClip } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import { derivedClipId } from '../sequence/edit/derived-id.ts'
import { saidText } from './shown-text.ts'

/** More than the longest line has. */
const most = 200

/** The id of one of the captions of a line. No part that an edit cuts off has such an id, since places in time are never negative. */
export function laidCaptionId(first: ClipId, index: number): ClipId {
  return index === 0 ? first : derivedClipId(first, -index)
}

export function isLaidCaptionId(id: ClipId, first: ClipId): boolean {
  for (let index = 0; index < most; index++) {
    if (id === laidCaptionId(first, index))
      return true
  }
  return false
}

/** How much of a line captions came with, in order of time and however divided. */
export function shareOfWords(captions: readonly Pick<CaptionClip, 'laidText' | 'text'>[], text: string): 'all' | 'part' | 'others' {
  const [laid, whole] = [lettersOf(captions.map(caption => caption.laidText ?? caption.text).join(' ')), lettersOf(text)]
  if (laid === whole)
    return 'all'
  return laid !== '' && whole.includes(laid) ? 'part' : 'others'
}

/** The words without what is not said, and without spaces. */
export function lettersOf(text: string): string {
  return saidText(text).replaceAll(/\s/gu, '')
}
