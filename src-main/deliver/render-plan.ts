/** Freezes a sequence into the plan of a render: files by path, positions by number, captions as text. */
import type { CaptionMode } from '#contract/deliveries.ts'
import type { Sequence } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Preset } from '#rules/deliver/presets.ts'
import type { RenderJobPlan, RenderPicture, RenderSound } from '../media/render-job.ts'
import { Fault } from '#contract/faults.ts'
import { cuesOf, toAss, toSrt } from '../media/captions.ts'
import { samplesPerSecond, secondsOfFrames, secondsOfSamples } from '#rules/sequence/frames.ts'
import { lengthInFrames, soundsOf } from '#rules/sequence/resolve.ts'
import { captionFont } from './caption-font.ts'
import { placedTakeIds } from './preflight.ts'
import { provenanceOf } from './provenance.ts'

export type FrozenPlan = Omit<RenderJobPlan, 'deliveryId' | 'delivery' | 'fileBase' | 'folder'>

export interface FreezeInput {
  readonly sequence: Sequence
  readonly takes: readonly Take[]
  /** Absolute path of a take's bytes. */
  readonly pathOf: (take: Take) => string
  readonly preset: Preset
  readonly captionMode: CaptionMode
  readonly title: string
  readonly madeAt: number
  readonly platform: NodeJS.Platform
}

/** @throws Fault nothing-to-deliver for a sequence without length, not-found for a take that it places and nobody has */
export function freezeRender({ sequence, takes, pathOf, preset, captionMode, title, madeAt, platform }: FreezeInput): FrozenPlan {
  const durationFrames = lengthInFrames(sequence)
  if (durationFrames === 0)
    throw new Fault('nothing-to-deliver', {})
  const take = finder(takes)
  const used = placedTakeIds(sequence).map(take)
  const cues = captionMode === 'none' ? [] : cuesOf(sequence)
  const { width, height, targetLufs, truePeakDbtp } = preset
  const fontName = captionFont(platform, cues.flatMap(cue => cue.lines).join(' '))
  return {
    captionMode,
    targetLufs,
    truePeakDbtp,
    sequence,
    sources: used.map(each => ({ takeId: each.id, path: pathOf(each), medium: each.medium, sizeBytes: each.asset.sizeBytes })),
    width,
    height,
    rate: sequence.rate,
    durationFrames,
    pictures: picturesOf(sequence, take, pathOf),
    sounds: heardSounds(sequence, take, pathOf),
    srt: toSrt(cues),
    ass: captionMode === 'burned' && cues.length > 0 ? toAss(cues, { width, height, fontName }) : null,
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

/** Track by track from the lowest, so that a later clip covers an earlier one just as in `resolve`. */
function picturesOf(sequence: Sequence, find: FindTake, pathOf: FreezeInput['pathOf']): RenderPicture[] {
  return sequence.tracks.flatMap(track => track.holds !== 'pictures' || track.isMuted
    ? []
    : track.clips.filter(clip => clip.frames > 0).map((clip): RenderPicture => {
        const take = find(clip.takeId)
        const isShot = take.medium === 'video'
        return {
          path: pathOf(take),
          medium: isShot ? 'video' : 'picture',
          startFrame: clip.startFrame,
          frames: clip.frames,
          inSeconds: isShot ? secondsOfFrames(clip.inFrame, sequence.rate) : 0,
          fit: clip.fit,
          move: isShot ? 'none' : 'push-in',
          colourTagged: null,
          sourceHeight: take.asset.height,
        }
      }))
}

function heardSounds(sequence: Sequence, find: FindTake, pathOf: FreezeInput['pathOf']): RenderSound[] {
  return soundsOf(sequence).filter(event => event.samples > 0).map(event => ({
    path: pathOf(find(event.takeId)),
    startSample: event.startSample,
    samples: lastsToItsEnd(event, find(event.takeId)) ? null : event.samples,
    inSeconds: secondsOfSamples(event.inSample),
    gainDb: event.gainDb,
    fadeInSeconds: secondsOfSamples(event.fadeInSamples),
    fadeOutSeconds: secondsOfSamples(event.fadeOutSamples),
  }))
}

/** A length that was measured and rounded must not cut off the last wave of a clip that nobody trimmed. */
function lastsToItsEnd(event: { inSample: number, samples: number }, take: Take): boolean {
  const whole = (take.asset.durationSeconds ?? Infinity) * samplesPerSecond
  return Math.abs(event.inSample + event.samples - whole) < 1
}
