/** What a person goes through in the script line by line: takes that may be wrong, and takes that sound different. One at a time. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { useSpeak } from '../use-speak.ts'
import { computed } from 'vue'
import { retakesOf } from '#rules/script/retakes.ts'
import { useActions } from '../../../actions/action.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useDriftReview } from '../drift/use-drift-review.ts'
import { useDoubtful } from '../listening/use-doubtful.ts'
import { useListenBack } from '../listening/use-listen-back.ts'
import { reviewActions } from './actions.ts'

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly selected: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly speech: Pick<ReturnType<typeof useSpeak>, 'mayRetake' | 'sendingsFor'>
  readonly play: (lineId: LineId, takeId: TakeId) => Promise<void>
  /** The caret goes there. */
  readonly point: (lineId: LineId) => void
}

export function useReviews({ projectId, lines, selected, activeId, speech, play, point }: Room) {
  const estimates = useEstimates()
  const listenBack = useListenBack({ projectId, lines, selected, activeId })
  const doubtful = useDoubtful({ projectId, lines, activeId })
  const drift = useDriftReview({ projectId, lines, activeId, play })
  const isDriftOpen = computed(() => drift.opened.value !== null)
  const review = computed(() => isDriftOpen.value ? drift : doubtful)
  const stops = computed(() => listenBack.isOpen.value || isDriftOpen.value ? review.value.stops.value : [])

  const retakes = computed(() => retakesOf(stops.value.filter(speech.mayRetake)))
  const toRetake = computed(() => retakes.value.flat())

  function close(): void {
    // The caret goes where the person looked last.
    if (review.value.here.value !== null)
      point(review.value.here.value)
    doubtful.point(null)
    listenBack.close()
    drift.close()
  }
  function listen(): void {
    drift.close()
    listenBack.open()
  }
  function openDrift(speaker: string | null): void {
    doubtful.point(null)
    listenBack.close()
    drift.open(speaker)
  }

  useActions(reviewActions({
    review: () => review.value,
    isDrift: () => isDriftOpen.value,
    hasTakes: () => lines().some(line => line.chosenTakeId !== null),
    toggleListening: () => listenBack.isOpen.value ? close() : listen(),
    toggleDrift: () => isDriftOpen.value ? close() : openDrift(lines().find(line => line.id === activeId())?.speaker ?? null),
  }))

  return {
    listenBack,
    doubtful,
    drift,
    isDriftOpen,
    /** The line that is looked at. */
    here: computed(() => review.value.here.value),
    /** Of the lines to look at, those that can be generated again, and what that costs. */
    toRetake,
    retakeAmounts: computed(() => estimates.of(speech.sendingsFor(retakes.value.map(([first]) => first))).amounts),
    close,
    listen,
    listenAt(line: Line): void {
      listen()
      doubtful.point(line.id)
    },
    openDrift,
    driftAt(line: Line): void {
      openDrift(line.speaker)
      drift.point(line.id)
    },
  }
}
