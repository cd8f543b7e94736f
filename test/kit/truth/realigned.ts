/** A sequence with its transitions at other places of their cuts: centred, before them, and in between. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import { aligned } from '#rules/sequence/aligned.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'

const shares = [1 / 2, 1, 1 / 3]

/** As it plays. Sounds and pictures without more before the cut are among them. @throws Error where no transition is before its cut */
export function realigned(document: SequenceDocument): SequenceDocument {
  let count = 0
  const tracks = tracksOf(document).map((track) => {
    let end = -1
    const clips = clipsOf(track).map((clip): Clip => {
      const isAtCut = clip.start === end
      end = endOf(clip)
      const share = shares[count % shares.length]!
      const crossBefore = 'crossIn' in clip && isAtCut ? Math.floor(clip.crossIn * share) : 0
      count += crossBefore > 0 ? 1 : 0
      return crossBefore > 0 ? { ...clip, crossBefore } as Clip : clip // it has transitions
    })
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) }]
  })
  if (count === 0)
    throw new Error('No transition of it is at a cut')
  return aligned({ ...document, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }) // the same tracks
}
