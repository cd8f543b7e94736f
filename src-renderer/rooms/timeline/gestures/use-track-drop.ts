/** Dropping takes and files onto the tracks: at the pointer's time, on the track under it, or below all of them on a new one. */
import type { LineId, TakeId } from '#contract/words.ts'
import type { Spot } from '../acts/place-takes.ts'
import type { Editor } from '../use-editor.ts'
import type { Group, Row } from '../view/rows.ts'
import type { Gestures } from './use-gestures.ts'
import { shallowRef } from 'vue'
import { snap } from '#rules/sequence/edit/snap.ts'
import { useBringScript } from '../../../parts/files/incoming-script.ts'
import { scriptsOver, splitScripts } from '../../../parts/files/script-files.ts'
import { useFileImport } from '../../../parts/files/use-import-files.ts'
import { useDropWords } from '../../../parts/files/use-room-drop.ts'
import { draggedMedia, mediaOver, takesIn } from '../../../parts/takes/take-drag.ts'
import { isCaptionFile, useBringCaptions } from '../acts/use-bring-captions.ts'
import { usePlaceTakes } from '../acts/use-place-takes.ts'
import { edgeAt, groupOf, rowAt } from '../view/rows.ts'

const snapPixels = 10

/** Where something that is held over the tracks would go; `edge` is that between two rows, for a new track. */
export interface DropSpot { readonly frame: number, readonly row: Row | null, readonly edge: number | null }

export function useTrackDrop(editor: Editor, gestures: Gestures) {
  const isOver = shallowRef(false)
  const spot = shallowRef<DropSpot | null>(null)
  const { place, placeById } = usePlaceTakes(editor)
  const { importFiles } = useFileImport(() => editor.projectId)
  const bringCaptions = useBringCaptions(editor)
  const bringScript = useBringScript()
  const hint = useDropWords()

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
    const group: Group = media.every(medium => medium === 'audio') ? 'sound' : 'pictures'
    return media.length === 0 ? null : edgeAt(editor.rows.value, gestures.spotOf(event).y, trackIds, group)
  }
  function clear(): void {
    isOver.value = false
    spot.value = null
  }

  return {
    isOver,
    spot,
    onDragOver(event: DragEvent): void {
      const media = event.dataTransfer && draggedMedia(event.dataTransfer.types)
      if (!media || (media !== 'files' && media.every(medium => medium === 'text')))
        return
      event.preventDefault()
      if (event.dataTransfer)
        event.dataTransfer.dropEffect = 'copy'
      if (media === 'files' && event.dataTransfer && scriptsOver(event.dataTransfer) !== 'none')
        hint.words = t => t.timeline.captions.dropHere
      isOver.value = true
      const edge = edgeOf(event)
      const row = edge ? null : rowAt(editor.rows.value, gestures.spotOf(event).y)
      const groups: Group[] | null = media === 'files' ? null : media.map(medium => medium === 'audio' ? 'sound' : 'pictures')
      // Over a track of another kind, or a locked one, what is dropped finds its own track.
      const isFit = row && !row.track.isLocked && (groups === null || groups.includes(groupOf(row.track.kind)))
      spot.value = { frame: frameOf(event), row: isFit ? row : null, edge: edge?.top ?? null }
    },
    onDragLeave(event: DragEvent): void {
      const { currentTarget: place, relatedTarget: next } = event
      if (!(place instanceof Node) || !(next instanceof Node) || !place.contains(next))
        clear()
    },
    async onDrop(event: DragEvent): Promise<void> {
      const { dataTransfer } = event
      if (!dataTransfer)
        return
      event.preventDefault()
      const { y } = gestures.spotOf(event)
      const edge = edgeOf(event)
      const row = edge ? null : rowAt(editor.rows.value, y)
      // Between two tracks and below all of them: a new one.
      const trackId = row === null ? null : row.track.isLocked ? undefined : row.track.id
      const target: Spot = {
        frame: frameOf(event),
        trackId,
        ...edge && { newTrackAt: edge.at },
        how: event.ctrlKey || event.metaKey ? 'insert' : 'overwrite',
      }
      clear()
      const dragged = takesIn(dataTransfer)
      const lineOf = new Map(dragged.flatMap(({ takeId, lineId }): [TakeId, LineId][] =>
        lineId && editor.lines.value.has(lineId) ? [[takeId, lineId]] : []))
      // The list of files is empty once the event is over.
      const { scripts, others: files } = splitScripts([...dataTransfer.files])
      const captions = scripts.filter(isCaptionFile)
      hint.words = null
      if (dragged.length > 0)
        return placeById(dragged.map(take => take.takeId), target, lineOf)
      for (const file of captions)
        await bringCaptions(file, row?.track.kind === 'captions' && !row.track.isLocked ? row.track.id : null, target.frame)
      bringScript(editor.projectId, scripts.filter(file => !isCaptionFile(file)))
      if (files.length > 0)
        place(await importFiles(files), target)
    },
  }
}
