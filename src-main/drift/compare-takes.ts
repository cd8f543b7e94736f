/** Compares the takes that a script uses, speaker by speaker: those of the voice that is cast with what is usual among them. */
import type { Deviation, DriftLine, DriftPoint, Measures, ProjectDrift, Usuals } from '#contract/drift.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import { deviationsOf, usualsOf } from '#rules/drift/compare.ts'

/** A take that a line uses. */
export interface UsedTake {
  readonly lineId: LineId
  readonly speaker: string
  readonly takeId: TakeId
  /** See `voiceWordOf`; null for a take without a request. */
  readonly voice: string | null
  /** Null while it is not measured, and where it cannot be. */
  readonly measures: Measures | null
  readonly isWaiting: boolean
}

export interface SpeakerTakes {
  readonly speaker: string
  readonly anchorTakeId: TakeId | null
  /** Of the anchor, which no line need use any more. */
  readonly anchor: Measures | null
  /** Null where the speaker has no voice: then the one that speaks most lines counts. */
  readonly castVoice: string | null
  /** In the order of the script. */
  readonly takes: readonly UsedTake[]
}

export interface ComparedSpeaker {
  readonly points: readonly DriftPoint[]
  readonly usuals: Usuals
  readonly differing: ReadonlyMap<TakeId, Deviation[]>
}

export function compareSpeaker({ takes, anchor, castVoice }: SpeakerTakes): ComparedSpeaker {
  const voice = takes.some(take => take.voice === castVoice) ? castVoice : mostFrequent(takes.map(take => take.voice))
  const compared = takes.filter(take => take.voice === voice)
  // A take that several lines use counts once.
  const measured = new Map(compared.flatMap(({ takeId, measures }) => measures ? [[takeId, measures] as const] : []))
  const usuals = usualsOf([...measured.values()], anchor)
  const differing = new Map<TakeId, Deviation[]>()
  for (const [takeId, measures] of measured) {
    const deviations = deviationsOf(measures, usuals)
    if (deviations.length > 0)
      differing.set(takeId, deviations)
  }
  const points = takes.flatMap(({ lineId, takeId, measures, voice: spoken }) =>
    measures ? [{ lineId, takeId, measures, isOther: spoken !== voice }] : [])
  return { points, usuals, differing }
}

/** `accepted`: what had differed when a person said that a take is right. */
export function summaryOf(speakers: readonly SpeakerTakes[], accepted: ReadonlyMap<TakeId, string>): Omit<ProjectDrift, 'id'> {
  const lines: DriftLine[] = []
  for (const speaker of speakers) {
    const { differing } = compareSpeaker(speaker)
    for (const { lineId, takeId } of speaker.takes) {
      const deviations = differing.get(takeId)
      if (deviations)
        lines.push({ lineId, takeId, deviations, isRight: accepted.get(takeId) === findingsOf(deviations) })
    }
  }
  return {
    speakers: speakers.map(({ speaker, anchorTakeId, takes }) =>
      ({ speaker, anchorTakeId, takeCount: takes.length, waitingCount: takes.filter(take => take.isWaiting).length })),
    lines,
  }
}

/** The same for the same measures and directions: what is usual moves a little with each take that comes. */
export function findingsOf(deviations: readonly Deviation[]): string {
  return deviations.map(({ measure, by }) => `${measure}${by > 0 ? '+' : '-'}`).sort().join(' ')
}

function mostFrequent(voices: readonly (string | null)[]): string | null {
  let most: readonly (string | null)[] = []
  for (const all of Map.groupBy(voices, voice => voice).values())
    most = all.length > most.length ? all : most
  return most[0] ?? null
}
