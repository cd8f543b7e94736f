/**
 * Follows one sequence: shows edits at once, sends them one after another, and drops what main has confirmed. Each step is kept by the
 * browser under an id until main has answered, and sent again under it when the connection was lost: main makes it once. An edit that
 * main refuses is taken back and told.
 */
import type { JournalStep } from '#contract/journal.ts'
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { EditRefusal, SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { SequenceEvent } from '#contract/sequences.ts'
import type { SequenceId, StepId } from '#contract/words.ts'
import type { AnyFault, Attempt } from '../wire/attempt.ts'
import type { PendingEdit } from './pending-edits.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { sequenceStep } from '#contract/journal.ts'
import { follow } from './follow.ts'
import { hasSameParts, mayBringMany, received, tryEdits, unconfirmed, withPending } from './pending-edits.ts'

type Answer = Promise<Attempt<{ revision: number }>>
type TurnAnswer = Promise<Attempt<{ turned: JournalStep | null }>>

interface Editing {
  readonly sequenceId: SequenceId
  readonly baseRevision: number
  readonly name: StepName
  readonly edits: SequenceEdit[]
}
/** Null where it is not known what would be undone. */
interface Turning { readonly of: { readonly is: 'sequence', readonly sequenceId: SequenceId }, readonly stepId: StepId | null }

/** A step under its id. */
export interface KeptStep {
  readonly id: string
  /** Whether it outlives the page. */
  readonly isStored: boolean
  readonly drop: () => void
  /** It was kept while the studio was away, and could not be done: the person finds it among what was not done. */
  readonly setAside: (fault: AnyFault) => void
}

export interface SequencePort {
  readonly whenOpen: (signal: AbortSignal) => Promise<void>
  /** Whether main can be asked now. */
  readonly isOpen: () => boolean
  readonly pauseMs?: number
  /** Lets the page paint and hear its user. */
  readonly nextTask?: () => Promise<void>
  readonly follow: (options: { signal: AbortSignal }) => Promise<AsyncIterable<SequenceEvent>>
  /** Before it is sent. `edits` were made on `baseRevision` and on what this page did since. */
  readonly keep: (step:
    | { readonly is: 'edit', readonly input: Editing }
    | { readonly is: 'undo' | 'redo', readonly input: Turning }) => KeptStep
  readonly edit: (input: Editing, id: string) => Answer
  readonly undo: (input: Turning, id: string) => TurnAnswer
  readonly redo: (input: Turning, id: string) => TurnAnswer
}

/** What the user must know. */
export type Trouble = { readonly refused: EditRefusal } | { readonly fault: AnyFault }

/** Steps that are sent at one time; one after another, so that each says on which revision it was made. */
type Turn = { readonly kept: KeptStep } & (
  | { readonly is: 'edit', readonly edit: PendingEdit }
  | { readonly is: 'undo' | 'redo', readonly input: Turning })

export function followSequence(sequenceId: SequenceId, port: SequencePort, tell: (trouble: Trouble) => void) {
  /** `base` and `pending` change together: a confirmed edit moves from `pending` to `base`. */
  const state = shallowRef<{ readonly base: Sequence | null, readonly pending: readonly PendingEdit[] }>({ base: null, pending: [] })
  const gesture = shallowRef<readonly SequenceEdit[]>([])
  const steps = shallowRef<{ undo: JournalStep | null, redo: JournalStep | null }>({ undo: null, redo: null })
  /** Taken back before main was asked for them; the last is made again next, after as many redos of main as were undone since. */
  const takenBack = shallowRef<{ readonly edits: readonly PendingEdit[], readonly undone: number }>({ edits: [], undone: 0 })
  const turns: Turn[] = []
  /** Steps that waited for the connection, by id. */
  const wereAway = new Set<string>()
  const held: SequenceEvent[] = []
  let isSending = false
  const waiting: (() => void)[] = []
  /** The head of `turns` was sent, and the connection broke before the answer: it is sent again once the sequence has come. */
  let isUnsure = false
  let stop = new AbortController()
  let isLeft = false
  const over = Promise.withResolvers<void>()

  // The same object while nothing of it differs: main's confirmation of an edit is nothing new to what shows it.
  const settled = computed<SequenceDocument | null>((before) => {
    const { base, pending } = state.value
    const now = base && withPending(base, pending)
    return before && now && hasSameParts(before, now) ? before : now
  })
  /** With the gesture that is being made. A gesture that is refused shows nothing. */
  const document = computed<SequenceDocument | null>(() => settled.value && gesture.value.length > 0
    ? tryEdits(settled.value, gesture.value).document ?? settled.value
    : settled.value)

  function setPending(change: (pending: readonly PendingEdit[]) => readonly PendingEdit[]): void {
    state.value = { ...state.value, pending: change(state.value.pending) }
  }
  function replace(edit: PendingEdit, by: PendingEdit | null): void {
    setPending(pending => pending.flatMap(one => one === edit ? by ?? [] : one))
  }

  function take(event: SequenceEvent): void {
    // The news of an own edit may come before its answer; it would be shown twice.
    if (isSending)
      return void held.push(event)
    const { base, pending } = state.value
    const next = received(base, event, pending)
    if (!next)
      return listen()
    state.value = { base: next, pending: unconfirmed(pending, next.revision) }
    steps.value = { undo: event.undo, redo: event.redo }
    if (event.sequence)
      isUnsure = false
    void send()
  }

  function ask(turn: Turn, now: Sequence): Answer | TurnAnswer {
    if (turn.is !== 'edit')
      return port[turn.is](turn.input, turn.kept.id)
    const { name, edits } = turn.edit
    const newest = Math.max(now.revision, ...state.value.pending.map(edit => edit.revision ?? 0))
    return port.edit({ sequenceId, baseRevision: newest, name, edits: [...edits] }, turn.kept.id)
  }

  /** What main has done already, before the connection was lost, is in what came since. */
  function settle(turn: Turn, { value, fault }: Awaited<Answer | TurnAnswer>): void {
    if (fault && fault.code !== 'already-done') {
      tell(fault.code === 'edit-refused' ? { refused: fault.data.because } : { fault })
      if (wereAway.has(turn.kept.id))
        turn.kept.setAside(fault)
      else
        turn.kept.drop()
    }
    else {
      turn.kept.drop()
    }
    wereAway.delete(turn.kept.id)
    if (turn.is === 'edit')
      replace(turn.edit, value && 'revision' in value ? { ...turn.edit, revision: value.revision } : null)
    setPending(pending => unconfirmed(pending, state.value.base?.revision ?? 0))
  }
  async function send(): Promise<void> {
    const [turn] = turns
    if (isLeft && turns.length === 0) {
      stop.abort()
      over.resolve()
    }
    // Main is not asked while it is away: so it is known that it does not have the step, which can be taken back here.
    const isHeld = isUnsure || !port.isOpen()
    if (!isSending && (turns.length === 0 || isHeld))
      waiting.splice(0).forEach(goOn => goOn())
    const { base: before } = state.value
    if (isSending || !turn || !before || isHeld)
      return
    isSending = true
    if (turn.is === 'edit' && mayBringMany(turn.edit.edits))
      await port.nextTask?.()
    const answer = await ask(turn, before)
    isSending = false
    if (answer.fault?.code === 'disconnected') {
      isUnsure = true
      wereAway.add(turn.kept.id)
    }
    else {
      turns.shift()
      settle(turn, answer)
    }
    for (const event of held.splice(0))
      take(event)
    await send()
  }

  /** Answers whether the step can be done: what would be lost with the page is refused while main is away. */
  function push(turn: Turn): boolean {
    const isAway = !port.isOpen()
    if (isAway && !turn.kept.isStored) {
      turn.kept.drop()
      tell({ fault: { code: 'not-kept', data: {} } })
      return false
    }
    if (isAway)
      wereAway.add(turn.kept.id)
    turns.push(turn)
    return true
  }

  function pushEdit(edit: PendingEdit): boolean {
    const { name, edits } = edit
    const baseRevision = state.value.base?.revision ?? 0
    const kept = port.keep({ is: 'edit', input: { sequenceId, baseRevision, name, edits: [...edits] } })
    if (!push({ is: 'edit', edit, kept }))
      return false
    setPending(pending => [...pending, edit])
    void send()
    return true
  }

  function pushTurning(is: 'undo' | 'redo'): void {
    // What would be undone is known only while nothing of this page's is on its way.
    const { undo } = steps.value
    const isSettled = turns.length === 0 && state.value.pending.length === 0
    const input: Turning = { of: { is: 'sequence', sequenceId }, stepId: is === 'undo' && isSettled && undo ? undo.id : null }
    if (push({ is, input, kept: port.keep({ is, input }) }))
      void send()
  }

  /** The last step, where main was surely not asked for it yet. */
  function notSent(): Extract<Turn, { is: 'edit' }> | null {
    const last = turns.at(-1)
    const isAsked = turns.length === 1 && (isSending || isUnsure)
    return last?.is === 'edit' && !port.isOpen() && !isAsked ? last : null
  }

  function listen(): void {
    stop.abort()
    stop = new AbortController()
    const { whenOpen, pauseMs } = port
    void follow({ whenOpen, open: port.follow, ...(pauseMs === undefined ? {} : { pauseMs }) }, take, stop.signal)
  }
  listen()

  function stepOf(edit: PendingEdit | undefined): JournalStep | null {
    const id = sequenceStep(sequenceId, order())
    return edit && state.value.base ? { id, name: edit.name, of: '', room: 'timeline', author: 'person', order: order() } : null
  }

  /** The revision that it has once all is sent. */
  function order(): number {
    return Math.max(state.value.base?.revision ?? 0, ...state.value.pending.map(edit => edit.revision ?? 0)) + turns.length
  }

  return {
    sequenceId,
    /** As it is shown: main's, with what is not yet confirmed and the gesture that is being made. Null until it has come. */
    document: shallowReadonly(document),
    /** Without the gesture. */
    settled: shallowReadonly(settled),
    revision: computed(() => state.value.base?.revision ?? 0),
    /** Null while something is not yet kept. */
    savedAt: computed(() => state.value.pending.some(edit => edit.revision === null) ? null : state.value.base?.changedAt ?? null),
    order,
    /** Whether all that was answered has come with the news. */
    isSettled: computed(() => state.value.pending.every(edit => edit.revision === null)),
    /** An edit that main does not have yet is the last step. */
    undoable: computed(() => stepOf(state.value.pending.findLast(edit => edit.revision === null)) ?? steps.value.undo),
    redoable: computed(() => takenBack.value.undone > 0 ? steps.value.redo : stepOf(takenBack.value.edits.at(-1)) ?? steps.value.redo),
    /** Shows what a gesture would do. Answers why nothing can be shown, else null. */
    show(edits: readonly SequenceEdit[]): EditRefusal | null {
      gesture.value = edits
      return settled.value ? tryEdits(settled.value, edits).because ?? null : 'gone'
    },
    /** One step of undo. Answers whether it makes sense here; main has the last word. */
    edit(name: StepName, edits: readonly SequenceEdit[]): boolean {
      gesture.value = []
      if (!settled.value || edits.length === 0)
        return false
      const { because, document: edited } = tryEdits(settled.value, edits)
      if (because) {
        tell({ refused: because })
        return false
      }
      if (edited === settled.value)
        return false
      takenBack.value = { edits: [], undone: 0 }
      return pushEdit({ name, edits, revision: null })
    },
    /** While main is away, what it was not asked for is taken back here. */
    undo(): void {
      const { edits, undone } = takenBack.value
      const turn = notSent()
      if (!turn) {
        takenBack.value = { edits, undone: edits.length > 0 ? undone + 1 : 0 }
        return pushTurning('undo')
      }
      turns.pop()
      turn.kept.drop()
      replace(turn.edit, null)
      takenBack.value = { edits: [...edits, turn.edit], undone: 0 }
    },
    redo(): void {
      const { edits, undone } = takenBack.value
      const edit = undone === 0 ? edits.at(-1) : undefined
      if (!edit) {
        takenBack.value = { edits, undone: Math.max(0, undone - 1) }
        return pushTurning('redo')
      }
      if (pushEdit({ ...edit, revision: null }))
        takenBack.value = { edits: edits.slice(0, -1), undone: 0 }
    },
    /** Once main has all steps of until now, or the connection is lost: what is asked of main then is asked of what is shown. */
    whenSent(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve)
        void send()
      })
    },
    /** Main may lack steps that were done here. */
    hasUnsent: (): boolean => turns.length > 0,
    /** Steps that main may lack, and that would be lost with the page. */
    hasUnsafe: (): boolean => turns.some(turn => !turn.kept.isStored),
    /** Follows no longer, once everything is sent, however long the connection is lost. Resolves then. */
    leave(): Promise<void> {
      isLeft = true
      void send()
      return over.promise
    },
  }
}

export type FollowedSequence = ReturnType<typeof followSequence>
