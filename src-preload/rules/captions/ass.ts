/**
 * Captions and titles as Advanced SubStation Alpha, for the size of the picture. The render burns this text in and the preview draws it,
 * both with libass and the same fonts.
 */
import type { TextStyle, WordStyle } from '#contract/text-style.ts'
import type { Cue } from './cues.ts'
import type { HanForms } from './han.ts'
import type { Screen } from './style.ts'
import type { Title } from './title.ts'
import { millisecondsOfFrame } from '../sequence/frames.ts'
import { assText, shownFromMs } from './ass-text.ts'
import { fontOf } from './fonts.ts'
import { formsOfText } from './han.ts'
import {
  alignmentOf,
  assColour,
  captionInsets,
  fontSizeOf,
  letterSpacingOf,
  lineSpacingOf,
  outlineOf,
  paddingOf,
  raisedBy,
  shadowOf,
} from './style.ts'
import { titleEvents } from './title.ts'
import { wordEvents } from './word-events.ts'
import { clockOf } from './write-file.ts'

export interface ShownCaptions {
  readonly cues: readonly Cue[]
  readonly style: TextStyle
  /** Colours of speakers in place of the style's, `#rrggbb`. */
  readonly speakerColours: Readonly<Record<string, string>>
  /** BCP 47; empty when not said. */
  readonly language?: string
  /** How the word that is spoken is shown. Absent: as all others. */
  readonly words?: WordStyle | undefined
}

const styleFormat = 'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

/** Titles are below captions; of titles the first is lowest. */
export function toAss(screen: Screen, { captions, titles = [] }: { captions: ShownCaptions | null, titles?: readonly Title[] }): string {
  const { width, height, rate } = screen
  // What a platform covers moves captions alone.
  const whole: Screen = { width, height, rate }
  const of = ({ frame }: Title): Screen => frame ? { ...whole, ...frame } : whole
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
    ...titles.map((title, index) => styleRow(`Title${index}`, title.style, of(title), captionInsets(of(title), title.style))),
    ...captions === null ? [] : [styleRow('Caption', captions.style, screen, captionInsets(screen, captions.style))],
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...titles.flatMap((title, index) => titleEvents(title, of(title)).map(event =>
      eventRow({ ...event, layer: index, style: `Title${index}` }, screen))),
    ...captions === null
      ? []
      : captionRows(captions, screen, titles.length),
    '',
  ].join('\n')
}

interface Insets { readonly left: number, readonly right: number, readonly edge: number }

function styleRow(name: string, style: TextStyle, screen: Screen, { left, right, edge }: Insets): string {
  const size = fontSizeOf(screen, style)
  // 4 draws one box behind all rows, as far around them as a shadow would fall.
  const border = style.box === null ? [1, outlineOf(screen, style), 0] : [4, outlineOf(screen, style), Math.round(paddingOf(screen, style))]
  return `Style: ${[
    name,
    fontOf[style.font],
    size,
    assColour(style.colour),
    assColour(style.colour),
    assColour(style.outlineColour),
    style.box === null ? assColour(style.outlineColour) : assColour(style.box.colour, style.box.opacity),
    style.isBold ? -1 : 0,
    ...[0, 0, 0, 100, 100, letterSpacingOf(screen, style), 0],
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

interface KnownRows { readonly of: readonly unknown[], readonly rows: readonly string[] }
/** Words in their own events take long, and an edit makes new cues only of the captions that it touches. */
const knownRows = new WeakMap<Cue, KnownRows>()

function captionRows(captions: ShownCaptions, screen: Screen, layer: number): string[] {
  const at = JSON.stringify([screen, layer])
  const { style, words, language } = captions
  const forms = formsIn(captions.cues)
  return captions.cues.flatMap((cue) => {
    const of = [at, style, words, language, forms, colourOf(cue, captions)]
    const known = knownRows.get(cue)
    if (known?.of.every((value, index) => value === of[index]))
      return known.rows
    const rows = captionEvents(cue, captions, screen).map(({ isOver, ...event }) =>
      eventRow({ ...event, layer: layer + (isOver ? 1 : 0), style: 'Caption' }, screen))
    knownRows.set(cue, { of, rows })
    return rows
  })
}

interface CaptionEvent extends Omit<Event, 'layer' | 'style'> { readonly isOver?: boolean }

function captionEvents(cue: Cue, captions: ShownCaptions, screen: Screen): CaptionEvent[] {
  const { words, style, cues, language } = captions
  if (words || shadowOf(screen, style) || lineSpacingOf(screen, style) > 0)
    return wordEvents(cue, { style, words, colour: colourOf(cue, captions) ?? style.colour, language, usual: formsIn(cues) }, screen)
  return [{ ...cue, ...raised(cue, captions, screen), text: captionText(cue, captions, screen) }]
}

function colourOf({ speaker }: Cue, { speakerColours }: ShownCaptions): string | undefined {
  return Object.hasOwn(speakerColours, speaker) ? speakerColours[speaker] : undefined
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

function captionText(cue: Cue, captions: ShownCaptions, screen: Screen): string {
  const { cues, style, language } = captions
  const colour = colourOf(cue, captions)
  const text = assText(cue.lines, style, fontSizeOf(screen, style), { language, usual: formsIn(cues) })
  return colour === undefined ? text : `{\\c${assColour(colour)}}${text}`
}

function assTime(exactMs: number): string {
  const ms = shownFromMs(exactMs)
  const [, minutesOn = '', hundredths = ''] = /^\d+(:\d\d:\d\d\.)(\d\d)/.exec(clockOf(ms, '.')) ?? []
  return `${Math.floor(ms / 3_600_000)}${minutesOn}${hundredths}`
}
