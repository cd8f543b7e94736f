/** Captions at a fixed place, as events of ASS: with a shadow, and one for each word where the spoken one is shown otherwise. */
import type { TextStyle, WordStyle } from '#contract/text-style.ts'
import type { Commands } from './ass-text.ts'
import type { Cue } from './cues.ts'
import type { HanForms } from './han.ts'
import type { SpokenRow, SpokenWord } from './spoken-words.ts'
import type { Screen, Shadow } from './style.ts'
import { assText } from './ass-text.ts'
import { spokenRows } from './spoken-words.ts'
import {
  alignmentOf,
  alphaOf,
  assColour,
  captionInsets,
  castStyle,
  fontSizeOf,
  letterSpacingOf,
  lineSpacingOf,
  outlineOf,
  raisedBy,
  shadowOf,
} from './style.ts'
import { narrow } from './width.ts'

/** How much a word grows, in percent. */
const grown = 110
/** How long it takes to grow, in milliseconds. */
const growing = 90
/** A caption of more words than this is shown as a whole: nobody reads so many one by one, and each has an event with all of them. */
const mostWords = 150
/** A narrow character is some 0.45 of the font's size wide. */
const narrowOfFont = 0.45

export interface WordEvent {
  readonly start: number
  readonly length: number
  readonly text: string
  /** It is drawn over the other one of the same time. */
  readonly isOver?: boolean
}

interface Drawn {
  readonly style: TextStyle
  /** Absent: all words are shown alike. */
  readonly words?: WordStyle | undefined
  /** Of all that is not spoken now. */
  readonly colour: string
  readonly language: string | undefined
  readonly usual: HanForms | null
}

/** It keeps its room. */
const hidden = '\\1a&HFF&\\3a&HFF&'

function shownAt(opacity: number): string {
  return `\\1a&H${alphaOf(opacity)}&\\3a&H${alphaOf(opacity)}&`
}

/** Times in frames. A shadow is words of its own, below all others. */
export function wordEvents(cue: Cue, drawn: Drawn, screen: Screen): WordEvent[] {
  const { style, words } = drawn
  const shadow = shadowOf(screen, style)
  const own = eventsOf(cue, drawn, screen)
  if (!shadow)
    return own
  const { colour } = shadow
  const cast = { ...drawn, style: castStyle(style, shadow), colour, words: words && { ...words, colour } }
  return [...eventsOf(cue, cast, screen, shadow).map(({ isOver: _, ...event }) => event), ...own]
}

function eventsOf(cue: Cue, { style, words, colour, language, usual }: Drawn, screen: Screen, shadow: Shadow | null = null): WordEvent[] {
  const size = fontSizeOf(screen, style)
  const { left, right } = captionInsets(screen, style)
  const rows = spokenRows(cue, (screen.width - left - right) / (size * narrowOfFont + letterSpacingOf(screen, style)) * narrow)
  // At a fixed place libass moves no event out of the way of another.
  const head = `\\q2\\an${alignmentOf(style)}${placeOf(cue, style, screen, shadow?.by)}\\c${assColour(colour)}${castTags(shadow)}`
  const seen = shownAt(shadow?.opacity ?? 1)
  const written = (tags: string, texts: readonly string[], commands: readonly Commands[] = []): string =>
    `{${head}${tags}}${assText(texts, style, size, { language, usual, commands, gap: lineSpacingOf(screen, style) })}`
  const texts = rows.map(row => row.text)
  if (!words || rows.reduce((sum, row) => sum + row.words.length, 0) > mostWords)
    return [{ start: cue.start, length: cue.length, text: written('', texts) }]
  return stepsOf(cue, rows, words.how === 'alone').flatMap(({ start, length, word }): WordEvent[] => {
    const around = (before: string, behind: string): Commands[] => rows.map(row => word && row.words.includes(word)
      ? [{ at: word.from, tags: before }, { at: word.to, tags: behind }]
      : [])
    const shown = (text: string, isOver = false): WordEvent => ({ start, length, text, ...isOver && { isOver } })
    if (!word)
      return [shown(written('', texts))]
    switch (words.how) {
      case 'colour':
        return [shown(written('', texts, around(`\\c${assColour(words.colour)}`, `\\c${assColour(colour)}`)))]
      case 'box':
        return [shown(written('', texts, around(...boxTags(style, words, screen))))]
      case 'pop': {
        const grow = `\\c${assColour(words.colour)}\\t(0,${growing},\\fscx${grown}\\fscy${grown})`
        const isBoxless = style.box === null
        return [
          shown(written('', texts, around(hidden, seen))),
          // The box is that of the event below.
          shown(written(isBoxless ? hidden : `${hidden}\\4a&HFF&`, texts, around(`${seen}${grow}`, `${hidden}\\fscx100\\fscy100`)), true),
        ]
      }
      case 'alone': {
        const row = rows.find(({ words: own }) => own.includes(word))
        return [shown(written(`\\c${assColour(words.colour)}`, [row?.text.slice(word.from, word.to) ?? '']))]
      }
      default: return words.how satisfies never
    }
  })
}

function castTags(shadow: Shadow | null): string {
  return shadow === null
    ? ''
    : `\\3c${assColour(shadow.colour)}${shownAt(shadow.opacity)}${shadow.blur === 0 ? '' : `\\blur${shadow.blur}`}`
}

/** A wide edge of one colour: a box with round corners around the letters. */
function boxTags(style: TextStyle, { colour }: WordStyle, screen: Screen): [before: string, behind: string] {
  const around = Math.round(fontSizeOf(screen, style) * 1.5) / 10
  return [
    `\\bord${around}\\3c${assColour(colour)}`,
    `\\bord${outlineOf(screen, style)}\\3c${assColour(style.outlineColour)}`,
  ]
}

function placeOf({ rowsBelow = 0 }: Cue, style: TextStyle, screen: Screen, by = 0): string {
  const { width, height } = screen
  const { left, right, edge } = captionInsets(screen, style)
  const x = { left, centre: Math.round((left + width - right) / 2), right: width - right }[style.align]
  const raised = Math.round(edge + raisedBy(rowsBelow, screen, style))
  const y = { top: raised, middle: Math.round(height / 2), bottom: height - raised }[style.place]
  return `\\pos(${x + by},${y + by})`
}

interface Step { readonly start: number, readonly length: number, readonly word: SpokenWord | null }

/** What is seen from when to when. Before the first word all are as they are; where a word is shown alone, it is there from the beginning. */
function stepsOf({ start, length }: Cue, rows: readonly SpokenRow[], isAlone: boolean): Step[] {
  const words = rows.flatMap(row => row.words)
  const end = start + length
  const from = (index: number): number => words[index]
    ? isAlone && index === 0 ? start : Math.min(end, Math.max(start, words[index].start))
    : end
  const steps = words.map((word, index): Step => ({ start: from(index), length: from(index + 1) - from(index), word }))
  return [{ start, length: from(0) - start, word: null }, ...steps].filter(step => step.length > 0)
}
