/**
 * What was done and can be taken back: one stack of named steps for each project, and one for what belongs to none. Each step is calls that
 * take it back and calls that make it again, so it outlives a reload. Sequences and the queue have journals of their own.
 */
import type { ProjectId } from '#contract/words.ts'
import type { Texts } from '../texts/texts.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { z } from 'zod'
import { useProject } from '../stores/project.ts'
import { attempt, studio } from '../studio.ts'
import { expecting, sameCalls } from './expecting.ts'
import { useNotices } from './notices.ts'

const calls = {
  'script.edit': studio.script.edit,
  'script.renameSpeaker': studio.script.renameSpeaker,
  'script.move': studio.script.move,
  'script.choose': studio.script.choose,
  'script.cast': studio.script.cast,
  'script.uncast': studio.script.uncast,
  'script.colourSpeaker': studio.script.colourSpeaker,
  'script.removeLines': studio.script.removeLines,
  'script.restoreLines': studio.script.restoreLines,
  'storyboard.edit': studio.storyboard.edit,
  'takes.star': studio.takes.star,
  'takes.chooseSound': studio.takes.chooseSound,
  'takes.trash': studio.takes.trash,
  'takes.restore': studio.takes.restore,
  'takes.addToProject': studio.takes.addToProject,
  'takes.removeFromProject': studio.takes.removeFromProject,
  'deliveries.trash': studio.deliveries.trash,
  'deliveries.restore': studio.deliveries.restore,
  'projects.trash': studio.projects.trash,
  'projects.restore': studio.projects.restore,
  'voices.trash': studio.voices.trash,
  'voices.restore': studio.voices.restore,
} as const
type Calls = typeof calls

export type UndoCall = { [Name in keyof Calls]: { readonly call: Name, readonly input: Parameters<Calls[Name]>[0] } }[keyof Calls]
export type StepName = keyof Texts['undo']['steps']

export interface NewStep {
  readonly name: StepName
  /** What the name is about, such as the number of a line. */
  readonly of: string
  readonly back: readonly UndoCall[]
  readonly forth: readonly UndoCall[]
  /** Steps that follow each other with the same key soon are one. */
  readonly joins?: string
  /** One act with the step before it, if that has one of these names: Enter in the middle of a line adds one, and shortens this one. */
  readonly endsStep?: readonly StepName[]
  /** When it was done, where that is known: it may be told late. In ms. */
  readonly at?: number
}

// `calls` has these keys, and at least one.
const names = Object.keys(calls) as [keyof Calls, ...(keyof Calls)[]]
const CallShape = z.object({ call: z.enum(names), input: z.record(z.string(), z.unknown()) })
const StepShape = z.object({
  /** When it was done, in ms; each has a larger one than the step before it. */
  id: z.number(),
  name: z.string(),
  of: z.string(),
  joins: z.string().nullable(),
  /** The room in which it was done, and is seen; null where it is not known. */
  room: z.string().nullable().default(null),
  back: z.array(CallShape),
  forth: z.array(CallShape),
})
const Stacks = z.record(z.string(), z.object({ undo: z.array(StepShape), redo: z.array(StepShape) }))
type PlainCall = z.infer<typeof CallShape>
type Step = z.infer<typeof StepShape>
type Stack = z.infer<typeof Stacks>[string]

const mostSteps = 100
/** Browsers keep about five million characters for all of the page. */
const mostCharacters = 1_000_000
const joinsWithinMs = 30_000
const ofNoProject = 'studio'
const nothing: Stack = { undo: [], redo: [] }

