/** The chapters of a delivery and, of a sound, its waveform; nothing until they are read. */
import type { ShallowRef } from 'vue'
import type { Delivery, ShownChapter } from '#contract/deliveries.ts'
import type { Peaks } from '../../../player/peaks.ts'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../../../studio.ts'

export interface ShownSound { readonly chapters: readonly ShownChapter[], readonly peaks: Peaks | null }

const nothing: ShownSound = { chapters: [], peaks: null }

export function useShownSound(shown: () => Delivery | null): Readonly<ShallowRef<ShownSound>> {
  const sound = shallowRef<ShownSound>(nothing)
  watch(() => [shown()?.id, shown()?.isMissing] as const, async ([deliveryId], _, onCleanup) => {
    sound.value = nothing
    if (deliveryId === undefined)
      return
    const stop = new AbortController()
    onCleanup(() => stop.abort())
    // Without them it can be heard all the same.
    const answer = await attempt(patientStudio.deliveries.sound({ deliveryId }, { signal: stop.signal })).catch((thrown: unknown) => {
      // Another delivery is shown, or the room was left.
      if (!stop.signal.aborted)
        throw thrown
    })
    if (!stop.signal.aborted && answer?.value)
      sound.value = { chapters: answer.value.chapters, peaks: answer.value.peaks && peaksOf(answer.value.peaks) }
  }, { immediate: true })
  return shallowReadonly(sound)
}

function peaksOf({ perSecond, pairs }: { readonly perSecond: number, readonly pairs: readonly number[] }): Peaks {
  return { perSecond, durationSeconds: pairs.length / 2 / perSecond, pairs: Float32Array.from(pairs, each => each / 128) }
}
