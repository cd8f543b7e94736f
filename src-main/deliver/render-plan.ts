/** Freezes a sequence into the plan of a render: files by path, clips by number, captions as text. */
import type { CaptionMode } from '#contract/deliveries.ts'
import type { Sequence } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Preset } from '#rules/deliver/presets.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { RenderJobPlan } from '../media/render-job.ts'
import type { RenderPicture, RenderSound } from '../media/render-plan.ts'
import { Fault } from '#contract/faults.ts'
import { toAss } from '#rules/captions/ass.ts'
import { cuesOf } from '#rules/captions/cues.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { toSrt } from '#rules/captions/write-file.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { placedTakeIds } from './preflight.ts'
import { provenanceOf } from './provenance.ts'

export type FrozenPlan = Omit<RenderJobPlan, 'deliveryId' | 'delivery' | 'fileBase'>

export interface FreezeInput {
  readonly sequence: Sequence
  readonly takes: readonly Take[]
  /** Absolute path of a take's bytes. */
  readonly pathOf: (take: Take) => string
  readonly preset: Preset
  readonly captionMode: CaptionMode
  readonly title: string
  readonly madeAt: number
}

/** @throws Fault nothing-to-deliver for a sequence without length, not-found for a take that it places and that is not given */
export function freezeRender({ sequence, takes, pathOf, preset, captionMode, title, madeAt }: FreezeInput): FrozenPlan {
  const resolved = resolve(sequence)
  const { durationFrames, captions } = resolved
  if (durationFrames === 0)
    throw new Fault('nothing-to-deliver', {})
  const take = finder(takes)
  const used = placedTakeIds(sequence).map(take)
  const shown = captions.map(({ startFrame, frames, ...caption }) => ({ ...caption, start: startFrame, length: frames }))
  const cues = captionMode === 'none' ? [] : cuesOf(shown, sequence.rate)
  const { width, height, targetLufs, truePeakDbtp } = preset
  return {
    captionMode,
    targetLufs,
    truePeakDbtp,
    sources: used.map(each => ({ takeId: each.id, path: pathOf(each), medium: each.medium, sizeBytes: each.asset.sizeBytes })),
    width,
    height,
    rate: sequence.rate,
    durationFrames,
    pictures: picturesOf(resolved, take, pathOf),
    sounds: soundsOf(resolved, take, pathOf),
    srt: toSrt(cues, sequence.rate),
    ass: captionMode === 'burned' && cues.length > 0
      ? toAss({ width, height, rate: sequence.rate }, { captions: { cues, style: captionStyle, speakerColours: {} } })
      : null,
    metadata: { title, creation_time: new Date(madeAt).toISOString(), ...provenanceOf(used) },
  }
}

type FindTake = (takeId: TakeId) => Take

function finder(takes: readonly Take[]): FindTake {
  const byId = new Map(takes.map(take => [take.id, take]))
  return (takeId) => {
    const take = byId.get(takeId)
    if (!take)
      throw new Fault('not-found', { word: 'take', id: takeId })
    return take
  }
}

function picturesOf({ pictures }: Resolved, find: FindTake, pathOf: FreezeInput['pathOf']): RenderPicture[] {
  return pictures.map(({ clip, startFrame, frames, skippedFrames }) => {
    const take = find(clip.takeId)
    const isShot = take.medium === 'video'
    return {
      path: pathOf(take),
      medium: isShot ? 'video' : 'picture',
      startFrame,
      frames,
      inFrame: isShot ? Math.max(0, clip.inFrame + skippedFrames) : 0,
      fit: clip.fit,
      pushIn: isShot ? null : { fromFrame: skippedFrames, frames: clip.frames },
      colourTagged: null,
      sourceHeight: take.asset.height,
    }
  })
}

function soundsOf({ sounds }: Resolved, find: FindTake, pathOf: FreezeInput['pathOf']): RenderSound[] {
  return sounds.filter(clip => clip.samples > 0).map(({ id: _id, takeId, lineId: _lineId, ...clip }) => ({
    ...clip,
    path: pathOf(find(takeId)),
    samples: lastsToItsEnd(clip, find(takeId)) ? null : clip.samples,
  }))
}

/** An untrimmed clip plays to the end of its file, because its length was measured and rounded. */
function lastsToItsEnd(clip: { inSample: number, samples: number }, take: Take): boolean {
  const whole = (take.asset.durationSeconds ?? Infinity) * samplesPerSecond
  return Math.abs(clip.inSample + clip.samples - whole) < 1
}
