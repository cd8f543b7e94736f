/** The look of one picture at the playhead: shown while it is changed, and set as one step of undo. What has keys gets one there. */
import type { Look, PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Values } from '#rules/sequence/edit/keys.ts'
import type { Editor } from '../use-editor.ts'
import { findClip } from '#rules/sequence/document.ts'
import { withValues } from '#rules/sequence/edit/keys.ts'
import { lookProperties, movedAt, valueOfLook } from '#rules/sequence/motion.ts'

/** The frame of the clip that is shown; the nearest where the playhead is elsewhere. */
export function offsetAt({ start, length }: Pick<PictureClip, 'start' | 'length'>, playhead: number): number {
  return Math.min(length - 1, Math.max(0, playhead - start))
}

/** As it is in that frame. */
export function lookAt(clip: PictureClip, playhead: number): Look {
  return { ...clip.look, ...movedAt(clip, offsetAt(clip, playhead)) }
}

function editsOf(clip: PictureClip, playhead: number, look: Look): SequenceEdit[] {
  const now = lookAt(clip, playhead)
  const values: Values = {}
  for (const property of lookProperties) {
    const value = valueOfLook(look, property)
    if (value !== valueOfLook(now, property))
      values[property] = value
  }
  return Object.keys(values).length === 0
    ? []
    : [{ do: 'setPicture', clipIds: [clip.id], values: withValues(clip, offsetAt(clip, playhead), values) }]
}

function settledClip({ sequence: { settled } }: Editor, { id }: PictureClip): PictureClip | null {
  const now = settled && findClip(settled, id)?.clip
  return now && 'look' in now ? now : null
}

/** Null: as it is in the document. */
export function showLook(editor: Editor, shown: PictureClip, look: Look | null): void {
  const clip = settledClip(editor, shown)
  editor.sequence.show(look && clip ? editsOf(clip, editor.view.playhead.value, look) : [])
}

export function setLook(editor: Editor, shown: PictureClip, look: Look): void {
  const clip = settledClip(editor, shown)
  // What is shown may have it already.
  const edits = clip ? editsOf(clip, editor.view.playhead.value, look) : []
  if (edits.length > 0)
    editor.edit('look', edits)
}
