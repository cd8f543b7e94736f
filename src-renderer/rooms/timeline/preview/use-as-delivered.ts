/** Hearing a sequence as loud as it would be delivered: measured by the studio once, and applied to what the preview plays. */
import type { LoudnessReport } from '#contract/loudness.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { DeliveredGains } from '#rules/sequence/levelling.ts'
import { computed, shallowRef, watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useDeliveryTarget } from '../../../stores/delivery-target.ts'
import { useProject } from '../../../stores/project.ts'
import { useSequence } from '../../../stores/sequence.ts'
import { useSpeakerTones } from '../../../stores/speaker-tones.ts'
import { attempt, studio } from '../../../studio.ts'

/** What a measurement depends on. */
interface Basis { readonly of: SequenceDocument, readonly how: string, readonly chains: string }

/** `played` is the sequence as it plays, with those that are clips of it. */
export function useAsDelivered(played: () => SequenceDocument | null, give: (gains: DeliveredGains | null) => void) {
  const project = useProject()
  const sequence = useSequence()
  const notices = useNotices()
  const wanted = useDeliveryTarget()
  const tones = useSpeakerTones()
  const isMeasuring = shallowRef(false)
  const measured = shallowRef<{ of: Basis, report: LoudnessReport } | null>(null)
  let turn = 0

  function basis(): Basis | null {
    const of = played()
    return of && { of, how: JSON.stringify(wanted.now), chains: tones.chainsIn(of) }
  }
  function turnOff(): void {
    turn++
    isMeasuring.value = false
    measured.value = null
    give(null)
  }

  async function measure(): Promise<void> {
    const { id: sequenceId, settled } = sequence
    const { projectId } = project
    const of = basis()
    if (!sequenceId || !settled || !of || !projectId)
      return
    const mine = ++turn
    isMeasuring.value = true
    const { width, height, rate } = settled
    const answer = await attempt(studio.deliveries.predictLoudness({ sequenceId, projectId, width, height, rate, ...wanted.now }))
    if (mine !== turn)
      return
    isMeasuring.value = false
    if (!answer.value)
      return answer.fault && notices.fault(answer.fault)
    const { report, clips } = answer.value
    measured.value = { of, report }
    give({ gainDb: report.details?.gainDb ?? 0, clips: new Map(clips.map(({ clipId, gainDb }) => [clipId, gainDb])) })
  }

  watch(() => sequence.id, turnOff)
  return {
    isOn: computed(() => measured.value !== null || isMeasuring.value),
    isMeasuring,
    report: computed(() => measured.value?.report ?? null),
    /** What has changed since then is heard, but its loudness is not part of what was measured. */
    isOlder: computed(() => {
      const [then, now] = [measured.value?.of, measured.value && basis()]
      return then !== undefined && (then.of !== now?.of || then.how !== now.how || then.chains !== now.chains)
    }),
    measure,
    toggle: (): unknown => measured.value !== null || isMeasuring.value ? turnOff() : measure(),
  }
}
