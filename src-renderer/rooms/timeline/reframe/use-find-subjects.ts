/** Asks main where the subjects of clips are, a few at a time. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { Subject } from '#contract/subjects.ts'
import { onScopeDispose } from 'vue'
import { shotOf } from '#rules/sequence/reframe/reframe.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** Of one call. */
const most = 8

export interface FoundSubject { readonly clip: PictureClip, readonly subject: Subject | null }

export function useFindSubjects() {
  const closing = new AbortController()
  onScopeDispose(() => closing.abort())

  /** Null when the room was left meanwhile. */
  return async (clips: readonly PictureClip[], rate: FrameRate): Promise<FoundSubject[] | null> => {
    const wanted = clips.flatMap((clip) => {
      const shot = shotOf(clip, rate)
      return shot ? [{ clip, shot }] : []
    })
    const found: FoundSubject[] = []
    for (let from = 0; from < wanted.length; from += most) {
      const asked = wanted.slice(from, from + most)
      const answer = await attempt(patientStudio.subjects.find({ shots: asked.map(({ shot }) => shot) }, { signal: closing.signal }))
        .catch(() => null) // given up
      if (closing.signal.aborted)
        return null
      found.push(...asked.map(({ clip }, index) => ({ clip, subject: answer?.value?.subjects[index] ?? null })))
    }
    return found
  }
}
