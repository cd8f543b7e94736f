/** What is typed, as steps of undo among those of the room: when a step begins, and which step is next. No DOM. */

export interface FieldState {
  readonly value: string
  /** The selection; null where the field has none, such as one for numbers. */
  readonly from: number | null
  readonly to: number | null
}

export interface TypedStep {
  /** Names the field, also when it is drawn again. */
  readonly field: string
  readonly before: FieldState
  readonly after: FieldState
  /**
   * Where it is in each journal that was open since: after the steps up to this order, before those with a larger one. The room that is
   * open has one.
   */
  readonly orders: Readonly<Record<string, number>>
  /** Once it was taken back: what the room would have made again then. */
  readonly roomRedo?: number | null
}

export interface TypedSteps<Step extends TypedStep = TypedStep> {
  /** Oldest first. */
  readonly undo: readonly Step[]
  /** The last one is next. */
  readonly redo: readonly Step[]
}

/** The steps of the room: a step with a larger order was done later. */
export interface RoomSteps {
  readonly journal: string
  /** The order of the step that would be undone; null where there is none. */
  readonly undo: number | null
  /** The order of the step that would be made again. */
  readonly redo: number | null
}

export type Way = 'undo' | 'redo'
/** Text that is inserted, or deleted, key by key; anything else is its own step, such as a paste or a composition. */
export type TypingKind = 'insert' | 'delete' | 'whole'

export interface Stretch {
  readonly field: string
  readonly kind: TypingKind
  readonly after: FieldState
  /** In ms. */
  readonly beganAt: number
  readonly lastAt: number
}

/** A longer pause begins a new step. In ms. */
export const typingPauseMs = 1000
/** Continuous typing begins a new step after this. In ms. */
const longMs = 5000
const mostSteps = 500
/** Of all texts together. */
const mostCharacters = 4_000_000

export function kindOfInput(inputType: string): TypingKind {
  if (inputType === 'insertText' || inputType === 'insertLineBreak')
    return 'insert'
  return /^delete(?:Content|Word|Soft|Hard)/.test(inputType) ? 'delete' : 'whole'
}

export interface NextTyped {
  readonly field: string
  readonly kind: TypingKind
  readonly before: FieldState
  readonly data: string | null
  readonly at: number
}

/** Whether what is typed now belongs to the step that is being typed. */
export function goesOn(stretch: Stretch, next: NextTyped): boolean {
  const { field, kind, after, lastAt, beganAt } = stretch
  const isWord = next.kind === 'insert' && /^\s/.test(next.data ?? '') && next.at - beganAt > longMs
  return field === next.field
    && kind === next.kind
    && kind !== 'whole'
    && next.at - lastAt < typingPauseMs
    && after.value === next.before.value
    && after.from === next.before.from
    && after.to === next.before.to
    && !isWord
}

/** The typed step that is next; null where the room's own is, or there is none. */
export function nextTyped<Step extends TypedStep>(
  way: Way,
  steps: TypedSteps<Step>,
  room: RoomSteps,
  isHere: (step: Step) => boolean,
): Step | null {
  const step = steps[way].findLast(isHere)
  const order = step?.orders[room.journal]
  if (!step || order === undefined)
    return null
  // The room's own step was done after it; before redo, that was since it was taken back.
  if (room.undo !== null && room.undo > order)
    return null
  // What the room has taken back since comes first; what it dropped, because something else was done, leaves this behind, too.
  return way === 'undo' || room.redo === (step.roomRedo ?? null) ? step : null
}

const sizeOf = ({ before, after }: TypedStep): number => before.value.length + after.value.length

/** Adds a step. What was typed and taken back before cannot be made again; the room's own steps can. */
export function withTyped<Step extends TypedStep>({ undo }: TypedSteps<Step>, step: Step): TypedSteps<Step> {
  const kept = [...undo, step].slice(-mostSteps)
  let characters = kept.reduce((sum, one) => sum + sizeOf(one), 0)
  while (kept.length > 1 && characters > mostCharacters)
    characters -= sizeOf(kept.shift()!)
  return { undo: kept, redo: [] }
}

export function turned<Step extends TypedStep>(steps: TypedSteps<Step>, way: Way, step: Step, room: RoomSteps): TypedSteps<Step> {
  return way === 'undo'
    ? { undo: steps.undo.filter(each => each !== step), redo: [...steps.redo, { ...step, roomRedo: room.redo }] }
    : { undo: [...steps.undo, step], redo: steps.redo.filter(each => each !== step) }
}

export function without<Step extends TypedStep>({ undo, redo }: TypedSteps<Step>, isGone: (step: Step) => boolean): TypedSteps<Step> {
  return { undo: undo.filter(step => !isGone(step)), redo: redo.filter(step => !isGone(step)) }
}

/** Where another room opens: what was typed before comes after the steps that its journal has. */
export function inJournal<Step extends TypedStep>({ undo, redo }: TypedSteps<Step>, journal: string, order: number): TypedSteps<Step> {
  const placed = (step: Step): Step => journal in step.orders ? step : { ...step, orders: { ...step.orders, [journal]: order } }
  return { undo: undo.map(placed), redo: redo.map(placed) }
}

/** Where the caret belongs after a text was changed for another: behind what differs. */
export function caretAfterChange(was: string, is: string): number {
  const most = Math.min(was.length, is.length)
  let head = 0
  while (head < most && was[head] === is[head])
    head++
  let tail = 0
  while (tail < most - head && was[was.length - 1 - tail] === is[is.length - 1 - tail])
    tail++
  return is.length - tail
}
