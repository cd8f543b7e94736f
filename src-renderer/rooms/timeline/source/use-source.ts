/** The take in the source viewer: where it is looked at, its in and out point, and whether the keys of the transport are for it. */
import type { ComputedRef } from 'vue'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take, TakeMarks } from '#contract/takes.ts'
import type { StepId, TakeId } from '#contract/words.ts'
import type { Points, Source } from '#rules/sequence/three-point.ts'
import type { Preview } from '../../../player/preview/preview.ts'
import type { TakePart } from '../acts/place-takes.ts'
import { computed, shallowRef, watch } from 'vue'
import { durationFrames } from '#rules/sequence/document.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { nextRate } from '../../../player/shuttle.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'
import { marksOf, pointsOf, sourceDocument, withPoint } from './source-document.ts'

const noPoints: Points = { in: null, out: null }

/** `film` is the sequence that parts of the take come into, `lastOrder` the order of its last step that is not undone; 0 for none. */
export function useSource(film: ComputedRef<SequenceDocument | null>, lastOrder: () => number) {
  const takes = useTakes()
  const notices = useNotices()
  const undo = useUndo()
  const takeId = shallowRef<TakeId | null>(null)
  const take = computed(() => takes.get(takeId.value) ?? null)
  /** Which press opens a take; the last one counts. */
  let opening: symbol | null = null
  const isActive = shallowRef(false)
  const frame = shallowRef(0)
  const player = shallowRef<Preview | null>(null)
  const asksTime = shallowRef(0)
  /** For each step that was made here, the step of the sequence that it came after. */
  const afterOrder = new Map<StepId, number>()
  /** What was set last, until the page knows it as a step: it is what undo means already. */
  const keeping = shallowRef<{ readonly order: number, readonly done: Promise<void> } | null>(null)
  /** What is dragged from here over the tracks. */
  const dragged = shallowRef<TakePart | null>(null)
  /** The part that a clip plays, and what was set and is not kept yet; until then, that of the take counts. */
  const ownMarks = shallowRef<TakeMarks | null>(null)

  // Each edit of the film and each mark comes here: what plays is given a new document only where that is another one.
  const document = computed<SequenceDocument | null>((before) => {
    const next = take.value && film.value ? sourceDocument(take.value, film.value) : null
    return before && JSON.stringify(before) === JSON.stringify(next) ? before : next
  })
  const frames = computed(() => document.value ? durationFrames(document.value) : 0)
  const points = computed<Points>(() => document.value ? pointsOf(ownMarks.value ?? take.value?.marks, document.value) : noPoints)
  const isStill = computed(() => take.value?.medium === 'picture')

  /** What a person sets is kept with the take; a part of a clip that was only looked at is not. */
  async function keep(next: Points, joins?: string): Promise<void> {
    const [now, shownDocument] = [take.value, document.value]
    if (!now || !shownDocument)
      return
    const marks = marksOf(next, shownDocument)
    ownMarks.value = marks
    const mine = { order: lastOrder(), done: send(now, marks, joins) }
    keeping.value = mine
    await mine.done
    if (keeping.value === mine)
      keeping.value = null
  }
  async function send(now: Take, marks: TakeMarks, joins?: string): Promise<void> {
    // Steps of the project and of the sequence count differently.
    const step = undo.step({ name: 'markTake', of: now.title, ...joins !== undefined && { joins, at: Date.now() } })
    afterOrder.set(step.id, lastOrder())
    const { value, fault } = await attempt(studio.takes.mark({ takeId: now.id, marks, step }))
    if (fault)
      notices.fault(fault)
    if (value)
      takes.remember([value.take])
    await undo.refresh()
    // Another may have been set meanwhile.
    if (ownMarks.value === marks)
      ownMarks.value = null
  }
  /** What is set with the same `joins` in one stretch is one step of undo. */
  function setPoint(which: 'in' | 'out', at: number, joins?: string): Promise<void> {
    const [least, most] = which === 'in' ? [0, frames.value - 1] : [1, frames.value]
    return keep(withPoint(points.value, which, Math.min(Math.max(least, at), most)), joins)
  }

  /** Whether in and out were set after the last step of the sequence. */
  function mayUndo(): boolean {
    const order = keeping.value?.order ?? (undo.next?.name === 'markTake' ? afterOrder.get(undo.next.id) : undefined)
    return order !== undefined && lastOrder() <= order
  }
  function seek(to: number): void {
    frame.value = Math.max(0, Math.min(Math.max(0, frames.value - 1), Math.round(to)))
  }
  function close(): void {
    opening = null
    takeId.value = null
    ownMarks.value = null
    isActive.value = false
  }
  // It was deleted, here or elsewhere.
  watch(() => takeId.value !== null && take.value === null, isGone => isGone && close())

  return {
    take,
    document,
    frames,
    points,
    isStill,
    isActive,
    frame,
    player,
    asksTime,
    dragged,
    close,
    seek,
    /** Shows a take from here on; `marks` are those of a clip, which are not kept before a person changes them. */
    async open(id: TakeId, at: { readonly seconds?: number, readonly marks?: TakeMarks | null } = {}): Promise<void> {
      const mine = opening = Symbol('opening')
      const { value, fault } = await takes.load(id)
      // Another one was opened meanwhile, or this one closed.
      if (mine !== opening)
        return
      if (fault)
        notices.fault(fault)
      if (!value)
        return
      if (takeId.value !== id || at.marks)
        ownMarks.value = at.marks ?? null
      const isOther = takeId.value !== id
      takeId.value = id
      if (!document.value) {
        close()
        return void notices.say(t => t.timeline.unusable(1, value.take.title), { tone: 'bad' })
      }
      isActive.value = true
      const { numerator, denominator } = document.value.rate
      if (at.seconds !== undefined)
        seek(Math.floor(at.seconds * numerator / denominator + 1e-6))
      else if (isOther)
        seek(points.value.in ?? 0)
    },
    /** As three-point editing takes it. */
    source: computed<Source>(() => ({ ...points.value, frames: frames.value, isEndless: isStill.value })),
    part: computed<TakePart>(() => {
      const from = points.value.in ?? 0
      return { from, length: Math.max(1, (points.value.out ?? frames.value) - from) }
    }),
    setIn: () => setPoint('in', frame.value),
    setOut: () => setPoint('out', frame.value + 1),
    setPoint,
    setPoints: (next: Points) => keep(next),
    clearInOut: () => keep(noPoints),
    markAll: () => keep({ in: 0, out: frames.value }),
    toIn: () => seek(points.value.in ?? 0),
    /** The last frame of the part. */
    toOut: () => seek((points.value.out ?? frames.value) - 1),
    step(by: number): void {
      player.value?.pause()
      seek(frame.value + by)
    },
    mayUndo,
    /** `order` of the step of the sequence that would be redone: what was done first comes first. */
    mayRedo: (order = Infinity): boolean => undo.nextRedo?.name === 'markTake' && order > (afterOrder.get(undo.nextRedo.id) ?? Infinity),
    async undo(): Promise<void> {
      const { key } = undo
      await keeping.value?.done
      // It may have been refused, and the sequence or the project may have been closed: what would be undone now is another step.
      if (undo.key === key && film.value && mayUndo())
        await undo.undo()
    },
    redo: undo.redo,
    toggle: () => player.value?.toggle(),
    shuttle: (way: -1 | 0 | 1) => player.value?.shuttle(nextRate(player.value.state().rate, way)),
    pause: () => player.value?.pause(),
  }
}
export type SourceViewer = ReturnType<typeof useSource>
