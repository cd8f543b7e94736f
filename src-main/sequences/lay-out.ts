/** Lays a script out: the chosen takes one after another, their words as captions, pictures and shots over the whole. */
import type { Line } from '#contract/script.ts'
import type { CaptionClip, FrameRate, PictureClip, Sequence, SoundClip } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, ProjectId, SequenceId } from '#contract/words.ts'
import { frameAtSample, frameFromSample, sampleOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { spreadPictures, wantedFrames } from './spread-pictures.ts'

/** Quiet before the first word, so that a player's start never swallows it. */
export const leadInSeconds = 0.4
/** Quiet after the last sound, in which the last picture stands. */
export const tailSeconds = 0.8
/** Long enough that a cut in the middle of a wave is not heard, too short to be heard itself. */
export const declickSeconds = 0.006

/** Cutting off more than this share of the wider side loses what a picture is about; then it stands in bars. */
const mostCropped = 1.34

export interface LayOutInput {
  readonly projectId: ProjectId
  readonly sequenceId: SequenceId
  readonly name: string
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  /** In the order of the script. A line without a sounding take is passed over. */
  readonly lines: readonly { readonly line: Line, readonly take: Take | null }[]
  /** Pictures and shots in any order; other media are passed over. */
  readonly pictures: readonly Take[]
  readonly newId: () => ClipId
}

/**
 * A new sequence, not yet kept: `revision` and `changedAt` are 0 until a store sets them.
 * With nothing to hear and nothing to see, its length is 0.
 */
export function layOut(input: LayOutInput): Sequence {
  const { projectId, sequenceId: id, name, width, height, rate, newId } = input
  const { sounds, captions, endFrame } = layOutLines(input)
  const pictures = spreadPictures(input.pictures, endFrame === 0 ? wantedFrames(input.pictures, rate) : endFrame, rate)
  let startFrame = 0
  const shown = pictures.map<PictureClip>(({ take, frames }) => {
    const clip = { id: newId(), takeId: take.id, startFrame, frames, inFrame: 0, fit: fitOf(take, width, height) }
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

/** Every line begins on a frame, so that its caption begins with its first sample; a pause grows by less than a frame. */
function layOutLines({ lines, rate, newId }: LayOutInput): { sounds: SoundClip[], captions: CaptionClip[], endFrame: number } {
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
    sounds.push({ id: newId(), takeId: take.id, lineId: line.id, startSample, samples, inSample: 0, gainDb: 0, fadeInSamples: fade, fadeOutSamples: fade })
    endSample = startSample + samples
    if (line.text.trim() !== '')
      captions.push({ id: newId(), lineId: line.id, speaker: line.speaker, text: line.text, startFrame, frames: frameFromSample(endSample, rate) - frameAtSample(startSample, rate) })
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
