/** How long lines take to speak: as long as their takes, or else an estimate from the pace of their speakers. */
import type { Line } from '#contract/script.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Pace } from '#rules/script/pace.ts'
import type { useCastings } from '../casting/use-castings.ts'
import { useDebounceFn, useMemoize } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { spokenLength, usualPaceOf } from '#rules/script/pace.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useStatus } from '../../../stores/status.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'

/** Each speaker's in each language of their lines. */
type PacesOf = ReadonlyMap<string, ReadonlyMap<string | null, Pace>>

interface Known { readonly paces: PacesOf, readonly lengths: ReadonlyMap<TakeId, number> }

/** The same one each time: rows are drawn again for another. */
const usual = useMemoize(usualPaceOf)
const nothing: Known = { paces: new Map(), lengths: new Map() }
/** Takes of a batch come one after another. */
const restMs = 400

export type Paces = ReturnType<typeof usePaces>

export function usePaces({ projectId, lines, speakers, castings }: {
  projectId: () => ProjectId
  lines: () => readonly Line[]
  speakers: () => readonly string[]
  castings: ReturnType<typeof useCastings>
}) {
  const accounts = useAccounts()
  const status = useStatus()
  const takes = useTakes()
  const known = shallowRef(nothing)
  const isPractice = computed(() => accounts.current?.isPractice ?? false)

  async function load(): Promise<void> {
    const asked = projectId()
    const answer = await attempt(studio.script.paces({ projectId: asked, isPractice: isPractice.value }))
    if (answer.value && asked === projectId()) {
      const { paces, lengths } = answer.value
      known.value = {
        paces: new Map([...Map.groupBy(paces, pace => pace.speaker)].map(([speaker, all]) =>
          [speaker, new Map(all.map(({ language, ...pace }) => [language, pace]))])),
        lengths: new Map(lengths.map(({ takeId, seconds }) => [takeId, seconds])),
      }
    }
  }
  const loadSoon = useDebounceFn(load, restMs)
  watch(projectId, () => {
    known.value = nothing
  })
  // Lines first: main has much to read for either.
  watch([() => lines().length > 0, projectId, isPractice, () => status.wire], ([hasLines]) => {
    if (hasLines)
      void load()
  }, { immediate: true })
  // The first lines are read for above.
  const voices = (): string => speakers().map(speaker => JSON.stringify(castings.of(speaker) ?? speaker)).join('\n')
  watch([() => lines().length > 0, voices], (_, [hadLines]) => {
    if (hadLines)
      void loadSoon()
  })
  watch(lines, (now, before) => {
    const { lengths, paces } = known.value
    const isUnknown = ({ chosenTakeId, speaker, spokenIn }: Line): boolean =>
      (chosenTakeId !== null && !lengths.has(chosenTakeId)) || paces.get(speaker)?.has(spokenIn) === false
    if (before.length > 0 && now.some(isUnknown))
      void loadSoon()
  })
  onScopeDispose(takes.listen(({ changed }) => {
    if (changed.some(take => take.kind === 'speech' && take.medium === 'audio'))
      void loadSoon()
  }))

  const of = ({ speaker, spokenIn }: Pick<Line, 'speaker' | 'spokenIn'>): Pace =>
    known.value.paces.get(speaker)?.get(spokenIn) ?? usual(spokenIn)
  /** Lines are replaced when they change, so most of a long script is counted once. */
  let counted = new WeakMap<Line, number>()
  watch(known, () => {
    counted = new WeakMap()
  }, { flush: 'sync' })
  function estimateOf(line: Line): number {
    const before = counted.get(line)
    const seconds = before ?? spokenLength(line.text, of(line)).seconds
    counted.set(line, seconds)
    return seconds
  }
  const takeSeconds = (line: Line): number | null => line.chosenTakeId === null ? null : known.value.lengths.get(line.chosenTakeId) ?? null

  return {
    of,
    takeSeconds,
    /** Of what is heard of these lines, with the pauses between them; `isEstimate` where not all of it is generated. */
    sumOf(all: readonly Line[]): { seconds: number, isEstimate: boolean } {
      let [seconds, isEstimate, pause] = [0, false, 0]
      for (const line of all) {
        if (!isSpoken(line) || line.isMuted || line.text.trim() === '')
          continue
        const own = line.state === 'made' ? takeSeconds(line) : null
        isEstimate ||= own === null
        seconds += pause + (own ?? estimateOf(line))
        pause = line.pauseSeconds
      }
      return { seconds, isEstimate }
    },
  }
}
