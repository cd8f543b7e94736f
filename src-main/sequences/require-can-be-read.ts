/** What is written must be readable again: an edit, or an undo from the journal, whose result breaks the contract is refused. */
import type { Patch } from 'immer'
import type { SequenceDocument as Document, Track } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import { Fault } from '#contract/faults.ts'
import { Track as ATrack, CaptionClip, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import { requireLimits } from '#rules/sequence/edit/limits.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'

const clipOf = { pictures: PictureClip, speech: SoundClip, sound: SoundClip, captions: CaptionClip }

/**
 * Reads only the parts that the patches touch: all of an hour would take longer than the edit.
 * @throws Fault edit-refused
 */
export function requireCanBeRead(before: Document, after: Document, patches: readonly Patch[]): void {
  try {
    requireLimits(before, after)
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      throw new Fault('edit-refused', { because: error.because, clipIds: [...error.ids] }, { cause: error })
    throw error
  }
  const odd = patches.filter(patch => !canBeRead(after, patch)).map(({ path }) => String(path.at(-1) ?? ''))
  if (odd.length > 0 || after.trackIds.some(id => after.tracks[id] === undefined))
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: odd })
}

function canBeRead(document: Document, { path: [part, trackId, within, clipId] }: Patch): boolean {
  if (part !== 'tracks' || trackId === undefined)
    return SequenceDocument.safeParse({ ...document, tracks: {} }).success
  const track: Track | undefined = document.tracks[trackId as TrackId] // as the patch names it
  if (track === undefined)
    return true
  if (within !== 'clips' || clipId === undefined)
    return ATrack.safeParse(within === undefined ? track : { ...track, clips: {} }).success
  const clip: unknown = Reflect.get(track.clips, clipId)
  return clip === undefined || clipOf[track.kind].safeParse(clip).success
}
