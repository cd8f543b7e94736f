/** Compares a delivery with the same delivery made now. */
import type { DeliveryChanges } from '#contract/deliveries.ts'
import type { FrozenPlan } from '../media/plan/render-job.ts'
import { basename } from 'node:path'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { RenderPicture, RenderSound } from '../media/plan/render-plan.ts'

type Compared = Pick<FrozenPlan, 'pictures' | 'sounds' | 'captions' | 'durationFrames' | 'rate'>

/** Counts what was added, removed or changed. */
export function diffDeliveries(before: Compared, now: Compared): DeliveryChanges {
  return {
    pictures: differing(picturesOf(before), picturesOf(now)),
    sounds: differing(soundsOf(before), soundsOf(now)),
    captions: differing(cuesOf(before), cuesOf(now)),
    secondsLonger: secondsOfFrames(now.durationFrames, now.rate) - secondsOfFrames(before.durationFrames, before.rate),
  }
}

// A file's name is its content's hash; the studio folder does not matter. Parsing puts the members in one order.
function picturesOf({ pictures }: Compared): string[] {
  return pictures.map(({ file, lut, ...each }) =>
    JSON.stringify(RenderPicture.parse({ ...each, file: file && named(file), ...lut && { lut: named(lut) } })))
}
function named<File extends { readonly path: string }>(file: File): File {
  return { ...file, path: basename(file.path) }
}
function soundsOf({ sounds }: Compared): string[] {
  return sounds.map(each => JSON.stringify(RenderSound.parse(named(each))))
}
/** Without their numbers, which change with every earlier caption. */
function cuesOf({ captions }: Compared): string[] {
  return captions.flatMap(({ language, srt }) =>
    srt.split('\n\n').filter(cue => cue.trim() !== '').map(cue => `${language} ${cue.replace(/^\s*\d+\n/, '')}`))
}

/** A changed one counts as removed and added; the larger count is returned. */
function differing(before: readonly string[], now: readonly string[]): number {
  const left = new Map<string, number>()
  before.forEach(each => left.set(each, (left.get(each) ?? 0) + 1))
  let added = 0
  for (const each of now) {
    const count = left.get(each) ?? 0
    if (count > 0)
      left.set(each, count - 1)
    else
      added++
  }
  return Math.max(added, [...left.values()].reduce((sum, count) => sum + count, 0))
}
