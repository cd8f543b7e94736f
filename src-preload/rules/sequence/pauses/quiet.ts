/** Where a sound is quiet, by its own levels: what counts as quiet follows from its noise and from how loud its speech is. */

/** One level for each of these. */
export const levelsPerSecond = 100
/** A level is a byte: decibels above this in steps of half a decibel. 0 is digital silence. */
const lowestDb = -120
const stepDb = 0.5

/** Seconds of a source. */
export interface Quiet { readonly from: number, readonly until: number }

/** The byte of a mean square, where 1 is full scale. */
export function levelOf(meanSquare: number): number {
  return Math.max(0, Math.min(255, Math.round((10 * Math.log10(meanSquare) - lowestDb) / stepDb)))
}

/** Steps; see `stepDb`. The quietest and the loudest hundredths are left out. */
const noiseShare = 0.05
const speechShare = 0.95
/** Between noise and speech: a sound with less has nothing that could be called a pause, such as hum or music. */
const leastRange = 10 / stepDb
/** How far above the noise a sound still counts as quiet. */
const aboveNoise = { share: 0.3, least: 4 / stepDb, most: 15 / stepDb }
/** So far below speech, a room without any noise is quiet, too. */
const belowSpeech = 42 / stepDb
/** A click in a pause is no speech. */
const shortestSound = 3

/** In order of time. A sound that is silent as a whole, or always as loud, has none. */
export function quietIn(levels: Uint8Array): Quiet[] {
  const most = quietestSpeech(levels)
  if (most === null)
    return []
  const spans: { from: number, until: number }[] = []
  let from = -1
  for (let at = 0; at <= levels.length; at++) {
    const isQuiet = at < levels.length && levels[at]! <= most
    if (isQuiet && from < 0)
      from = at
    if (isQuiet || from < 0)
      continue
    const last = spans.at(-1)
    if (last && from - last.until < shortestSound)
      last.until = at
    else
      spans.push({ from, until: at })
    from = -1
  }
  return spans.map(span => ({ from: span.from / levelsPerSecond, until: span.until / levelsPerSecond }))
}

/** The loudest level that counts as quiet; null where nothing tells speech from pauses. */
function quietestSpeech(levels: Uint8Array): number | null {
  const counts = new Uint32Array(256)
  for (const level of levels)
    counts[level]!++
  const [noise, speech] = [levelAt(counts, levels.length * noiseShare), levelAt(counts, levels.length * speechShare)]
  const range = speech - noise
  if (levels.length === 0 || range < leastRange)
    return null
  const above = noise + Math.max(aboveNoise.least, Math.min(aboveNoise.most, range * aboveNoise.share))
  return Math.min(speech - leastRange / 2, Math.max(above, speech - belowSpeech))
}

function levelAt(counts: Uint32Array, place: number): number {
  let sum = 0
  for (let level = 0; level < counts.length; level++) {
    sum += counts[level]!
    if (sum > place)
      return level
  }
  return counts.length - 1
}
