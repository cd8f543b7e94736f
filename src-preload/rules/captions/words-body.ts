/** The words of a title as text of ASS: their rows, size and clearness. */
import type { TextStyle } from '#contract/text-style.ts'
import type { Commands } from './ass-text.ts'
import type { Body } from './shape-body.ts'
import type { Screen } from './style.ts'
import { assText } from './ass-text.ts'
import { wordsOf } from './pieces.ts'
import {
  alignmentOf,
  alphaOf,
  castStyle,
  fontSizeOf,
  insetsOf,
  letterSpacingOf,
  lineSpacingOf,
  outlineOf,
  paddingOf,
  shadowOf,
} from './style.ts'
import { graphemesOf, narrow, widthOf } from './width.ts'

interface Words {
  readonly text: string
  readonly style: TextStyle
  /** The share of its letters that is seen; the others keep their room. Absent: all. */
  readonly letters?: number
}

/** Null without words. */
export function wordsBody({ text, style, letters }: Words, screen: Screen): Body | null {
  const lines = linesOf(text, style, screen)
  if (lines.every(line => line === ''))
    return null
  const { width, height } = screen
  const { side, edge } = insetsOf(screen, style)
  const gap = lineSpacingOf(screen, style)
  const commands = hiddenFrom(lines, letters ?? 1)
  const shadow = shadowOf(screen, style)
  return {
    alignment: alignmentOf(style),
    across: { left: side - width / 2, centre: 0, right: width / 2 - side }[style.align],
    down: { top: edge - height / 2, middle: 0, bottom: height / 2 - edge }[style.place],
    size: scale => sizeTags(scale, style, screen),
    alpha: opacity => alphaTags(opacity, style),
    shadow,
    drawn(tags, isShadow) {
      const own = isShadow && shadow ? castStyle(style, shadow) : style
      return `{${tags.join('')}}${assText(lines, own, fontSizeOf(screen, own), { gap, ...letters !== undefined && { commands } })}`
    },
  }
}

/** Letters behind this share of all of them are not seen: a command before the first of these counts for all that follow. */
function hiddenFrom(lines: readonly string[], share: number): Commands[] {
  const letters = lines.map(graphemesOf)
  let left = Math.floor(letters.reduce((sum, row) => sum + row.length, 0) * share)
  let isHidden = false
  return letters.map((row) => {
    const count = Math.min(left, row.length)
    left -= count
    if (isHidden || count === row.length)
      return []
    isHidden = true
    return [{ at: row.slice(0, count).join('').length, tags: '\\1a&HFF&\\3a&HFF&' }]
  })
}

function alphaTags(opacity: number, { box }: TextStyle): string {
  return `\\alpha&H${alphaOf(opacity)}&${box === null ? '' : `\\4a&H${alphaOf(opacity * box.opacity)}&`}`
}

/** Scaling does not reach the edge and the box of letters. */
function sizeTags(scale: number, style: TextStyle, screen: Screen): string {
  const percent = round(scale * 100)
  const box = style.box === null ? '' : `\\shad${round(paddingOf(screen, style) * scale)}`
  return `\\fscx${percent}\\fscy${percent}\\bord${round(outlineOf(screen, style) * scale)}${box}`
}

/** The user's rows, broken where they would be wider than the frame. A narrow character is some 0.45 of the font's size wide. */
function linesOf(text: string, style: TextStyle, screen: Screen): string[] {
  const widthOfNarrow = fontSizeOf(screen, style) * 0.45 + letterSpacingOf(screen, style)
  const room = (screen.width - 2 * insetsOf(screen, style).side) / widthOfNarrow * narrow
  return text.normalize('NFC').split(/\r\n?|[\n\u2028\u2029]/).flatMap((row) => {
    const rows: string[] = []
    let width = 0
    for (const word of wordsOf(row.trim())) {
      const more = widthOf(word.text) + (word.hasSpaceBefore ? narrow : 0)
      if (rows.length > 0 && width + more <= room) {
        rows[rows.length - 1] += (word.hasSpaceBefore ? ' ' : '') + word.text
        width += more
      }
      else {
        rows.push(word.text)
        width = widthOf(word.text)
      }
    }
    return rows.length === 0 ? [''] : rows
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
