/** Two changes of one page that wait do not stand in each other's way, whatever they change. */
import type { KeptCall } from '#contract/kept.ts'
import type { KeptChange } from '../../../src-renderer/wire/kept-changes.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { followingOwn, withoutExpected } from '../../../src-renderer/wire/expected.ts'

function waiting(call: KeptCall, input: unknown): KeptChange {
  return { id: 'id', folderId: 'here', pageId: 'page', at: 1, order: 1, call, input, notDone: null }
}

it('a later change expects what the earlier ones of the same thing leave', () => {
  const rename = (projectId: string, name: string, expected: string) => ({ projectId, name, expected })
  const before = [
    waiting('projects.rename', rename('one', 'B', 'A')),
    waiting('projects.rename', rename('two', 'X', 'Y')),
    waiting('projects.rename', rename('one', 'C', 'B')),
  ]
  expect(followingOwn('projects.rename', rename('one', 'D', 'A'), before)).toEqual(rename('one', 'D', 'C'))
  expect(followingOwn('projects.rename', rename('three', 'D', 'A'), before)).toEqual(rename('three', 'D', 'A'))
  expect(followingOwn('voices.rename', { voiceId: 'one', name: 'D', expected: 'A' }, before)).toMatchObject({ expected: 'A' })
})

it('only the parts that the earlier ones change', () => {
  const before = [waiting('script.edit', { lineId: 'line', text: 'Two', expected: { text: 'One' } })]
  const input = { lineId: 'line', text: 'Three', speaker: 'ANN', expected: { text: 'One', speaker: 'BEN' } }
  expect(followingOwn('script.edit', input, before)).toEqual({ ...input, expected: { text: 'Two', speaker: 'BEN' } })
})

it('each picture of a storyboard by itself, and each that ends early', () => {
  const edits = [waiting('storyboard.edit', { projectId: 'p', edits: [{ lineId: 'a', prompt: 'Two', expected: { prompt: 'One' } }] })]
  const input = { projectId: 'p', edits: [
    { lineId: 'b', prompt: 'x', expected: { prompt: '' } },
    { lineId: 'a', prompt: 'Three', expected: { prompt: 'One' } },
  ] }
  expect(followingOwn('storyboard.edit', input, edits))
    .toMatchObject({ edits: [{ expected: { prompt: '' } }, { expected: { prompt: 'Two' } }] })
  const looks = [waiting('storyboard.setLook', { projectId: 'p', whenShortOf: { a: 'loop' }, expected: { whenShortOf: { a: null } } })]
  const look = { projectId: 'p', whenShortOf: { a: 'slow', b: 'slow' }, expected: { whenShortOf: { a: null, b: 'next' } } }
  expect(followingOwn('storyboard.setLook', look, looks)).toMatchObject({ expected: { whenShortOf: { a: 'loop', b: 'next' } } })
})

it('any sequence of names that waits is made as it was asked for where nobody else was there', () => {
  const step = fc.record({ of: fc.constantFrom('a', 'b'), name: fc.constantFrom('1', '2', '3') })
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    const kept: KeptChange[] = []
    for (const { of, name } of steps)
      kept.push(waiting('voices.rename', followingOwn('voices.rename', { voiceId: of, name, expected: '0' }, kept)))
    const now: Record<string, string> = { a: '0', b: '0' }
    for (const { input } of kept) {
      const { voiceId, name, expected } = input as { voiceId: string, name: string, expected: string }
      expect(expected).toBe(now[voiceId])
      now[voiceId] = name
    }
  }))
})

it('expects nothing any more once a person has decided', () => {
  expect(withoutExpected('takes.note', { takeId: 't', note: 'Mine', expected: 'Old' })).toEqual({ takeId: 't', note: 'Mine' })
  expect(withoutExpected('storyboard.edit', { projectId: 'p', edits: [{ lineId: 'a', prompt: 'x', expected: { prompt: '' } }] }))
    .toEqual({ projectId: 'p', edits: [{ lineId: 'a', prompt: 'x' }] })
  expect(withoutExpected('takes.star', { takeIds: ['t'], isStarred: true })).toEqual({ takeIds: ['t'], isStarred: true })
})
