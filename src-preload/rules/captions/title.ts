/** Titles as events of ASS: moved, scaled and turned as a picture of the size of the frame would be. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { TextStyle, TitleWords } from '#contract/text-style.ts'
import type { Moved } from '../sequence/motion.ts'
import type { Crossed, Edge } from '../sequence/transitions.ts'
import type { Commands } from './ass-text.ts'
import type { Screen, Shadow } from './style.ts'
import { millisecondsOfFrame } from '../sequence/frames.ts'
import { placedAt } from '../sequence/resolve.ts'
import { crossingCuts, isAcross } from '../sequence/transitions.ts'
import { assText, shownFromMs } from './ass-text.ts'
import { wordsOf } from './pieces.ts'
import {
  alignmentOf,
  alphaOf,
  assColour,
  castStyle,
  fontSizeOf,
  insetsOf,
  letterSpacingOf,
  lineSpacingOf,
  outlineOf,
  paddingOf,
  shadowOf,
} from './style.ts'
import { titleMotion } from './title-motion.ts'
import { graphemesOf, narrow, widthOf } from './width.ts'

interface Place { readonly x: number, readonly y: number, readonly scale: number }

/** Of the look of a picture what words can have. */
export interface TitleLook extends Place {
  readonly rotation: number
  readonly opacity: number
  readonly crop: { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }
  /** As earlier versions wrote a move. */
  readonly moveTo?: Place | null | undefined
  /** Of a wipe. */
  readonly edge?: Edge
}

/** Times in frames. */
export interface Title {
  readonly start: number
  readonly length: number
  readonly text: string
  readonly style: TextStyle
  readonly look: TitleLook
  readonly fadeIn: number
  readonly fadeOut: number
  /** The share of its letters that is seen; the others keep their room. Absent: all. */
  readonly letters?: number
}

type Shown = Pick<PictureClip, 'title' | 'start' | 'fadeIn' | 'fadeOut' | 'crossIn'> & Moved & Crossed

/** A clip as the titles that show it; none when it is a picture. One that another picture dissolves from stays as it was at its end. */
export function titlesOf(clip: Shown, shownUntil: number): Title[] {
  const { title, start, length, fadeIn, fadeOut, crossIn, look } = clip
  if (title === null)
    return []
  if (clip.keys || title.enters || title.leaves || crossingCuts(clip).length > 0)
    return movedTitles(clip, title, Math.max(length, fadeOut === 0 ? shownUntil - start : 0))
  const own: Title = { ...title, start, length, look, fadeIn: Math.max(fadeIn, crossIn), fadeOut }
  const still = { ...look, ...look.moveTo, moveTo: null }
  const after: Title = { ...own, start: start + length, length: shownUntil - start - length, look: still, fadeIn: 0, fadeOut: 0 }
  return after.length > 0 && fadeOut === 0 ? [own, after] : [own]
}

/** With letters that appear one by one, it does not fade in as well. A colour over it is not drawn with it. */
function shownAt(clip: Shown, title: TitleWords, offset: number): { look: TitleLook, letters: number } {
  const rising = Math.max(clip.fadeIn, clip.crossIn)
  const { veil: _, ...look } = placedAt(title.enters === 'type' ? { ...clip, fadeIn: 0, crossIn: 0 } : clip, offset)
  const { x, y, scale, letters } = titleMotion(title, offset, { length: clip.length, rising, falling: clip.fadeOut })
  return { look: { ...look, x: look.x + x, y: look.y + y, scale: look.scale * scale }, letters }
}

/** libass knows even moves only: with keys, or while it comes or leaves by a transition, each frame that is another has a title of its own. */
function movedTitles(clip: Shown, title: TitleWords, frames: number): Title[] {
  const titles: (Title & { length: number })[] = []
  let last = ''
  for (let offset = 0; offset < frames; offset++) {
    const { look, letters } = shownAt(clip, title, offset)
    const now = JSON.stringify([look, letters])
    const same = titles.at(-1)
    if (same && now === last)
      same.length++
    else
      titles.push({ ...title, start: clip.start + offset, length: 1, look, fadeIn: 0, fadeOut: 0, ...letters < 1 && { letters } })
    last = now
  }
  return titles
}

