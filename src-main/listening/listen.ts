/** What is to be told of one take of a line: its transcript compared with the words, and what its sound shows. */
import type { Listened, OddSound } from '#contract/listening.ts'
import type { Line, Pronunciation } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { SaidPlace } from '#rules/script/pronounce.ts'
import type { HeardText } from '../library/transcripts.ts'
import type { SpeechShape } from '../media/words/odd-sounds.ts'
import { compareHeard } from '#rules/listening/compare.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { languageIn, saidOf } from '#rules/script/pronounce.ts'
import { sha256 } from '../base/hash.ts'
import { languageOf } from '../media/words/voice-of-text.ts'

export interface Known {
  readonly line: Line
  readonly take: Take
  readonly heard: HeardText | null
  readonly doubts: { readonly mayNotMatch: boolean, readonly shape: SpeechShape } | null
  /** What had been found when a person said that the take is right; null where nobody has. */
  readonly accepted: string | null
  readonly pronunciations: readonly Pronunciation[]
}

type Found = Pick<Listened, 'differences' | 'sounds' | 'mayNotMatch'>

/** Seconds between words: longer than for effect. */
const longSilence = 1.5

/**
 * The language that a take is spoken in, as a code: as its request named it, or as a person has said of the line, else by its words. Empty
 * where nothing says.
 */
export function languageOfTake({ request, text }: Pick<Take, 'request' | 'text'>, line: Pick<Line, 'spokenIn'>): string {
  return languageOf(text, languageCode(languageIn(request?.fields ?? {})) ?? request?.spokenIn ?? line.spokenIn) ?? ''
}

/** Null where there is nothing to tell: not transcribed, and nothing odd about the sound. */
export function listen({ line, take, heard, doubts, accepted, pronunciations }: Known): Listened | null {
  const sounds = doubts ? oddSounds(doubts.shape, take.asset.durationSeconds ?? 0) : []
  const mayNotMatch = heard === null && doubts?.mayNotMatch === true
  if (heard === null && sounds.length === 0 && !mayNotMatch)
    return null
  const differences = heard === null ? [] : differencesOf(line, take, heard.text, pronunciations)
  const found = { differences, sounds, mayNotMatch }
  const isOdd = differences.length > 0 || sounds.length > 0 || mayNotMatch
  const isRight = isOdd && accepted === findingsOf(line.text, found)
  return {
    id: line.id,
    projectId: line.projectId,
    takeId: take.id,
    text: line.text,
    transcriptId: heard?.transcriptId ?? null,
    heard: heard?.text ?? '',
    ...found,
    isDoubtful: isOdd && !isRight,
    isRight,
  }
}

/** A comparison takes milliseconds. Another voice for a speaker asks for hundreds again, whose words are the same. */
const known = new Map<string, Listened['differences']>()
const mostKnown = 10_000

interface Comparison { readonly language: string, readonly places: readonly SaidPlace[] }

function compared(text: string, heard: string, how: Comparison): Listened['differences'] {
  const key = sha256(JSON.stringify([text, heard, how.language, how.places]))
  const found = known.get(key) ?? compareHeard(text, heard, how)
  known.delete(key)
  known.set(key, found)
  const { value: askedLongestAgo } = known.keys().next()
  if (known.size > mostKnown && askedLongestAgo !== undefined)
    known.delete(askedLongestAgo)
  return found
}

function differencesOf(line: Line, take: Take, heard: string, pronunciations: readonly Pronunciation[]): Listened['differences'] {
  const language = languageOfTake(take, line)
  const { places } = saidOf(line.text, pronunciations, language === '' ? null : language)
  const found = compared(line.text, heard, { language, places })
  // What was said may come from a dictionary as it was then: the words that were sent count as well.
  const isOfOtherWords = found.length > 0 && line.state === 'made' && take.text.trim() !== line.text.trim()
  return isOfOtherWords && compared(take.text, heard, { language, places: [] }).length === 0 ? [] : found
}

/** Equal for the same findings, wherever the words are in the text. */
export function findingsOf(text: string, { differences, sounds, mayNotMatch }: Found): string {
  const words = differences.map(({ kind, from, to, heard }) => [kind, text.slice(from, to), heard])
  return sha256(JSON.stringify([words, sounds.map(({ kind, start }) => [kind, Math.round(start * 10)]), mayNotMatch])).slice(0, 16)
}

function oddSounds({ pauses, speech, isCutAtStart, isCutAtEnd }: SpeechShape, durationSeconds: number): OddSound[] {
  const edge = (kind: 'cut-start' | 'cut-end', start: number, end: number): OddSound => ({ kind, start, end: Math.max(start, end) })
  return [
    ...isCutAtStart ? [edge('cut-start', 0, Math.min(0.3, speech.end))] : [],
    ...pauses.filter(({ start, end }) => end - start >= longSilence).map(pause => ({ kind: 'silence' as const, ...pause })),
    ...isCutAtEnd ? [edge('cut-end', Math.max(0, durationSeconds - 0.3), durationSeconds)] : [],
  ]
}
