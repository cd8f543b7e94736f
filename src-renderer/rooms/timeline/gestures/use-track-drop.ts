/** Dropping takes and files onto the tracks: at the pointer's time, on the track under it, or below all of them on a new one. */
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { Spot } from '../acts/place-takes.ts'
import type { Editor } from '../use-editor.ts'
import type { Group, Row } from '../view/rows.ts'
import type { DropPlan } from './drop-plan.ts'
import type { Gestures } from './use-gestures.ts'
import { shallowRef } from 'vue'
import { snap } from '#rules/sequence/edit/snap.ts'
import { isMacKeyboard, writtenChord } from '../../../actions/keys.ts'
import { useBringScript } from '../../../parts/files/incoming-script.ts'
import { scriptsOver, splitScripts } from '../../../parts/files/script-files.ts'
import { useDropWords, useDropZone } from '../../../parts/files/use-drop-zone.ts'
import { useFileImport } from '../../../parts/files/use-import-files.ts'
import { draggedMedia, mediaOver, takesIn, takesOver } from '../../../parts/takes/take-drag.ts'
import { useTakes } from '../../../stores/takes.ts'
import { stillsOver } from '../acts/new-things.ts'
import { isCaptionFile, useBringCaptions } from '../acts/use-bring-captions.ts'
import { usePlaceTakes } from '../acts/use-place-takes.ts'
import { edgeAt, groupOf, rowAt } from '../view/rows.ts'
import { planOf } from './drop-plan.ts'

const snapPixels = 10

/** Where something that is held over the tracks would go; `edge` is that between two rows, for a new track. */
export interface DropSpot {
  readonly frame: number
  readonly row: Row | null
  readonly edge: number | null
  /** Null for captions, which have their own times. */
  readonly plan: DropPlan | null
  /** Whether keys have changed what it does. */
  readonly isChanged: boolean
  /** Of the pointer, on the screen. */
  readonly x: number
  readonly y: number
}

