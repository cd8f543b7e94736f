/** What tracks are called: by their own names, else by kind and number, as V1, A2, C1. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { groupOf } from '../view/rows.ts'

const signs = { pictures: 'V', sound: 'A', captions: 'C' } as const

export function trackNames(document: Pick<SequenceDocument, 'trackIds' | 'tracks'>, t: Texts): Map<TrackId, string> {
  const counts = { pictures: 0, sound: 0, captions: 0 }
  return new Map(tracksOf(document).map((track) => {
    const group = groupOf(track.kind)
    counts[group] += 1
    const language = track.kind === 'captions' && track.language !== '' ? ` ${track.language}` : ''
    const kind = `${t.timeline.kinds[track.kind]}${language}`
    return [track.id, `${signs[group]}${counts[group]} ${track.name || kind}`]
  }))
}
