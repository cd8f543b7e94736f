/** The pauses of a part of the sequence, and what is taken out of them with these settings. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TrackId } from '#contract/words.ts'
import type { TightenedPause, Tightening } from '#rules/sequence/pauses/plan.ts'
import type { Quiet } from '#rules/sequence/pauses/quiet.ts'
import type { Editor } from '../use-editor.ts'
import type { Scope } from './pause-scope.ts'
import { computed, shallowRef, watch } from 'vue'
import { samplesOfSeconds, secondsOfSamples } from '#rules/sequence/frames.ts'
import { listenedTo, pausesIn } from '#rules/sequence/pauses/find.ts'
import { joinSeconds, tightened } from '#rules/sequence/pauses/plan.ts'
import { quietIn } from '#rules/sequence/pauses/quiet.ts'
import { useLevels } from './use-levels.ts'

const crossFade = samplesOfSeconds(joinSeconds)

export function usePauses(editor: Editor, scope: () => Scope | undefined, how: () => Tightening) {
  const levels = useLevels()
  /** By the levels that they were found in. */
  const found = new WeakMap<Uint8Array, readonly Quiet[]>()
  const settled = computed(() => editor.sequence.settled)
  const sounds = computed(() => {
    const [now, part] = [settled.value, scope()]
    return now && part ? listenedTo(now, part.clipIds) : { asked: [], others: [] }
  })
  watch(sounds, ({ asked, others }) => void levels.measure([...asked, ...others].map(({ clip }) => clip)), { immediate: true })

  function quietOf(bytes: Uint8Array | null | undefined): readonly Quiet[] | null {
    if (!bytes)
      return null
    const quiet = found.get(bytes) ?? quietIn(bytes)
    found.set(bytes, quiet)
    return quiet
  }
  const pauses = computed(() => {
    const [now, part] = [settled.value, scope()]
    return now && part && levels.progress.value === null
      ? pausesIn(now, part.clipIds, clip => quietOf(levels.of(clip)), part.within)
      : []
  })
  const list = computed(() => settled.value ? tightened(pauses.value, how(), settled.value.rate) : [])
  /** Where the pauses begin that stay as they are. */
  const left = shallowRef<ReadonlySet<number>>(new Set())
  const chosen = computed(() => list.value.filter(({ pause }) => !left.value.has(pause.from)))

  return {
    progress: levels.progress,
    list,
    left,
    chosen,
    /** Sounds that could not be measured, which are not cut. */
    unknown: computed(() => levels.progress.value === null
      ? new Set(sounds.value.asked.filter(({ clip }) => levels.of(clip) === null).map(({ clip }) => clip.takeId)).size
      : 0),
    seconds: computed(() => chosen.value.reduce((sum, { length, becomes }) => sum + secondsOfSamples(length - becomes), 0)),
    choose(pauses: readonly TightenedPause[], isChosen: boolean): void {
      const next = new Set(left.value)
      for (const { pause } of pauses) {
        if (isChosen)
          next.delete(pause.from)
        else
          next.add(pause.from)
      }
      left.value = next
    },
    cutOf: (some: readonly TightenedPause[], trackIds: readonly TrackId[]): Extract<SequenceEdit, { do: 'cutTime' }> =>
      ({ do: 'cutTime', trackIds: [...trackIds], cuts: some.map(({ cut }) => cut), crossFade }),
  }
}
