/** A sequence with its transitions at other places of their cuts: centred, before them, and in between. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import { aligned } from '#rules/sequence/aligned.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'

const shares = [1 / 2, 1, 1 / 3]

/** As it plays, with what comes by a transition moved to the end of the clip before. Some have no more before their cut. */
export function realigned(document: SequenceDocument): SequenceDocument {
  let count = 0
  const tracks = tracksOf(document).map((track) => {
    let end: number | null = null
    const clips = clipsOf(track).map((clip): Clip => {
      const isCrossed = 'crossIn' in clip && clip.crossIn > 0 && end !== null
      const start: number = isCrossed && end !== null ? end : clip.start
      end = endOf({ ...clip, start })
      const crossBefore = isCrossed ? Math.floor(clip.crossIn * shares[count++ % shares.length]!) : 0
      return { ...clip, start, ...crossBefore > 0 && { crossBefore } } as Clip // only those that have transitions
    })
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) }]
  })
  return aligned({ ...document, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }) // the same tracks
}
