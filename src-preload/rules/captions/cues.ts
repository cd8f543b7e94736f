/** Cues: what is on the screen at one time, from the captions of a sequence or from heard speech. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { WordMarks } from '#contract/text-style.ts'
import type { HeardWord } from './by-words.ts'
import type { CaptionPiece } from './pieces.ts'
import { lettersIn, spansByWords } from './by-words.ts'
import { nameOf } from './names.ts'
import { inOneRow } from './one-row.ts'
import { splitCaption } from './pieces.ts'
import { saidText, shownText } from './shown-text.ts'
import { lineWidth, widthOf } from './width.ts'
import { heardIn } from './word-marks.ts'

/** A text and its time in frames. */
export interface Caption {
  readonly start: number
  readonly length: number
  readonly speaker: string
  /** With a line break, the rows are the user's own. */
  readonly text: string
  /** See `CaptionClip`. */
  readonly words?: WordMarks | undefined
}

/** Frames. Cues of one track never overlap. */
export interface Cue {
  readonly start: number
  readonly length: number
  /** One or two, each at most 42 narrow or 16 wide characters, unless the user broke the rows. */
  readonly lines: readonly string[]
  readonly speaker: string
  /** The number of rows of other captions below it, which overlap it in time. Absent: at its usual place. */
  readonly rowsBelow?: number
  /** Its words that were heard. Letters are counted from its first word, without the name of the speaker. */
  readonly words?: readonly HeardWord[]
  /** When it is shown as a whole, where this is a part of it. */
  readonly whole?: { readonly start: number, readonly length: number }
}

/** Time in milliseconds, for what knows no frames. */
export const milliseconds: FrameRate = { numerator: 1000, denominator: 1 }

/** Five sixths of a second to seven seconds: long enough to be noticed, too short to be read twice. */
export function shortestAndLongest({ numerator, denominator }: FrameRate): { shortest: number, longest: number } {
  return { shortest: Math.ceil(5 * numerator / (6 * denominator)), longest: Math.floor(7 * numerator / denominator) }
}

/**
 * Cues of a caption track, in order of time: a caption is shown for exactly as long as it is there. One that does not fit into two
 * rows is shown in pieces, whose words share its time by their width. Where captions overlap, the later one waits for the earlier.
 * `names` prints a speaker's name where the speaker changes.
 */
export function cuesOf(captions: readonly Caption[], rate: FrameRate, { names = false }: { names?: boolean | undefined } = {}): Cue[] {
  const cues: Cue[] = []
  let speakerBefore = ''
  let end = 0
  for (const caption of inOrder(captions)) {
    const text = shownText(caption.text)
    if (text === '')
      continue
    const { speaker } = caption
    const prefix = names && speaker !== '' && speaker !== speakerBefore ? nameOf(speaker) : ''
    speakerBefore = speaker
    const start = Math.max(caption.start, end)
    for (const cue of cuesAt(caption, start, text, rate, prefix)) {
      cues.push(cue)
      end = cue.start + cue.length
    }
  }
  return cues
}

/**
 * Captions that can be read, from lines of a script or from heard speech in order of time: long ones in pieces, none longer than seven
 * seconds; a very short one stays until it can be read, or until the next one begins.
 */
export function spreadCaptions(captions: readonly Caption[], rate: FrameRate): Caption[] {
  const { shortest } = shortestAndLongest(rate)
  const said = inOrder(captions).map(caption => ({ ...caption, text: shownText(caption.text) })).filter(({ text }) => text !== '')
  return said.flatMap((caption, index) => {
    const pieces = inPieces(caption, rate)
    const next = said[index + 1]?.start ?? Infinity
    return pieces.map((piece, at) => at < pieces.length - 1
      ? piece
      : { ...piece, length: Math.max(piece.length, Math.min(shortest, next - piece.start)) })
  })
}

/**
 * A spoken line in captions that can be read, at clauses; each begins where the one before ends, and together they last as long as the
 * line. Two rows of the user's own that fit stay. `heard`: when the words of exactly this text are said; a caption then begins with its
 * first word. Without it, words share the time by their width.
 */
export function captionsOfLine(line: Caption, rate: FrameRate, heard: readonly HeardWord[] = []): Caption[] {
  const { start, length, speaker } = line
  const rows = saidText(line.text).split('\n')
  const { longest } = shortestAndLongest(rate)
  if (length <= 0 || rows[0] === '')
    return []
  if (rows.length === 2 && length <= longest && rows.every(row => widthOf(row) <= lineWidth))
    return [{ start, length, speaker, text: rows.join('\n') }]
  const pieces = splitCaption(inOneRow(rows), sharesOf(length, rate))
  return placed(line, pieces, heard)
    .map(({ piece, ...time }) => ({ ...time, speaker, text: piece.text }))
}

