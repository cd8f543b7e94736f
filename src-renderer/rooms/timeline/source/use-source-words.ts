/** What is said in the take of the source viewer, with its times: the words of a spoken take, or the passages of its transcript. */
import type { Take } from '#contract/takes.ts'
import type { Transcript } from '#contract/transcripts.ts'
import type { AnyFault } from '../../../studio.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useSpokenWords } from '../../../parts/takes/use-spoken-words.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** A word or a passage, with the signs before it. Seconds of the take. */
export interface SaidPiece {
  readonly before: string
  /** Signs behind the last word. */
  readonly after: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The newest are looked through. */
const mostTranscripts = 200

export function useSourceWords(take: () => Take | null) {
  const spoken = useSpokenWords(take, () => true)
  const takes = useTakes()
  const transcript = shallowRef<Transcript | null>(null)
  const fault = shallowRef<AnyFault | null>(null)

  /** Null where there is nothing to look for. */
  const asked = computed(() => {
    const now = take()
    return now && now.kind !== 'speech' && (now.medium === 'audio' || now.medium === 'video') ? now.id : null
  })

  let question = 0
  async function load(): Promise<void> {
    const mine = ++question
    const takeId = asked.value
    if (!takeId)
      return
    const found = await attempt(patientStudio.takes.search({ ...everyTake, kinds: ['transcribe'], cursor: null, limit: mostTranscripts }))
    const checked = await attempt(patientStudio.takes.checks({ takeId }))
    const transcripts = [
      ...found.value?.takes.filter(({ sourceTakeIds }) => sourceTakeIds.includes(takeId)) ?? [],
      ...checked.value?.checks.map(check => check.take) ?? [],
    ]
    const newest = transcripts.toSorted((a, b) => b.number - a.number)[0]
    const answer = newest && await attempt(patientStudio.transcripts.get({ takeId: newest.id }))
    if (mine !== question)
      return
    fault.value = answer?.fault ?? (newest ? null : found.fault ?? checked.fault ?? null)
    // What could not be read again stays.
    if (!fault.value)
      transcript.value = answer?.value?.transcript ?? null
  }
  watch(asked, () => {
    transcript.value = null
    fault.value = null
    void load()
  }, { immediate: true })
  // Transcribed, corrected, trashed or restored since.
  onScopeDispose(takes.listen(({ changed, removed, isCatchUp }) => {
    const takeId = asked.value
    const isOfThis = ({ kind, sourceTakeIds, checkOf }: Take): boolean =>
      kind === 'transcribe' && takeId !== null && (sourceTakeIds.includes(takeId) || checkOf === takeId)
    if (isCatchUp || changed.some(isOfThis) || (transcript.value && removed.includes(transcript.value.takeId)))
      void load()
  }))

  const pieces = computed<readonly SaidPiece[]>(() => {
    const now = take()
    if (now?.kind === 'speech') {
      return spoken.words.value.map(({ from, to, start, end }, at, all) =>
        ({
          before: now.text.slice(all[at - 1]?.to ?? 0, from),
          text: now.text.slice(from, to),
          after: at === all.length - 1 ? now.text.slice(to) : '',
          start,
          end,
        }))
    }
    return (transcript.value?.segments ?? []).map(({ text, startSeconds, endSeconds }, at) =>
      ({ before: at === 0 ? '' : ' ', text: text.trim(), after: '', start: startSeconds, end: endSeconds }))
  })
  return {
    pieces,
    /** Why they could not be read last. */
    fault: shallowReadonly(fault),
  }
}
