/** What a press over the tracks begins: by the tool, the keys held, and what is under the pointer. */
import type { ClipId, MarkerId } from '#contract/words.ts'
import type { EdgeAt } from '../acts/edges.ts'
import type { Editor } from '../use-editor.ts'
import type { Hit, Part } from '../view/hit.ts'
import type { Basis, Gesture, TrimmedEdge } from './gesture.ts'
import type { TransitionPart } from './transition.ts'
import type { Gestures } from './use-gestures.ts'
import { shallowRef } from 'vue'
import { nearest, snapPoints } from '#rules/sequence/edit/snap.ts'
import { randomId } from '../../../wire/random-id.ts'
import { edgesOf, isEdge, toggledEdge } from '../acts/edges.ts'
import { splitEdits } from '../acts/edits.ts'
import { gainOnLine, hitAt } from '../view/hit.ts'
import { clipsWithin, selectOnly, toggled } from '../view/selection.ts'
import { basisOf } from './basis.ts'
import { rollGesture, slipGesture, trimGesture } from './edge.ts'
import { fadeGesture, gainGesture, togglePoint } from './level.ts'
import { isSound, unitsPerFrame } from './limits.ts'
import { moveGesture } from './move.ts'
import { edgesGesture } from './several-edges.ts'
import { slideGesture } from './slide.ts'
import { transitionGesture } from './transition.ts'

/** Pixels of what is below the ruler and right of the heads. */
export interface Square { readonly left: number, readonly top: number, readonly width: number, readonly height: number }

const cursors: Record<Part, string> = {
  'body': 'default',
  'start': 'w-resize',
  'end': 'e-resize',
  'fade-in': 'ew-resize',
  'fade-out': 'ew-resize',
  'gain': 'ns-resize',
  'transition': 'grab',
  'transition-start': 'ew-resize',
  'transition-end': 'ew-resize',
}

const none: Gesture = () => ({ name: 'move', edits: [], guide: null, by: { frames: 0 } })

function isOfTransition(part: Part): part is TransitionPart {
  return part === 'transition' || part === 'transition-start' || part === 'transition-end'
}

/** What a double click opens. */
interface Opens { readonly clip: (id: ClipId) => void, readonly marker: (id: MarkerId) => void, readonly transition: () => void }

