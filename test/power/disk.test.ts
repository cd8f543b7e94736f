/** The disk that remembers: what was flushed survives every cut, what was not may go, and nothing appears that was never written. */
import type { Op } from './trace.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src-main/practice/seed.ts'
import { replay } from './disk.ts'

const folder = '/root'
const make = (path: string, isFolder = false): Op => ({ at: 0, op: 'make', path, isFolder })
const write = (path: string, text: string, offset = 0): Op => ({ at: 0, op: 'write', path, offset, bytes: Buffer.from(text) })
const begins = (path: string, number: number): Op => ({ at: 0, op: 'flush begins', path, number })
const ends = (path: string, number: number): Op => ({ at: 0, op: 'flush ends', path, number })
const flush = (path: string, number: number): Op[] => [begins(path, number), ends(path, number)]
const rename = (path: string, to: string): Op => ({ at: 0, op: 'rename', path, to })

/** What a path may contain after a cut behind all of it; undefined where it may be missing. */
function mayHold(ops: readonly Op[], path: string, model: 'ordered' | 'strict'): Set<string | undefined> {
  const disk = replay(ops, folder)
  return new Set(Array.from({ length: 200 }, (_, state) => disk.after(ops.length, model, createRandom(`${state}`)).get(path)?.toString()))
}

describe('after a cut', () => {
  it('a file that was not flushed may be whole, empty, cut short or missing', () => {
    const ops = [make('/root/a'), write('/root/a', 'x'.repeat(5000)), write('/root/a', 'y'.repeat(5000), 5000)]
    const lengths = new Set([...mayHold(ops, '/root/a', 'ordered')].map(text => text?.length))
    expect(lengths).toEqual(new Set([undefined, 0, 5000, 10_000]))
  })

  it.each(['ordered', 'strict'] as const)('a flushed file in flushed folders is there (%s)', (model) => {
    const made = [make('/root/a', true), make('/root/a/b'), write('/root/a/b', 'text')]
    const ops = [...made, ...flush('/root/a/b', 1), ...flush('/root/a', 2), ...flush('/root', 3)]
    expect(mayHold(ops, '/root/a/b', model)).toEqual(new Set(['text']))
  })

  it('a flush commits all earlier names on a disk that keeps order, and only those of its folder on one that does not', () => {
    const ops = [make('/root/a', true), make('/root/a/b'), write('/root/a/b', 'text'), ...flush('/root/a/b', 1)]
    expect(mayHold(ops, '/root/a/b', 'ordered')).toEqual(new Set(['text']))
    expect(mayHold(ops, '/root/a/b', 'strict')).toEqual(new Set(['text', undefined]))
    expect(mayHold([...ops, ...flush('/root', 2)], '/root/a/b', 'strict')).toEqual(new Set(['text', undefined]))
  })

  it('a file that is replaced by a rename is the old one or the new one', () => {
    const old = [make('/root/a'), write('/root/a', 'old'), ...flush('/root/a', 1), ...flush('/root', 2)]
    const ops = [...old, make('/root/b'), write('/root/b', 'new'), ...flush('/root/b', 3), rename('/root/b', '/root/a')]
    expect(mayHold(ops, '/root/a', 'ordered')).toEqual(new Set(['old', 'new']))
    expect(mayHold([...ops, ...flush('/root', 4)], '/root/a', 'strict')).toEqual(new Set(['new']))
  })

  it('what came after a flush began is not flushed by it, and of two that overlap the later one counts', () => {
    const before = [make('/root/a'), ...flush('/root', 1)]
    const late = [begins('/root/a', 2), write('/root/a', 'text'), ends('/root/a', 2)]
    expect(mayHold([...before, ...late], '/root/a', 'ordered').has('')).toBe(true)
    const overlapping = [begins('/root/a', 2), write('/root/a', 'text'), ...flush('/root/a', 3), ends('/root/a', 2)]
    expect(mayHold([...before, ...overlapping], '/root/a', 'ordered')).toEqual(new Set(['text']))
  })

  it('a folder that is renamed takes its files along', () => {
    const ops = [make('/root/a', true), make('/root/a/b'), write('/root/a/b', 'text'), rename('/root/a', '/root/c'), write('/root/c/b', 'T')]
    expect([...replay(ops, folder).whole(ops.length)]).toEqual([['/root/c', null], ['/root/c/b', Buffer.from('Text')]])
    expect([...replay(ops, folder).whole(3).keys()]).toEqual(['/root/a', '/root/a/b'])
  })
})

it('every byte of every state was written there, or is a hole', () => {
  const step = fc.oneof(
    fc.record({
      offset: fc.integer({ min: 0, max: 9000 }),
      length: fc.integer({ min: 1, max: 6000 }),
      letter: fc.constantFrom('a', 'b', 'c'),
    }),
    fc.constant('flush' as const),
  )
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), fc.string(), (steps, seed) => {
    const ops = [make('/root/a'), ...steps.flatMap((each, at) =>
      each === 'flush' ? flush('/root/a', at) : [write('/root/a', each.letter.repeat(each.length), each.offset)])]
    const found = replay(ops, folder).after(ops.length, 'ordered', createRandom(seed)).get('/root/a') ?? Buffer.alloc(0)
    const may = Array.from({ length: found.length }, () => new Set(['\0']))
    for (const { offset, length, letter } of steps.filter(each => each !== 'flush'))
      may.slice(offset, offset + length).forEach(letters => letters.add(letter))
    expect([...found.toString('latin1')].every((letter, at) => may[at]?.has(letter))).toBe(true)
  }))
})
