/** The open sequence and how it is looked at, for every part of the room. */
import type { InjectionKey } from 'vue'
import type { FrameRate, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { ClipId, ProjectId, SequenceId, TrackId } from '#contract/words.ts'
import type { UsualTransition } from '#rules/sequence/edit/cross-fades.ts'
import type { MarkerAt } from '#rules/sequence/markers.ts'
import type { Preview } from '../../player/preview/preview.ts'
import type { EdgeAt } from './acts/edges.ts'
import type { Trimmed } from './gestures/gesture.ts'
import type { ToneScope } from './tone/tone-edits.ts'
import type { Selection } from './view/selection.ts'
import { useMediaQuery } from '@vueuse/core'
import { computed, inject, provide, shallowRef, watch } from 'vue'
import { captionsWithOldWords, saidIn } from '#rules/captions/old-words.ts'
import { findClip } from '#rules/sequence/document.ts'
import { measuredEdits } from '#rules/sequence/nested/nested-clips.ts'
import { useNotices } from '../../actions/notices.ts'
import { useFeedOf } from '../../stores/feed.ts'
import { useInnerSequences } from '../../stores/inner-sequences.ts'
import { useProject } from '../../stores/project.ts'
import { useSpeakerColours } from '../../stores/speaker-colours.ts'
import { studio } from '../../studio.ts'
import { useProposeFormat } from './acts/use-propose-format.ts'
import { useSource } from './source/use-source.ts'
import { useOwnSequence } from './use-own-sequence.ts'
import { fittedHeights, rowsOf } from './view/rows.ts'
import { fitted as fittedScale, zoomedAbout } from './view/scale.ts'
import { kept, nothing, selectOnly } from './view/selection.ts'
import { useView } from './view/use-view.ts'

export interface Trims { readonly name: StepName, readonly trimmed: Trimmed, readonly byFrames: number }

const noTracks = { trackIds: [], tracks: {} }
const key: InjectionKey<Editor> = Symbol('timeline')

/** Once for a sequence; everything below asks for it with `useEditor`. */
export function provideEditor(projectId: ProjectId, sequenceId: SequenceId) {
  const sequence = useOwnSequence(sequenceId)
  const project = useProject()
  const colours = useSpeakerColours()
  const notices = useNotices()
  const view = useView(sequenceId)
  const document = computed(() => sequence.document)
  /** Heights of tracks whose edge is being dragged. */
  const heights = shallowRef<ReadonlyMap<TrackId, number>>(new Map())
  const rate = shallowRef<FrameRate>({ numerator: 30, denominator: 1 })
  // Each clip reads it: it may not change with every document.
  watch(() => document.value?.rate, (next) => {
    if (next && (next.numerator !== rate.value.numerator || next.denominator !== rate.value.denominator))
      rate.value = next
  }, { immediate: true, flush: 'sync' })
  const said = computed(() => saidIn(project.lines))
  // Each caption reads it, too.
  const oldCaptions = computed<ReadonlyMap<ClipId, string>>((before) => {
    const now = captionsWithOldWords(document.value ?? noTracks, said.value)
    return before && isSame(before, now) ? before : now
  })
  /** Pixels that the tracks have on the screen; 0 until that is known. */
  const trackRoom = shallowRef(0)
  const isLow = useMediaQuery('(max-height: 760px)')
  const fitted = computed(() => document.value && isLow.value && trackRoom.value > 0
    ? fittedHeights(document.value, trackRoom.value)
    : new Map<TrackId, number>())
  const rows = computed(() => document.value ? rowsOf(document.value, new Map([...fitted.value, ...heights.value])) : [])
  const duration = computed(() => rows.value.reduce((end, { boxes }) => Math.max(end, boxes.at(-1)?.end ?? 0), 0))
  const inner = useInnerSequences(sequenceId, () => sequence.settled)
  const isGesturing = shallowRef(false)
  const player = shallowRef<Preview | null>(null)
  const silenced = shallowRef<TrackId | null>(null)
  useQuietWhileDragging(sequenceId, () => isGesturing.value, () => sequence.savedAt !== null)

  /** The caption whose words are typed where it is. */
  const typed = shallowRef<ClipId | null>(null)
  /** The marker whose words are asked for. */
  const openMarker = shallowRef<MarkerAt | null>(null)
  /** Whose level and tone is asked for. */
  const toneAt = shallowRef<ToneScope | null>(null)
  /** Whether the preview shows pictures without their grades, to compare. */
  const isUngraded = shallowRef(false)
  /** What the next click on a clip chooses it for; null selects it, as usual. */
  const pick = shallowRef<((id: ClipId) => void) | null>(null)
  /** The edge that keys trim. */
  const edge = shallowRef<EdgeAt | null>(null)
  /** The clip whose transition is selected, while no clip is. */
  const transitionAt = shallowRef<ClipId | null>(null)
  /** What is dragged from the shelf of sequences. */
  const draggedSequence = shallowRef<{ readonly id: SequenceId, readonly seconds: number } | null>(null)
  /** What is dragged from the shelf of transitions. */
  const draggedTransition = shallowRef<UsualTransition | null>(null)
  /** The edges that are trimmed just now, by the pointer or by keys, and how far they have come. */
  const trims = shallowRef<Trims | null>(null)
  /** Another number each time that a key asks for the time at the playhead to be typed. */
  const asksTime = shallowRef(0)
  /** The track that was clicked last, on a clip or where none is. */
  const clickedTrack = shallowRef<TrackId | null>(null)
  /** The track whose settings the inspector shows; clips that are selected come first. */
  const trackAt = shallowRef<TrackId | null>(null)
  watch(view.selection, ({ ids }) => {
    if (ids.size === 0)
      return
    trackAt.value = null
    transitionAt.value = null
  })
  // A gesture may hide clips for a moment; they stay selected.
  watch(() => sequence.settled, (settled) => {
    if (!settled || isGesturing.value)
      return
    if (edge.value && [edge.value, ...edge.value.others ?? []].some(({ clipId }) => !findClip(settled, clipId)))
      edge.value = null
    const crossing = transitionAt.value ? findClip(settled, transitionAt.value)?.clip : null
    if (!crossing || !('crossIn' in crossing) || crossing.crossIn === 0)
      transitionAt.value = null
    view.selection.value = kept(view.selection.value, id => settled.trackIds.some(trackId => settled.tracks[trackId]?.clips[id]))
  })

  // What a sequence in it lasts now, so that its clips can be trimmed to its end: no step of undo.
  watch([() => sequence.settled, isGesturing, inner.all], ([settled, gestures]) => {
    const edits = settled && !gestures ? measuredEdits(settled, inner.get) : []
    if (edits.length > 0)
      sequence.edit('track-switch', edits)
  })

  /** For what was waited for. Null where the sequence was closed in the meantime, which the user is told. */
  function settledOrSay(): SequenceDocument | null {
    if (!sequence.settled)
      notices.say(t => t.timeline.closed.edit, { tone: 'bad' })
    return sequence.settled
  }
  function edit(name: StepName, edits: readonly SequenceEdit[], selects?: Selection): boolean {
    const isDone = settledOrSay() !== null && sequence.edit(name, edits)
    if (isDone && selects)
      view.selection.value = selects
    return isDone
  }
  function scrollTo(left: number): void {
    view.scrollLeft.value = Math.max(0, left)
  }
  function seek(frame: number): void {
    view.playhead.value = Math.max(0, Math.round(frame))
  }
  /** `air` pixels at the right edge are covered by something. */
  function reveal(frame: number, air = 24): void {
    const x = frame * view.pixelsPerFrame.value
    if (x < view.scrollLeft.value + 24 || x > view.scrollLeft.value + Math.max(48, view.width.value - air))
      scrollTo(x - view.width.value / 3)
  }
  function zoom(factor: number, about: number | null = null): void {
    // Without a pointer the playhead stays where it is, if it can be seen.
    const onScreen = view.playhead.value * view.pixelsPerFrame.value - view.scrollLeft.value
    const x = about ?? (onScreen >= 0 && onScreen <= view.width.value ? onScreen : view.width.value / 2)
    const next = zoomedAbout({ pixelsPerFrame: view.pixelsPerFrame.value, scroll: view.scrollLeft.value }, factor, x)
    view.pixelsPerFrame.value = next.pixelsPerFrame
    scrollTo(next.scroll)
  }
  function fit(): void {
    view.pixelsPerFrame.value = fittedScale(duration.value, view.width.value).pixelsPerFrame
    scrollTo(0)
  }

  const editor = {
    projectId,
    sequenceId,
    sequence,
    document,
    rate,
    rows,
    trackRoom,
    heights,
    duration,
    isGesturing,
    typed,
    openMarker,
    toneAt,
    edge,
    transitionAt,
    draggedTransition,
    draggedSequence,
    /** The sequences that are clips of it. */
    inner,
    trims,
    asksTime,
    clickedTrack,
    trackAt,
    isUngraded,
    pick,
    selectTrack(trackId: TrackId): void {
      view.selection.value = nothing
      transitionAt.value = null
      trackAt.value = trackId
    },
    /** The take that is looked at to bring parts of it onto the tracks. */
    source: useSource(document, () => sequence.undoable?.order ?? 0),
    /** What plays the sequence, while there is a preview. */
    player,
    /** The track that is not heard for now, as while it is recorded over; nothing of the sequence changes. */
    silenced,
    view,
    tintOf: colours.tintOf,
    /** Captions that say what their line said before it was made again, with what it says now. */
    oldCaptions,
    lines: computed(() => new Map(project.lines.map(line => [line.id, line]))),
    settledOrSay,
    edit,
    seek,
    reveal,
    zoom,
    fit,
    select: (...ids: Parameters<typeof selectOnly>) => {
      view.selection.value = ids.length === 0 ? nothing : selectOnly(...ids)
    },
    /** Of the first film in it. */
    proposeFormat: useProposeFormat({
      now: () => sequence.settled,
      refit: format => void edit('sequence', [{ do: 'refit', ...format }]),
    }),
    say: notices.say,
    hint: notices.hint,
  }
  provide(key, editor)
  return editor
}
export type Editor = ReturnType<typeof provideEditor>

export function useEditor(): Editor {
  const editor = inject(key)
  if (!editor)
    throw new Error('outside a timeline')
  return editor
}

function isSame(before: ReadonlyMap<ClipId, string>, now: ReadonlyMap<ClipId, string>): boolean {
  return before.size === now.size && [...now].every(([clipId, words]) => before.get(clipId) === words)
}

/** Main's own edits of the sequence wait while the user drags, and until the drag is saved. */
function useQuietWhileDragging(sequenceId: SequenceId, isDragging: () => boolean, isSaved: () => boolean): void {
  const isQuiet = shallowRef(false)
  watch([isDragging, isSaved], ([drags, saved]) => isQuiet.value = drags || (isQuiet.value && !saved))
  useFeedOf(() => isQuiet.value || null, { open: (_, options) => studio.sequences.hold({ sequenceId }, options), take: () => {} })
}
