/** Where sounds are quiet: main measures them a few at a time, and what is known stays known while the dialog or the clip is shown. */
import type { SoundClip } from '#contract/sequence-document.ts'
import { onScopeDispose, shallowRef } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** Of one call. */
const most = 8

type Sound = Pick<SoundClip, 'takeId' | 'heard'>
/** Another name where other samples are heard. */
export const soundKey = ({ takeId, heard }: Sound): string => `${takeId} ${heardKey(heard)}`

export function useLevels() {
  /** Null where a sound cannot be measured. */
  const known = shallowRef<ReadonlyMap<string, Uint8Array | null>>(new Map())
  const progress = shallowRef<{ readonly done: number, readonly all: number } | null>(null)
  let stop = new AbortController()
  onScopeDispose(() => stop.abort())

  return {
    /** How much of what was asked for last is known; null when all of it is. */
    progress,
    /** Undefined while it is not known. */
    of: (sound: Sound): Uint8Array | null | undefined => known.value.get(soundKey(sound)),
    /** Measures those that are not known; what was asked for before is given up. */
    async measure(sounds: readonly Sound[]): Promise<void> {
      stop.abort()
      const { signal } = stop = new AbortController()
      const wanted = [...new Map(sounds.map(sound => [soundKey(sound), sound])).values()].filter(sound => !known.value.has(soundKey(sound)))
      for (let from = 0; from < wanted.length; from += most) {
        progress.value = { done: from, all: wanted.length }
        const asked = wanted.slice(from, from + most)
        const measured = await attempt(patientStudio.levels.measure({
          sounds: asked.map(({ takeId, heard }) => ({ takeId, ...heard && { heard } })),
        }, { signal })).catch(() => null) // given up
        if (signal.aborted)
          return
        known.value = new Map([...known.value, ...asked.map((sound, index) => {
          const levels = measured?.value?.levels[index]
          return [soundKey(sound), levels ? bytesOf(levels) : null] as const
        })])
      }
      progress.value = null
    },
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}
