/** Normalises timed text: services differ in order, in missing ends, and in the types of times. */

/** Seconds from the beginning of the sound. Lists are sorted and without overlaps; no entry has an empty text or no length. */
export interface TimedText extends Spoken { readonly startSeconds: number, readonly endSeconds: number }

/** As the service sends it; null for a missing time. */
export interface RawTimedText extends Spoken { readonly start: number | null, readonly end: number | null }

/** `speaker` as the service names them; absent where it does not. */
interface Spoken { readonly text: string, readonly speaker?: string | undefined }

/** Eleven days: a longer time cannot be in seconds. */
const longestSeconds = 1_000_000
/** The longest segment that the contract accepts. */
const mostCharacters = 200_000
/** The assumed speed of speech without an end time. */
const charactersPerSecond = 15
const leastSeconds = 0.834

/**
 * Rounds times to milliseconds, sorts by start, cuts overlaps at the next start, and uses the next start for a missing end.
 * Returns an empty list when no segment has a start.
 */
export function putInOrder(segments: readonly RawTimedText[], durationSeconds: number | null): TimedText[] {
  const spoken = segments
    .map(({ start, end, text, speaker }) => ({ start: asTime(start), end: asTime(end), text: cleanText(text), speaker }))
    .filter(({ text }) => text !== '')
  if (!spoken.some(({ start }) => start !== null) || spoken.some(({ text }) => text.length > mostCharacters))
    return []
  const started = withStarts(spoken).sort((a, b) => a.start - b.start)
  const timed: TimedText[] = []
  for (const [index, { start, end, text, speaker }] of started.entries()) {
    const nextStart = started[index + 1]?.start ?? null
    const startSeconds = Math.max(start, timed.at(-1)?.endSeconds ?? 0)
    const spokenFor = Math.max(leastSeconds, text.length / charactersPerSecond)
    const guesses = [end, nextStart, nextStart === null ? asTime(durationSeconds) : null]
    const endSeconds = guesses.find(guess => guess !== null && guess > startSeconds) ?? roundToMs(startSeconds + spokenFor)
    const isCut = nextStart !== null && nextStart > startSeconds && nextStart < endSeconds
    timed.push({ startSeconds, endSeconds: isCut ? nextStart : endSeconds, text, ...speaker !== undefined && { speaker } })
  }
  return timed
}

/** A segment without a start begins where the one before it ends. */
function withStarts(segments: readonly RawTimedText[]): (RawTimedText & { start: number })[] {
  let before = 0
  return segments.map((segment) => {
    const start = segment.start ?? before
    before = Math.max(start, segment.end ?? start)
    return { ...segment, start }
  })
}

function asTime(seconds: number | null): number | null {
  return seconds !== null && Number.isFinite(seconds) && seconds <= longestSeconds ? Math.max(0, roundToMs(seconds)) : null
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Removes control characters, lone surrogates and surrounding white space. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').trim()
}

const spaceless = [
  'Han',
  'Hiragana',
  'Katakana',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
].map(script => `\\p{Script_Extensions=${script}}`).join('')
const needsNoSpaceAfter = new RegExp(`[\\s\\p{Ps}\\p{Pi}¿¡，！？；：${spaceless}]$`, 'u')
const needsNoSpaceBefore = new RegExp(`^[\\s\\p{Pe}\\p{Pf},.;:!?%…，！？；：${spaceless}]`, 'u')

/** Joins texts, with spaces where the script uses them. Texts that mostly include their own spaces are joined unchanged. */
export function joinTexts(texts: readonly string[]): string {
  const spoken = texts.filter(text => text.trim() !== '')
  const bringSpaces = spoken.filter(text => /^\s|\s$/.test(text)).length > spoken.length / 2
  const joined = spoken.map((text, index) => {
    const before = spoken[index - 1]
    return bringSpaces || before === undefined || needsNoSpaceAfter.test(before) || needsNoSpaceBefore.test(text) ? text : ` ${text}`
  })
  return cleanText(joined.join(''))
}

const endsSentence = /[.!?。！？…؟।]["'”’)\]」』]*$/
const longestPauseSeconds = 1
const longestSentenceSeconds = 10

/** Groups words into sentences, also at long pauses. */
export function sentencesOf(words: readonly RawTimedText[]): RawTimedText[] {
  const sentences: RawTimedText[][] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    const first = sentences.at(-1)?.[0]
    if (before && first && !endsSentence.test(before.text.trim()) && before.speaker === word.speaker && !isApart(first, before, word))
      sentences.at(-1)?.push(word)
    else
      sentences.push([word])
  }
  return sentences.map(sentence => ({
    start: sentence[0]?.start ?? null,
    end: sentence.at(-1)?.end ?? null,
    text: joinTexts(sentence.map(({ text }) => text)),
    speaker: sentence[0]?.speaker,
  }))
}

function isApart(first: RawTimedText, before: RawTimedText, word: RawTimedText): boolean {
  const from = word.start ?? Number.NaN
  return from - (before.end ?? Number.NaN) > longestPauseSeconds || from - (first.start ?? Number.NaN) > longestSentenceSeconds
}

/** The words as they appear in the text, with its punctuation; unchanged where the two differ. */
export function punctuate(words: readonly RawTimedText[], text: string): readonly RawTimedText[] {
  const lower = text.toLowerCase()
  // Some characters change their length with their case, which shifts all later offsets.
  if (lower.length !== text.length)
    return words
  const places: number[] = []
  let at = 0
  for (const { text: word } of words) {
    const place = lower.indexOf(word.trim().toLowerCase(), at)
    // Further away it is the same word in another sentence.
    if (place < 0 || place - at > 40)
      return words
    places.push(place)
    at = place + word.trim().length
  }
  return words.map((word, index) => ({ ...word, text: text.slice(index === 0 ? 0 : places[index], places[index + 1]) }))
}
