/** The look of one picture: shown while it is changed, and set as one step of undo. */
import type { Look, PictureClip } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { Which } from './frame-gestures.ts'
import { findClip } from '#rules/sequence/document.ts'

/** Of a picture that moves, the place that is nearer to the playhead. */
export function placedAt({ look, start, length }: PictureClip, playhead: number): Which {
  return look.moveTo !== null && playhead - start >= length / 2 ? 'end' : 'start'
}

/** Null: as it is in the document. */
export function showLook({ sequence }: Editor, clipId: ClipId, look: Look | null): void {
  sequence.show(look ? [{ do: 'setPicture', clipIds: [clipId], values: { look } }] : [])
}

export function setLook(editor: Editor, clipId: ClipId, look: Look): void {
  const { settled } = editor.sequence
  const now = settled && findClip(settled, clipId)?.clip
  // What is shown may have it already.
  if (now && 'look' in now && JSON.stringify(now.look) !== JSON.stringify(look))
    editor.edit('look', [{ do: 'setPicture', clipIds: [clipId], values: { look } }])
}
