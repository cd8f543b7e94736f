/** The captions and titles of a sequence as one ASS file, as the render burns them in. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Title } from '#rules/captions/title.ts'
import type { Layer, Resolved } from '#rules/sequence/resolve.ts'
import { toAss } from '#rules/captions/ass.ts'
import { cuesOf } from '#rules/captions/cues.ts'

/** Null without any words. Titles are drawn over all pictures, lowest first. */
export function assOf({ width, height, rate }: SequenceDocument, { stretches, captions }: Resolved): string | null {
  const track = captions[0]?.track
  const titles = titlesOf(stretches)
  if (!track && titles.length === 0)
    return null
  return toAss({ width, height, rate }, {
    captions: track
      ? { cues: cuesOf(captions.map(({ clip }) => clip), rate), style: track.style, speakerColours: track.speakerColours }
      : null,
    titles,
  })
}

/** A title that another picture dissolves from stays as it was at its end. */
function titlesOf(stretches: Resolved['stretches']): Title[] {
  const shownUntil = new Map<Layer['clip'], number>()
  for (const { startFrame, frames, layers } of stretches) {
    for (const { clip } of layers)
      shownUntil.set(clip, startFrame + frames)
  }
  return [...shownUntil].flatMap(([{ title, start, length, fadeIn, fadeOut, crossIn, look }, until]) => {
    if (title === null)
      return []
    const own: Title = { ...title, start, length, look, fadeIn: Math.max(fadeIn, crossIn), fadeOut }
    const still = { ...look, ...look.moveTo, moveTo: null }
    const after: Title = { ...own, start: start + length, length: until - start - length, look: still, fadeIn: 0, fadeOut: 0 }
    return after.length > 0 ? [own, after] : [own]
  })
}
