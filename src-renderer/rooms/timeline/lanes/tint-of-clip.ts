/** The colour of a clip: that of its speaker, else that of its kind. */
import type { Clip, TrackKind } from '#contract/sequence-document.ts'
import type { Editor } from '../use-editor.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { speakerOf } from './clip-words.ts'

/** CSS, with its variables. */
export function tintOfClip(clip: Clip, kind: TrackKind, { lines, tintOf }: Pick<Editor, 'lines' | 'tintOf'>): string {
  if (kind === 'pictures')
    return isAdjustment(clip) ? 'var(--accent)' : 'title' in clip && clip.title ? 'var(--caption)' : 'var(--picture)'
  const speaker = speakerOf({ clip, line: clip.lineId ? lines.value.get(clip.lineId) : undefined })
  if (speaker !== '')
    return tintOf(speaker)
  return kind === 'captions' ? 'var(--caption)' : 'var(--audio)'
}
