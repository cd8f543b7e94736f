/** Whether a delivery is signed with Content Credentials: wherever there is a certificate and the file can carry them, unless turned off. */
import type { Preset } from '#contract/presets.ts'
import { computed, shallowRef } from 'vue'
import { carriesCredentials } from '#rules/deliver/credentials.ts'
import { useCredentials } from '../../../stores/credentials.ts'

export function useSigning(preset: () => Preset | undefined) {
  const credentials = useCredentials()
  const wanted = shallowRef(true)
  /** Why it cannot be chosen; null where it can. */
  const obstacle = computed((): 'none' | 'format' | 'early' | 'over' | null => {
    const chosen = preset()
    const { period } = credentials
    if (!credentials.certificate)
      return 'none'
    if (chosen && !carriesCredentials(chosen))
      return 'format'
    return period === 'early' || period === 'over' ? period : null
  })
  const isSigned = computed({
    // One that has expired stays chosen: preflight says so, and nothing is delivered unsigned in silence.
    get: () => wanted.value && (obstacle.value === null || obstacle.value === 'early' || obstacle.value === 'over'),
    set: (is: boolean) => {
      wanted.value = is
    },
  })
  return {
    obstacle,
    isSigned,
    certificate: computed(() => credentials.certificate ?? null),
    /** As calls name it. */
    wish: computed((): { isSigned?: true } => isSigned.value ? { isSigned: true } : {}),
  }
}

export type Signs = ReturnType<typeof useSigning>
