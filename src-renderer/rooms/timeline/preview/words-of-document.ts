/** The captions and titles of a sequence as one ASS text, as the render burns them in. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import { toAss } from '#rules/captions/ass.ts'
import { cuesOf } from '#rules/captions/cues.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { resolve } from '#rules/sequence/resolve.ts'

export function wordsOfDocument(document: SequenceDocument): string {
  const { captions } = resolve(document)
  const [first] = captions
  const { width, height, rate } = document
  const titles = tracksOf(document).flatMap(track => track.kind === 'pictures' && !track.isMuted
    ? clipsOf(track).flatMap(clip => clip.title ? [{ ...clip, text: clip.title.text, style: clip.title.style }] : [])
    : [])
  const cues = cuesOf(captions.map(({ clip }) => clip), rate)
  return toAss({ width, height, rate }, {
    captions: first ? { cues, style: first.track.style, speakerColours: first.track.speakerColours } : null,
    titles,
  })
}
