/** Captions of a transcript over the clips that play its recording: trimmed, faster or slower, cut and repeated as these are. */
import type {
  CaptionClip,
  CaptionTrack,
  Clip,
  FrameRate,
  PictureClip,
  SequenceDocument,
  SoundClip,
  Track,
} from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Segment } from '#contract/transcripts.ts'
import type { ClipId, NewId, TakeId, TrackId } from '#contract/words.ts'
import type { Caption } from './cues.ts'
import { clipsOf, endFrameOf, endOf, isInSamples, playingOf, startFrameOf, tracksOf } from '../sequence/document.ts'
import { derivedId } from '../sequence/edit/derived-id.ts'
import { samplesPerSecond } from '../sequence/frames.ts'
import { removeAlone } from '../sequence/linked.ts'
import { plainTrack } from '../sequence/new-tracks.ts'
import { consumedBy, framesUntil } from '../sequence/ramp.ts'
import { spreadCaptions } from './cues.ts'
import { splitTextAt } from './edit.ts'
import { mostCharacters, shortCaptions } from './short-captions.ts'

type Played = PictureClip | SoundClip
/** Clips that play a source on, as after a cut where nothing was taken away. */
interface Run { readonly track: Track, readonly clips: readonly [Played, ...Played[]] }
/** A caption, and the clip that it begins in. */
interface Over extends Caption { readonly clip: Played }

interface Said { readonly takeIds: readonly TakeId[], readonly segments: readonly Segment[], readonly newId: NewId }

export interface TranscriptOntoClips {
  readonly edits: SequenceEdit[]
  readonly captionCount: number
  /** Clips that play the recording; with none there are no edits. */
  readonly clipCount: number
}

/**
 * One step that puts the captions on the caption track that is seen, linked with their clips; those that an earlier one put there give way
 * to them. Where other captions are in the way, or the track is locked, they come onto a track of their own.
 */
export function transcriptOntoClips(
  document: SequenceDocument,
  { takeIds, segments, newId }: Said,
): TranscriptOntoClips {
  const runs = runsOf(document, new Set(takeIds))
  const clips = runs.flatMap(run => run.clips)
  const over: Over[] = []
  for (const run of runs) {
    // The same moment of two clips is said once.
    over.push(...captionsOver(run, segments, document.rate)
      .flatMap(shortCaptions)
      .filter(caption => !over.some(other => overlap(other, caption))))
  }
  if (over.length === 0)
    return { edits: [], captionCount: 0, clipCount: clips.length }
  // Always the same one, so that captions over a clip that cannot be linked are found again.
  const links = new Map(clips.map(clip => [clip.id, clip.linkId ?? derivedId<ClipId>(`${clip.id} captions`)]))
  const linked = new Set(links.values())
  const { track, isNew } = trackFor(document, over, linked, newId)
  const former = clipsOf(track).filter(caption => isOfTranscript(caption, linked)).map(caption => caption.id)
  const placements = over.map(({ clip, speaker, text, start, length }) => ({
    trackId: track.id,
    clip: {
      ...{ id: newId<ClipId>(), start, length, linkId: links.get(clip.id) ?? null, lineId: null },
      speaker: speaker.slice(0, 200),
      // In too short a time to be several.
      text: text.slice(0, mostCharacters),
    } satisfies CaptionClip,
  }))
  return {
    captionCount: placements.length,
    clipCount: clips.length,
    edits: [
      ...isNew ? [{ do: 'addTrack', track, at: document.trackIds.length } as const] : [],
      ...removeAlone(former),
      ...runs.flatMap(run => run.track.isLocked ? [] : run.clips).flatMap(({ id, linkId }): SequenceEdit[] =>
        linkId === null && over.some(({ clip }) => clip.id === id) ? [{ do: 'link', clipIds: [id], linkId: links.get(id) ?? null }] : []),
      { do: 'place', placements, how: 'free' },
    ],
  }
}

/** Of sounds; of pictures only where the recording is not heard, since a shot and its sound play the same. */
function runsOf(document: SequenceDocument, takeIds: ReadonlySet<TakeId>): Run[] {
  const all = tracksOf(document).flatMap((track): Run[] => track.kind === 'captions' ? [] : runsOn(track, takeIds))
  const heard = all.filter(({ track }) => isInSamples(track.kind))
  return heard.length > 0 ? heard : all
}

function runsOn(track: Exclude<Track, CaptionTrack>, takeIds: ReadonlySet<TakeId>): Run[] {
  const runs: [Played, ...Played[]][] = []
  for (const clip of playingOf(track) as Played[]) {
    if (clip.takeId === null || !takeIds.has(clip.takeId) || clip.sourceLength === null || isFrozen(clip))
      continue
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && playsOn(before, clip))
      run.push(clip)
    else
      runs.push([clip])
  }
  return runs.map(clips => ({ track, clips }))
}