/** None for a title without words, or that nothing can be seen of. */
export function titleEvents(title: Title, screen: Screen): { start: number, length: number, text: string }[] {
  const { start, length, text, style, look } = title
  const lines = linesOf(text, style, screen)
  if (lines.every(line => line === '') || look.opacity === 0)
    return []
  const to = look.moveTo ?? look
  const [from, end] = [look, to].map(place => anchorAt(place, style, look.rotation, screen)) as [Point, Point]
  // From the beginning of the event, which is a little earlier than its first frame.
  const eventStart = shownFromMs(millisecondsOfFrame(start, screen.rate))
  const ms = (frames: number) => millisecondsOfFrame(start + frames, screen.rate) - eventStart
  const whole = `${ms(0)},${ms(Math.max(1, length - 1))}`
  const isMoved = from.x !== end.x || from.y !== end.y
  const gap = lineSpacingOf(screen, style)
  const commands = hiddenFrom(lines, title.letters ?? 1)
  const drawn = (own: TextStyle, tags: readonly string[]): string =>
    `{${tags.join('')}}${assText(lines, own, fontSizeOf(screen, own), { gap, ...title.letters !== undefined && { commands } })}`
  const tagsOf = (by: number, opacity: number): string[] => [
    // Rows are broken here: libass would break them again while they grow.
    `\\q2\\an${alignmentOf(style)}`,
    isMoved
      ? `\\move(${round(from.x + by)},${round(from.y + by)},${round(end.x + by)},${round(end.y + by)},${whole})`
      : `\\pos(${round(from.x + by)},${round(from.y + by)})`,
    sizeTags(look.scale, style, screen),
    ...to.scale === look.scale ? [] : [`\\t(${whole},${sizeTags(to.scale, style, screen)})`],
    ...look.rotation === 0 ? [] : [`\\frz${round(-look.rotation)}`],
    ...fadeTags(title, opacity, ms),
    ...cropTags(look, screen),
  ]
  const shadow = shadowOf(screen, style)
  const own = { start, length, text: drawn(style, tagsOf(0, look.opacity)) }
  if (!shadow)
    return [own]
  const tags = [...tagsOf(shadow.by * look.scale, look.opacity * shadow.opacity), ...castTags(shadow, look.scale)]
  return [{ start, length, text: drawn(castStyle(style, shadow), tags) }, own]
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

/** As `placedAt` fades pictures. libass has fades of its own, but its versions differ in how they fade a box. */
function fadeTags({ length, fadeIn, fadeOut, style }: Title, opacity: number, ms: (frames: number) => number): string[] {
  const [clear, full] = [alphaTags(0, style), alphaTags(opacity, style)]
  const [risen, falls] = [Math.min(length, fadeIn), length - Math.min(length, fadeOut)]
  return [
    ...fadeIn > 0 ? [clear, `\\t(${ms(0)},${ms(risen)},${full})`] : opacity === 1 ? [] : [full],
    ...fadeOut > 0 ? [`\\t(${ms(falls)},${ms(length)},${clear})`] : [],
  ]
}

/** All of it in the colour of the shadow. */
function castTags({ colour, blur }: Shadow, scale: number): string[] {
  return [`\\c${assColour(colour)}\\3c${assColour(colour)}`, ...blur === 0 ? [] : [`\\blur${round(blur * scale)}`]]
}

function alphaTags(opacity: number, { box }: TextStyle): string {
  return `\\alpha&H${alphaOf(opacity)}&${box === null ? '' : `\\4a&H${alphaOf(opacity * box.opacity)}&`}`
}

interface Point { readonly x: number, readonly y: number }

/** Where the corner or middle that the style is aligned by is. */
function anchorAt({ x, y, scale }: Place, style: TextStyle, rotation: number, screen: Screen): Point {
  const { width, height } = screen
  const { side, edge } = insetsOf(screen, style)
  const across = { left: side - width / 2, centre: 0, right: width / 2 - side }[style.align] * scale
  const down = { top: edge - height / 2, middle: 0, bottom: height / 2 - edge }[style.place] * scale
  const turn = rotation * Math.PI / 180
  return {
    x: round(width * (0.5 + x) + across * Math.cos(turn) - down * Math.sin(turn)),
    y: round(height * (0.5 + y) + across * Math.sin(turn) + down * Math.cos(turn)),
  }
}

/** Scaling does not reach the edge and the box of letters. */
function sizeTags(scale: number, style: TextStyle, screen: Screen): string {
  const percent = round(scale * 100)
  const box = style.box === null ? '' : `\\shad${round(paddingOf(screen, style) * scale)}`
  return `\\fscx${percent}\\fscy${percent}\\bord${round(outlineOf(screen, style) * scale)}${box}`
}

/** The part of the frame that is left, where it is at the beginning; it is not turned. The edge of a wipe is sharp. */
function cropTags({ x, y, scale, crop, edge }: TitleLook, { width, height }: Screen): string[] {
  const { left, top, right, bottom } = crop
  if (left + top + right + bottom === 0 && !edge)
    return []
  const across = (share: number) => Math.round(width * (0.5 + x + (share - 0.5) * scale))
  const down = (share: number) => Math.round(height * (0.5 + y + (share - 0.5) * scale))
  const own = left + top + right + bottom === 0
    ? { left: 0, top: 0, right: width, bottom: height }
    : { left: across(left), top: down(top), right: across(1 - right), bottom: down(1 - bottom) }
  const { left: from, top: above, right: until, bottom: below } = edge ? withinEdge(own, edge, { width, height }) : own
  return [`\\clip(${from},${above},${until},${below})`]
}

interface Part { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }

function withinEdge(own: Part, edge: Edge, { width, height }: Pick<Screen, 'width' | 'height'>): Part {
  const { direction, isLeaving } = edge
  const isBackwards = direction === 'left' || direction === 'up'
  const way = edge.full + edge.softness / 2
  const at = Math.round((isAcross(edge) ? width : height) * (isBackwards ? 1 - way : way))
  const [far, near] = isAcross(edge) ? ['right', 'left'] as const : ['bottom', 'top'] as const
  return isBackwards === isLeaving
    ? { ...own, [far]: Math.max(own[near], Math.min(own[far], at)) }
    : { ...own, [near]: Math.min(own[far], Math.max(own[near], at)) }
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
