/** The watchdog measures how long the other side is silent, whatever becomes of the clock meanwhile. */
import { expect, it } from 'vitest'
import { openWatchdog } from '../../../src-main/service/wire/watchdog.ts'
import { createTestClock } from '../../kit/clock.ts'

function setUp() {
  const clock = createTestClock()
  let offsetMs = 0
  let lateCalls = 0
  const watchdog = openWatchdog({ now: () => clock.now() + offsetMs, sleep: clock.sleep }, () => lateCalls += 1)
  return { watchdog, advance: clock.advance, lateCalls: () => lateCalls, set: (byMs: number) => offsetMs += byMs }
}

it('calls once, when the other side was silent for as long as it was allowed', async () => {
  const { watchdog, advance, lateCalls } = setUp()
  watchdog.allow(50)
  await advance(49)
  expect(watchdog.isLate).toBe(false)
  await advance(1000)
  expect([watchdog.isLate, lateCalls()]).toEqual([true, 1])
})

it('a clock that is set ahead does not make anybody late', async () => {
  const { watchdog, advance, lateCalls, set } = setUp()
  watchdog.allow(50)
  watchdog.allow(60_000)
  set(3_600_000)
  await advance(59_999)
  expect(watchdog.isLate).toBe(false)
  await advance(60_000)
  expect([watchdog.isLate, lateCalls()]).toEqual([true, 1])
})

it('a clock that is set back does not give anybody more time', async () => {
  const { watchdog, advance, set } = setUp()
  watchdog.allow(50)
  set(-3_600_000)
  // The nap in which the clock was set is not counted, so it may be as long again.
  await advance(100)
  expect(watchdog.isLate).toBe(true)
})

it('time that was allowed after the clock was set counts as it is', async () => {
  const { watchdog, advance, set } = setUp()
  watchdog.allow(50)
  set(3_600_000)
  watchdog.allow(100)
  await advance(99)
  expect(watchdog.isLate).toBe(false)
  await advance(1)
  expect(watchdog.isLate).toBe(true)
})
