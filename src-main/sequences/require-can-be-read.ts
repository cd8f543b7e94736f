/** What is written must be readable again: an edit, or an undo from the journal, whose result breaks the contract is refused. */
import type { ZodType } from 'zod'
import type { ClipsShift, DocumentPatch, PartPatch } from '#contract/document-patch.ts'
import type { Clip, SequenceDocument as Document, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import { Fault } from '#contract/faults.ts'
import { Track as ATrack, CaptionClip, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import { requireLimits } from '#rules/sequence/edit/limits.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'

const clipOf = { pictures: PictureClip, speech: SoundClip, sound: SoundClip, captions: CaptionClip }

/**
 * Reads only the parts that the patches touch, each once: all of an hour would take longer than the edit.
 * @throws Fault edit-refused
 */
export function* requireCanBeRead(before: Document, after: Document, patches: readonly DocumentPatch[]): Steps<void> {
  requireWithinLimits(before, after)
  yield
  const read = new Set<string>()
  const odd: string[] = []
  for (const patch of patches) {
    if (patch.op === 'shift')
      odd.push(...unreadableStarts(after, patch))
    else if (!canBeRead(after, patch, read))
      odd.push(String(patch.path.at(-1) ?? ''))
    yield
  }
  if (odd.length > 0 || after.trackIds.some(id => after.tracks[id] === undefined))
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: odd })
}

/** @throws Fault edit-refused */
export function requireWithinLimits(before: Document, after: Document): void {
  try {
    requireLimits(before, after)
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      throw new Fault('edit-refused', { because: error.because, clipIds: [...error.ids] }, { cause: error })
    throw error
  }
}

/** `read` has the larger parts that were found to be readable. */
function canBeRead(document: Document, { path }: PartPatch, read: Set<string>): boolean {
  const [part, trackId, within, clipId, field] = path
  const once = (what: string, isReadable: () => boolean): boolean => read.has(what) || (isReadable() && Boolean(read.add(what)))
  if (part !== 'tracks')
    return once('document', () => SequenceDocument.safeParse({ ...document, tracks: {} }).success)
  if (trackId === undefined)
    return SequenceDocument.safeParse(document).success
  const track: Track | undefined = document.tracks[trackId as TrackId] // as the patch names it
  if (track === undefined)
    return true
  if (within === undefined || (within === 'clips' && clipId === undefined))
    return ATrack.safeParse(track).success
  if (within !== 'clips' || clipId === undefined)
    return once(`track ${trackId}`, () => ATrack.safeParse({ ...track, clips: {} }).success)
  const clip: unknown = Reflect.get(track.clips, clipId)
  return clip === undefined || isClip(track, clip, field)
}

/** Which of the clips have a start that none can have. What else they are is as it was. */
function unreadableStarts(document: Document, { path, clipIds }: ClipsShift): string[] {
  const track: Track | undefined = document.tracks[path[1] as TrackId] // as the patch names it
  if (track === undefined)
    return []
  const { start } = clipOf[track.kind].shape
  const isOdd = (value: number): boolean => !start.safeParse(value).success
  const starts = clipIds.flatMap(id => track.clips[id as ClipId]?.start ?? [])
  // A start is any whole number of a range: of thousands, only the ends are asked.
  if (starts.every(Number.isSafeInteger) && ![Math.min(...starts), Math.max(...starts)].some(isOdd))
    return []
  return clipIds.filter((id) => {
    const clip: Clip | undefined = track.clips[id as ClipId]
    return clip !== undefined && isOdd(clip.start)
  })
}

/** Where a patch names a field of the clip, the others are as they were. */
function isClip({ kind }: Track, clip: unknown, field: string | number | undefined): boolean {
  const { shape } = clipOf[kind]
  if (typeof clip !== 'object' || clip === null || field === undefined || !Object.hasOwn(shape, field))
    return clipOf[kind].safeParse(clip).success
  return (Reflect.get(shape, field) as ZodType).safeParse(Reflect.get(clip, field)).success
}
