/** Whose level and tone is chosen in the Timeline: the selected clips with sound. */
import type { SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { findClip } from '#rules/sequence/document.ts'
import { linkedWith } from '#rules/sequence/linked.ts'

export interface Tonable { readonly track: SoundingTrack, readonly clip: SoundClip }

/** Those of these clips that exist and have sound. */
export function soundsOf(editor: Pick<Editor, 'document'>, clipIds: Iterable<ClipId>): Tonable[] {
  const { value: document } = editor.document
  return document
    ? [...clipIds].flatMap((id): Tonable[] => {
        const found = findClip(document, id)
        return found && 'ducking' in found.track && 'points' in found.clip ? [{ track: found.track, clip: found.clip }] : []
      })
    : []
}

/** The selected clips with sound, the current one first; where only pictures are selected, their sounds. */
export function tonable(editor: Pick<Editor, 'document' | 'view'>): Tonable[] {
  const { value: document } = editor.document
  const { at, ids } = editor.view.selection.value
  const selected = soundsOf(editor, ids)
  const all = selected.length > 0 || !document ? selected : soundsOf(editor, linkedWith(document, ids).map(({ clip }) => clip.id))
  return all.toSorted((a, b) => Number(b.clip.id === at) - Number(a.clip.id === at))
}

export function openTone(editor: Pick<Editor, 'document' | 'view' | 'toneAt' | 'say'>): void {
  const free = tonable(editor).filter(({ track }) => !track.isLocked)
  if (free.length > 0)
    editor.toneAt.value = { clipIds: free.map(({ clip }) => clip.id) }
  else
    editor.say(t => t.faults.refusal('locked-track'))
}
