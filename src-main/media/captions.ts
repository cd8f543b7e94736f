/** Captions: cues of at most two lines from caption clips or from heard speech, and the files they are written as. */
import type { CaptionClip, FrameRate } from '#contract/sequences.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { splitCaption, widthOf } from './caption-text.ts'

/** What is on the screen at one time. Cues never overlap. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** One or two, each at most 42 narrow or 16 wide characters. */
  readonly lines: readonly string[]
  readonly speaker: string
}

// Five sixths of a second to seven seconds: long enough to be noticed, too short to be read twice.
const leastMs = 834
const mostMs = 7000

/**
 * Cues of what `resolve` gives as captions. The words of a clip share its time by their width. With more than one speaker,
 * a name is printed where the speaker changes. Where captions overlap, the later one waits for the earlier.
 */
export function cuesOf(captions: readonly CaptionClip[], rate: FrameRate): Cue[] {
  const clips = captions.filter(clip => clip.text.trim() !== '')
  const isDialogue = new Set(clips.map(clip => clip.speaker).filter(speaker => speaker !== '')).size > 1
  const starts = clips.map(clip => millisecondsOfFrame(clip.startFrame, rate))
  const cues: Cue[] = []
  clips.forEach(({ speaker, text, startFrame, frames }, index) => {
    const startMs = Math.max(starts[index] ?? 0, cues.at(-1)?.endMs ?? 0)
    const endMs = millisecondsOfFrame(startFrame + frames, rate)
    const isNamed = isDialogue && speaker !== '' && speaker !== clips[index - 1]?.speaker
    const shown = cuesOfClip({ startMs, endMs, speaker, text, prefix: isNamed ? nameOf(speaker) : '' })
    for (const cue of lengthenLast(shown, starts[index + 1] ?? Infinity))
      cues.push(cue)
  })
  return cues
}

/** The same for what was heard rather than written: pieces in order, each with its time in seconds, and no speakers. */
export function cuesOfSpeech(
  pieces: readonly { readonly startSeconds: number, readonly endSeconds: number, readonly text: string }[],
): Cue[] {
  const timed = pieces.map(({ startSeconds, endSeconds, text }) => ({
    startMs: Math.round(startSeconds * 1000),
    endMs: Math.round(endSeconds * 1000),
    text,
  }))
  return timed.flatMap((piece, index) => lengthenLast(
    cuesOfClip({ ...piece, speaker: '', prefix: '' }),
    timed[index + 1]?.startMs ?? Infinity,
  ))
}

function nameOf(speaker: string): string {
  // A name in wide characters takes the wide colon, which includes its space.
  return widthOf(speaker) > widthOf('a') * Array.from(speaker).length ? `${speaker}：` : `${speaker}:`
}

function cuesOfClip({ startMs, endMs, speaker, text, prefix }: {
  startMs: number
  endMs: number
  speaker: string
  text: string
  prefix: string
}): Cue[] {
  const span = endMs - startMs
  if (span <= 0)
    return []
  const pieces = splitCaption(text, { least: Math.min(1, leastMs / span), most: mostMs / span }, prefix)
  const whole = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  let weightBefore = 0
  return pieces.map(({ lines, weight }) => {
    const from = startMs + Math.round(span * weightBefore / whole)
    weightBefore += weight
    const to = startMs + Math.round(span * weightBefore / whole)
    return { startMs: from, endMs: Math.min(to, from + mostMs), lines, speaker }
  })
}

/** A very short last cue stays a little longer, unless the next one begins. */
function lengthenLast(cues: Cue[], nextStartMs: number): Cue[] {
  const last = cues.at(-1)
  if (!last)
    return cues
  const endMs = Math.max(last.endMs, Math.min(last.startMs + leastMs, nextStartMs))
  return [...cues.slice(0, -1), { ...last, endMs }]
}

/** SubRip. */
export function toSrt(cues: readonly Cue[]): string {
  return cues.map((cue, index) =>
    `${index + 1}\n${times(cue, ',')}\n${cue.lines.map(withoutArrow).map(withoutTags).join('\n')}\n`).join('\n')
}

/** WebVTT, with each speaker as a voice. */
export function toVtt(cues: readonly Cue[]): string {
  const body = cues.map((cue) => {
    const voice = cue.speaker === '' ? '' : `<v ${escapeVtt(cue.speaker)}>`
    return `${times(cue, '.')}\n${voice}${cue.lines.map(escapeVtt).join('\n')}\n`
  })
  return ['WEBVTT\n', ...body].join('\n')
}

/** Advanced SubStation Alpha for a picture of this size, to be burned in: white with a dark outline, near the bottom. */
export function toAss(cues: readonly Cue[], { width, height, fontName }: { width: number, height: number, fontName: string }): string {
  // 42 narrow characters are some 17 times as wide as the font is high, measured with Noto Sans; wide ones need less.
  const size = Math.round(Math.min(width * 0.9 / 19, height * 0.06))
  const side = Math.round(width * 0.04)
  // Vertical videos are shown with the app's buttons over their lower part.
  const below = Math.round(height * (height > width ? 0.14 : 0.06))
  const edge = Math.max(1, size / 14).toFixed(1)
  const font = fontName.replaceAll(/[,\r\n]/g, ' ')
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    'YCbCr Matrix: TV.709',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: Caption,${font},${size},&H00FFFFFF,&H00FFFFFF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,${edge},0,2,${side},${side},${below},1`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map(cue =>
      `Dialogue: 0,${assTime(cue.startMs)},${assTime(cue.endMs)},Caption,${cue.speaker.replaceAll(/[,\r\n]/g, ' ')},0,0,0,,${cue.lines.map(escapeAss).join('\\N')}`),
    '',
  ].join('\n')
}

function times(cue: Cue, point: ',' | '.'): string {
  return `${clock(cue.startMs, point)} --> ${clock(cue.endMs, point)}`
}

function clock(ms: number, point: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${two(ms / 60_000)}:${two(ms / 1000)}${point}${String(ms % 1000).padStart(3, '0')}`
}

/** At most a hundredth early, never late: ffmpeg's clock is often a thousandth behind, and the caption would miss its first frame. */
function assTime(exactMs: number): string {
  const ms = Math.max(0, exactMs - 1)
  const [, minutesOn = '', hundredths = ''] = /^\d+(:\d\d:\d\d\.)(\d\d)/.exec(clock(ms, '.')) ?? []
  return `${Math.floor(ms / 3_600_000)}${minutesOn}${hundredths}`
}

// SubRip cannot escape its arrow.
function withoutArrow(line: string): string {
  return line.replaceAll('-->', '→')
}

// An invisible word joiner keeps `<b>` and `{\an8}` plain text: players would take them for formatting.
const joiner = '\u2060'

function withoutTags(line: string): string {
  return line.replaceAll(/<(?=[/a-z])/gi, `<${joiner}`).replaceAll('{\\', `{${joiner}\\`)
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeAss(line: string): string {
  return line.replaceAll('\\', `\\${joiner}`).replaceAll('{', '\\{').replaceAll('}', '\\}')
}
