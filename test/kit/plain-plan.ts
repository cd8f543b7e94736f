/** Short ways to write a media plan: pictures one after another, sounds with a gain and fades, H.264 with AAC in MP4. */
import type { Encoding } from '#contract/presets.ts'
import type { RenderPicture, RenderSound, RenderStretch } from '../../src-main/media/plan/render-plan.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { moved } from './moved.ts'

/** One of several pictures in order of time, none over another. */
interface SinglePicture {
  readonly path: string
  readonly medium: 'picture' | 'video'
  readonly startFrame: number
  readonly frames: number
  readonly inFrame: number
  readonly fit: 'contain' | 'cover'
  /** A still that grows evenly from 1 to 1.08 over `frames`, of which this picture begins at `fromFrame`. */
  readonly pushIn: { readonly fromFrame: number, readonly frames: number } | null
}

/** Times in samples of 48 kHz; `samples` null plays to the end of the file. */
interface PlainSound {
  readonly path: string
  readonly startSample: number
  readonly samples: number | null
  readonly inSample: number
  readonly gainDb: number
  readonly fadeInSamples: number
  readonly fadeOutSamples: number
}

export function onlyEncoding({ width, height }: { readonly width: number, readonly height: number }): Encoding {
  return {
    format: 'mp4',
    video: { codec: 'h264', width, height, rate: null, quality: 'standard', encoder: 'software' },
    audio: { codec: 'aac', kilobits: 192 },
  }
}

/** For tests of the picture: to encode its silent sound would double the time of a small picture. */
export function silentEncoding(size: { readonly width: number, readonly height: number }): Encoding {
  return { ...onlyEncoding(size), audio: null }
}

const grownTo = 1.08

export function fromSingle(pictures: readonly SinglePicture[]): { pictures: RenderPicture[], stretches: RenderStretch[] } {
  return {
    pictures: pictures.map(pictureFrom),
    stretches: pictures.map(({ startFrame, frames }, at) => ({ startFrame, frames, layers: [at] })),
  }
}

function pictureFrom({ path, medium, startFrame, frames, inFrame, fit, pushIn }: SinglePicture): RenderPicture {
  const picture: RenderPicture = {
    file: { path, medium },
    start: startFrame - (pushIn?.fromFrame ?? 0),
    length: pushIn?.frames ?? frames,
    in: inFrame,
    sourceLength: medium === 'video' ? inFrame + frames : null,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    title: null,
    look: { ...plainLook, fit },
  }
  return pushIn === null ? picture : moved(picture, { x: 0, y: 0, scale: grownTo })
}

export function soundFromSamples(sound: PlainSound): RenderSound {
  const amplitude = 10 ** (sound.gainDb / 20)
  return {
    path: sound.path,
    start: sound.startSample,
    // Of a file that is shorter, all is heard.
    length: sound.samples ?? 3_600 * 48_000,
    in: sound.inSample,
    speed: 100,
    levels: [
      ...sound.fadeInSamples > 0 ? [{ at: 0, amplitude: 0 }, { at: sound.fadeInSamples, amplitude }] : [{ at: 0, amplitude }],
      ...sound.samples !== null && sound.fadeOutSamples > 0
        ? [{ at: sound.samples - sound.fadeOutSamples, amplitude }, { at: sound.samples, amplitude: 0 }]
        : [],
    ],
  }
}
