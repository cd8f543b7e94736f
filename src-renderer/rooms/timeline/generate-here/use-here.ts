/** Asks what is to be generated at a place of the tracks: in a gap, behind a clip, in its place, or at the playhead. */
import type { TrackId } from '#contract/words.ts'
import type { Gap, ShownClip } from '#rules/sequence/shots-here.ts'
import type { ClipActs } from '../acts/use-clip-acts.ts'
import type { Editor } from '../use-editor.ts'
import type { Here } from './here.ts'
import { shallowRef } from 'vue'
import { gapAt, gapHere, shotHere } from '#rules/sequence/shots-here.ts'
import { extendHere, fillHere, imageHere, replaceHere } from './here.ts'
import { useTries } from './use-tries.ts'

export function useHere(editor: Editor, clips: Pick<ClipActs, 'at'>) {
  /** What the dialog is about; null while it is closed. */
  const asked = shallowRef<Here | null>(null)
  const { document, inner, view, clickedTrack } = editor

  /** The picture that was touched last. */
  const touched = () => clips.at.value && 'look' in clips.at.value.clip ? clips.at.value.clip.id : null
  /** With a clip selected, it is that clip that is meant. */
  const gap = (): Gap | null => document.value && touched() === null
    ? gapHere(document.value, view.playhead.value, clickedTrack.value)
    : null
  const shot = (): ShownClip | null => document.value && shotHere(document.value, view.playhead.value, touched())
  const mayReplace = (): boolean => (shot()?.clip.takeId ?? null) !== null

  function fill(found: Gap | null): void {
    if (found && document.value)
      asked.value = fillHere(inner.flat(document.value), found)
  }

  return {
    asked,
    tries: useTries(editor, touched),
    mayFill: (): boolean => gap() !== null,
    fill: (): void => fill(gap()),
    hasGapAt: (trackId: TrackId, frame: number): boolean => document.value !== null && gapAt(document.value, trackId, frame) !== null,
    fillAt: (trackId: TrackId, frame: number): void => fill(document.value && gapAt(document.value, trackId, frame)),
    mayExtend: (): boolean => shot() !== null,
    extend(): void {
      const found = shot()
      if (found && document.value)
        asked.value = extendHere(inner.flat(document.value), found)
    },
    mayReplace,
    replace(): void {
      const found = shot()
      if (found && document.value)
        asked.value = replaceHere(document.value, found)
    },
    image(): void {
      if (document.value)
        asked.value = imageHere(document.value, view.playhead.value, clickedTrack.value)
    },
  }
}
export type HereActs = ReturnType<typeof useHere>
