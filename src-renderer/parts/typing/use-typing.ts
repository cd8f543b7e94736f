/**
 * Undo and redo by key, in whatever field and room: what is typed is a step among those of the room, in the order in which it happened.
 * Fields whose words the room keeps (`data-saves`, `data-commits`) have a typed step only until the room has its own for it. All of this
 * lives as long as the page.
 */
import type { TextField } from './fields.ts'
import type { FieldState, RoomSteps, Stretch, TypedStep, TypedSteps, TypingKind, Way } from './typed-steps.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { wire } from '../../studio.ts'
import { useUnsaved } from '../drafts/use-unsaved.ts'
import { dialogOf, fieldsOf, isRoomStep, nameOfField, savesUnder, select, stateOf, takesTyping, writeField } from './fields.ts'
import { followChange } from './follow-change.ts'
import { goesOn, inJournal, nextTyped, turned, typingPauseMs, without, withTyped } from './typed-steps.ts'

/** The steps of a room, as it keeps them. */
export interface RoomJournal {
  /** Tells it from others: orders are compared within one. */
  readonly name: string
  /** The order of what is done now: at least that of the last step. */
  readonly now: () => number
  /** The order of the step that is next; null where there is none. */
  readonly undoOrder: () => number | null
  readonly redoOrder: () => number | null
  /** Resolves once main has what was done here, or cannot be reached. */
  readonly settle: () => Promise<unknown>
  readonly undo: () => Promise<unknown>
  readonly redo: () => Promise<unknown>
  /** Whether the next step may be turned by a key in a text field: not where it belongs to another room, which is not seen. */
  readonly mayByField: (way: Way) => boolean
}

/** From where undo or redo is asked for. */
export interface Asked {
  /** The dialog in front: its fields alone are turned, and only as long as it is open. Null in the room. */
  readonly dialog: Element | null
  /** By a key in a text field: then the focus follows what changes. */
  readonly isByField: boolean
}

/** When a key was pressed, or an item of a menu. */
interface AskedNow extends Asked {
  readonly from: Element | null
  readonly room: RoomJournal | null
}

interface Typed extends TypedStep {
  readonly dialog: Element | null
  readonly isRoomStep: boolean
  readonly savesUnder: string | null
  /** Whether the field took it over since: it was left, or Enter was pressed. */
  readonly isTaken: boolean
}

/** What is asked of main is kept while it is away, and answered when it is back: undo does not wait for that. */
function orAway(asked: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = watch(wire.state, state => state !== 'open' && resolve(null), { immediate: true })
    asked.then(resolve, reject).finally(stop)
  })
}

const noSteps: TypedSteps<Typed> = { undo: [], redo: [] }

