/** Files that a delivery has next to its film or sound: captions, chapters, its loudness. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { BesideFile } from '#contract/delivery-options.ts'
import type { LoudnessReport } from '#contract/loudness.ts'
import type { RenderJobPlan } from '../media/plan/render-job.ts'
import { chapterList, podcastChapters } from '#rules/deliver/chapter-text.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { loudnessJson, loudnessText } from '#rules/text/loudness-text.ts'

interface FileBeside {
  readonly role: DeliveryFile['role']
  /** What follows the delivery's name. */
  readonly extension: string
  readonly text: string
}

/** Nothing is written of chapters where there are none. */
export function filesBeside(plan: RenderJobPlan, { loudness }: { readonly loudness: LoudnessReport }): FileBeside[] {
  return [
    ...plan.captionFiles.map((file): FileBeside => ({ role: 'captions', ...file })),
    ...plan.beside.flatMap((extension) => {
      const text = textOf(extension, plan, loudness)
      return text === null ? [] : [{ role: extension.startsWith('chapters') ? 'chapters' : 'report', extension, text } as const]
    }),
  ]
}

function textOf(file: BesideFile, { chapters, rate, options, delivery: { name } }: RenderJobPlan, loudness: LoudnessReport): string | null {
  const timed = chapters.map(({ startFrame, title }) => ({ startMs: millisecondsOfFrame(startFrame, rate), title }))
  switch (file) {
    case 'loudness.txt': return loudnessText(name, loudness, options?.language)
    case 'loudness.json': return loudnessJson(name, loudness)
    case 'chapters.txt': return timed.length === 0 ? null : chapterList(timed)
    case 'chapters.json': return timed.length === 0 ? null : podcastChapters(timed)
    default: return file satisfies never
  }
}
