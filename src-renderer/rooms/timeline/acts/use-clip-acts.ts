/** What can be done with clips: each act is one step of undo. Their takes, copies and captions have files of their own. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { findClip } from '#rules/sequence/document.ts'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { randomId } from '../../../wire/random-id.ts'
import { findBox } from '../view/rows.ts'
import { nothing } from '../view/selection.ts'
import { clipAtPlayhead, clipsToSplit, moveEdits, nudgeEdits, rippleToPlayhead, splitEdits, trimTo } from './edits.ts'
import { useCaptionClipActs } from './use-caption-clip-acts.ts'
import { useClipClipboard } from './use-clip-clipboard.ts'
import { useClipTakes } from './use-clip-takes.ts'
import { useColourActs } from './use-colour-acts.ts'
import { useCrossFade } from './use-cross-fade.ts'
import { useMotionActs } from './use-motion-acts.ts'

export function useClipActs(editor: Editor) {
  const router = useRouter()
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
  function link(isLinked: boolean): void {
    withDocument(() => edit(
      isLinked ? 'link' : 'unlink',
      [{ do: 'link', clipIds: [...selected()], linkId: isLinked ? randomId<ClipId>() : null }],
    ))
  }

  const context: ClipContext = { document, withDocument, selected, at, remove }

  return {
    at,
    takes: useClipTakes(editor, context),
    clipboard: useClipClipboard(editor, context),
    captions: useCaptionClipActs(editor, context),
    motion: useMotionActs(editor, context),
    colour: useColourActs(editor, context),
    trim,
    remove,
    link,
    split(everything: boolean): void {
      withDocument((now) => {
        const [rows, frame] = [editor.rows.value, view.playhead.value]
        const which = everything ? 'all' : clipsToSplit(rows, frame, { selected: selected(), clickedTrack: editor.clickedTrack.value })
        edit('split', splitEdits(now, rows, frame, which, randomId))
      })
    },
    /** Off when all of them play, on otherwise. */
    toggleEnabled(): void {
      withDocument((now) => {
        const isEnabled = linkedWith(now, selected()).every(({ clip }) => clip.isDisabled)
        edit(isEnabled ? 'enable' : 'disable', [{ do: 'setEnabled', clipIds: [...selected()], isEnabled }])
      })
    },
    nudge(byFrames: number): void {
      withDocument(now => edit('move', nudgeEdits(now, selected(), byFrames)))
    },
    /** By exactly this many frames, or not at all. */
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
    /** Everything that begins at the playhead or later, and what is at it. */
    selectForward(): void {
      const ids = editor.rows.value.filter(row => !row.track.isLocked)
        .flatMap(row => row.boxes.filter(box => box.end > view.playhead.value).map(box => box.clip.id))
      view.selection.value = { ids: new Set(ids), at: ids[0] ?? null }
    },
    /** Everything that ends at the playhead or earlier, and what is at it. */
    selectBackward(): void {
      const ids = editor.rows.value.filter(row => !row.track.isLocked)
        .flatMap(row => row.boxes.filter(box => box.start <= view.playhead.value).map(box => box.clip.id))
      view.selection.value = { ids: new Set(ids), at: ids.at(-1) ?? null }
    },
    isLinked: computed(() => [...view.selection.value.ids].some((id) => {
      const { settled } = editor.sequence
      return Boolean(settled && findClip(settled, id)?.clip.linkId)
    })),
    dissolve: useCrossFade(editor, context),
    goToLine(): void {
      const lineId = at.value?.clip.lineId
      if (lineId)
        void router.push({ name: 'script', params: { projectId: editor.projectId }, query: { line: lineId } })
    },
  }
}
export type ClipActs = ReturnType<typeof useClipActs>
