/**
 * The voice sheet of the script: for a speaker, for the speaker of the line with the caret, whose words are heard then, or for all speakers
 * who have no voice, one after another.
 */
import type { VoiceOnTrial } from '#contract/make.ts'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { useCastings } from './use-castings.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { languageOfSpeaker } from '#rules/script/line-language.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { useScriptLanguages } from '../../../stores/script-languages.ts'

export function useVoiceSheet({ lines, activeId, cast, hasVoice }: {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly cast: ReturnType<typeof useCastings>['cast']
  /** False, too, where the model of a speaker has left the catalogue: then nothing can be generated for them. */
  readonly hasVoice: (speaker: string) => boolean
}) {
  const languages = useScriptLanguages()
  const opened = shallowRef<{ readonly speaker: string, readonly lineId: LineId | null } | null>(null)
  /** Those who are cast one after another; empty for one alone. */
  const round = shallowRef<readonly string[]>([])
  const active = (): Line | undefined => lines().find(line => line.id === activeId() && isSpoken(line))
  /** What the fields of the present casting say of the language is not said of another voice: with it the line has that of speaker or script. */
  function inOtherVoice(line: Line): Line {
    const known = languages.all
    return known === null ? line : { ...line, spokenIn: line.language ?? languageOfSpeaker(line.speaker, null, known) }
  }
  /** Null after the last. */
  function openNext(): void {
    const place = round.value.indexOf(opened.value?.speaker ?? '')
    const next = round.value.slice(place + 1).find(speaker => !hasVoice(speaker))
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
    lines: computed(() => lines().filter(line => line.speaker === opened.value?.speaker && isSpoken(line)).map(inOtherVoice)),
    /** The line with the caret is heard if it is theirs. */
    open(speaker: string): void {
      const line = active()
      openOne({ speaker, lineId: line?.speaker === speaker ? line.id : null })
    },
    /** Of these, for those who have no voice. */
    openRound(speakers: readonly string[]): void {
      round.value = speakers.filter(speaker => !hasVoice(speaker))
      const [first] = round.value
      opened.value = first === undefined ? null : { speaker: first, lineId: null }
    },
    openForLine(): void {
      const line = active()
      if (line)
        openOne({ speaker: line.speaker, lineId: line.id })
    },
    choose(voice: VoiceOnTrial): void {
      if (opened.value)
        cast({ speaker: opened.value.speaker, ...voice })
      openNext()
    },
    /** The next of the round; this one keeps no voice. */
    skip: openNext,
    close(): void {
      opened.value = null
    },
  }
}
