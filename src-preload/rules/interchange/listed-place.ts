/** Where a picture is and how clear, as edit lists say it by frames, as the look, the fades and the keys of a clip. */
import type { Keys, Look, PictureClip } from '#contract/sequence-document.ts'
import type { Size } from '../sequence/placement.ts'
import type { Playing } from '../sequence/resolve.ts'
import type { Key, ListedClip, ListedMoves } from './list.ts'
import { Look as LookShape } from '#contract/sequence-document.ts'
import { mostKeys } from '#contract/sequence-limits.ts'
import { keyPlaceAt } from '../sequence/motion.ts'
import { fadesOf } from './list.ts'
import { wholePicture } from './whole-picture.ts'

type Moved = 'x' | 'y' | 'scale' | 'rotation'

export interface ListedPlace extends Pick<PictureClip, 'fadeIn' | 'fadeOut'> {
  readonly look: Partial<Look>
  readonly keys?: Keys
}

interface About {
  /** As it is played. */
  readonly clip: Playing
  /** Of the picture; null where it is not known, or a title, which fills the frame. */
  readonly source: Size | null
  /** Of the sequence. */
  readonly frame: Size
}

/** Values that differ by less are the same: formats write four digits, and pixels of a frame. */
const near: Readonly<Record<Moved, number>> = { x: 5e-4, y: 5e-4, scale: 1e-3, rotation: 0.02 }

export function listedPlace(listed: ListedClip, { clip, source, frame }: About): ListedPlace {
  const { look, crossIn, transition, trim } = listed
  const moves = transition ? after(listed.moves ?? {}, crossIn) : listed.moves ?? {}
  const fit = look.fit ?? 'contain'
  const fitted = source ? sizeIn(source, frame, fit) : frame
  const scale = moves.scale ?? moves.box?.map(({ at, width, height }) => ({
    at,
    value: source ? Math.min(width / fitted.width, height / fitted.height) : Math.min(width / frame.width, height / frame.height),
  }))
  const all: Readonly<Record<Moved, readonly Key[]>> = {
    ...{ x: moves.x ?? [], y: moves.y ?? [], scale: scale ?? [] },
    rotation: moves.rotation ?? [],
  }
  const still: Partial<Record<Moved, number>> = {}
  const keys: Keys = {}
  for (const name of ['x', 'y', 'scale', 'rotation'] as const) {
    const found = within(name, all[name])
    const [first] = found
    if (first && found.every(({ value }) => Math.abs(value - first.value) < near[name]))
      still[name] = first.value
    else if (first)
      keys[name] = placed(found, clip)
  }
  const { opacity, fadeIn, fadeOut, keys: clear } = clearness(moves.opacity ?? [], clip)
  const moving = { ...keys, ...clear }
  return {
    look: { ...look, ...still, opacity, ...trim && { crop: cropOf(trim, fitted, frame) } },
    // The rise of a dissolve is not one of the clip itself.
    fadeIn: crossIn > 0 && fadeIn <= crossIn ? 0 : Math.max(fadeIn, listed.fadeIn),
    fadeOut: Math.max(fadeOut, listed.fadeOut),
    ...Object.keys(moving).length > 0 && { keys: moving },
  }
}

/** Whatever a transition adds to the place of a picture is not said of the clip. */
function after(moves: ListedMoves, frames: number): ListedMoves {
  const later = <Each extends { readonly at: number }>(keys: readonly Each[] | undefined): readonly Each[] | undefined => {
    const kept = keys?.filter(({ at }) => at >= frames)
    return kept?.length === 0 ? keys?.slice(-1) : kept
  }
  const { x, y, scale, box, rotation, opacity } = moves
  return Object.fromEntries(Object.entries({
    ...{ x: later(x), y: later(y), scale: later(scale), rotation: later(rotation), opacity: later(opacity) },
    box: later(box),
  }).filter(([, keys]) => keys !== undefined))
}

function clearness(keys: readonly Key[], clip: Playing): ReturnType<typeof wholePicture> {
  const { fadeIn, fadeOut } = fadesOf(keys, clip.length)
  const between = keys.filter(({ at }) => at >= fadeIn && at <= clip.length - fadeOut)
  const [first] = between
  const isFaded = fadeIn + fadeOut > 0 && first !== undefined && between.every(({ value }) => Math.abs(value - first.value) < 0.01)
  return isFaded ? { opacity: Math.max(0, Math.min(1, first.value)), fadeIn, fadeOut } : wholePicture(keys, clip)
}

function within(name: Moved, keys: readonly Key[]): Key[] {
  const { minValue, maxValue } = LookShape.shape[name]
  return keys.map(({ at, value }) => ({ at, value: Math.max(minValue ?? value, Math.min(maxValue ?? value, Number(value.toFixed(4)))) }))
}

/** Keys of other programs may be out of order, or more than a clip can have. */
function placed(keys: readonly Key[], clip: Playing): NonNullable<Keys[Moved]> {
  const each = [...new Map(keys.map(({ at, value }) => [Math.round(keyPlaceAt(clip, Math.round(at))), value]))].sort(([a], [b]) => a - b)
  const step = Math.ceil(each.length / mostKeys)
  return each.filter((_, index) => index % step === 0).map(([at, value]) => ({ at, value, easing: 'linear' }))
}

function sizeIn(source: Size, frame: Size, fit: Look['fit']): Size {
  const [across, down] = [frame.width / source.width, frame.height / source.height]
  const by = fit === 'contain' ? Math.min(across, down) : Math.max(across, down)
  return { width: source.width * by, height: source.height * by }
}

/** From hundredths of the frame's height. */
function cropOf({ left, top, right, bottom }: Look['crop'], fitted: Size, { height }: Size): Look['crop'] {
  const share = (part: number, whole: number): number => Math.max(0, Math.min(0.95, Number((part * height / 100 / whole).toFixed(4))))
  return {
    ...{ left: share(left, fitted.width), right: share(right, fitted.width) },
    ...{ top: share(top, fitted.height), bottom: share(bottom, fitted.height) },
  }
}