export const useTyping = defineStore('typing', () => {
  const unsaved = useUnsaved()
  const steps = shallowRef(noSteps)
  const journal = shallowRef<RoomJournal | null>(null)
  /** Names of the fields that a person has typed in. */
  const names = new Set<string>()
  let open: (Stretch & { readonly element: TextField }) | null = null
  // Steps outlive the page: no later one counts from the same number.
  let stretches = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWriting = false
  let following: ReturnType<typeof followChange> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let wasByField = false
  /** Where a step of undo has put the focus. */
  let placed: Element | null = null
  const settling = new Set<() => Promise<unknown>>()

  function change(from: Typed, to: Partial<Typed>): void {
    const swap = (list: readonly Typed[]): readonly Typed[] => list.map(each => each === from ? { ...each, ...to } : each)
    steps.value = { undo: swap(steps.value.undo), redo: swap(steps.value.redo) }
  }

  /** What is typed next begins its own step. What a field saves as it is typed is saved now. */
  function endStretch(): void {
    clearTimeout(timer)
    const ended = open
    open = null
    if (ended && savesUnder(ended.element) !== null)
      ended.element.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** Before something is typed. */
  function begin(element: TextField, kind: TypingKind, before: FieldState, data: string | null): void {
    const field = nameOfField(element)
    if (open && goesOn(open, { field, kind, before, data, at: performance.now() }))
      return
    endStretch()
    stretches += 1
  }

  function typed(element: TextField, kind: TypingKind, before: FieldState): void {
    const [field, after, at] = [nameOfField(element), stateOf(element), performance.now()]
    names.add(field)
    const step = open?.element === element ? steps.value.undo.at(-1) : undefined
    if (step?.field === field && open) {
      change(step, { after, isTaken: false })
      open = { ...open, after, lastAt: at }
    }
    else if (after.value !== before.value) {
      const { name = '', now = () => 0 } = journal.value ?? {}
      steps.value = withTyped(steps.value, {
        ...{ field, before, after, orders: { [name]: now() }, isTaken: false },
        ...{ dialog: dialogOf(element), isRoomStep: isRoomStep(element), savesUnder: savesUnder(element) },
      })
      open = { field, kind, after, beganAt: at, lastAt: at, element }
    }
    clearTimeout(timer)
    timer = setTimeout(endStretch, typingPauseMs)
  }

  function taken(element: TextField): void {
    const field = nameOfField(element)
    if (isWriting)
      return
    for (const step of [...steps.value.undo, ...steps.value.redo].filter(each => each.field === field))
      change(step, { isTaken: true })
  }

  /** What the room has as steps of its own, and what belonged to a dialog that is closed. */
  function forget(): void {
    const isOfRoom = (step: Typed): boolean => step.isRoomStep && step.isTaken
      && !(step.savesUnder && unsaved.wordsOf(step.savesUnder) !== undefined)
    steps.value = without(steps.value, step => isOfRoom(step) || step.dialog?.isConnected === false)
  }

  /** A dialog is apart from the room. */
  function roomSteps(dialog: Element | null): RoomSteps {
    const { name = '', undoOrder = () => null, redoOrder = () => null } = journal.value ?? {}
    return { journal: name, ...dialog ? { undo: null, redo: null } : { undo: undoOrder(), redo: redoOrder() } }
  }

  function next(way: Way, dialog: Element | null): Typed | null {
    const here = fieldsOf(dialog)
    return nextTyped(way, steps.value, roomSteps(dialog), step => step.dialog === dialog && here.has(step.field))
  }

  /** Answers false where something else was written there since: then the step is over. */
  function write(step: Typed, way: Way, isByField: boolean): boolean {
    const element = fieldsOf(step.dialog).get(step.field)
    const [from, to] = way === 'undo' ? [step.after, step.before] : [step.before, step.after]
    if (element?.value !== from.value) {
      steps.value = without(steps.value, each => each === step)
      return false
    }
    isWriting = true
    if (isByField) {
      element.focus()
      placed = element
    }
    writeField(element, to, way === 'undo' ? 'historyUndo' : 'historyRedo', step.isTaken && !step.isRoomStep)
    isWriting = false
    steps.value = turned(steps.value, way, step, roomSteps(step.dialog))
    // Drawn again with the same words, the caret would go to their end.
    requestAnimationFrame(() => document.activeElement === element && element.value === to.value && select(element, to.from, to.to))
    return true
  }

  /** Somebody has put the focus into another field since: it stays there. `from` had it when undo was asked for. */
  function hasGoneOn(from: Element | null): boolean {
    const now = document.activeElement
    return now !== from && now !== placed && from?.isConnected === true && takesTyping(now)
  }

  async function turnNow(way: Way, { dialog, isByField, from, room: asked }: AskedNow): Promise<void> {
    following?.stop()
    endStretch()
    if (!dialog) {
      await orAway(Promise.all([unsaved.flushAll(), ...[...settling].map(settle => settle())]))
      await journal.value?.settle()
    }
    forget()
    // The room was left in the meantime: nobody asked for what was typed in this one, nor for a step of another project.
    if (!dialog && journal.value !== asked && (journal.value?.name !== asked?.name || isTypedNext(way)))
      return
    for (let step = next(way, dialog); step; step = next(way, dialog)) {
      if (write(step, way, isByField && !hasGoneOn(from)))
        return
    }
    const room = dialog ? null : journal.value
    if (!room || (isByField && !room.mayByField(way)))
      return
    const isTyped = (field: TextField): boolean => names.has(nameOfField(field))
    following = isByField && !hasGoneOn(from) ? followChange(isTyped, field => placed = field) : null
    await orAway(room[way]())
    following?.start()
  }

  function isTypedNext(way: Way): boolean {
    return nextTyped(way, steps.value, roomSteps(null), step => step.dialog === null) !== null
  }

  return {
    /** Whether undo in the room, as opposed to a dialog, would take back what was typed, and redo would make it again. */
    undoesTyping: computed(() => isTypedNext('undo')),
    redoesTyping: computed(() => isTypedNext('redo')),
    /** Counts the stretches of typing: what is typed in the same one is one step. */
    stretch: (): number => stretches,
    begin,
    typed: (...what: Parameters<typeof typed>) => isWriting || typed(...what),
    taken,
    endStretch,
    /** Undo waits for what this saves, until the returned function is called. */
    settlesWith(settle: () => Promise<unknown>): () => void {
      settling.add(settle)
      return () => settling.delete(settle)
    },
    /** From now on these are the steps of the room. */
    enter(opened: RoomJournal): void {
      endStretch()
      journal.value = opened
      steps.value = inJournal(steps.value, opened.name, opened.now())
    },
    /** Whether what was typed is next, there. */
    isNext: (way: Way, dialog: Element | null): boolean => next(way, dialog) !== null,
    /** Undo or redo, one after another. */
    turn(way: Way, asked: Asked = { dialog: null, isByField: false }): Promise<unknown> {
      // The field may have gone by the step before, and the focus is on its way.
      const isOnItsWay = wasByField && document.activeElement === document.body && (waiting > 0 || following?.isOver() === false)
      wasByField = asked.isByField || isOnItsWay
      const from = { ...asked, isByField: wasByField, from: document.activeElement, room: journal.value }
      waiting += 1
      last = last.then(() => turnNow(way, from)).catch(console.error).finally(() => waiting -= 1)
      return last
    },
    isTurning: (): boolean => waiting > 0,
  }
})
