/** What can be done with transitions: selecting one, its length, taking it away, and giving cuts the one that the shelf has chosen. */
import type { Clip, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Alignment, CrossFaded, UsualTransition } from '#rules/sequence/edit/cross-fades.ts'
import type { Editor } from '../use-editor.ts'
import type { Row } from '../view/rows.ts'
import { computed, shallowRef } from 'vue'
import { endOf, findClip } from '#rules/sequence/document.ts'
import { alignmentEdits, clipBefore, clipsAtCutNear, crossFadeLengthEdits, transitionEdits } from '#rules/sequence/edit/cross-fades.ts'
import { useNotices } from '../../../actions/notices.ts'
import { unitsPerFrame } from '../gestures/limits.ts'
import { nothing } from '../view/selection.ts'
import { useUsualTransition } from './usual-transition.ts'

/**
 * The clips that begin at the cuts that are meant: where the end of a clip is the edge that is selected, the one behind it. With nothing
 * selected, those at the cut that is nearest to the playhead, within a second.
 */
export function clipsAtCuts(now: SequenceDocument, { edge, transitionAt, view }: Editor): Iterable<ClipId> {
  if (transitionAt.value)
    return [transitionAt.value]
  const ending = edge.value?.edge === 'end' ? findClip(now, edge.value.clipId) : null
  return ending
    ? Object.values<Clip>(ending.track.clips).filter(({ start }) => start === endOf(ending.clip)).map(({ id }) => id)
    : view.selection.value.ids.size > 0
      ? view.selection.value.ids
      : clipsAtCutNear(now, view.playhead.value, now.rate.numerator / now.rate.denominator)
}

export function hasTransition({ track }: Pick<Row, 'track'>, clip: Clip): clip is PictureClip | SoundClip {
  return 'crossIn' in clip && clip.crossIn > 0 && clipBefore(track, clip) !== null
}

export function useTransitionActs(editor: Editor) {
  const { transitionAt, view, rows } = editor
  const notices = useNotices()
  const usual = useUsualTransition()
  const isShelfOpen = shallowRef(false)

  function send({ edits, frozenSeconds, heldSeconds }: CrossFaded): void {
    if (edits.length === 0 || !editor.edit('transition', edits) || frozenSeconds + heldSeconds === 0)
      return
    notices.say(({ timeline: { crossFades: { freezes, holds } } }) => [
      ...frozenSeconds > 0 ? [freezes(frozenSeconds.toFixed(1))] : [],
      ...heldSeconds > 0 ? [holds(heldSeconds.toFixed(1))] : [],
    ].join(' '))
  }
  function select(clipId: ClipId | null): void {
    view.selection.value = nothing
    editor.edge.value = null
    transitionAt.value = clipId
  }
  function apply(chosen: UsualTransition, clipIds?: Iterable<ClipId>): void {
    const now = editor.sequence.settled
    if (!now)
      return
    const crossed = transitionEdits(now, clipIds ?? clipsAtCuts(now, editor), chosen)
    if (crossed.edits.length === 0)
      return void notices.say(t => t.timeline.transitions.noCut)
    send(crossed)
  }
  function setFrames(clipId: ClipId, frames: number): void {
    const now = editor.sequence.settled
    if (now)
      send(crossFadeLengthEdits(now, clipId, frames * now.rate.denominator / now.rate.numerator))
  }

  return {
    usual,
    isShelfOpen,
    hasOne: computed(() => transitionAt.value !== null),
    select,
    /** The one that is nearest to the playhead; where one is selected, the next of all. */
    selectNext(): void {
      const all = rows.value.filter(({ track }) => !track.isLocked)
        .flatMap(row => row.boxes.filter(({ clip }) => hasTransition(row, clip)))
        .sort((a, b) => a.start - b.start)
      const at = all.findIndex(({ clip }) => clip.id === transitionAt.value)
      const far = (start: number): number => Math.abs(start - view.playhead.value)
      const next = at >= 0 ? all[(at + 1) % all.length] : all.toSorted((a, b) => far(a.start) - far(b.start))[0]
      if (!next)
        return
      select(next.clip.id)
      editor.reveal(next.start)
    },
    leave: () => transitionAt.value = null,
    remove(): void {
      if (transitionAt.value)
        setFrames(transitionAt.value, 0)
    },
    setFrames,
    align(clipId: ClipId, alignment: Alignment): void {
      const now = editor.sequence.settled
      if (now)
        send(alignmentEdits(now, clipId, alignment))
    },
    lengthen(frames: number): void {
      const { settled } = editor.sequence
      const found = settled && transitionAt.value ? findClip(settled, transitionAt.value) : null
      if (!settled || !found || !('crossIn' in found.clip))
        return
      setFrames(found.clip.id, Math.max(1, Math.round(found.clip.crossIn / unitsPerFrame(found.track, settled.rate)) + frames))
    },
    apply,
    applyUsual: () => apply(usual.value),
  }
}
export type TransitionActs = ReturnType<typeof useTransitionActs>
