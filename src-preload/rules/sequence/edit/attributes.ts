/** Giving clips what another clip has: how it is and looks, its fades, gain and speed. */
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TitleWords } from '#contract/text-style.ts'
import type { ClipId } from '#contract/words.ts'
import type { Property } from '../motion.ts'
import type { Played } from './draft.ts'
import { gradeOf } from '../../colour/grade.ts'
import { isColourProperty } from '../../colour/properties.ts'
import { isAdjustment } from '../adjustment.ts'
import { findClip } from '../document.ts'
import { keyPlaceAt, keysOf, mappedKeys, offsetOfKey, pacePerFrame, properties } from '../motion.ts'
import { turnedKeys } from '../nested/as-played.ts'
import { isNested } from '../nested/nested-clips.ts'
import { pointsInFrames } from '../ramp.ts'
import { applyEdits } from './apply.ts'
import { clipBefore } from './cross-fades.ts'
import { isPlayed } from './draft.ts'
import { inPlaceIfBlocked } from './in-place.ts'
import { EditRefusedError } from './refused.ts'

export const attributes = ['transform', 'look', 'colour', 'fades', 'transition', 'gain', 'tone', 'speed'] as const
export type Attribute = typeof attributes[number]

/** What is copied: clips, and the rate that times of pictures count in. */
export interface AttributeSource { readonly clips: readonly Clip[], readonly rate: FrameRate }

const isPicture = (clip: Clip): clip is PictureClip => 'look' in clip
const isSound = (clip: Clip): clip is SoundClip => 'points' in clip

interface Target {
  readonly clip: Played
  readonly from: Played
  /** Whether another clip ends where it begins. */
  readonly isAtCut: boolean
}

/** Pictures take from the first picture that was copied, sounds from the first sound; captions and locked clips take nothing. */
function targetsIn(document: SequenceDocument, { clips }: AttributeSource, clipIds: Iterable<ClipId>): Target[] {
  const [picture, sound] = [clips.find(isPicture), clips.find(isSound)]
  return [...clipIds].flatMap((id) => {
    const found = findClip(document, id)
    const from = found && (isPicture(found.clip) ? picture : sound)
    return found && from && isPlayed(found.clip) && !found.track.isLocked
      ? [{ clip: found.clip, from, isAtCut: clipBefore(found.track, found.clip) !== null }]
      : []
  })
}

/** Those that would change something of what these clips can have. */
export function attributesFor(document: SequenceDocument, source: AttributeSource, clipIds: Iterable<ClipId>): Attribute[] {
  const targets = targetsIn(document, source, clipIds)
  const has: Record<Attribute, (target: Target) => boolean> = {
    transform: ({ clip, from }) => isPicture(clip) && ![clip, from].some(isAdjustment),
    look: ({ clip }) => isPicture(clip),
    colour: ({ clip, from }) => [clip, from].every(each => isPicture(each) && each.title === null),
    fades: () => true,
    transition: ({ clip, from, isAtCut }) => isAtCut && !isAdjustment(clip) && from.crossIn > 0,
    gain: ({ clip }) => isSound(clip),
    tone: ({ clip }) => isSound(clip),
    speed: ({ clip, from }) => clip.sourceLength !== null && from.sourceLength !== null,
  }
  return attributes.filter(name => targets.some(has[name]))
}

/** Edits of one step. Fades are at most as long as the clips; a clip of another speed moves what follows, if that cuts nothing. */
export function attributeEdits(
  document: SequenceDocument,
  source: AttributeSource,
  clipIds: Iterable<ClipId>,
  chosen: ReadonlySet<Attribute>,
): SequenceEdit[] {
  const ids = [...clipIds]
  const { rate } = document
  const factor = rate.numerator * source.rate.denominator / (rate.denominator * source.rate.numerator)
  const frames = (count: number): number => Math.round(count * factor)
  const paced = chosen.has('speed')
    ? speedEdits(document, targetsIn(document, source, ids), { rate: source.rate, factor })
    : { edits: [], now: document }
  // Keys are counted at the speed that their clip has by then, and at a gap nothing dissolves.
  const values = targetsIn(paced.now, source, ids).flatMap(({ clip, from, isAtCut }): SequenceEdit[] => {
    const scaled = isPicture(from) ? frames : (samples: number): number => samples
    const fades = chosen.has('fades') ? { fadeIn: scaled(from.fadeIn), fadeOut: scaled(from.fadeOut) } : {}
    const crosses = chosen.has('transition') && isAtCut && from.crossIn > 0 && !isAdjustment(clip)
    const crossIn = crosses ? { crossIn: Math.max(1, scaled(from.crossIn)), ...crossBeforeOf(clip, scaled(from.crossBefore ?? 0)) } : {}
    const placing = [clip, from].some(isAdjustment) ? new Set([...chosen].filter(name => name !== 'transform')) : chosen
    const set = isPicture(clip) && isPicture(from)
      ? {
          do: 'setPicture' as const,
          values: {
            ...{ ...fades, ...crossIn },
            ...crosses && { transition: from.transition ?? null },
            ...picturePart(clip, from, placing, factor),
          },
        }
      : { do: 'setSound' as const, values: { ...fades, ...crossIn, ...isSound(from) && soundPart(from, chosen, crosses) } }
    return Object.keys(set.values).length === 0 ? [] : [{ ...set, clipIds: [clip.id] }]
  })
  return [...paced.edits, ...values]
}

