/** What a sound is called among those of the page of the preview. */
import type { CourseKey } from '#contract/ramp.ts'
import type { HeardSound, TakeId } from '#contract/words.ts'
import { heardKey } from '#rules/sequence/heard.ts'

/** The id of its take; at another speed or along a course `id speed`; what is chosen of it, or heard through a chain, ends with its key. */
export function soundName(takeId: TakeId, speed: number | CourseKey, heard?: HeardSound): string {
  const key = heardKey(heard)
  return [takeId, ...speed === 100 ? [] : [speed], ...key === '' ? [] : [key]].join(' ')
}
