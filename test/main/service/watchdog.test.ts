/** The watchdog measures how long the other side is silent, whatever becomes of the clock meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { openWatchdog } from '../../../src-main/service/wire/watchdog.ts'

function setUp() {
  let offsetMs = 0
  let late = (): void => {}
  const isLate = new Promise<void>(resolve => late = resolve)
  const watchdog = openWatchdog({ now: () => systemClock.now() + offsetMs, sleep: systemClock.sleep }, () => late())
  return { watchdog, isLate, set: (byMs: number) => offsetMs += byMs }
}

it('a clock that is set ahead does not make anybody late', async () => {
  const { watchdog, set } = setUp()
  watchdog.allow(50)
  watchdog.allow(60_000)
  set(3_600_000)
  // Long enough for the first nap to end and for the clock to be looked at.
  await pause(150)
  expect(watchdog.isLate).toBe(false)
  watchdog.close()
})

it('a clock that is set back does not give anybody more time', async () => {
  const { watchdog, isLate, set } = setUp()
  watchdog.allow(50)
  set(-3_600_000)
  await isLate
  expect(watchdog.isLate).toBe(true)
})

it('time that was allowed after the clock was set counts as it is', async () => {
  const { watchdog, isLate, set } = setUp()
  watchdog.allow(50)
  set(3_600_000)
  watchdog.allow(100)
  await isLate
  expect(watchdog.isLate).toBe(true)
})
