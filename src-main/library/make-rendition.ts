/**
 * Makes the rendition of one asset in a folder: a shot, a sound or a still, or its sound alone at another speed, along a course of it or
 * of a chosen track; and
 * says when the original itself serves.
 */
import type { NoRenditionBecause, Rendition } from '#contract/renditions.ts'
import type { Asset } from '#contract/takes.ts'
import type { MakeOptions } from '../media/preview/proxy.ts'
import type { UnreadableReason } from '../media/unreadable.ts'
import type { WavLayout } from '../media/wav.ts'
import type { RenditionFacts, RenditionKey } from './rendition-store.ts'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { courseOfKey } from '#rules/sequence/course.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { saysDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'
import { FfmpegLacksError } from '../media/ffmpeg/ffmpeg-needs.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { isFitForPreview, makePreviewPicture } from '../media/preview/preview-picture.ts'
import { makeShotRenditions, shotFiles } from '../media/preview/proxy.ts'
import { probe as probeFile } from '../media/probe/probe.ts'
import { copyAlong } from '../media/sound/along-course.ts'
import { decodeToWav48k, mixSampleRate } from '../media/sound/decode.ts'
import { makePeaks } from '../media/sound/peaks.ts'
import { stretchWav } from '../media/sound/stretch.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { readWavLayout } from '../media/wav.ts'
import { hasOwnPeaks, isWholeAsset, recipe } from './rendition-store.ts'

type Parts = Pick<RenditionFacts, 'proxy' | 'filmstrip' | 'sound' | 'picture'>
type Files = RenditionFacts['files']
type Ready = Extract<Rendition, { state: 'ready' }>

const none: Parts = { proxy: null, filmstrip: null, sound: null, picture: null }

/** By the path of a file, whose bytes never change. Asked with each range of a picture that is served. */
const known = new Map<string, Promise<boolean>>()
const mostKnown = 2000

function isFit(asset: Asset, path: string): Promise<boolean> {
  const fit = known.get(path) ?? isFitForPreview(path, asset)
  if (known.size >= mostKnown)
    known.clear()
  known.set(path, fit)
  // A file that is missing may be found again.
  fit.catch(() => known.delete(path))
  return fit.catch(() => false)
}

/** The rendition of an asset whose original can be used as it is; null for any other. */
export async function originalAsRendition(asset: Asset, path: string): Promise<Ready | null> {
  const ready = { state: 'ready', assetId: asset.id, speed: 100, madeAt: 0, ...none } as const
  const { width, height } = asset
  if (width !== null && height !== null && await isFit(asset, path))
    return { ...ready, picture: { width, height } }
  if (asset.mime !== 'audio/wav')
    return null
  const wav = await readWavLayout(path).catch(() => null)
  return wav && isPlayable(wav) ? { ...ready, sound: { samples: wav.frames, dataOffset: wav.dataOffset } } : null
}

/** Whether the page can play a WAV as it is. */
function isPlayable(wav: WavLayout): boolean {
  return wav.pcm && wav.encoding === 'int' && wav.bitsPerSample === 16 && wav.channels === 2 && wav.sampleRate === mixSampleRate
    && !wav.isCutShort
}

/** Throws UnreadableMediaError, FfmpegError or FfmpegLacksError; `whyImpossible` says what they mean. */
export async function makeRendition(
  path: string,
  folder: string,
  { ffmpeg, madeAt, speed, along, heard, ...how }: Omit<MakeOptions, 'probe'> & Omit<RenditionKey, 'assetId'> & { readonly madeAt: number },
): Promise<RenditionFacts> {
  const probe = await probeFile(path, { ffmpeg })
  const options: MakeOptions = { ffmpeg, probe, ...how }
  const { parts, files } = isWholeAsset({ speed, along, heard })
    ? await makeParts(path, folder, options)
    : await makeSound(path, folder, { ...options, speed, along, heard })
  const sized = files.map(async file => ({ ...file, sizeBytes: (await stat(join(folder, file.name))).size }))
  return { recipe, ffmpeg: ffmpeg.version, madeAt, ...along && { along }, ...parts, files: await Promise.all(sized) }
}

interface Made { readonly parts: Parts, readonly files: readonly Omit<Files[number], 'sizeBytes'>[] }