/** Nothing is said in it. */
function isFrozen(clip: Played): boolean {
  return 'isFrozen' in clip && clip.isFrozen === true
}

function isReversed(clip: Played): boolean {
  return 'isReversed' in clip && clip.isReversed === true
}

function playsOn(before: Played, clip: Played): boolean {
  const [first, next] = isReversed(clip) ? [clip, before] : [before, clip]
  return clip.takeId === before.takeId && isSameCourse(before, clip) && clip.start === endOf(before)
    // Each cut may round by one.
    && Math.abs(first.in + consumedBy(first) - next.in) <= 1
}

/** Whether a cut is all that is between them. */
function isSameCourse(before: Played, clip: Played): boolean {
  const courses = [before, clip].map(({ speed, ramp }) => ramp ? JSON.stringify([ramp.from, ramp.points]) : speed)
  return courses[0] === courses[1] && isReversed(before) === isReversed(clip)
}

/** Within the clips. What is said across an edge keeps the words that are heard there. */
function captionsOver({ track, clips }: Run, segments: readonly Segment[], rate: FrameRate): Over[] {
  const [first] = clips
  const last = clips.at(-1) ?? first
  const [from, until] = [startFrameOf(track, first, rate), endFrameOf(track, last, rate)]
  // What plays backwards is put as if it played forwards, and then turned around.
  const isTurned = isReversed(first)
  const frameOf = (seconds: number): number => frameAt(track, { ...isTurned ? last : first, start: first.start }, seconds, rate)
  const said = segments.flatMap(({ startSeconds, endSeconds, text, speaker = '' }): Caption[] => {
    const start = frameOf(startSeconds)
    const end = Math.max(start + 1, frameOf(endSeconds))
    if (end <= from || start >= until)
      return []
    const [heard] = splitTextAt({ start, length: end - start, text }, until) ?? [text]
    const [, rest] = splitTextAt({ start, length: Math.min(end, until) - start, text: heard }, from) ?? ['', heard]
    const begin = Math.max(start, from)
    return [{ start: begin, length: Math.min(end, until) - begin, speaker, text: rest }]
  })
  const clipAt = (frame: number): Played => clips.findLast(clip => startFrameOf(track, clip, rate) <= frame) ?? first
  let end = from
  return spreadCaptions(said, rate).flatMap((caption): Over[] => {
    // Segments of a service may overlap; a track shows one caption at a time.
    const start = Math.max(end, caption.start)
    const length = Math.min(caption.start + caption.length, until) - start
    if (length <= 0)
      return []
    end = start + length
    const begin = isTurned ? from + until - end : start
    return [{ ...caption, start: begin, length, clip: clipAt(begin) }]
  })
}

/** The frame of the sequence in which this moment of the source is played by the clip, forwards. */
function frameAt({ kind }: Track, clip: Played, seconds: number, { numerator, denominator }: FrameRate): number {
  const unitsPerSecond = isInSamples(kind) ? samplesPerSecond : numerator / denominator
  const unit = clip.start + framesUntil(clip, seconds * unitsPerSecond * 100)
  return Math.round(unit * numerator / (denominator * unitsPerSecond))
}

function trackFor(
  document: SequenceDocument,
  over: readonly Over[],
  linked: ReadonlySet<ClipId>,
  newId: NewId,
): { track: CaptionTrack, isNew: boolean } {
  const tracks = tracksOf(document).filter(track => track.kind === 'captions')
  const isFree = (track: CaptionTrack): boolean => !track.isLocked
    && clipsOf(track).every(caption => isOfTranscript(caption, linked) || !over.some(other => overlap(other, caption)))
  const isOurs = (track: CaptionTrack): boolean => clipsOf(track).some(caption => isOfTranscript(caption, linked))
  const drawn = tracks.find(track => !track.isMuted)
  const found = tracks.find(track => isOurs(track) && isFree(track)) ?? (drawn && isFree(drawn) ? drawn : undefined)
  return found ? { track: found, isNew: false } : { track: plainTrack('captions', newId<TrackId>()), isNew: true }
}

function isOfTranscript({ linkId, lineId }: CaptionClip, linked: ReadonlySet<ClipId>): boolean {
  return lineId === null && linkId !== null && linked.has(linkId)
}

function overlap(one: Pick<Clip, 'start' | 'length'>, other: Pick<Clip, 'start' | 'length'>): boolean {
  return one.start < endOf(other) && other.start < endOf(one)
}
