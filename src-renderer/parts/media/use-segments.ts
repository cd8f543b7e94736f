/** What was said when in a transcript take, corrections included; empty for words without times. */
import type { ShallowRef } from 'vue'
import type { Take } from '#contract/takes.ts'
import type { Segment } from '#contract/transcripts.ts'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../../studio.ts'

export function useSegments(take: () => Take): Readonly<ShallowRef<readonly Segment[]>> {
  const segments = shallowRef<readonly Segment[]>([])
  // The words of the take change with each correction.
  watch(() => [take().id, take().text] as const, async ([takeId]) => {
    if (take().kind !== 'transcribe') {
      segments.value = []
      return
    }
    const answer = await attempt(patientStudio.transcripts.get({ takeId }))
    // Without its document the take's own text is shown.
    if (takeId === take().id)
      segments.value = answer.value?.transcript.segments ?? []
  }, { immediate: true })
  return shallowReadonly(segments)
}