function soundPart(
  { gainDb, points, pan = 0, panPoints = [], crossCurve = 'equal-power', tone }: SoundClip,
  chosen: ReadonlySet<Attribute>,
  crosses: boolean,
): Extract<SequenceEdit, { do: 'setSound' }>['values'] {
  return {
    ...chosen.has('gain') && { gainDb, points, pan, panPoints },
    ...crosses && { crossCurve },
    ...chosen.has('tone') && { tone: tone ?? null },
  }
}

/** Only where it has to be set. */
function crossBeforeOf(clip: Played, crossBefore: number): { crossBefore?: number } {
  return crossBefore === (clip.crossBefore ?? 0) ? {} : { crossBefore }
}

type PictureValues = Extract<SequenceEdit, { do: 'setPicture' }>['values']

function picturePart(
  clip: PictureClip,
  from: PictureClip,
  chosen: ReadonlySet<Attribute>,
  factor: number,
): PictureValues {
  const { opacity, ...place } = from.look
  const hasColour = chosen.has('colour') && !clip.title && !from.title
  const look = {
    ...clip.look,
    ...chosen.has('transform') && place,
    ...chosen.has('look') && { opacity },
  }
  return {
    ...(chosen.has('transform') || chosen.has('look')) && { look },
    ...chosen.has('transform') && !clip.title && !from.title && { backdrop: from.backdrop ?? null },
    ...hasColour && { grade: gradeOf(from) },
    ...keysPart(clip, from, property => chosen.has(attributeOf(property)) && (hasColour || !isColourProperty(property)), factor),
    ...chosen.has('look') && clip.title && from.title && { title: titleWith(clip.title, from.title) },
  }
}

/** Words keep their text and what they count; they do not become a shape, nor a shape words. */
function titleWith(own: TitleWords, { counter: _, ...from }: TitleWords): TitleWords {
  if (Boolean(own.shape) !== Boolean(from.shape))
    return own
  return { ...from, text: own.text, ...own.counter && { counter: own.counter } }
}

const backwards = (clip: PictureClip): boolean => pacePerFrame(clip) < 0

function attributeOf(property: Property): Attribute {
  return isColourProperty(property) ? 'colour' : property === 'opacity' ? 'look' : 'transform'
}

/** Keys are as far from the start of the clip as they were from that of the other one. */
function keysPart(
  clip: PictureClip,
  from: PictureClip,
  isGiven: (property: Property) => boolean,
  factor: number,
): Pick<PictureClip, 'keys'> {
  if (!properties.some(isGiven))
    return {}
  const moved = mappedKeys(keysOf(from), at => keyPlaceAt(clip, offsetOfKey(from, at) * factor))
  const [own, given] = [keysOf(clip), backwards(clip) === backwards(from) ? moved : turnedKeys(moved)]
  const keys = properties.flatMap((property) => {
    const key = (isGiven(property) ? given : own)[property]
    return key ? [[property, key] as const] : []
  })
  return keys.length > 0 || clip.keys ? { keys: Object.fromEntries(keys) } : {}
}

/** Linked clips change their speed together: once each, as the first of them takes it. `now` has the speeds. */
function speedEdits(
  document: SequenceDocument,
  targets: readonly Target[],
  { rate, factor }: { readonly rate: FrameRate, readonly factor: number },
): { readonly edits: SequenceEdit[], readonly now: SequenceDocument } {
  const links = new Set<ClipId>()
  let now = document
  const edits = targets.flatMap(({ clip, from }): SequenceEdit[] => {
    const isDone = clip.linkId !== null && links.has(clip.linkId)
    const [own, points] = [pointsInFrames(clip, document.rate), pointsInFrames(from, rate)]
    const keepsPitch = ('points' in from || isNested(from)) && from.ramp ? !from.ramp.shiftsPitch : undefined
    const isSame = clip.speed === from.speed && JSON.stringify(own) === JSON.stringify(points)
    if (isDone || clip.sourceLength === null || from.sourceLength === null)
      return []
    if (clip.linkId !== null)
      links.add(clip.linkId)
    if (isSame)
      return []
    const scaled = points.map(point => ({ ...point, at: Math.round(point.at * factor) }))
    const edit = inPlaceIfBlocked<Extract<SequenceEdit, { do: 'setSpeed' | 'setRamp' }>>(now, scaled.length > 0
      ? { do: 'setRamp', clipIds: [clip.id], points: scaled, ripples: true, ...keepsPitch !== undefined && { keepsPitch } }
      : { do: 'setSpeed', clipIds: [clip.id], speed: from.speed, ripples: true })
    now = carriedOut(now, edit)
    return [edit]
  })
  return { edits, now }
}

/** The same document where the edit is refused: so is the whole step then. */
function carriedOut(document: SequenceDocument, edit: SequenceEdit): SequenceDocument {
  try {
    return applyEdits(document, [edit]).document
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return document
    throw error
  }
}
