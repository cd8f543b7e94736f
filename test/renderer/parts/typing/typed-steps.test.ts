/** What is typed among the steps of the room: any order of typing, adding, undo and redo leads to the texts that a list of all acts tells. */
import type { TypedStep, TypedSteps, Way } from '../../../../src-renderer/parts/typing/typed-steps.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  caretAfterChange,
  goesOn,
  inJournal,
  kindOfInput,
  nextTyped,
  turned,
  withTyped,
} from '../../../../src-renderer/parts/typing/typed-steps.ts'

type Act = { readonly is: 'type', readonly field: string, readonly text: string } | { readonly is: 'add' } | { readonly is: Way }
interface Document { readonly texts: Record<string, string>, readonly rows: number }

const text = fc.string({ minLength: 1, maxLength: 3 })
const acts = fc.array(fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('type' as const), field: fc.constantFrom('a', 'b', 'c'), text }) },
  { weight: 2, arbitrary: fc.constant({ is: 'add' as const }) },
  { weight: 4, arbitrary: fc.constantFrom({ is: 'undo' as const }, { is: 'redo' as const }) },
), { maxLength: 60 })

/** As a person sees it: what was done last is taken back first. Only a step of the room drops the room's redo. */
function expected(all: readonly Act[]): Document {
  const done: Act[] = []
  let undone: Act[] = []
  for (const act of all) {
    if (act.is === 'undo') {
      const last = done.pop()
      if (last)
        undone.push(last)
    }
    else if (act.is === 'redo') {
      const last = undone.pop()
      if (last)
        done.push(last)
    }
    else {
      done.push(act)
      undone = act.is === 'add' ? [] : undone.filter(each => each.is === 'add')
    }
  }
  const texts: Record<string, string> = {}
  for (const act of done)
    act.is === 'type' && (texts[act.field] = `${texts[act.field] ?? ''}${act.text}`)
  return { texts, rows: done.filter(act => act.is === 'add').length }
}

