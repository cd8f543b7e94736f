/** The idle timeout measures how long the other side is silent, also when the clock is changed meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { openIdleTimeout } from '../../../src-main/service/wire/idle-timeout.ts'

function setUp() {
  let offsetMs = 0
  let late = (): void => {}
  const isLate = new Promise<void>(resolve => late = resolve)
  const idleTimeout = openIdleTimeout({ now: () => systemClock.now() + offsetMs, sleep: systemClock.sleep }, () => late())
  return { idleTimeout, isLate, set: (byMs: number) => offsetMs += byMs }
}

it('a clock that is set forward does not expire the timeout', async () => {
  const { idleTimeout, set } = setUp()
  idleTimeout.restart(50)
  idleTimeout.restart(60_000)
  set(3_600_000)
  // Long enough for the first nap to end and for the clock to be looked at.
  await pause(150)
  expect(idleTimeout.hasExpired).toBe(false)
  idleTimeout.close()
})

it('a clock that is set back does not extend the timeout', async () => {
  const { idleTimeout, isLate, set } = setUp()
  idleTimeout.restart(50)
  set(-3_600_000)
  await isLate
  expect(idleTimeout.hasExpired).toBe(true)
})

it('a timeout that was started after the clock was set is not adjusted', async () => {
  const { idleTimeout, isLate, set } = setUp()
  idleTimeout.restart(50)
  set(3_600_000)
  idleTimeout.restart(100)
  await isLate
  expect(idleTimeout.hasExpired).toBe(true)
})