export function useTrackDrop(editor: Editor, gestures: Gestures) {
  const spot = shallowRef<DropSpot | null>(null)
  const takes = useTakes()
  const { place, placeById, placed } = usePlaceTakes(editor)
  const { importFiles } = useFileImport(() => editor.projectId)
  const bringCaptions = useBringCaptions(editor)
  const bringScript = useBringScript()
  const hint = useDropWords()
  const insertKey = writtenChord('mod', isMacKeyboard()).join('')
  /** Asked for while they are held over the tracks. */
  const asked = new Set<TakeId>()

  function frameOf(event: DragEvent): number {
    const at = Math.max(0, Math.round(gestures.spotOf(event).frame))
    const document = editor.sequence.settled
    return document && editor.view.snaps.value && !event.shiftKey
      ? snap(
        document,
        at,
        snapPixels / editor.view.pixelsPerFrame.value,
        new Set(),
      ).at
      : at
  }
  /** Between two tracks: a new one, of sound when there is nothing to see. */
  function edgeOf(event: DragEvent): ReturnType<typeof edgeAt> {
    const media = event.dataTransfer ? mediaOver(event.dataTransfer) : []
    const trackIds = editor.sequence.settled?.trackIds ?? []
    const isSound = editor.source.dragged.value?.only === 'sound' || media.every(medium => medium === 'audio')
    const group: Group = isSound ? 'sound' : 'pictures'
    return media.length === 0 ? null : edgeAt(editor.rows.value, gestures.spotOf(event).y, trackIds, group)
  }

  /** What is held, with its length; null as long as that is not known. Lines bring their own kind of track along. */
  function held(transfer: DataTransfer): { readonly takes: readonly Take[], readonly lineOf: ReadonlyMap<TakeId, LineId> } | null {
    const dragged = takesOver(transfer.types)
    if (!dragged) {
      const stills = stillsOver(transfer)
      return stills && { takes: stills, lineOf: new Map() }
    }
    const found = dragged.map(({ takeId }) => takes.get(takeId))
    for (const { takeId } of dragged) {
      if (takes.get(takeId) || asked.has(takeId))
        continue
      asked.add(takeId)
      void takes.load(takeId)
    }
    return found.every(take => take !== undefined) ? { takes: found, lineOf: linesOf(dragged) } : null
  }
  function linesOf(dragged: readonly { readonly takeId: TakeId, readonly lineId: LineId | null }[]): Map<TakeId, LineId> {
    return new Map(dragged.flatMap(({ takeId, lineId }): [TakeId, LineId][] =>
      lineId && editor.lines.value.has(lineId) ? [[takeId, lineId]] : []))
  }

  const inserts = (event: DragEvent): boolean => event.ctrlKey || event.metaKey
  /** Between two tracks, below all of them, and with Alt: a new one. What is longer than could be shown covers nothing. */
  function targetOf(event: DragEvent, isKnown: boolean): { readonly target: Spot, readonly row: Row | null, readonly edge: number | null } {
    const edge = event.altKey ? null : edgeOf(event)
    const row = edge || event.altKey ? null : rowAt(editor.rows.value, gestures.spotOf(event).y)
    return {
      row,
      edge: edge?.top ?? null,
      target: {
        frame: frameOf(event),
        trackId: row === null ? null : row.track.isLocked ? undefined : row.track.id,
        ...edge && { newTrackAt: edge.at },
        how: inserts(event) ? 'insert' : isKnown ? 'overwrite' : 'free',
      },
    }
  }

  /** Of a length that is not known, where it begins. */
  function openPlan(row: Row | null, frame: number): DropPlan {
    const ghosts = row ? [{ top: row.top, height: row.height, start: frame, end: Infinity }] : []
    return { word: 'free', ghosts, covered: [] }
  }
  function planFor(event: DragEvent, transfer: DataTransfer): Pick<DropSpot, 'row' | 'edge' | 'plan' | 'frame'> {
    const known = held(transfer)
    const { target, row, edge } = targetOf(event, known !== null)
    const isSoundAlone = editor.source.dragged.value?.only === 'sound'
    const groups = mediaOver(transfer).map((medium): Group => medium === 'audio' || isSoundAlone ? 'sound' : 'pictures')
    // Over a track of another kind, or a locked one, what is dropped finds its own track.
    const fit = row && !row.track.isLocked && (groups.length === 0 || groups.includes(groupOf(row.track.kind))) ? row : null
    const document = editor.sequence.settled
    const edits = document && known ? placed(known.takes, target, known.lineOf, editor.source.dragged.value ?? undefined)?.edits ?? [] : []
    const plan = document && edits.length > 0 ? planOf(document, editor.rows.value, edits) : openPlan(fit, target.frame)
    const isForTracks = edits.length > 0 || groups.length > 0
    return { frame: target.frame, edge, row: fit, plan: isForTracks ? { ...plan, ...target.how === 'insert' && { word: 'insert' } } : null }
  }

  async function bring(dataTransfer: DataTransfer, event: DragEvent): Promise<void> {
    const { target, row } = targetOf(event, held(dataTransfer) !== null)
    // The drag is over before its takes are loaded.
    const part = editor.source.dragged.value ?? undefined
    asked.clear()
    const dragged = takesIn(dataTransfer)
    // The list of files is empty once the event is over.
    const { scripts, others: files } = splitScripts([...dataTransfer.files])
    const captions = scripts.filter(isCaptionFile)
    if (dragged.length > 0)
      return void await placeById(dragged.map(take => take.takeId), target, linesOf(dragged), part)
    // The times in such a file are those of the film.
    const from = inserts(event) ? target.frame : 0
    for (const file of captions)
      await bringCaptions(file, row?.track.kind === 'captions' && !row.track.isLocked ? row.track.id : null, from)
    bringScript(editor.projectId, scripts.filter(file => !isCaptionFile(file)))
    if (files.length === 0)
      return
    const come = await importFiles(files)
    // A picture that turned out to move was shown with another length.
    const isAsShown = come.every(take => take.medium === 'picture')
    place(come, target.how === 'overwrite' && !isAsShown ? { ...target, how: 'free' } : target)
  }

  const { isOver, on } = useDropZone({
    judge: dragged => dragged === 'files' || dragged.some(medium => medium !== 'text') ? 'welcome' : null,
    hover(event, dataTransfer) {
      if (draggedMedia(dataTransfer.types) === 'files' && scriptsOver(dataTransfer) !== 'none')
        hint.words = t => t.timeline.captions.dropHere(insertKey)
      spot.value = {
        ...planFor(event, dataTransfer),
        isChanged: event.altKey || inserts(event),
        x: event.clientX,
        y: event.clientY,
      }
    },
    leave: () => spot.value = null,
    bring,
  })
  return { isOver, on, spot }
}