async function makeParts(path: string, folder: string, options: MakeOptions): Promise<Made> {
  const { medium, durationSeconds } = options.probe
  switch (medium) {
    case 'video': {
      const { proxy, filmstrip: { rows: _rows, ...filmstrip }, hasSound } = await makeShotRenditions(path, folder, options)
      return {
        parts: { ...none, proxy, filmstrip, sound: hasSound ? await soundIn(join(folder, shotFiles.sound)) : null },
        files: [
          { part: 'proxy', name: shotFiles.proxy, mime: 'video/mp4' },
          { part: 'filmstrip', name: shotFiles.filmstrip, mime: 'image/jpeg' },
          ...(hasSound ? [{ part: 'sound', name: shotFiles.sound, mime: 'audio/wav' } as const] : []),
        ],
      }
    }
    case 'audio': {
      const { onProgress } = options
      await decodeToWav48k(path, join(folder, shotFiles.sound), {
        ...options,
        onProgress: (seconds: number) => durationSeconds && onProgress?.(Math.min(1, seconds / durationSeconds)),
      })
      return soundAlone(folder)
    }
    case 'picture': {
      const { fileName, mime, ...picture } = await makePreviewPicture(path, folder, options)
      return { parts: { ...none, picture }, files: [{ part: 'picture', name: fileName, mime }] }
    }
    case 'unknown': throw new UnreadableMediaError('damaged', 'neither picture nor sound')
    default: return medium satisfies never
  }
}

/** From the samples that are played at 100 percent, as in a delivery. */
async function makeSound(
  path: string,
  folder: string,
  { speed, along, heard, ...options }: MakeOptions & Omit<RenditionKey, 'assetId'>,
): Promise<Made> {
  if (options.probe.audioCodec === null)
    throw new UnreadableMediaError('damaged', 'no sound in it')
  const original = options.probe.mime === 'audio/wav' && heardKey(heard) === '' ? await readWavLayout(path) : null
  const [decoded, made] = [join(folder, 'decoded.wav'), join(folder, shotFiles.sound)]
  const isReady = original !== null && isPlayable(original)
  const isCopy = speed !== 100 || along !== undefined
  if (!isReady) {
    // What is stretched is not rounded before, as in a delivery: the least difference makes it choose other places to join.
    await decodeToWav48k(path, isCopy ? decoded : made, {
      ffmpeg: options.ffmpeg,
      choice: heard,
      samples: isCopy ? 'float' : 'int16',
      ...(options.signal && { signal: options.signal }),
    })
  }
  if (along)
    await copyAlong(isReady ? path : decoded, made, courseOfKey(along), options)
  else if (isCopy)
    await stretchWav(isReady ? path : decoded, made, speed, options)
  await rm(decoded, { force: true })
  const { parts, files } = await soundAlone(folder)
  return hasOwnPeaks({ speed, along, heard }) ? { parts, files: [...files, await peaksOf(made, folder)] } : { parts, files }
}

/** What is chosen of a sound has its own waveform. */
async function peaksOf(path: string, folder: string): Promise<Made['files'][number]> {
  const name = 'peaks.dat'
  const probe = { medium: 'audio', container: 'wav', audioCodec: 'pcm-s16', sampleRate: mixSampleRate, channels: 2, sound: 0 } as const
  await writeFile(join(folder, name), await makePeaks(path, { ffmpeg: null, probe }))
  return { part: 'peaks', name, mime: 'application/octet-stream' }
}

async function soundAlone(folder: string): Promise<Made> {
  return {
    parts: { ...none, sound: await soundIn(join(folder, shotFiles.sound)) },
    files: [{ part: 'sound', name: shotFiles.sound, mime: 'audio/wav' }],
  }
}

async function soundIn(path: string): Promise<RenditionFacts['sound']> {
  const { frames, dataOffset } = await readWavLayout(path)
  return { samples: frames, dataOffset }
}

/** What a failure means for the user. */
export function whyImpossible(error: unknown): { because: NoRenditionBecause, said: string } {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof UnreadableMediaError)
    return { because: becauseOf(error.reason), said }
  if (error instanceof FfmpegLacksError)
    return { because: 'ffmpeg-lacks', said: error.missing.join(', ') }
  if (saysDiskFull(error instanceof FfmpegError ? error.stderr : said))
    return { because: 'disk-full', said }
  if (error instanceof FfmpegError && !error.killed)
    return { because: 'damaged', said }
  return { because: errnoOf(error) === 'ENOENT' ? 'missing' : 'failed', said }
}

function becauseOf(reason: UnreadableReason): NoRenditionBecause {
  switch (reason) {
    case 'no-reader': return 'no-ffmpeg'
    case 'no-decoder': return 'ffmpeg-lacks'
    case 'no-samples': return 'empty'
    default: return reason
  }
}