export const useUndo = defineStore('undo', () => {
  const open = useProject()
  const notices = useNotices()
  const stacks = useLocalStorage<Record<string, Stack>>('takeroom.undo', {}, {
    shallow: true,
    // Written by another version: then those steps are gone, and nothing else.
    serializer: { read: text => Stacks.catch({}).parse(JSON.parse(text)), write: value => JSON.stringify(value) },
    onError: cause => console.warn(cause),
  })
  const isBusy = shallowRef(false)
  const turned = shallowRef(0)
  const room = shallowRef<string | null>(null)
  const key = computed(() => open.projectId ?? ofNoProject)
  const stack = computed(() => stacks.value[key.value] ?? nothing)

  function put(at: string, next: Stack): void {
    const whole = { ...stacks.value, [at]: { undo: next.undo.slice(-mostSteps), redo: next.redo.slice(-mostSteps) } }
    // The oldest of the longest stack go first.
    while (JSON.stringify(whole).length > mostCharacters) {
      const [longest] = Object.keys(whole).toSorted((a, b) => JSON.stringify(whole[b]).length - JSON.stringify(whole[a]).length)
      const cut = longest === undefined ? undefined : whole[longest]
      if (longest === undefined || !cut || cut.undo.length + cut.redo.length === 0)
        break
      whole[longest] = { undo: cut.undo.slice(Math.ceil(cut.undo.length / 4)), redo: cut.undo.length === 0 ? [] : cut.redo }
    }
    stacks.value = whole
  }

  /** Answers whether all was done; a refusal is told, and what cannot be done any more is not offered again. */
  async function run(list: readonly PlainCall[], left: readonly PlainCall[]): Promise<'done' | 'refused' | 'later'> {
    for (const { call, input } of list.map(each => expecting(each, left))) {
      // The list was written by `note`, and main checks each input again.
      const { fault } = await attempt((calls[call] as (input: unknown) => Promise<unknown>)(input))
      if (fault) {
        notices.fault(fault as Parameters<typeof notices.fault>[0])
        return fault.code === 'disconnected' || fault.code === 'not-kept' ? 'later' : 'refused'
      }
    }
    return 'done'
  }

  function isOfRoom(step: Step | undefined): boolean {
    return step !== undefined && (step.room === null || step.room === room.value)
  }

  async function turn(way: 'undo' | 'redo', id?: number): Promise<void> {
    const at = key.value
    const [from, to] = way === 'undo' ? ['undo', 'redo'] as const : ['redo', 'undo'] as const
    const step = stack.value[from].findLast(each => id === undefined || each.id === id)
    if (!step || isBusy.value)
      return
    isBusy.value = true
    const end = await (way === 'undo' ? run(step.back, step.forth) : run(step.forth, step.back))
    isBusy.value = false
    turned.value += 1
    if (end === 'later')
      return
    const now = stacks.value[at] ?? nothing
    const left = now[from].filter(each => each.id !== step.id)
    put(at, { ...now, [from]: left, [to]: end === 'done' ? [...now[to], step] : now[to] })
    if (end === 'done')
      notices.say(t => way === 'undo' ? t.undo.undone(stepWords(step, t)) : t.undo.redone(stepWords(step, t)))
  }

  return {
    /** What would be taken back, and made again, in the room at hand. */
    next: computed(() => stack.value.undo.at(-1) ?? null),
    nextRedo: computed(() => stack.value.redo.at(-1) ?? null),
    /** Tells the steps of this project from those of another. */
    key,
    /** The room that is open. */
    enter(opened: string | null): void {
      room.value = opened
    },
    /** Whether the next step was done in the room that is open. */
    isOfRoom: (way: 'undo' | 'redo'): boolean => isOfRoom(stack.value[way].at(-1)),
    /** Notes what was just done. Answers the step, for the *Undo* of a notice. */
    note(done: NewStep, projectId: ProjectId | null = open.projectId): { takeBack: () => Promise<void> } {
      const { name, of, back, forth, joins, endsStep, at: doneAt } = done
      const at = projectId ?? ofNoProject
      const { undo, redo } = stacks.value[at] ?? nothing
      const now = Date.now()
      // What was typed may be answered after what was done next.
      const place = doneAt === undefined ? undo.length : undo.findLastIndex(step => step.id <= doneAt) + 1
      const [earlier, later] = [undo.slice(0, place), undo.slice(place)]
      const last = earlier.at(-1)
      const id = Math.max(doneAt ?? now, (last?.id ?? 0) + 0.01)
      const isOfScript = back.some(({ call }) => /^(?:script|storyboard)\./.test(call))
      // A plain copy, as it is read back.
      const plain = JSON.parse(JSON.stringify({
        ...{ id, name, of, joins: joins ?? null, back, forth },
        // Words are saved when the room is left already.
        room: isOfScript ? 'script' : room.value,
      })) as Step
      // Not over what came from another window in between: it would be lost in the middle of the step.
      const isOne = joins !== undefined && last?.joins === joins && id - last.id < joinsWithinMs
        && sameCalls(last.forth, plain.back)
      const isEnd = last !== undefined && endsStep?.includes(last.name as StepName) === true && id - last.id < joinsWithinMs
      if (isEnd) {
        const whole = { ...last, id, back: [...plain.back, ...last.back], forth: [...last.forth, ...plain.forth] }
        put(at, { undo: [...earlier.slice(0, -1), whole, ...later], redo: [] })
        return { takeBack: () => turn('undo', id) }
      }
      const step = isOne ? { ...plain, back: last.back } : plain
      const isNothing = sameCalls(step.back, step.forth)
      if (!isNothing || isOne)
        put(at, { undo: [...isOne ? earlier.slice(0, -1) : earlier, ...isNothing ? [] : [step], ...later], redo: isNothing ? redo : [] })
      return { takeBack: () => turn('undo', id) }
    },
    /** How often something was taken back or made again: what no feed tells is read again then. */
    turned: shallowReadonly(turned),
    undo: () => turn('undo'),
    redo: () => turn('redo'),
  }
})

/** `remove line 12`. */
export function stepWords({ name, of }: Pick<Step, 'name' | 'of'>, t: Texts): string {
  const words: Partial<Record<string, (of: string) => string>> = t.undo.steps
  return words[name]?.(of) ?? t.undo.change
}
