/**
 * Follows one sequence: shows edits at once, sends them one after another, and drops what main has confirmed. An edit that main
 * refuses is taken back and told.
 */
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { EditRefusal, SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { SequenceEvent, Step } from '#contract/sequences.ts'
import type { SequenceId } from '#contract/words.ts'
import type { AnyFault, Attempt } from '../wire/attempt.ts'
import type { PendingEdit } from './pending-edits.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { follow } from './follow.ts'
import { hasSameParts, received, tryEdits, unconfirmed, wasCarriedOut, withPending } from './pending-edits.ts'

type Answer = Promise<Attempt<{ revision: number }>>

export interface SequencePort {
  readonly whenOpen: (signal: AbortSignal) => Promise<void>
  readonly pauseMs?: number
  readonly follow: (options: { signal: AbortSignal }) => Promise<AsyncIterable<SequenceEvent>>
  readonly edit: (input: { sequenceId: SequenceId, baseRevision: number, name: StepName, edits: SequenceEdit[] }) => Answer
  readonly undo: (input: { sequenceId: SequenceId }) => Answer
  readonly redo: (input: { sequenceId: SequenceId }) => Answer
}

/** What the user must know. `lost`: the connection broke while an edit was sent, and it cannot be seen whether it was carried out. */
export type Trouble = { readonly refused: EditRefusal } | { readonly fault: AnyFault } | { readonly lost: StepName }

/** Edits that are sent at one time; one after another, so that each says on which revision it was made. */
type Turn = { readonly is: 'edit', readonly edit: PendingEdit } | { readonly is: 'undo' | 'redo' }

export function followSequence(sequenceId: SequenceId, port: SequencePort, tell: (trouble: Trouble) => void) {
  /** One of the other: what main has confirmed goes from `pending` in the moment it comes into `base`. */
  const state = shallowRef<{ readonly base: Sequence | null, readonly pending: readonly PendingEdit[] }>({ base: null, pending: [] })
  const gesture = shallowRef<readonly SequenceEdit[]>([])
  const steps = shallowRef<{ undo: Step | null, redo: Step | null }>({ undo: null, redo: null })
  const turns: Turn[] = []
  const held: SequenceEvent[] = []
  let isSending = false
  const waiting: (() => void)[] = []
  /** The head of `turns` was sent on this state, and the connection broke before the answer. */
  let unsureOn: Sequence | null = null
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
    if (unsureOn && event.sequence)
      settleUnsure(unsureOn, next)
    void send()
  }

  function settleUnsure(before: Sequence, now: Sequence): void {
    unsureOn = null
    const [turn] = turns
    if (!turn)
      return
    const done = turn.is === 'edit' ? wasCarriedOut(before, turn.edit, now) : now.revision === before.revision ? 'no' : 'yes'
    if (done === 'no')
      return
    turns.shift()
    if (turn.is !== 'edit')
      return
    replace(turn.edit, null)
    if (done === 'unknown')
      tell({ lost: turn.edit.name })
  }

  function ask(turn: Turn, now: Sequence): Answer {
    if (turn.is !== 'edit')
      return port[turn.is]({ sequenceId })
    const { name, edits } = turn.edit
    const newest = Math.max(now.revision, ...state.value.pending.map(edit => edit.revision ?? 0))
    return port.edit({ sequenceId, baseRevision: newest, name, edits: [...edits] })
  }

  async function send(): Promise<void> {
    const [turn] = turns
    if (isLeft && turns.length === 0) {
      stop.abort()
      over.resolve()
    }
    if (!isSending && (turns.length === 0 || unsureOn))
      waiting.splice(0).forEach(goOn => goOn())
    const { base: before } = state.value
    if (isSending || !turn || !before || unsureOn)
      return
    isSending = true
    const answer = await ask(turn, before)
    isSending = false
    if (answer.fault?.code === 'disconnected') {
      unsureOn = before
    }
    else {
      turns.shift()
      if (answer.fault)
        tell(answer.fault.code === 'edit-refused' ? { refused: answer.fault.data.because } : { fault: answer.fault })
      if (turn.is === 'edit')
        replace(turn.edit, answer.value ? { ...turn.edit, revision: answer.value.revision } : null)
      setPending(pending => unconfirmed(pending, state.value.base?.revision ?? 0))
    }
    for (const event of held.splice(0))
      take(event)
    await send()
  }

  function listen(): void {
    stop.abort()
    stop = new AbortController()
    const { whenOpen, pauseMs } = port
    void follow({ whenOpen, open: port.follow, ...(pauseMs === undefined ? {} : { pauseMs }) }, take, stop.signal)
  }
  listen()

  return {
    sequenceId,
    /** As it is shown: main's, with what is not yet confirmed and the gesture that is being made. Null until it has come. */
    document: shallowReadonly(document),
    /** Without the gesture. */
    settled: shallowReadonly(settled),
    revision: computed(() => state.value.base?.revision ?? 0),
    /** Null while something is not yet kept. */
    savedAt: computed(() => state.value.pending.some(edit => edit.revision === null) ? null : state.value.base?.changedAt ?? null),
    undoable: computed(() => steps.value.undo),
    redoable: computed(() => steps.value.redo),
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
      const edit: PendingEdit = { name, edits, revision: null }
      setPending(pending => [...pending, edit])
      turns.push({ is: 'edit', edit })
      void send()
      return true
    },
    undo(): void {
      turns.push({ is: 'undo' })
      void send()
    },
    redo(): void {
      turns.push({ is: 'redo' })
      void send()
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
    /** Follows no longer, once everything is sent, however long the connection is lost. Resolves then. */
    leave(): Promise<void> {
      isLeft = true
      void send()
      return over.promise
    },
  }
}

export type FollowedSequence = ReturnType<typeof followSequence>
