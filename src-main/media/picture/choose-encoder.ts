/**
 * Chooses the encoder of a film. Hardware is used only when it was asked for, and only after it has encoded some frames that could be
 * read.
 */
import type { VideoCodec, VideoSettings } from '#contract/presets.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { PictureEncoder } from './picture-encoders.ts'
import { sizeProblem } from '#rules/deliver/encoder-sizes.ts'
import { pictureForm } from '#rules/deliver/picture-form.ts'
import { drawnInput, ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegLacksError } from '../ffmpeg/ffmpeg-needs.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { deviceArgs, encoderArgs, hardwareEncoders, isEncodedAtEnd, softwareEncoders, uploadFilters } from './picture-encoders.ts'

/** Of hardware that was asked for. What it could not encode is never encoded in another way instead. */
export class HardwareEncoderError extends Error {
  override readonly name = 'HardwareEncoderError'
}

/** It does not take pictures of this size. */
export class PictureSizeError extends Error {
  override readonly name = 'PictureSizeError'
}

/** Throws FfmpegLacksError, PictureSizeError, or HardwareEncoderError where no hardware encodes this codec. */
export async function chooseEncoder(video: VideoSettings, ffmpeg: Ffmpeg): Promise<PictureEncoder> {
  const { codec, quality, kilobits } = video
  requireSize(video)
  if (video.encoder === 'hardware') {
    if (kilobits !== undefined)
      throw new HardwareEncoderError('Only software encoders keep to a bit rate or a size. Choose software encoding, or a quality.')
    if (video.bits === 10)
      throw new HardwareEncoderError('Only software encoders write ten bits. Choose software encoding, or a preset of eight bits.')
    const name = await findHardware(codec, ffmpeg)
    if (name === null)
      throw new HardwareEncoderError(`No hardware encoder for ${codec} works on this machine. Choose software encoding.`)
    return { name, quality }
  }
  const name = softwareEncoders[codec].find(each => ffmpeg.encoders.has(each))
  if (name === undefined)
    throw new FfmpegLacksError(ffmpeg, softwareEncoders[codec])
  return isEncodedAtEnd(codec)
    ? { name: 'libx264', quality: 'lossless' }
    : { name, quality, form: pictureForm(video), ...kilobits !== undefined && { kilobits } }
}

function requireSize(video: VideoSettings): void {
  const problem = sizeProblem(video)
  const refuse = (needs: string): never => {
    throw new PictureSizeError(`${video.codec.toUpperCase()} ${needs}; this one has ${video.width} × ${video.height}.`)
  }
  switch (problem?.is) {
    case 'too-small': return refuse(`needs a picture of at least ${problem.least.width} × ${problem.least.height} pixels`)
    case 'too-narrow': return refuse(`needs a picture of at least ${problem.side} pixels on its shorter side where the other has more than ${problem.longest}`)
    case 'too-large': return refuse(`takes pictures of which one side has at most ${problem.most} pixels`)
  }
}

const tested = new WeakMap<Ffmpeg, Map<string, Promise<boolean>>>()

/** The first that works; null when none does. Asked once for each program: a driver does not change while the studio is open. */
export async function findHardware(codec: VideoCodec, ffmpeg: Ffmpeg): Promise<string | null> {
  const known = tested.get(ffmpeg) ?? new Map<string, Promise<boolean>>()
  tested.set(ffmpeg, known)
  for (const name of hardwareEncoders(codec).filter(each => ffmpeg.encoders.has(each))) {
    const works = known.get(name) ?? doesEncode(name, ffmpeg)
    known.set(name, works)
    if (await works)
      return name
  }
  return null
}

const testFrames = 10
const testTask = { width: 320, height: 240, rate: { numerator: 25, denominator: 1 }, threads: 1 }

/** Whether some frames can be encoded, and decoded again to as many. */
async function doesEncode(name: string, ffmpeg: Ffmpeg): Promise<boolean> {
  const encoder: PictureEncoder = { name, quality: 'standard' }
  const drawn = drawnInput(`testsrc=s=${testTask.width}x${testTask.height}:r=25,format=yuv420p`)
  const upload = uploadFilters(encoder)
  try {
    const { stdout } = await ffmpeg.run([
      ...[...deviceArgs(encoder), ...drawn, ...upload.length > 0 ? ['-vf', upload.join(',')] : []],
      ...['-frames:v', String(testFrames), ...encoderArgs(encoder, testTask), '-f', 'nut', '-'],
    ], { signal: AbortSignal.timeout(15_000) })
    const signal = AbortSignal.timeout(15_000)
    const decoded = await ffmpeg.run([...ownInput('pipe:0', 'nut'), '-f', 'framecrc', '-'], { input: stdout, signal })
    return decoded.stdout.toString().split('\n').filter(line => line.startsWith('0,')).length === testFrames
  }
  catch (error) {
    if (error instanceof FfmpegError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return false
    throw error
  }
}
