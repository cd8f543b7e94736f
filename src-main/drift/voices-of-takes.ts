/** Which voice speaks a take or is cast, as one word, and what was measured of a take in the units of the comparison. */
import type { Measures } from '#contract/drift.ts'
import type { Casting } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeVoice } from '../library/take-voices.ts'
import { syllablesOf } from '#rules/drift/syllables.ts'
import { voiceNamed } from '#rules/models/named-voice.ts'
import { filesOf } from '#rules/models/presence.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { languageIn } from '#rules/script/pronounce.ts'

/** Shorter ones are said as they come. */
const [fewestSyllables, leastSeconds] = [6, 0.8]

/**
 * The same for one model, voice and language, however it is spoken otherwise. `spokenIn`: the language where the request names none, as a
 * person has said it.
 */
export function voiceWordOf(
  { modelId, voiceId, fields }: Pick<Casting, 'voiceId' | 'fields'> & { readonly modelId: string },
  spokenIn: string | null,
): string {
  const clips = Object.values(fields).flatMap(filesOf).map(file => file.assetId)
  return JSON.stringify([modelId, voiceId ?? voiceNamed(fields) ?? clips, languageCode(languageIn(fields)) ?? spokenIn])
}

/** A script is compared again with each take that comes. */
const counted = new Map<string, number>()
const mostCounted = 8192
function syllablesIn(text: string): number {
  const count = counted.get(text) ?? syllablesOf(text)
  if (counted.size >= mostCounted)
    counted.clear()
  counted.set(text, count)
  return count
}

export function measuresOf({ text }: Pick<Take, 'text'>, voice: TakeVoice): Measures {
  const syllables = syllablesIn(text)
  const isLong = syllables >= fewestSyllables && voice.speechSeconds >= leastSeconds
  return {
    pitch: voice.pitchHz,
    loudness: voice.loudnessDb,
    pace: isLong ? syllables / voice.speechSeconds : null,
    brightness: voice.brightnessHz,
  }
}