export function usePointer(editor: Editor, gestures: Gestures, headWidth: number, opens: Opens) {
  const { view } = editor
  const marquee = shallowRef<Square | null>(null)

  function hitOf(event: MouseEvent): Hit {
    const { x, y } = gestures.spotOf(event)
    const document = editor.document.value
    const perFrame = (
      row: Parameters<Parameters<typeof hitAt>[3]['unitsPerFrame']>[0],
    ): number => document ? unitsPerFrame(row.track, document.rate) : 1
    return hitAt(
      editor.rows.value,
      x,
      y,
      { pixelsPerFrame: view.pixelsPerFrame.value, unitsPerFrame: perFrame, showsGain: view.showsGain.value },
    )
  }
  const isHead = (event: MouseEvent): boolean => event.target instanceof Element && event.target.closest('.head, .corner') !== null
  const isRuler = (event: MouseEvent): boolean => event.target instanceof Element && event.target.closest('.ruler') !== null
  function markerOf(event: MouseEvent): MarkerId | null {
    const flag = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-marker]') : null
    return flag ? flag.dataset.marker as MarkerId : null // written by TimeRuler
  }

  function pan(down: PointerEvent): void {
    const element = down.currentTarget
    if (!(element instanceof HTMLElement))
      return
    const [left, top] = [element.scrollLeft, element.scrollTop]
    gestures.pan(down, (event) => {
      element.scrollLeft = left - (event.clientX - down.clientX)
      element.scrollTop = top - (event.clientY - down.clientY)
    })
  }

  function scrub(down: PointerEvent): void {
    editor.seek(gestures.spotOf(down).frame)
    gestures.follow(down, event => editor.seek(gestures.spotOf(event).frame), () => {})
  }

  function moveMarker(down: PointerEvent, id: MarkerId): void {
    const marker = editor.document.value?.markers[id]
    if (!editor.document.value || !marker)
      return
    const points = snapPoints(editor.document.value, new Set([id]), view.playhead.value)
    const gesture: Gesture = ({ byFrames, reach, isFree }) => {
      const wanted = Math.max(0, marker.at + Math.round(byFrames))
      const { at, to } = isFree || !view.snaps.value ? { at: wanted, to: null } : nearest(points, wanted, reach)
      return {
        name: 'marker',
        edits: at === marker.at ? [] : [{ do: 'setMarker', marker: { ...marker, at } }],
        guide: to,
        by: { frames: at - marker.at },
      }
    }
    gestures.drag(down, gesture, () => editor.seek(marker.at))
  }

  function frameSelect(down: PointerEvent): void {
    const from = gestures.spotOf(down)
    editor.edge.value = null
    editor.transitionAt.value = null
    const before = down.shiftKey || down.ctrlKey || down.metaKey ? view.selection.value.ids : new Set<never>()
    const isFree = { value: false }
    gestures.follow(down, (event) => {
      const to = gestures.spotOf(event)
      if (!isFree.value && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 4)
        return
      isFree.value = true
      const square = {
        left: Math.max(0, Math.min(from.x, to.x)),
        top: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      }
      marquee.value = square
      const ids = clipsWithin(editor.rows.value, {
        fromFrame: square.left / view.pixelsPerFrame.value,
        untilFrame: (square.left + square.width) / view.pixelsPerFrame.value,
        top: square.top,
        bottom: square.top + square.height,
      })
      view.selection.value = { ids: new Set([...before, ...ids]), at: ids.at(-1) ?? null }
    }, (up) => {
      marquee.value = null
      if (up && isFree.value)
        return
      editor.select()
      if (up)
        editor.seek(from.frame)
    })
  }

  /** Alt leaves what is linked where it is: a J or an L cut. */
  function howTrimmed(event: MouseEvent): Required<Pick<EdgeAt, 'how' | 'isAlone'>> {
    const { value: tool } = view.tool
    const how = tool === 'roll' ? 'roll' : tool === 'ripple' || event.ctrlKey || event.metaKey ? 'ripple' : 'trim'
    return { how, isAlone: event.altKey }
  }

  function gestureFor(hit: Hit, event: PointerEvent, on: Basis): Gesture | null {
    const { box, row, part } = hit
    if (!box || !row)
      return null
    const { id } = box.clip
    const tool = view.tool.value
    if (part === 'start' || part === 'end') {
      const { how, isAlone } = howTrimmed(event)
      return how === 'roll'
        ? rollGesture(on, id, part, { isAlone })
        : trimGesture(on, id, part, { isAlone, ripples: how === 'ripple' })
    }
    if (tool === 'slip')
      return slipGesture(on, id)
    if (tool === 'slide')
      return slideGesture(on, id)
    if (part === 'fade-in' || part === 'fade-out')
      return fadeGesture(on, id, part === 'fade-in' ? 'fadeIn' : 'fadeOut')
    if (part === 'gain')
      return gainGesture(on, id, hit.point, (gestures.spotOf(event).y - row.top) / row.height)
    return moveGesture(on, id)
  }

  function onDown(event: PointerEvent): void {
    if (isHead(event))
      return
    if (event.button === 1 || (event.button === 0 && view.tool.value === 'hand' && !isRuler(event))) {
      event.preventDefault()
      return pan(event)
    }
    if (event.button !== 0)
      return
    // The keys stay the room's: a clip gets the focus from the keyboard only.
    if (event.currentTarget instanceof HTMLElement)
      event.currentTarget.focus({ preventScroll: true })
    event.preventDefault()
    if (isRuler(event)) {
      const markerId = markerOf(event)
      return markerId ? moveMarker(event, markerId) : scrub(event)
    }
    const hit = hitOf(event)
    // What is selected stays so while another clip is chosen for it.
    if (editor.pick.value)
      return void (hit.box && editor.pick.value(hit.box.clip.id))
    editor.clickedTrack.value = hit.row?.track.id ?? null
    if (!hit.box || !hit.row)
      return frameSelect(event)
    press(event, hit)
  }

  function press(event: PointerEvent, hit: Hit): void {
    const { box, row } = hit
    const on = basisOf(editor)
    if (!box || !row || !on)
      return
    const { id } = box.clip
    const pressed = hit.part === 'start' || hit.part === 'end' ? { clipId: id, edge: hit.part } : null
    const selectedEdge = editor.edge.value
    const mayJoin = !row.track.isLocked && view.tool.value !== 'split'
    if (pressed && selectedEdge && mayJoin && pressSeveral(event, hit, pressed, { on, selected: selectedEdge }))
      return
    editor.edge.value = null
    if (view.tool.value === 'split') {
      const edits = splitEdits(on.document, [row], Math.round(gestures.spotOf(event).frame), [id], randomId)
      return void editor.edit('split', edits)
    }
    editor.transitionAt.value = null
    if (isOfTransition(hit.part))
      return pressTransition(event, hit.part, hit, on)
    const wasSelected = on.selected.has(id)
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    if (!wasSelected)
      view.selection.value = adds ? toggled(view.selection.value, id) : { ids: new Set([id]), at: id }
    else
      view.selection.value = { ...view.selection.value, at: id }
    const gesture = row.track.isLocked ? null : gestureFor(hit, event, { ...on, selected: view.selection.value.ids })
    const click = (): void => {
      if (wasSelected)
        view.selection.value = adds ? toggled(view.selection.value, id) : { ids: new Set([id]), at: id }
      if (pressed && !adds && !row.track.isLocked)
        editor.edge.value = { ...pressed, ...howTrimmed(event) }
    }
    gestures.drag(event, gesture ?? none, click)
  }

  /** While an edge is selected: a click with Shift or Ctrl adds another one; one of several moves all of them. Whether it was one of these. */
  function pressSeveral(
    event: PointerEvent,
    hit: Hit,
    pressed: TrimmedEdge,
    { on, selected }: { readonly on: Basis, readonly selected: EdgeAt },
  ): boolean {
    const edges = edgesOf(selected, on.rows)
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    const isOneOf = edges.some(each => isEdge(each, pressed))
    const movesAll = isOneOf && selected.others !== undefined
    if (!adds && !movesAll)
      return false
    const { isAlone, how } = selected
    const gesture = movesAll
      ? edgesGesture(on, edges, pressed, { isAlone: isAlone === true, ripples: how === 'ripple' })
      : gestureFor(hit, event, on)
    gestures.drag(event, gesture ?? none, () => {
      const next = adds ? toggledEdge(selected, on.rows, pressed) : { ...pressed, ...howTrimmed(event) }
      view.selection.value = selectOnly(...next ? edgesOf(next, on.rows).map(({ clipId }) => clipId).reverse() : [])
      editor.edge.value = next
    })
    return true
  }

  /** It is selected by the press; an end of it moves, or all of it along the cut. */
  function pressTransition(event: PointerEvent, part: TransitionPart, { row, box }: Hit, on: Basis): void {
    if (!box)
      return
    editor.select()
    editor.transitionAt.value = box.clip.id
    if (!row?.track.isLocked)
      gestures.drag(event, transitionGesture(on, box.clip.id, part))
  }

  let hovered = ''
  function onHover(event: PointerEvent): void {
    const element = event.currentTarget
    if (event.buttons !== 0 || !(element instanceof HTMLElement))
      return
    const isOver = !isHead(event) && !isRuler(event) && (view.tool.value !== 'hand' && view.tool.value !== 'split')
    const hit = isOver ? hitOf(event) : null
    const grabs = hit?.box && !hit.row?.track.isLocked ? hit.part : null
    const isAlong = view.tool.value === 'slip' || view.tool.value === 'slide'
    const grabbed = grabs === null ? '' : isAlong && grabs === 'body' ? 'ew-resize' : cursors[grabs]
    const cursor = hit?.box && editor.pick.value ? 'crosshair' : grabbed
    if (cursor === hovered)
      return
    hovered = cursor
    element.style.setProperty('--pointer', cursor || 'auto')
  }

  /** On the gain line: one more point, or one less. Elsewhere: the words or settings of the clip. On a marker: its name. */
  function onDouble(event: MouseEvent): void {
    const markerId = markerOf(event)
    if (markerId)
      return opens.marker(markerId)
    if (isHead(event) || isRuler(event) || view.tool.value === 'split' || view.tool.value === 'hand')
      return
    const hit = hitOf(event)
    const document = editor.sequence.settled
    if (!hit.box || !hit.row || !document || editor.pick.value)
      return
    if (isOfTransition(hit.part))
      return opens.transition()
    if (hit.part !== 'gain' || !isSound(hit.box.clip) || hit.row.track.isLocked)
      return opens.clip(hit.box.clip.id)
    const { clip } = hit.box
    const at = Math.round((gestures.spotOf(event).frame - hit.box.start) * unitsPerFrame(hit.row.track, document.rate))
    editor.edit(
      'gain',
      [togglePoint(clip, Math.min(clip.length, Math.max(0, at)), hit.point, Math.round(gainOnLine(clip, at) * 10) / 10)],
    )
  }

  return {
    marquee,
    onDown,
    onHover,
    onDouble,
    boxUnder(event: MouseEvent) {
      const { row, box } = hitOf(event)
      return row && box && event.clientX - headWidth >= 0 ? { row, box } : null
    },
  }
}
