/** Captions as Takeroom adds them to a timeline of OTIO, which has no words for them. */
import type { ListedCaptions } from './list.ts'
import { z } from 'zod'
import { mostClips, mostFrames } from '#contract/sequence-limits.ts'

const Cue = z.object({
  start: z.int().min(0).max(mostFrames),
  length: z.int().min(1).max(mostFrames),
  lines: z.array(z.string().max(2000)).max(10),
  speaker: z.string().max(200).catch(''),
})
const OwnCaptions = z.object({ takeroom: z.object({ captions: z.array(z.object({
  language: z.string().max(35).catch(''),
  name: z.string().max(200).catch(''),
  cues: z.array(Cue.nullable().catch(null)).max(mostClips),
})).max(64) }) })

/** Of the metadata of a timeline. */
export function captionsIn(metadata: unknown): ListedCaptions[] {
  return (OwnCaptions.safeParse(metadata).data?.takeroom.captions ?? []).map(({ language, name, cues }) => ({
    ...{ language, name },
    captions: cues.flatMap(cue => cue ? [{ start: cue.start, length: cue.length, speaker: cue.speaker, text: cue.lines.join('\n') }] : []),
  }))
}
