/** What can be done with clips: each act is one step of undo. */
import type { Clip, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { HowPlaced, SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, LineId, TakeId } from '#contract/words.ts'
import type { Attribute } from '#rules/sequence/edit/attributes.ts'
import type { SwapTake } from '#rules/sequence/swap-takes.ts'
import type { Editor } from '../use-editor.ts'
import type { Timing } from './caption-timing.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { findClip } from '#rules/sequence/document.ts'
import { attributeEdits, attributesFor } from '#rules/sequence/edit/attributes.ts'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { sourceMomentAt } from '#rules/sequence/match-frame.ts'
import { swapOf } from '#rules/sequence/swap-takes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { openTakeInspector } from '../../../actions/overlay.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'
import { randomId } from '../../../wire/random-id.ts'
import { findBox } from '../view/rows.ts'
import { nothing, selectOnly } from '../view/selection.ts'
import { mergeEdits } from './caption-edits.ts'
import { timeCaption } from './caption-timing.ts'
import { useClipboard } from './clipboard.ts'
import {
  clipAtPlayhead,
  clipsToSplit,
  copiedClips,
  duplicateEdits,
  moveEdits,
  nudgeEdits,
  pasteEdits,
  rippleToPlayhead,
  splitEdits,
  trimTo,
} from './edits.ts'
import { extractSound, soundOfShot } from './extract-sound.ts'

export function useClipActs(editor: Editor) {
  const takes = useTakes()
  const notices = useNotices()
  const router = useRouter()
  const clipboard = useClipboard()
  const copies = shallowRef(0)
  const { view, edit } = editor
  const selected = (): ReadonlySet<ClipId> => view.selection.value.ids
  const document = (): SequenceDocument | null => editor.sequence.settled
  const at = computed(() => {
    const { settled } = editor.sequence
    return settled && view.selection.value.at ? findClip(settled, view.selection.value.at) : null
  })

  function withDocument(act: (now: SequenceDocument) => void): void {
    const now = document()
    if (now)
      act(now)
  }
  function trim(edge: 'start' | 'end', ripples: boolean): void {
    withDocument((now) => {
      const [frame, { at: touched }] = [view.playhead.value, view.selection.value]
      if (!ripples) {
        const id = touched ?? clipAtPlayhead(editor.rows.value, frame, null)
        return void edit('trim', id ? trimTo(now, id, edge, frame, false) : [])
      }
      const rippled = rippleToPlayhead(now, editor.rows.value, { frame, at: touched, edge })
      // Rippling away the beginning brings the cut to where the clip began: the playhead stays on the picture it was on.
      const start = rippled && edge === 'start' ? findBox(editor.rows.value, rippled.clipId)?.box.start : undefined
      if (rippled && edit('trim', rippled.edits) && start !== undefined)
        editor.seek(start)
    })
  }
  function remove(closesGap: boolean): void {
    if (selected().size > 0)
      edit('remove', [{ do: 'remove', clipIds: [...selected()], closesGap }], nothing)
  }
  function copy(): void {
    withDocument((now) => {
      const copied = copiedClips(now, selected())
      if (!copied)
        return
      clipboard.value = copied
      copies.value++
    })
  }
  function paste(how: HowPlaced): void {
    withDocument((now) => {
      if (!clipboard.value)
        return
      const { edits, clipIds } = pasteEdits(now, clipboard.value, view.playhead.value, how, randomId)
      edit('paste', edits, selectOnly(...clipIds))
    })
  }
  function link(isLinked: boolean): void {
    withDocument(() => edit(
      isLinked ? 'link' : 'unlink',
      [{ do: 'link', clipIds: [...selected()], linkId: isLinked ? randomId<ClipId>() : null }],
    ))
  }

  /** The clip that speaks a line. */
  const spoken = computed(() => at.value && 'points' in at.value.clip && at.value.clip.lineId ? at.value.clip : null)

  async function otherTake(by: -1 | 1): Promise<void> {
    const clip = spoken.value
    if (!clip?.lineId)
      return
    const list = await takesOf(clip.lineId)
    const index = list.findIndex(take => take.id === clip.takeId)
    const next = list[(index + by + list.length) % list.length]
    if (next && list.length > 1)
      await swap(clip, next.id)
  }
  async function takesOf(lineId: LineId) {
    const answer = await attempt(studio.takes.search({
      ...everyTake,
      projectId: editor.projectId,
      lineId,
      media: ['audio'],
      cursor: null,
      limit: 100,
    }))
    takes.remember(answer.value?.takes ?? [])
    return answer.value?.takes ?? []
  }
  /** Null where the clip cannot play the take. One that is not the line's keeps its place when the line gets a new one. */
  function swapEdit(clip: PictureClip | SoundClip, take: Take): SwapTake | null {
    const now = document()
    const swap = now && swapOf(now, clip, take)
    const line = clip.lineId ? editor.lines.value.get(clip.lineId) : undefined
    return swap && line && ('look' in clip || line.chosenTakeId !== take.id) ? { ...swap, keepsTake: true } : swap
  }
  /** The new take is where the old one was. What follows moves along, if that cuts nothing. */
  async function swap(clip: SoundClip, takeId: TakeId): Promise<void> {
    const { value, fault } = await takes.load(takeId)
    if (fault)
      return notices.fault(fault)
    const [now, swapping] = [document(), value && swapEdit(clip, value.take)]
    if (now && swapping)
      edit('take', [inPlaceIfBlocked(now, swapping)])
    else if (value)
      notices.say(t => t.timeline.unusable(1, value.take.title), { tone: 'bad' })
  }
  /** The shot that was touched last, where it has sound. */
  const shot = computed(() => {
    const clip = at.value && 'look' in at.value.clip ? at.value.clip : null
    const take = clip?.takeId ? takes.get(clip.takeId) : undefined
    return clip && take?.asset.channels ? { clip, take } : null
  })
  function extract(): void {
    withDocument((now) => {
      const given = shot.value
      const known = given && soundOfShot(now, given.clip)
      if (known)
        return editor.select(known.id)
      const extracted = given && extractSound(now, given.clip, given.take, randomId)
      if (extracted)
        edit('extract-sound', extracted.edits, selectOnly(extracted.clipId))
      else
        notices.say(t => t.timeline.noSound)
    })
  }

  const copiedSource = () => clipboard.value && { clips: clipboard.value.clips.map(({ clip }) => clip), rate: clipboard.value.rate }

  return {
    at,
    spoken,
    shot,
    extract,
    swap,
    swapEdit,
    takesOf,
    otherTake,
    trim,
    remove,
    link,
    copy,
    /** How often something was copied here. */
    copies: shallowReadonly(copies),
    hasCopied: computed(() => clipboard.value !== null),
    split(everything: boolean): void {
      withDocument((now) => {
        const [rows, frame] = [editor.rows.value, view.playhead.value]
        const which = everything ? 'all' : clipsToSplit(rows, frame, { selected: selected(), clickedTrack: editor.clickedTrack.value })
        edit('split', splitEdits(now, rows, frame, which, randomId))
      })
    },
    mayMerge: computed(() => {
      const now = document()
      return now !== null && mergeEdits(now, selected()) !== null
    }),
    mergeCaptions(): void {
      withDocument((now) => {
        const merged = mergeEdits(now, selected())
        if (merged)
          edit('caption', merged.edits, selectOnly(merged.clipId))
      })
    },
    hasCaptions: computed(
      () => editor.rows.value.some(({ track, boxes }) => track.kind === 'captions' && !track.isLocked && boxes.length > 0),
    ),
    /** At the playhead, while it plays as well. */
    timeCaption(what: Timing): void {
      withDocument((now) => {
        const timed = timeCaption(now, view.playhead.value, what, view.selection.value.at)
        if (!timed)
          return void notices.say(t => t.timeline.captions.notTimed)
        edit('caption-time', timed.edits)
        editor.select(timed.clipId)
      })
    },
    cut(): void {
      copy()
      remove(false)
    },
    paste: (inserts: boolean) => paste(inserts ? 'insert' : 'free'),
    pasteOver: () => paste('overwrite'),
    /** Off when all of them play, on otherwise. */
    toggleEnabled(): void {
      withDocument((now) => {
        const isEnabled = linkedWith(now, selected()).every(({ clip }) => clip.isDisabled)
        edit(isEnabled ? 'enable' : 'disable', [{ do: 'setEnabled', clipIds: [...selected()], isEnabled }])
      })
    },
    /** What of the copied clip the selected ones can take. */
    attributes: computed((): Attribute[] => {
      const [now, source] = [document(), copiedSource()]
      return now && source ? attributesFor(now, source, selected()) : []
    }),
    pasteAttributes(chosen: ReadonlySet<Attribute>): void {
      withDocument((now) => {
        const source = copiedSource()
        if (source)
          edit('attributes', attributeEdits(now, source, selected(), chosen))
      })
    },
    matchFrame(): void {
      withDocument((now) => {
        const moment = sourceMomentAt(now, view.playhead.value, selected())
        if (moment)
          openTakeInspector(moment.takeId, moment.seconds)
        else
          notices.say(t => t.timeline.noSource)
      })
    },
    duplicate(): void {
      withDocument((now) => {
        const { edits, clipIds } = duplicateEdits(now, selected(), randomId)
        const [first] = clipIds
        if (!edit('copy', edits, selectOnly(...clipIds)) || !first)
          return
        // Where something was in the way, it may be out of sight.
        const copy = findBox(editor.rows.value, first)
        if (copy)
          editor.reveal(copy.box.start)
      })
    },
    nudge(byFrames: number): void {
      withDocument(now => edit('move', nudgeEdits(now, selected(), byFrames)))
    },
    /** By just so many frames, or not at all. */
    moveBy(byFrames: number): void {
      withDocument(now => edit('move', moveEdits(now, selected(), byFrames)))
    },
    setSpeed(clip: PictureClip | SoundClip, speed: number): void {
      withDocument(now => edit('speed', [inPlaceIfBlocked(now, { do: 'setSpeed', clipIds: [clip.id], speed, ripples: true })]))
    },
    selectAll(): void {
      const ids = editor.rows.value.flatMap(row => row.boxes.map(box => box.clip.id))
      view.selection.value = { ids: new Set(ids), at: view.selection.value.at ?? ids[0] ?? null }
    },
    /** Everything that begins at the playhead or later, and what lies at it. */
    selectForward(): void {
      const ids = editor.rows.value.filter(row => !row.track.isLocked)
        .flatMap(row => row.boxes.filter(box => box.end > view.playhead.value).map(box => box.clip.id))
      view.selection.value = { ids: new Set(ids), at: ids[0] ?? null }
    },
    isLinked: computed(() => [...view.selection.value.ids].some((id) => {
      const { settled } = editor.sequence
      return Boolean(settled && findClip(settled, id)?.clip.linkId)
    })),
    /** Another clip is dissolved into from the one before; `frames` at most as long as the clip. */
    dissolve(): void {
      withDocument((now) => {
        const edits = linkedWith(now, selected()).flatMap(({ track, clip }): SequenceEdit[] => {
          if (!('crossIn' in clip))
            return []
          const units = 'points' in clip ? samplesPerSecond / 2 : Math.round(now.rate.numerator / now.rate.denominator / 2)
          const crossIn = clip.crossIn > 0 ? 0 : Math.min(units, clip.length)
          const hasNeighbour = Object.values<Clip>(track.clips).some(
            other => other.id !== clip.id && other.start + other.length === clip.start,
          )
          if (!hasNeighbour)
            return []
          return ['points' in clip
            ? { do: 'setSound', clipIds: [clip.id], values: { crossIn } }
            : {
                do: 'setPicture',
                clipIds: [clip.id],
                values: { crossIn },
              }]
        })
        if (edits.length === 0)
          return void notices.say(t => t.faults.refusal('no-neighbour'))
        edit('cross-fade', edits)
      })
    },
    goToLine(): void {
      const lineId = at.value?.clip.lineId
      if (lineId)
        void router.push({ name: 'script', params: { projectId: editor.projectId }, query: { line: lineId } })
    },
    showTake(): void {
      if (at.value && 'takeId' in at.value.clip && at.value.clip.takeId)
        openTakeInspector(at.value.clip.takeId)
    },
  }
}
export type ClipActs = ReturnType<typeof useClipActs>
