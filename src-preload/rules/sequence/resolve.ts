/** What a sequence shows and sounds at each moment: the one answer that preview, render and interchange share. */
import type { CaptionClip, PictureClip, Sequence, SoundClip } from '#contract/sequences.ts'
import type { ClipId, LineId, TakeId } from '#contract/words.ts'
import { frameFromSample } from './frames.ts'

/** One thing to draw. `sourceFrame` counts from the source's beginning at the sequence's rate. */
export type Layer
  = | { readonly draws: 'picture', readonly clipId: ClipId, readonly takeId: TakeId, readonly sourceFrame: number, readonly fit: PictureClip['fit'] }
    | { readonly draws: 'caption', readonly clipId: ClipId, readonly speaker: string, readonly text: string }

/** One stretch of sound, placed in samples from the sequence's beginning. */
export interface SoundEvent {
  readonly clipId: ClipId
  readonly takeId: TakeId
  readonly lineId: LineId | null
  readonly startSample: number
  readonly samples: number
  readonly inSample: number
  readonly gainDb: number
  readonly fadeInSamples: number
  readonly fadeOutSamples: number
}

/** A stretch over which the uppermost picture does not change. */
export interface PictureRun {
  readonly clipId: ClipId
  readonly takeId: TakeId
  readonly startFrame: number
  readonly frames: number
  /** First frame shown of the source. */
  readonly inFrame: number
  readonly fit: PictureClip['fit']
}

/** What is drawn at this frame, lowest first; captions lie over all pictures. Muted tracks are left out. */
export function resolve(sequence: Sequence, frame: number): Layer[] {
  const pictures: Layer[] = []
  const captions: Layer[] = []
  for (const track of sequence.tracks) {
    if (track.isMuted || track.holds === 'sounds')
      continue
    if (track.holds === 'pictures') {
      for (const clip of track.clips.filter(clip => covers(clip, frame)))
        pictures.push({ draws: 'picture', clipId: clip.id, takeId: clip.takeId, sourceFrame: clip.inFrame + frame - clip.startFrame, fit: clip.fit })
    }
    else {
      for (const clip of track.clips.filter(clip => covers(clip, frame)))
        captions.push({ draws: 'caption', clipId: clip.id, speaker: clip.speaker, text: clip.text })
    }
  }
  return [...pictures, ...captions]
}

/** Every sound that is heard, by its beginning. Muted tracks are left out. */
export function soundsOf(sequence: Sequence): SoundEvent[] {
  return sequence.tracks
    .flatMap<SoundClip>(track => track.holds === 'sounds' && !track.isMuted ? track.clips : [])
    .map(({ id, ...clip }) => ({ clipId: id, ...clip }))
    .sort((a, b) => a.startSample - b.startSample)
}

/** Every caption that is shown, by its beginning. Muted tracks are left out. */
export function captionsOf(sequence: Sequence): CaptionClip[] {
  return sequence.tracks
    .flatMap<CaptionClip>(track => track.holds === 'captions' && !track.isMuted ? track.clips : [])
    .toSorted((a, b) => a.startFrame - b.startFrame)
}

/** Up to the end of the last clip. A muted track keeps its length, so that muting moves nothing. */
export function lengthInFrames(sequence: Sequence): number {
  const ends = sequence.tracks.flatMap<number>(track => track.holds === 'sounds'
    ? track.clips.map(clip => frameFromSample(clip.startSample + clip.samples, sequence.rate))
    : track.clips.map(clip => clip.startFrame + clip.frames))
  return ends.reduce((longest, end) => Math.max(longest, end), 0)
}

/** The uppermost pictures as runs in order of time. Where nothing lies there is a hole. */
export function pictureRunsOf(sequence: Sequence): PictureRun[] {
  const clips = sequence.tracks.flatMap<PictureClip>(track => track.holds === 'pictures' && !track.isMuted ? track.clips : [])
  const edges = [...new Set(clips.flatMap(clip => [clip.startFrame, clip.startFrame + clip.frames]))].sort((a, b) => a - b)
  const runs: PictureRun[] = []
  edges.slice(0, -1).forEach((startFrame, index) => {
    const top = clips.findLast(clip => covers(clip, startFrame))
    const frames = (edges[index + 1] ?? startFrame) - startFrame
    const last = runs.at(-1)
    if (top && last?.clipId === top.id && last.startFrame + last.frames === startFrame)
      runs[runs.length - 1] = { ...last, frames: last.frames + frames }
    else if (top)
      runs.push({ clipId: top.id, takeId: top.takeId, startFrame, frames, inFrame: top.inFrame + startFrame - top.startFrame, fit: top.fit })
  })
  return runs
}

/** The stretches of the sequence that no picture covers. */
export function pictureGapsOf(sequence: Sequence): { startFrame: number, frames: number }[] {
  const length = lengthInFrames(sequence)
  const gaps: { startFrame: number, frames: number }[] = []
  let coveredUntil = 0
  for (const run of [...pictureRunsOf(sequence), { startFrame: length, frames: 0 }]) {
    if (run.startFrame > coveredUntil)
      gaps.push({ startFrame: coveredUntil, frames: run.startFrame - coveredUntil })
    coveredUntil = Math.max(coveredUntil, run.startFrame + run.frames)
  }
  return gaps
}

function covers(clip: { startFrame: number, frames: number }, frame: number): boolean {
  return frame >= clip.startFrame && frame < clip.startFrame + clip.frames
}
