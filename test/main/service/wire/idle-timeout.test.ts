/** The idle timeout measures how long the other side is silent, even when the clock is changed in the meantime. */
import { expect, it } from 'vitest'
import { openIdleTimeout } from '../../../../src-main/service/wire/idle-timeout.ts'
import { createTestClock } from '../../../kit/clock.ts'

function setUp() {
  const clock = createTestClock()
  let offsetMs = 0
  let expiries = 0
  const idleTimeout = openIdleTimeout({ ...clock, now: () => clock.now() + offsetMs }, () => expiries += 1)
  return { idleTimeout, advance: clock.advance, expiries: () => expiries, set: (byMs: number) => offsetMs += byMs }
}

it('expires once, when the other side has been silent for the whole time', async () => {
  const { idleTimeout, advance, expiries } = setUp()
  idleTimeout.restart(50)
  await advance(49)
  expect(idleTimeout.hasExpired).toBe(false)
  await advance(1000)
  expect([idleTimeout.hasExpired, expiries()]).toEqual([true, 1])
})

it('a clock that is set forward does not expire the timeout', async () => {
  const { idleTimeout, advance, expiries, set } = setUp()
  idleTimeout.restart(50)
  idleTimeout.restart(60_000)
  set(3_600_000)
  await advance(59_999)
  expect(idleTimeout.hasExpired).toBe(false)
  await advance(60_000)
  expect([idleTimeout.hasExpired, expiries()]).toEqual([true, 1])
})

it('a clock that is set back does not extend the timeout', async () => {
  const { idleTimeout, advance, set } = setUp()
  idleTimeout.restart(50)
  set(-3_600_000)
  // The sleep during which the clock was set is not counted, so it may last that much longer.
  await advance(100)
  expect(idleTimeout.hasExpired).toBe(true)
})

it('a timeout that was started after the clock was set is not adjusted', async () => {
  const { idleTimeout, advance, set } = setUp()
  idleTimeout.restart(50)
  set(3_600_000)
  idleTimeout.restart(100)
  await advance(99)
  expect(idleTimeout.hasExpired).toBe(false)
  await advance(1)
  expect(idleTimeout.hasExpired).toBe(true)
})
