/** Freezes a sequence into the plan of a render: files by path, clips by number, captions as text. */
import type { CaptionMode, Preset } from '#contract/presets.ts'
import type { CaptionTrack, Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { FrozenPlan } from '../media/render-job.ts'
import type { RenderPicture, RenderSound, RenderStretch } from '../media/render-plan.ts'
import { Fault } from '#contract/faults.ts'
import { toAss } from '#rules/captions/ass.ts'
import { cuesOf } from '#rules/captions/cues.ts'
import { toSrt } from '#rules/captions/write-file.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { screenOf } from '#rules/deliver/presets.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { cuesWithin, rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { placedTakeIds } from './placed-takes.ts'
import { provenanceOf } from './provenance.ts'

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

/**
 * The part between the sequence's in and out is delivered.
 * @throws Fault nothing-to-deliver for a sequence without length, not-found for a take that it places and that is not given
 */
export function freezeRender({ sequence, takes, pathOf, preset, captionMode, title, madeAt }: FreezeInput): FrozenPlan {
  const resolved = resolve(sequence)
  const range = rangeOf(sequence, resolved.durationFrames)
  if (range.frames === 0)
    throw new Fault('nothing-to-deliver', {})
  const take = finder(takes)
  const used = placedTakeIds(sequence).map(take)
  const { rate, background } = sequence
  const captions = captionMode === 'none' ? [] : captionsOf(sequence, range)
  const shown = captions.find(({ track }) => track.id === resolved.captions[0]?.track.id)
  const { width, height } = screenOf(preset, sequence)
  const { format, video, audio, loudness } = preset
  return {
    captionMode,
    encoding: { format, video, audio },
    loudness,
    sources: used.map(each => ({ takeId: each.id, path: pathOf(each), medium: each.medium, sizeBytes: each.asset.sizeBytes })),
    width,
    height,
    rate,
    durationFrames: range.frames,
    background,
    ...picturesOf(resolved, range, id => fileOf(take(id), pathOf)),
    sounds: soundsOf(sequence, range, id => pathOf(take(id))),
    captions: captions.map(({ track, cues }) => ({ language: track.language, name: track.name, srt: toSrt(cues, rate) })),
    ass: captionMode === 'burned' ? assOf(shown, { width, height, rate }) : null,
    chapters: chaptersOf(Object.values(sequence.markers), range),
    metadata: { title, creation_time: new Date(madeAt).toISOString(), ...provenanceOf(used) },
  }
}

interface Captions { readonly track: CaptionTrack, readonly cues: readonly Cue[] }

/** Those of the tracks that are not muted and have words in this part, lowest first. */
function captionsOf(sequence: Sequence, range: Range): Captions[] {
  return tracksOf(sequence)
    .filter(track => track.kind === 'captions')
    .filter(track => !track.isMuted)
    .map(track => ({ track, cues: cuesWithin(cuesOf(clipsOf(track), sequence.rate, { names: track.showsSpeakers }), range) }))
    .filter(({ cues }) => cues.length > 0)
}

function assOf(captions: Captions | undefined, screen: Screen): string | null {
  return captions
    ? toAss(screen, { captions: { cues: captions.cues, style: captions.track.style, speakerColours: captions.track.speakerColours } })
    : null
}

function finder(takes: readonly Take[]): (takeId: TakeId) => Take {
  const byId = new Map(takes.map(take => [take.id, take]))
  return (takeId) => {
    const take = byId.get(takeId)
    if (!take)
      throw new Fault('not-found', { word: 'take', id: takeId })
    return take
  }
}

function fileOf(take: Take, pathOf: FreezeInput['pathOf']): NonNullable<RenderPicture['file']> {
  return { path: pathOf(take), medium: take.medium === 'video' ? 'video' : 'picture' }
}

function picturesOf(
  { stretches }: Resolved,
  range: Range,
  fileOfTake: (takeId: TakeId) => RenderPicture['file'],
): { pictures: RenderPicture[], stretches: RenderStretch[] } {
  const pictures: RenderPicture[] = []
  const places = new Map<ClipId, number>()
  const cut = stretches.flatMap(({ startFrame, frames, layers }): RenderStretch[] => {
    const start = Math.max(0, startFrame - range.startFrame)
    const end = Math.min(range.frames, startFrame + frames - range.startFrame)
    if (end <= start)
      return []
    return [{
      startFrame: start,
      frames: end - start,
      layers: layers.map(({ clip }) => {
        const place = places.get(clip.id) ?? pictures.length
        if (place === pictures.length) {
          places.set(clip.id, place)
          const { length, in: inFrame, sourceLength, speed, fadeIn, fadeOut, crossIn, title, look } = clip
          const file = clip.takeId === null ? null : fileOfTake(clip.takeId)
          pictures.push({
            ...{ file, start: clip.start - range.startFrame, length, in: inFrame, sourceLength },
            ...{ speed, fadeIn, fadeOut, crossIn, title, look },
          })
        }
        return place
      }),
    }]
  })
  return { pictures, stretches: cut }
}

function soundsOf(sequence: Sequence, range: Range, pathOf: (takeId: TakeId) => string): RenderSound[] {
  const { rate } = sequence
  const [from, end] = [sampleOfFrame(range.startFrame, rate), sampleOfFrame(range.startFrame + range.frames, rate)]
  return soundEvents(sequence)
    .filter(({ start, length }) => start < end && start + length > from)
    .map(({ clip, start, length, levels }) => ({
      path: pathOf(clip.takeId),
      start: start - from,
      length,
      in: clip.in,
      speed: clip.speed,
      levels: [...levels],
      fadeOutAtEnd: 0,
    }))
}
