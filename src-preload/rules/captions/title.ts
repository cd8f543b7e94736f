/** Titles and shapes as events of ASS: moved, scaled and turned as a picture of the size of the frame would be. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Shape, TextStyle, TitleWords } from '#contract/text-style.ts'
import type { Moved } from '../sequence/motion.ts'
import type { Crossed, Edge } from '../sequence/transitions.ts'
import type { Body } from './shape-body.ts'
import type { Screen, Shadow } from './style.ts'
import { millisecondsOfFrame } from '../sequence/frames.ts'
import { placedAt } from '../sequence/resolve.ts'
import { crossingCuts, isAcross } from '../sequence/transitions.ts'
import { shownFromMs } from './ass-text.ts'
import { countedText } from './counter.ts'
import { shapeBody } from './shape-body.ts'
import { assColour } from './style.ts'
import { titleMotion } from './title-motion.ts'
import { wordsBody } from './words-body.ts'

interface Place { readonly x: number, readonly y: number, readonly scale: number }

/** Of the look of a picture what words can have. */
export interface TitleLook extends Place {
  readonly rotation: number
  readonly opacity: number
  readonly crop: { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }
  /** Of a wipe. */
  readonly edge?: Edge
}

/** Times in frames. */
export interface Title {
  readonly start: number
  readonly length: number
  readonly text: string
  readonly style: TextStyle
  /** Drawn in place of the words. */
  readonly shape?: Shape | undefined
  readonly look: TitleLook
  readonly fadeIn: number
  readonly fadeOut: number
  /** The share of its letters that is seen; the others keep their room. Absent: all. */
  readonly letters?: number
  /** Its own, from the left and the top of that of the file, in place of it. Absent: it is drawn in the whole frame. */
  readonly frame?: { readonly width: number, readonly height: number }
}

type Shown = Pick<PictureClip, 'title' | 'start' | 'fadeIn' | 'fadeOut' | 'crossIn'> & Moved & Crossed

/** A clip as the titles that show it; none when it is a picture. One that another picture dissolves from stays as it was at its end. */
export function titlesOf(clip: Shown, shownUntil: number): Title[] {
  const { title, start, length, fadeIn, fadeOut, crossIn, look } = clip
  if (title === null)
    return []
  if (clip.keys || title.enters || title.leaves || title.counter || crossingCuts(clip).length > 0)
    return movedTitles(clip, title, Math.max(length, fadeOut === 0 ? shownUntil - start : 0))
  const own: Title = { ...title, start, length, look, fadeIn: Math.max(fadeIn, crossIn), fadeOut }
  const after: Title = { ...own, start: start + length, length: shownUntil - start - length, fadeIn: 0, fadeOut: 0 }
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
    const text = countedText(title, offset, clip.length)
    const now = JSON.stringify([look, letters, text])
    const same = titles.at(-1)
    if (same && now === last)
      same.length++
    else
      titles.push({ ...title, text, start: clip.start + offset, length: 1, look, fadeIn: 0, fadeOut: 0, ...letters < 1 && { letters } })
    last = now
  }
  return titles
}

/** None for a title without words, or that nothing can be seen of. */
export function titleEvents(title: Title, screen: Screen): { start: number, length: number, text: string }[] {
  const { start, length, look, shape } = title
  const body = look.opacity === 0 ? null : shape ? shapeBody(shape, screen) : wordsBody(title, screen)
  if (!body)
    return []
  const anchor = anchorAt(look, body, look.rotation, screen)
  // From the beginning of the event, which is a little earlier than its first frame.
  const eventStart = shownFromMs(millisecondsOfFrame(start, screen.rate))
  const ms = (frames: number) => millisecondsOfFrame(start + frames, screen.rate) - eventStart
  const tagsOf = (by: number, opacity: number): string[] => [
    // Rows are broken here: libass would break them again while they grow.
    `\\q2\\an${body.alignment}`,
    `\\pos(${round(anchor.x + by)},${round(anchor.y + by)})`,
    body.size(look.scale),
    ...look.rotation === 0 ? [] : [`\\frz${round(-look.rotation)}`],
    ...fadeTags(title, body, opacity, ms),
    ...cropTags(look, screen),
  ]
  const { shadow } = body
  const own = { start, length, text: body.drawn(tagsOf(0, look.opacity), false) }
  if (!shadow)
    return [own]
  const tags = [...tagsOf(shadow.by * look.scale, look.opacity * shadow.opacity), ...castTags(shadow, look.scale)]
  return [{ start, length, text: body.drawn(tags, true) }, own]
}

/** As `placedAt` fades pictures. libass has fades of its own, but its versions differ in how they fade a box. */
function fadeTags({ length, fadeIn, fadeOut, shape }: Title, { alpha }: Body, opacity: number, ms: (frames: number) => number): string[] {
  const [clear, full] = [alpha(0), alpha(opacity)]
  const [risen, falls] = [Math.min(length, fadeIn), length - Math.min(length, fadeOut)]
  return [
    ...fadeIn > 0 ? [clear, `\\t(${ms(0)},${ms(risen)},${full})`] : opacity === 1 && !shape ? [] : [full],
    ...fadeOut > 0 ? [`\\t(${ms(falls)},${ms(length)},${clear})`] : [],
  ]
}

/** All of it in the colour of the shadow. */
function castTags({ colour, blur }: Shadow, scale: number): string[] {
  return [`\\c${assColour(colour)}\\3c${assColour(colour)}`, ...blur === 0 ? [] : [`\\blur${round(blur * scale)}`]]
}

interface Point { readonly x: number, readonly y: number }

/** Where the point that it is aligned by is. */
function anchorAt({ x, y, scale }: Place, body: Pick<Body, 'across' | 'down'>, rotation: number, { width, height }: Screen): Point {
  const [across, down] = [body.across * scale, body.down * scale]
  const turn = rotation * Math.PI / 180
  return {
    x: round(width * (0.5 + x) + across * Math.cos(turn) - down * Math.sin(turn)),
    y: round(height * (0.5 + y) + across * Math.sin(turn) + down * Math.cos(turn)),
  }
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

function round(value: number): number {
  return Math.round(value * 100) / 100
}
