/** A take that was made again for a clip, put in its place: where it lay, and as it looked. Pure. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { AwaitedClip } from '../../../parts/takes/awaited-clips.ts'
import { findClip } from '#rules/sequence/document.ts'
import { linkedWith } from '../gestures/limits.ts'

/** The clip, and the sound of the same shot that is linked with it. None where it is gone, locked, or has another take by now. */
export function awaitedEdits(
  document: SequenceDocument,
  { clipId, takeId }: Pick<AwaitedClip, 'clipId' | 'takeId'>,
  swapOf: (clip: PictureClip | SoundClip) => SequenceEdit | null,
): SequenceEdit[] {
  const found = findClip(document, clipId)
  if (!found || found.track.isLocked || !('takeId' in found.clip) || found.clip.takeId !== takeId)
    return []
  return linkedWith(document, [clipId]).flatMap(({ track, clip }): SequenceEdit[] => {
    const edit = !track.isLocked && 'takeId' in clip && clip.takeId === takeId ? swapOf(clip) : null
    // When the script is assembled again, the clip stays with what was made for it.
    return edit?.do === 'swapTake' ? [{ ...edit, keepsTake: true }] : []
  })
}
