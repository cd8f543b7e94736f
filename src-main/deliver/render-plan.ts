/** Freezes a sequence into the plan of a render: files by path, clips by number, captions as text. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { CaptionMode, RenderPreset } from '#contract/presets.ts'
import type { PictureClip, Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, LineId, TakeId } from '#contract/words.ts'
import type { HeadedLine } from '#rules/deliver/chapters.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { FrozenPlan } from '../media/plan/render-job.ts'
import type { RenderPicture, RenderSound, RenderStretch } from '../media/plan/render-plan.ts'
import type { HeardEvent } from './used-clips.ts'
import { Fault } from '#contract/faults.ts'
import { captionsOf, drawnGroup } from '#rules/captions/tracks.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { carriesCredentials } from '#rules/deliver/credentials.ts'
import { formats, holdsMark } from '#rules/deliver/formats.ts'
import { overlayOn } from '#rules/deliver/platforms.ts'
import { screenOf } from '#rules/deliver/presets.ts'
import { kindTags, tagsOfSound } from '#rules/deliver/sound-tags.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { courseKey, firstOfCopy } from '#rules/sequence/course.ts'
import { showsLut } from '#rules/sequence/graded.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { movedBy } from '#rules/sequence/nested/pace.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { markTags } from '../media/mark/xmp.ts'
import { captionsIn } from './captions-out.ts'
import { playedTakeIds } from './placed-takes.ts'
import { claimOf, markOf } from './provenance.ts'
import { heardIn, usedTakeIds } from './used-clips.ts'

export interface FreezeInput {
  readonly sequence: Sequence
  readonly takes: readonly Take[]
  /** Absolute path of a take's bytes. */
  readonly pathOf: (take: Take) => string
  /** Absolute paths of the look-up tables that its clips have. Absent: they have none. */
  readonly lutPaths?: ReadonlyMap<AssetId, string>
  readonly preset: RenderPreset
  /** Of its pictures, where the preset has none. Absent: there is none. */
  readonly hasPoster?: boolean
  readonly captionMode: CaptionMode
  /** Absent: the usual ones. */
  readonly options?: DeliveryOptions | undefined
  /** Only for formats that hold one. */
  readonly cover?: Take | null
  /** The script, for the names of speakers and scenes. */
  readonly lines?: readonly HeadedLine[]
  readonly madeAt: number
}

/**
 * The part between the sequence's in and out is delivered.
 * @throws Fault nothing-to-deliver for a sequence without length, not-found for a take or look-up table that it needs and that is not given
 */
export function freezeRender(input: FreezeInput): FrozenPlan {
  const { sequence, takes, pathOf, preset, captionMode, madeAt, lines = [], cover = null } = input
  // Not the name of the file, which may have a number behind it.
  const title = sequence.name
  const speakers = new Map(lines.map(({ id, speaker }) => [id, speaker]))
  const options = input.options ?? usualOptions
  const resolved = resolve(sequence)
  const range = rangeOf(sequence, resolved.durationFrames)
  if (range.frames === 0)
    throw new Fault('nothing-to-deliver', {})
  const take = finder(takes)
  const needed = usedTakeIds(sequence)
  const used = playedTakeIds(sequence).filter(id => needed.has(id)).map(take)
  const heard = heardIn(sequence, range)
  const { rate, background } = sequence
  const captions = captionMode === 'none' ? [] : captionsOf(sequence, range, options.captions.trackIds)
  const { width, height } = screenOf(preset, sequence)
  const { format, video, audio } = preset
  const sounding: SoundSource = { pathOf: id => pathOf(take(id)), speakerOf: id => speakers.get(id), sequence }
  const delivered = deliveredOf(used, preset, heard)
  const mark = options.isMarked && holdsMark(preset) ? markOf(delivered, title) : null
  const tags: Record<string, string> = options.tags && formats[format].cover ? tagsOfSound(options.tags) : {}
  const marks: Record<string, string> = mark ? markTags(mark, format) : {}
  const comment = [tags.comment, marks.comment].filter(words => words !== undefined).join('\n\n')
  const sources = [...used, ...cover && !used.includes(cover) ? [cover] : []]
  // Sound alone shows no colours.
  const isSeen = video !== null || input.hasPoster === true
  return {
    captionMode,
    encoding: { format, video, audio },
    loudness: options.loudness === undefined ? preset.loudness : options.loudness,
    levelsLines: options.levelsLines,
    sources: sources.map(each => ({ takeId: each.id, path: pathOf(each), medium: each.medium, sizeBytes: each.asset.sizeBytes })),
    width,
    height,
    rate,
    durationFrames: range.frames,
    startFrame: range.startFrame,
    background,
    ...picturesOf(resolved, range, { fileOfTake: id => fileOf(take(id), pathOf), lutOf: lutFinder(isSeen, input.lutPaths) }),
    sounds: heard.map(event => soundOf(event, sounding)),
    ...captionsIn(captions, {
      ...{ mode: captionMode, choice: options.captions },
      screen: { width, height, rate, covered: overlayOn(preset.platform, { width, height }) },
      drawnId: drawnGroup(sequence, range, options.captions.trackIds)?.track.id,
    }),
    chapters: chaptersOf(sequence, range, lines),
    beside: options.beside,
    options,
    mark,
    ...options.isSigned && carriesCredentials(preset) && { credentials: claimOf(delivered, title) },
    cover: cover && { path: pathOf(cover) },
    metadata: {
      ...{ title, creation_time: new Date(madeAt).toISOString() },
      ...{ ...kindTags(format), ...tags, ...marks, ...comment !== '' && { comment } },
    },
  }
}

