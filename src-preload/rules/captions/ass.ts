/**
 * Captions and titles as Advanced SubStation Alpha, for the size of the picture. The render burns this text in and the preview draws it,
 * both with libass and the same fonts.
 */
import type { TextStyle } from '#contract/sequence-document.ts'
import type { Cue } from './cues.ts'
import type { HanForms } from './han.ts'
import type { Screen } from './style.ts'
import type { Title } from './title.ts'
import { millisecondsOfFrame } from '../sequence/frames.ts'
import { assText, shownFromMs } from './ass-text.ts'
import { fontOf } from './fonts.ts'
import { formsOfText } from './han.ts'
import { alignmentOf, assColour, captionInsets, fontSizeOf, outlineOf, raisedBy } from './style.ts'
import { titleEvents } from './title.ts'
import { clockOf } from './write-file.ts'

export interface ShownCaptions {
  readonly cues: readonly Cue[]
  readonly style: TextStyle
  /** Colours of speakers in place of the style's, `#rrggbb`. */
  readonly speakerColours: Readonly<Record<string, string>>
  /** BCP 47; empty when not said. */
  readonly language?: string
}

const styleFormat = 'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

/** Titles are below captions; of titles the first is lowest. */
export function toAss(screen: Screen, { captions, titles = [] }: { captions: ShownCaptions | null, titles?: readonly Title[] }): string {
  const { width, height, rate } = screen
  // What a platform covers moves captions alone.
  const whole: Screen = { width, height, rate }
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    // Layouts are measured on the picture itself, whatever shape its pixels have.
    `LayoutResX: ${width}`,
    `LayoutResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    'YCbCr Matrix: None',
    '',
    '[V4+ Styles]',
    styleFormat,
    ...titles.map(({ style }, index) => styleRow(`Title${index}`, style, whole, captionInsets(whole, style))),
    ...captions === null ? [] : [styleRow('Caption', captions.style, screen, captionInsets(screen, captions.style))],
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...titles.flatMap((title, index) => titleEvents(title, whole).map(event =>
      eventRow({ ...event, layer: index, style: `Title${index}` }, screen))),
    ...captions === null
      ? []
      : captions.cues.map(cue =>
          eventRow({ ...captionEvent(cue, captions, screen), layer: titles.length, style: 'Caption' }, screen)),
    '',
  ].join('\n')
}

interface Insets { readonly left: number, readonly right: number, readonly edge: number }

function styleRow(name: string, style: TextStyle, screen: Screen, { left, right, edge }: Insets): string {
  const size = fontSizeOf(screen, style)
  // 4 draws one box behind all rows, as far around them as a shadow would fall.
  const border = style.box === null ? [1, outlineOf(screen, style), 0] : [4, outlineOf(screen, style), Math.round(size / 5)]
  return `Style: ${[
    name,
    fontOf[style.font],
    size,
    assColour(style.colour),
    assColour(style.colour),
    assColour(style.outlineColour),
    style.box === null ? assColour(style.outlineColour) : assColour(style.box.colour, style.box.opacity),
    style.isBold ? -1 : 0,
    ...[0, 0, 0, 100, 100, 0, 0],
    ...border,
    alignmentOf(style),
    // The last is the encoding: with −1 libass takes the direction of each row from its letters.
    ...[left, right, edge, -1],
  ].join(',')}`
}

interface Event {
  readonly start: number
  readonly length: number
  readonly layer: number
  readonly style: string
  readonly text: string
  /** From the edge in pixels, in place of what the style says. */
  readonly edge?: number
}

function eventRow({ start, length, layer, style, text, edge = 0 }: Event, { rate }: Screen): string {
  return `Dialogue: ${layer},${assTime(millisecondsOfFrame(start, rate))},${assTime(millisecondsOfFrame(start + length, rate))},${style},,0,0,${edge},,${text}`
}

function captionEvent(cue: Cue, captions: ShownCaptions, screen: Screen): Omit<Event, 'layer' | 'style'> {
  return { ...cue, ...raised(cue, captions, screen), text: captionText(cue, captions, screen) }
}

/** Above the rows of others. */
function raised({ rowsBelow = 0 }: Cue, { style }: ShownCaptions, screen: Screen): { edge: number } | null {
  return rowsBelow === 0 ? null : { edge: Math.round(captionInsets(screen, style).edge + raisedBy(rowsBelow, screen, style)) }
}

const knownForms = new WeakMap<readonly Cue[], HanForms | null>()

/** What all captions together tell of their characters: a row alone may have none that tells. */
function formsIn(cues: readonly Cue[]): HanForms | null {
  const known = knownForms.get(cues)
  if (known !== undefined)
    return known
  const forms = formsOfText(cues.map(({ lines }) => lines.join('')).join(''))
  knownForms.set(cues, forms)
  return forms
}

function captionText(
  { lines, speaker }: Cue,
  { cues, style, speakerColours, language }: ShownCaptions,
  screen: Screen,
): string {
  const colour = Object.hasOwn(speakerColours, speaker) ? speakerColours[speaker] : undefined
  const text = assText(lines, style, fontSizeOf(screen, style), { language, usual: formsIn(cues) })
  return colour === undefined ? text : `{\\c${assColour(colour)}}${text}`
}

function assTime(exactMs: number): string {
  const ms = shownFromMs(exactMs)
  const [, minutesOn = '', hundredths = ''] = /^\d+(:\d\d:\d\d\.)(\d\d)/.exec(clockOf(ms, '.')) ?? []
  return `${Math.floor(ms / 3_600_000)}${minutesOn}${hundredths}`
}
