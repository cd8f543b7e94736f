/** Which lines can be merged, and what they become; how lines are selected by clicks and keys. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { joinedLines, mayJoin } from '../../../src-renderer/rooms/script/lines/join-lines.ts'
import { useLineSelection } from '../../../src-renderer/rooms/script/lines/use-line-selection.ts'
import { aLine } from '../../seam/sequence/arbitrary.ts'

const at = (position: number, has: Partial<Line> = {}): Line => aLine(position + 1, { position, ...has })

it('lines that follow each other are merged, unless one is locked, a heading, or spoken as the others are not', () => {
  expect(mayJoin([at(3), at(4), at(5)])).toBe(true)
  expect(mayJoin([at(3)])).toBe(false)
  expect(mayJoin([at(3), at(5)])).toBe(false)
  expect(mayJoin([at(3), at(4, { isLocked: true })])).toBe(false)
  expect(mayJoin([at(3), at(4, { role: 'effect' })])).toBe(false)
  expect(mayJoin([at(3), at(4, { speaker: '', text: '', direction: '# INT.' })])).toBe(false)
  const alike = { isMuted: true, language: 'de' }
  expect(mayJoin([at(3, alike), at(4, alike)])).toBe(true)
  expect(mayJoin([at(3, { isMuted: true }), at(4)])).toBe(false)
  // Their directions together are longer than one may be.
  const long = (word: string) => ({ direction: word.repeat(300) })
  expect(mayJoin([at(3, long('calm ')), at(4, long('loud '))])).toBe(false)
  expect(mayJoin([at(3, long('calm ')), at(4, long('calm '))])).toBe(true)
  expect(mayJoin([at(3), at(4, { language: 'de' })])).toBe(false)
})

it('merged words are written as their script writes them, and nothing of a direction is lost', () => {
  const last = at(2, { text: 'Two.', direction: 'loud', pauseSeconds: 2 })
  expect(joinedLines([at(0, { text: 'One. ', direction: 'softly' }), at(1, { text: '' }), last]))
    .toEqual({ text: 'One. Two.', direction: 'softly; loud', pauseSeconds: 2 })
  expect(joinedLines([at(0, { text: '天黑了。' }), at(1, { text: '下雨了。' }), at(2, { text: 'Then.' })]).text).toBe('天黑了。下雨了。 Then.')
})

it('a scene is selected and taken out as a whole, with what is folded away', () => {
  const heading = { speaker: '', text: '', direction: '# Chapter' }
  const all = [at(0), at(1, heading), at(2), at(3), at(4, heading), at(5)]
  const scope = effectScope()
  const shown = all.filter(line => line.position !== 3)
  const selection = scope.run(() => useLineSelection({ lines: () => all, shown: () => shown, activeId: () => null }))!
  const places = (): number[] => selection.lines.value.map(line => line.position)
  selection.click(all[0]!.id, { adds: true, stretches: false })
  selection.toggleScene(all[1]!.id)
  expect(places()).toEqual([0, 1, 2, 3])
  selection.toggleScene(all[4]!.id)
  expect(places()).toEqual([0, 1, 2, 3, 4, 5])
  selection.toggleScene(all[1]!.id)
  expect(places()).toEqual([0, 4, 5])
  scope.stop()
})

it('a stretch begins at the current line, and deleted lines are no longer selected', async () => {
  const all = [0, 1, 2, 3, 4].map(position => at(position))
  const lines = shallowRef<readonly Line[]>(all)
  const id = (place: number): LineId => all[place]!.id
  const scope = effectScope()
  const selection = scope.run(() => useLineSelection({ lines: () => lines.value, shown: () => lines.value, activeId: () => id(1) }))!
  const places = (): number[] => selection.lines.value.map(line => line.position)
  selection.click(id(3), { adds: false, stretches: true })
  expect(places()).toEqual([1, 2, 3])
  selection.stretch(-1)
  expect(places()).toEqual([1, 2])
  selection.click(id(4), { adds: true, stretches: false })
  expect(places()).toEqual([1, 2, 4])
  selection.click(id(2), { adds: true, stretches: false })
  expect(places()).toEqual([1, 4])
  lines.value = all.slice(0, 4)
  await nextTick()
  expect(places()).toEqual([1])
  selection.all()
  expect(places()).toEqual([0, 1, 2, 3])
  selection.clear()
  expect(places()).toEqual([])
  scope.stop()
})
