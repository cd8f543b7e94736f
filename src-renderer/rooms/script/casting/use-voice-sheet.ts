/**
 * The voice sheet of the script: for a speaker, for the speaker of the line with the caret, whose words are heard then, or for all speakers
 * who have no voice, one after another.
 */
import type { VoiceOnTrial } from '#contract/make.ts'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { useCastings } from './use-castings.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { isSpoken } from '#rules/script/script-lines.ts'

export function useVoiceSheet({ lines, activeId, castings }: {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly castings: Pick<ReturnType<typeof useCastings>, 'cast' | 'of'>
}) {
  const opened = shallowRef<{ readonly speaker: string, readonly lineId: LineId | null } | null>(null)
  /** Those who are cast one after another; empty for one alone. */
  const round = shallowRef<readonly string[]>([])
  const active = (): Line | undefined => lines().find(line => line.id === activeId() && isSpoken(line))
  /** Null after the last. */
  function openNext(): void {
    const place = round.value.indexOf(opened.value?.speaker ?? '')
    const next = round.value.slice(place + 1).find(speaker => castings.of(speaker) === undefined)
    opened.value = next === undefined ? null : { speaker: next, lineId: null }
  }
  function openOne(one: NonNullable<typeof opened.value>): void {
    round.value = []
    opened.value = one
  }

  return {
    opened: shallowReadonly(opened),
    /** Where the round is, from 1; null without one. */
    place: computed(() => round.value.length < 2 || !opened.value
      ? null
      : { number: round.value.indexOf(opened.value.speaker) + 1, count: round.value.length }),
    /** What the speaker says. */
    lines: computed(() => lines().filter(line => line.speaker === opened.value?.speaker && isSpoken(line))),
    /** The line with the caret is heard if it is theirs. */
    open(speaker: string): void {
      const line = active()
      openOne({ speaker, lineId: line?.speaker === speaker ? line.id : null })
    },
    openRound(speakers: readonly string[]): void {
      round.value = speakers
      opened.value = speakers[0] === undefined ? null : { speaker: speakers[0], lineId: null }
    },
    openForLine(): void {
      const line = active()
      if (line)
        openOne({ speaker: line.speaker, lineId: line.id })
    },
    choose(voice: VoiceOnTrial): void {
      if (opened.value)
        castings.cast({ speaker: opened.value.speaker, ...voice })
      openNext()
    },
    /** The next of the round; this one keeps no voice. */
    skip: openNext,
    close(): void {
      opened.value = null
    },
  }
}
