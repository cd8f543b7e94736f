/** Folding scenes: what is hidden, where a row is dropped then, and what unfolds a scene. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { headingLine } from '#rules/script/script-lines.ts'
import { indexAfterDrop } from '../../../src-renderer/parts/rows/sortable-rows.ts'
import { foldLines, gapInAll, useFolds } from '../../../src-renderer/rooms/script/lines/use-folds.ts'

const line = (id: string, text: string): Line => ({ id, speaker: '', direction: '', text } as unknown as Line) // what folding looks at
const heading = (id: string): Line => ({ ...line(id, ''), ...headingLine(id), role: 'speech', language: null })
const scenes = [line('0', 'before'), heading('A'), line('1', 'one'), line('2', 'two'), heading('B'), line('3', 'three'), heading('C')]
const ids = (lines: readonly Line[]) => lines.map(each => each.id).join('')
const id = (name: string) => name as LineId

beforeEach(() => setActivePinia(createPinia()))

it('hides the lines of a folded scene, up to the next heading, and counts them', () => {
  const { shown, hidden } = foldLines(scenes, new Set([id('A'), id('C')]))
  expect(ids(shown)).toBe('0AB3C')
  expect([...hidden]).toEqual([['A', 2]])
  expect(foldLines(scenes, new Set()).shown).toBe(scenes)
})

it('drops a row behind a folded scene, not into it', () => {
  const { shown } = foldLines(scenes, new Set([id('A')]))
  const dropped = (name: string, gap: number) => {
    const from = scenes.findIndex(each => each.id === name)
    const rest = scenes.filter(each => each.id !== name)
    return ids(rest.toSpliced(indexAfterDrop(from, gapInAll(scenes, shown, gap)), 0, scenes[from]!))
  }
  expect(ids(shown)).toBe('0AB3C')
  expect(dropped('3', 2)).toBe('0A123BC')
  expect(dropped('0', 2)).toBe('A120B3C')
  expect(dropped('0', 5)).toBe('A12B3C0')
})

it('keeps what is folded, unfolds the scene of a line that is pointed at, and folds all or none', () => {
  effectScope().run(() => {
    const lines = shallowRef<readonly Line[]>(scenes)
    const open = () => useFolds(() => 'harbour' as ProjectId, () => lines.value)
    const folds = open()
    folds.toggle(id('A'))
    folds.toggle(id('B'))
    expect([ids(folds.shown.value), folds.hiddenBy(id('A')), folds.hiddenBy(id('B'))]).toEqual(['0ABC', 2, 1])
    folds.reveal(id('2'))
    expect(ids(folds.shown.value)).toBe('0A12BC')
    folds.reveal(id('0'))
    expect(folds.isFolded(id('B'))).toBe(true)
    folds.toggleAll()
    expect(ids(folds.shown.value)).toBe('0ABC')
    folds.toggleAll()
    expect(ids(folds.shown.value)).toBe('0A12B3C')
    lines.value = [...scenes, line('4', 'four')]
    expect(ids(folds.shown.value)).toBe('0A12B3C4')
  })
})
