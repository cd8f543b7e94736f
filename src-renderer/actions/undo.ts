/**
 * Undo and redo of what main's journal has recorded: of the open project, or of what belongs to none; in the queue, of the order and the
 * list of jobs. The page names the steps; main keeps them, so they are the same in every page and after a restart.
 */
import type { AskedStep, JournalState, JournalStep, JournalStepName, StepsOf } from '#contract/journal.ts'
import type { ProjectId, SequenceId, StepId } from '#contract/words.ts'
import type { AnyFault } from '../studio.ts'
import type { Texts } from '../texts/texts.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { QueueStepName, JournalStepName as RoomStepName, sequenceStep, stepsOf } from '#contract/journal.ts'
import { follow } from '../stores/follow.ts'
import { useProject } from '../stores/project.ts'
import { attempt, studio, wire } from '../studio.ts'
import { randomId } from '../wire/random-id.ts'
import { useNotices } from './notices.ts'

const nothing: JournalState = { revision: -1, undo: null, redo: null }

/** What is seen in the script, in whatever room it is saved. */
const ofScript: ReadonlySet<JournalStepName> = new Set([
  ...['editLine', 'moveLine', 'removeLine', 'addLine', 'addLines', 'chooseTake', 'chooseTakes'] as const,
  ...['cast', 'renameSpeaker', 'colourSpeaker', 'setTone', 'setAnchor', 'setLanguage'] as const,
  ...['editLines', 'markLines', 'mergeLines', 'splitLines', 'removeLines', 'replaceText', 'changePronunciations', 'acceptTakes'] as const,
  ...['changePictures', 'changeLook'] as const,
])

export type NewStep = Pick<AskedStep, 'name' | 'of' | 'joins' | 'endsStep' | 'at'>