/** A sound file says nothing of the pictures next to it, nor a picture of the sounds. */
function deliveredOf(used: readonly Take[], { video, audio }: RenderPreset, heard: readonly HeardEvent[]): readonly Take[] {
  const heardIds = new Set(heard.map(({ clip }) => clip.takeId))
  return used.filter(take => (audio !== null && heardIds.has(take.id)) || (video !== null && take.medium !== 'audio'))
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

/** @throws Fault not-found for a look-up table that is needed and not given */
function lutFinder(isNeeded: boolean, paths: ReadonlyMap<AssetId, string> = new Map()): PictureFiles['lutOf'] {
  return (clip) => {
    const lut = showsLut(clip) ? clip.grade?.lut : undefined
    if (!lut)
      return {}
    const path = paths.get(lut.id)
    if (path === undefined && !isNeeded)
      return {}
    if (path === undefined)
      throw new Fault('not-found', { word: 'lut', id: lut.id })
    return { lut: { path } }
  }
}

interface PictureFiles {
  readonly fileOfTake: (takeId: TakeId) => RenderPicture['file']
  readonly lutOf: (clip: PictureClip) => Pick<RenderPicture, 'lut'>
}

function picturesOf(
  { stretches }: Resolved,
  range: Range,
  { fileOfTake, lutOf }: PictureFiles,
): { pictures: RenderPicture[], stretches: RenderStretch[] } {
  const pictures: RenderPicture[] = []
  const places = new Map<string, number>()
  const cut = stretches.flatMap(({ startFrame, frames, layers }): RenderStretch[] => {
    const start = Math.max(0, startFrame - range.startFrame)
    const end = Math.min(range.frames, startFrame + frames - range.startFrame)
    if (end <= start)
      return []
    return [{
      startFrame: start,
      frames: end - start,
      layers: layers.map(({ clip, paces }) => {
        const key = clip.isBehind ? `behind ${clip.id}` : clip.id
        const place = places.get(key) ?? pictures.length
        if (place === pictures.length) {
          places.set(key, place)
          const { length, in: inFrame, sourceLength, speed, fadeIn, fadeOut, crossIn, title, look, keys, grade } = clip
          const { transition, leaves, isReversed, isFrozen, isAdjustment, group, isApart, canvas, pace, ramp } = clip
          const file = clip.takeId === null ? null : fileOfTake(clip.takeId)
          pictures.push({
            ...{ file, start: paces ? clip.start : clip.start - range.startFrame, length, in: inFrame, sourceLength },
            ...{ speed, fadeIn, fadeOut, crossIn, title, look, keys, grade, transition, leaves, isReversed, isFrozen, isAdjustment },
            ...group && { group },
            ...isApart && { isApart },
            ...canvas && { canvas },
            ...group === 'ends' && clip.backdrop && { backdrop: clip.backdrop },
            ...pace && { pace },
            ...paces && { paces: [...movedBy(paces, -range.startFrame)] },
            ...ramp && { ramp },
            ...clip.isBehind && { behind: clip.backdrop },
            ...lutOf(clip),
          })
        }
        return place
      }),
    }]
  })
  return { pictures, stretches: cut }
}

interface SoundSource {
  readonly pathOf: (takeId: TakeId) => string
  readonly speakerOf: (lineId: LineId) => string | undefined
  readonly sequence: Sequence
}

export function soundOf(
  { clip, trackId, from, length, levels, balance, sides, isReversed }: HeardEvent,
  { pathOf, speakerOf, sequence }: SoundSource,
): RenderSound {
  const { lineId, gainDb, points } = clip
  const isSpeech = sequence.tracks[trackId]?.kind === 'speech'
  const speaker = (lineId === null ? undefined : speakerOf(lineId)) ?? ''
  return {
    path: pathOf(clip.takeId),
    start: from,
    length,
    in: clip.ramp ? firstOfCopy(clip) : clip.in,
    speed: clip.speed,
    ...isReversed && { isReversed },
    ...clip.ramp && { along: courseKey(clip.ramp) },
    ...heardKey(clip.heard) !== '' && { heard: clip.heard },
    levels: [...levels],
    ...balance && { balance },
    ...sides && { sides: { left: [...sides.left], right: [...sides.right] } },
    ...isSpeech && { speech: { speaker, hasOwnGain: gainDb !== 0 || points.length > 0 } },
  }
}