/** Rows of one cue as they are drawn: the user's own, or broken where it reads best. More than two when it is too long. */
export function rowsOf(text: string): readonly string[] {
  const shown = shownText(text)
  if (shown === '')
    return []
  return shown.includes('\n') ? shown.split('\n') : splitCaption(shown, { least: 0, most: 1 }).flatMap(piece => piece.lines)
}

function inOrder<Timed extends Caption>(captions: readonly Timed[]): Timed[] {
  return captions.filter(({ length }) => length > 0).sort((a, b) => a.start - b.start)
}

interface KnownCues { readonly at: string, readonly cues: readonly Cue[] }
/** Breaking a text into rows takes long, and an edit makes new objects only of the captions that it touches. */
const known = new WeakMap<Caption, KnownCues>()

function cuesAt(caption: Caption, start: number, text: string, rate: FrameRate, prefix: string): readonly Cue[] {
  const at = `${start} ${rate.numerator}/${rate.denominator} ${prefix}`
  const kept = known.get(caption)
  if (kept?.at === at)
    return kept.cues
  const { speaker } = caption
  const shown = { start, length: caption.start + caption.length - start, speaker, text }
  const cues = caption.words
    ? heardCues(shown, heardIn(caption), rate, prefix)
    : cuesOfCaption(shown, rate, prefix)
  known.set(caption, { at, cues })
  return cues
}

/** Pieces begin with their first word, and each has its own words. */
function heardCues(caption: Caption, heard: readonly HeardWord[], rate: FrameRate, prefix: string): Cue[] {
  let letters = 0
  return cuesOfCaption(caption, rate, prefix, heard).map((cue, index) => {
    const from = letters
    letters += lettersIn(cue.lines.join(' ').slice(index === 0 ? prefix.length : 0))
    const own = heard.filter(word => word.lettersBefore >= from && word.lettersBefore < letters)
    return { ...cue, words: own.map(word => ({ ...word, lettersBefore: word.lettersBefore - from })) }
  })
}

function cuesOfCaption(caption: Caption, rate: FrameRate, prefix: string, heard: readonly HeardWord[] = []): Cue[] {
  const { start, length, speaker, text } = caption
  if (length <= 0)
    return []
  if (text.includes('\n')) {
    const [first = '', ...others] = text.split('\n')
    return [{ start, length, speaker, lines: [prefix + spaceAfter(prefix) + first, ...others] }]
  }
  const whole = splitCaption(text, { least: 0, most: 1 }, prefix)
  return timed(caption, whole.length === 1 ? whole : splitCaption(text, sharesOf(length, rate), prefix), heard)
}

function inPieces(caption: Caption, rate: FrameRate): Caption[] {
  const { length, text } = caption
  const { longest } = shortestAndLongest(rate)
  if (text.includes('\n'))
    return [{ ...caption, length: Math.min(length, longest) }]
  return timed(caption, splitCaption(text, sharesOf(length, rate))).map(cue =>
    ({ ...caption, start: cue.start, length: Math.min(cue.length, longest), text: cue.lines.join('\n') }))
}

function sharesOf(length: number, rate: FrameRate): { least: number, most: number } {
  const { shortest, longest } = shortestAndLongest(rate)
  return { least: Math.min(1, shortest / length), most: longest / length }
}

function timed(caption: Caption, pieces: readonly CaptionPiece[], heard: readonly HeardWord[] = []): Cue[] {
  return placed(caption, pieces, heard).map(({ piece: { lines }, ...time }) => ({ ...time, lines, speaker: caption.speaker }))
}

interface Placed { readonly start: number, readonly length: number, readonly piece: CaptionPiece }

/** By their first words, where these were heard. */
function placed(caption: Caption, pieces: readonly CaptionPiece[], heard: readonly HeardWord[]): Placed[] {
  const spans = heard.length > 0 ? spansByWords(caption, pieces.map(piece => piece.text), heard) : null
  return spans?.map((span, at) => ({ ...span, piece: pieces[at]! })) ?? shared(caption, pieces)
}

/** Each piece and its part of the time. */
function shared({ start, length }: Caption, pieces: readonly CaptionPiece[]): Placed[] {
  const whole = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  let before = 0
  const times = pieces.map((piece) => {
    const from = start + Math.round(length * before / whole)
    before += piece.weight
    return { start: from, length: start + Math.round(length * before / whole) - from, piece }
  })
  // A frame is never shared: with more pieces than frames some are not seen.
  return times.filter(time => time.length > 0)
}

function spaceAfter(prefix: string): string {
  return prefix.endsWith(':') ? ' ' : ''
}