export const useUndo = defineStore('undo', () => {
  const open = useProject()
  const notices = useNotices()
  const state = shallowRef(nothing)
  const isBusy = shallowRef(false)
  const turning = shallowRef<{ readonly way: 'undo' | 'redo', readonly step: JournalStep } | null>(null)
  const turned = shallowRef(0)
  const room = shallowRef<string | null>(null)
  /** A step was named of which main has told nothing yet: undoing it at once asks main. */
  const isAwaited = shallowRef(false)
  /** Tells whose steps are undone here from others. */
  const key = computed(() => room.value === 'queue' ? 'queue' : open.projectId ?? 'studio')
  const of = (): StepsOf => room.value === 'queue' ? { is: 'queue' } : { is: 'project', projectId: open.projectId }

  function hear(news: JournalState): void {
    // Only undo, redo, and a new step after an undo change what would be redone.
    if (news.redo?.id !== state.value.redo?.id)
      turned.value += 1
    state.value = news
    if (news.undo !== null)
      isAwaited.value = false
  }

  let stop = new AbortController()
  watch(key, () => {
    const here = of()
    stop.abort()
    stop = new AbortController()
    state.value = nothing
    isAwaited.value = false
    const { signal } = stop
    void follow({
      whenOpen: wire.whenOpen,
      open: (options) => {
        // Another run of the studio counts again.
        state.value = { ...state.value, revision: -1 }
        return studio.journal.changes({ of: here }, options)
      },
    }, news => news.revision >= state.value.revision && hear(news), signal)
  }, { immediate: true, flush: 'sync' })
  onScopeDispose(() => stop.abort())

  /** What the feed tells may arrive after the answer of what was done. */
  async function refresh(): Promise<AnyFault | null> {
    const asked = key.value
    const { value, fault } = await attempt(studio.journal.next({ of: of() }))
    if (value && asked === key.value && value.revision >= state.value.revision)
      hear(value)
    return fault ?? null
  }

  const nextOf = (way: 'undo' | 'redo'): JournalStep | null => state.value[way]

  async function turn(way: 'undo' | 'redo', asked: { of: StepsOf, stepId: StepId }): Promise<void> {
    const named = nextOf(way)
    turning.value = named?.id === asked.stepId ? { way, step: named } : null
    const { value, fault } = await attempt(way === 'undo' ? studio.journal.undo(asked) : studio.journal.redo(asked))
    turning.value = null
    await refresh()
    if (fault)
      notices.fault(fault)
    const step = value?.turned
    if (step)
      notices.say(t => way === 'undo' ? t.undo.undone(stepWords(step, t)) : t.undo.redone(stepWords(step, t)))
  }

  /** One at a time, and only what main can be asked for now: later, a person sees something else. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy.value)
      return
    if (wire.state.value !== 'open') {
      notices.say(t => t.undo.away)
      return
    }
    isBusy.value = true
    await work().finally(() => isBusy.value = false)
  }

  /** An act that adds to its step, part by part. */
  let adding: { readonly end: () => void, readonly isOver: Promise<unknown> } | null = null

  const turnNext = (way: 'undo' | 'redo'): Promise<void> => alone(async () => {
    const asked = of()
    if (way === 'undo' && adding) {
      adding.end()
      await adding.isOver
    }
    const fault = await refresh()
    const step = nextOf(way)
    if (fault)
      notices.fault(fault)
    else if (step)
      await turn(way, { of: asked, stepId: step.id })
    else if (way === 'undo')
      isAwaited.value = false
  })

  return {
    /** What would be undone and redone next. */
    next: computed(() => state.value.undo),
    mayUndo: computed(() => state.value.undo !== null || isAwaited.value),
    nextRedo: computed(() => state.value.redo),
    key,
    /** The room that is open. */
    enter(opened: string | null): void {
      room.value = opened
    },
    /** Whether the next step was done in the room that is open. */
    isOfRoom: (way: 'undo' | 'redo'): boolean => nextOf(way) !== null && [null, room.value].includes(nextOf(way)!.room),
    /** A step to name in the calls that make it. */
    step(done: NewStep, projectId: ProjectId | null = QueueStepName.safeParse(done.name).success ? null : open.projectId): AskedStep {
      const { name, of, joins, endsStep, at } = done
      isAwaited.value = true
      return {
        id: randomId<StepId>(),
        ...{ projectId, name, of, room: ofScript.has(name) ? 'script' : room.value },
        ...joins !== undefined && { joins },
        ...endsStep !== undefined && { endsStep },
        ...at !== undefined && { at },
      }
    },
    /** While an act adds to its step, undo first ends it, and takes back all that it has done. */
    async whileAdding<T>(work: () => Promise<T>, end: () => void): Promise<T> {
      const isOver = work()
      const mine = { end, isOver: isOver.catch(() => {}) }
      adding = mine
      return isOver.finally(() => adding = adding === mine ? null : adding)
    },
    /** For the *Undo* of a notice: takes back this step, and no later one. */
    takeBack: (step: AskedStep) => () => alone(() => turn('undo', { of: stepsOf(step), stepId: step.id })),
    /** The same for the edit of a sequence that made this revision. */
    takeBackEdit: (sequenceId: SequenceId, revision: number) => () =>
      alone(() => turn('undo', { of: { is: 'sequence', sequenceId }, stepId: sequenceStep(sequenceId, revision) })),
    /** Grows when something was undone or redone, here or elsewhere: what no feed tells is read again then. */
    turned: shallowReadonly(turned),
    /** What main is undoing or redoing; also null for a step of a notice that is not the next one. */
    turning: shallowReadonly(turning),
    /** Resolves once the page knows what main has. */
    refresh,
    undo: () => turnNext('undo'),
    redo: () => turnNext('redo'),
  }
})

const isOfRoom = (name: JournalStep['name']): name is JournalStepName => RoomStepName.safeParse(name).success

/** `remove line 12`. */
export function stepWords({ name, of }: Pick<JournalStep, 'name' | 'of'>, t: Texts): string {
  return isOfRoom(name) ? t.undo.steps[name](of) : t.timeline.steps[name]
}
