import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createResting } from '../../../src-renderer/stores/resting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openResting() {
  const left: string[] = []
  return { left, ...createResting<number, string>({ most: 2, ms: 1000, leave: thing => left.push(thing) }) }
}

it('gives back what rests, once', () => {
  const { rest, wake, left } = openResting()
  rest(1, 'one')
  expect(wake(2)).toBeNull()
  expect(wake(1)).toBe('one')
  expect(wake(1)).toBeNull()
  vi.runAllTimers()
  expect(left).toEqual([])
})

it('leaves what nobody comes back to in time', () => {
  const { rest, wake, all, left } = openResting()
  rest(1, 'one')
  vi.advanceTimersByTime(600)
  rest(2, 'two')
  vi.advanceTimersByTime(600)
  expect(left).toEqual(['one'])
  expect(all()).toEqual(['two'])
  // Who comes back and goes again has the whole time anew.
  rest(2, wake(2) ?? '')
  vi.advanceTimersByTime(999)
  expect(left).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(left).toEqual(['one', 'two'])
})

it('leaves the one that has rested for the longest time when more come', () => {
  const { rest, wake, all, left } = openResting()
  rest(1, 'one')
  rest(2, 'two')
  rest(1, wake(1) ?? '')
  rest(3, 'three')
  expect(left).toEqual(['two'])
  expect(all()).toEqual(['one', 'three'])
})