/** The same by steps and orders; the room keeps its own, by numbers. */
function played(all: readonly Act[]): Document {
  const texts: Record<string, string> = {}
  let [clock, steps]: [number, TypedSteps] = [0, { undo: [], redo: [] }]
  let undo: number[] = []
  let redo: number[] = []
  const state = (value: string) => ({ value, from: value.length, to: value.length })
  for (const act of all) {
    clock += 1
    const room = { journal: 'room', undo: undo.at(-1) ?? null, redo: redo.at(-1) ?? null }
    if (act.is === 'type') {
      const before = texts[act.field] ?? ''
      texts[act.field] = before + act.text
      // The numbers of the room come from elsewhere than the clock of the page, as the revisions of a sequence do.
      const orders = { room: Math.max(0, ...undo) }
      steps = withTyped(steps, { field: act.field, before: state(before), after: state(before + act.text), orders })
    }
    else if (act.is === 'add') {
      undo = [...undo, clock]
      redo = []
    }
    else {
      const step: TypedStep | null = nextTyped(act.is, steps, room, () => true)
      if (step) {
        const [from, to] = act.is === 'undo' ? [step.after, step.before] : [step.before, step.after]
        expect(texts[step.field] ?? '').toBe(from.value)
        texts[step.field] = to.value
        steps = turned(steps, act.is, step, room)
      }
      else {
        const [source, target] = act.is === 'undo' ? [undo, redo] as const : [redo, undo] as const
        const last = source.at(-1)
        if (last !== undefined) {
          source.pop()
          target.push(last)
        }
      }
    }
  }
  return { texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')), rows: undo.length }
}

describe('steps', () => {
  it('are undone and made again in the order in which they happened, whichever field they were typed in', () => {
    fc.assert(fc.property(acts, (all) => {
      expect(played(all)).toEqual(expected(all))
    }), { numRuns: 2000 })
  })

  it('keep their order in each room that was open since', () => {
    const none: TypedSteps = { undo: [], redo: [] }
    const [before, after] = ['', 'x'].map(value => ({ value, from: null, to: null })) as [TypedStep['before'], TypedStep['after']]
    const typed = withTyped(none, { field: 'search', before, after, orders: { script: 5 } })
    const both = inJournal(inJournal(typed, 'timeline', 70), 'script', 9)
    expect(both.undo[0]?.orders).toEqual({ script: 5, timeline: 70 })
    const next = (journal: string, undo: number) => nextTyped('undo', both, { journal, undo, redo: null }, () => true)?.field ?? null
    expect([next('script', 5), next('script', 6), next('timeline', 70), next('timeline', 71)]).toEqual(['search', null, 'search', null])
  })

  it('are bounded: the oldest go first', () => {
    let steps: TypedSteps = { undo: [], redo: [] }
    const [before, after] = ['', 'x'.repeat(200_000)].map(value => ({ value, from: 0, to: 0 })) as [TypedStep['before'], TypedStep['after']]
    for (let at = 0; at < 40; at++)
      steps = withTyped(steps, { field: String(at), before, after, orders: {} })
    expect(steps.undo.length).toBeLessThanOrEqual(20)
    expect(steps.undo.at(-1)?.field).toBe('39')
  })
})

describe('a step', () => {
  const at = (value: string, caret = value.length) => ({ value, from: caret, to: caret })
  const open = { field: 'a', kind: 'insert' as const, after: at('ab'), beganAt: 0, lastAt: 500 }
  const next = { field: 'a', kind: 'insert' as const, before: at('ab'), data: 'c', at: 900 }

  it('continues while the same is done in one place without a pause', () => {
    expect(goesOn(open, next)).toBe(true)
    expect(goesOn(open, { ...next, data: ' ' })).toBe(true)
  })

  it.each([
    ['a pause', { at: 1600 }],
    ['another field', { field: 'b' }],
    ['deleting', { kind: 'delete' as const }],
    ['a paste', { kind: 'whole' as const }],
    ['a caret elsewhere', { before: at('ab', 1) }],
    ['a selection', { before: { value: 'ab', from: 0, to: 2 } }],
    ['what was written there by others', { before: at('ab!') }],
  ])('ends with %s', (_what, other) => {
    expect(goesOn(open, { ...next, ...other })).toBe(false)
  })

  it('ends between words where one types on and on', () => {
    const long = { ...open, lastAt: 7000 }
    expect(goesOn(long, { ...next, at: 7100, data: 'c' })).toBe(true)
    expect(goesOn(long, { ...next, at: 7100, data: ' ' })).toBe(false)
  })

  it.each([
    ['insertText', 'insert'],
    ['insertLineBreak', 'insert'],
    ['deleteContentBackward', 'delete'],
    ['deleteWordForward', 'delete'],
    ['deleteByCut', 'whole'],
    ['insertFromPaste', 'whole'],
    ['insertReplacementText', 'whole'],
    ['', 'whole'],
  ])('%s: %s', (inputType, kind) => {
    expect(kindOfInput(inputType)).toBe(kind)
  })
})

describe('the caret', () => {
  it.each([
    ['one AAA', 'one', 3],
    ['one', 'one AAA', 7],
    ['one', 'one two three', 13],
    ['a b', 'a x b', 4],
    ['aaa', 'aa', 2],
    ['same', 'same', 4],
    ['', 'all', 3],
  ])('after %j became %j is behind what differs', (was, is, caret) => {
    expect(caretAfterChange(was, is)).toBe(caret)
  })

  it('is never outside of the text', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (was, is) => {
      const caret = caretAfterChange(was, is)
      expect(caret).toBeGreaterThanOrEqual(0)
      expect(caret).toBeLessThanOrEqual(is.length)
      expect(was.endsWith(is.slice(caret))).toBe(true)
    }))
  })
})
