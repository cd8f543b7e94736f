/**
 * Lays a script out: the chosen takes one after another, their text as captions, pictures and shots over the whole length. The
 * same script and takes always give the same clips: a clip's id is derived from its line or picture.
 */
import type { Line } from '#contract/script.ts'
import type { CaptionClip, FrameRate, PictureClip, Sequence, SoundClip } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import { frameAtSample, frameFromSample, sampleOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { derivedId } from '../base/ids.ts'
import { spreadPictures, wantedFrames } from './spread-pictures.ts'

/** Silence before the first word, because players often drop the first moment. */
export const leadInSeconds = 0.4
/** Silence after the last sound, while the last picture is still shown. */
export const tailSeconds = 0.8
/** Fade at both ends of a take: hides a cut within a waveform, too short to be heard itself. */
export const declickSeconds = 0.006

/** A picture whose aspect ratio differs by more than this factor is letterboxed instead of cropped. */
const mostCropped = 1.34

export interface LayOutInput {
  readonly projectId: ProjectId
  readonly sequenceId: SequenceId
  readonly name: string
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  /** In the order of the script. Lines without a chosen audio take are skipped. */
  readonly lines: readonly { readonly line: Line, readonly take: Take | null }[]
  /** Pictures and shots in any order; other media are skipped. */
  readonly pictures: readonly Take[]
}

/**
 * Not stored: `revision` and `changedAt` are 0. Its length is 0 when there is neither sound nor picture.
 */
export function layOut(input: LayOutInput): Sequence {
  const { projectId, sequenceId: id, name, width, height, rate } = input
  const { sounds, captions, endFrame } = layOutLines(input)
  const totalFrames = endFrame === 0 ? wantedFrames(input.pictures, rate) : endFrame
  const pictures = spreadPictures(input.pictures, totalFrames, rate)
  let startFrame = 0
  const timesShown = new Map<TakeId, number>()
  const shown = pictures.map<PictureClip>(({ take, frames }) => {
    const time = (timesShown.get(take.id) ?? 0) + 1
    timesShown.set(take.id, time)
    const id = clipId(take.id, `picture ${time}`)
    const clip = { id, takeId: take.id, startFrame, frames, inFrame: 0, fit: fitOf(take, width, height) }
    startFrame += frames
    return clip
  })
  return {
    id,
    projectId,
    name,
    width,
    height,
    rate,
    tracks: [
      { holds: 'pictures', name: 'Pictures', isMuted: false, clips: shown },
      { holds: 'sounds', name: 'Speech', isMuted: false, clips: sounds },
      { holds: 'captions', name: 'Captions', isMuted: false, clips: captions },
    ],
    revision: 0,
    changedAt: 0,
  }
}

/** Every line begins on a frame boundary, so that its caption begins with its first sample; this lengthens a pause by less than a frame. */
function layOutLines({ lines, rate }: LayOutInput): { sounds: SoundClip[], captions: CaptionClip[], endFrame: number } {
  const sounds: SoundClip[] = []
  const captions: CaptionClip[] = []
  let cursor = samplesOfSeconds(leadInSeconds)
  let endSample = 0
  for (const { line, take } of lines) {
    const samples = take?.medium === 'audio' ? samplesOfSeconds(take.asset.durationSeconds ?? 0) : 0
    if (!take || samples === 0)
      continue
    const startFrame = frameFromSample(cursor, rate)
    const startSample = sampleOfFrame(startFrame, rate)
    const fade = Math.min(samplesOfSeconds(declickSeconds), Math.floor(samples / 2))
    sounds.push({
      id: clipId(line.id, 'sound'),
      takeId: take.id,
      lineId: line.id,
      startSample,
      samples,
      inSample: 0,
      gainDb: 0,
      fadeInSamples: fade,
      fadeOutSamples: fade,
    })
    endSample = startSample + samples
    const frames = frameFromSample(endSample, rate) - frameAtSample(startSample, rate)
    if (line.text.trim() !== '')
      captions.push({ id: clipId(line.id, 'caption'), lineId: line.id, speaker: line.speaker, text: line.text, startFrame, frames })
    cursor = endSample + samplesOfSeconds(line.pauseSeconds)
  }
  return { sounds, captions, endFrame: sounds.length === 0 ? 0 : frameFromSample(endSample + samplesOfSeconds(tailSeconds), rate) }
}

function fitOf({ asset }: Take, width: number, height: number): PictureClip['fit'] {
  if (!asset.width || !asset.height)
    return 'contain'
  const mismatch = (asset.width / asset.height) / (width / height)
  return Math.max(mismatch, 1 / mismatch) <= mostCropped ? 'cover' : 'contain'
}

function clipId(origin: string, words: string): ClipId {
  return derivedId(origin, words) as ClipId // has the form of an id
}
