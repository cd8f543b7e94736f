import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeepAliveCache } from '../../../src-renderer/stores/keep-alive-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openCache() {
  const left: string[] = []
  return { left, ...createKeepAliveCache<number, string>({ most: 2, ms: 1000, leave: thing => left.push(thing) }) }
}

it('gives back what rests, once', () => {
  const { park, resume, left } = openCache()
  park(1, 'one')
  expect(resume(2)).toBeNull()
  expect(resume(1)).toBe('one')
  expect(resume(1)).toBeNull()
  vi.runAllTimers()
  expect(left).toEqual([])
})

it('leaves what nobody comes back to in time', () => {
  const { park, resume, all, left } = openCache()
  park(1, 'one')
  vi.advanceTimersByTime(600)
  park(2, 'two')
  vi.advanceTimersByTime(600)
  expect(left).toEqual(['one'])
  expect(all()).toEqual(['two'])
  // Who comes back and goes again has the whole time again.
  park(2, resume(2) ?? '')
  vi.advanceTimersByTime(999)
  expect(left).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(left).toEqual(['one', 'two'])
})

it('leaves the one that has rested for the longest time when more come', () => {
  const { park, resume, all, left } = openCache()
  park(1, 'one')
  park(2, 'two')
  park(1, resume(1) ?? '')
  park(3, 'three')
  expect(left).toEqual(['two'])
  expect(all()).toEqual(['one', 'three'])
})
