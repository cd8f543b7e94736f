/** Addresses of media are asked for again once the host may no longer accept them. */
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId } from '#contract/words.ts'
import type { Clock } from '../../../src-main/base/clock.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createMediaAddresses } from '../../../src-main/hosts/web/media.ts'
import { lastingUrl, useMedia } from '../../../src-renderer/stores/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const ref: MediaRef = { of: 'asset', assetId: 'a'.repeat(64) as AssetId, variant: 'original' }

/** Both clocks of the page advance by this: one stops while the computer sleeps. */
function passTime() {
  const [now, performanceNow] = [Date.now.bind(Date), performance.now.bind(performance)]
  const passed = { wall: 0, awake: 0 }
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passed.wall)
  vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() + passed.awake)
  onTestFinished(() => void vi.restoreAllMocks())
  return {
    go: (ms: number): void => {
      passed.wall += ms
      passed.awake += ms
    },
    sleep: (ms: number): void => void (passed.wall += ms),
    setClock: (ms: number): void => void (passed.wall += ms),
  }
}

/** A host whose addresses name the run of the host that signed them. */
async function openHost() {
  const time = passTime()
  const studio = await openTestStudio()
  let run = 1
  const page = openPage({ ...studio, handlers: { ...studio.handlers, studio: {
    ...studio.handlers.studio,
    media: async ({ refs }) => ({ urls: refs.map(() => `/media/a?s=${run}`), goodForMs: 3_600_000 }),
  } } })
  const startAgain = (): void => {
    page.cut()
    run += 1
    page.restore()
  }
  /** Its clock was set: it refuses what it has signed, and the page cannot know it. */
  const refuse = (): void => void (run += 1)
  return { page, startAgain, refuse, time }
}

it('does not hand out an address of a host that was started again since', async () => {
  const { page, startAgain } = await openHost()
  const media = page.run(useMedia)
  expect(await media.url(ref)).toBe('/media/a?s=1')
  expect(media.cachedUrl(ref)).toBe('/media/a?s=1')
  startAgain()
  expect(media.cachedUrl(ref)).toBeNull()
  expect(await media.url(ref)).toBe('/media/a?s=2')
})

it('renews an address that a player has when the host was started again, and not one that is still good', async () => {
  const { startAgain } = await openHost()
  const lasting = await lastingUrl(ref)
  expect(await lasting.renew()).toBeNull()
  startAgain()
  expect(await lasting.renew()).toBe('/media/a?s=2')
  expect(await lasting.renew()).toBeNull()
})

describe.each([['behind', -10], ['as that of the page', 0], ['ahead', 10]])('from a host whose clock is %s', (_, minutes) => {
  it('is handed out while the host accepts it, and no longer', async () => {
    const time = passTime()
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + minutes * 60_000 }
    const addresses = createMediaAddresses(clock)
    const page = openPage(await openTestStudio({ ports: { mediaUrl: addresses.sign } }))
    const media = page.run(useMedia)
    const isAccepted = (url: string): boolean => {
      const { pathname, searchParams } = new URL(url, 'http://host')
      return addresses.verify(pathname.replace('/media/', ''), searchParams) !== null
    }
    const first = await media.url(ref)
    time.go(4 * 60_000)
    expect([media.cachedUrl(ref), isAccepted(first)]).toEqual([first, true])
    time.go(2 * 60_000)
    expect([media.cachedUrl(ref), isAccepted(first)]).toEqual([null, false])
    expect(isAccepted(await media.url(ref))).toBe(true)
  })
})

it('is not handed out after a sleep in which it expired, nor for longer when the clock of the page was set back', async () => {
  const { page, time } = await openHost()
  const media = page.run(useMedia)
  const first = await media.url(ref)
  time.sleep(3_600_001)
  expect(media.cachedUrl(ref)).toBeNull()
  expect(await media.url(ref)).toBe(first)
  time.setClock(-7_200_000)
  expect(media.cachedUrl(ref)).toBe(first)
  time.go(3_600_001)
  expect(media.cachedUrl(ref)).toBeNull()
})

it('is renewed once it is refused, whatever the clocks say, but not when it has just come or the host gives the same', async () => {
  const { page, refuse, time } = await openHost()
  const media = page.run(useMedia)
  const lasting = await lastingUrl(ref)
  time.go(60_000)
  expect(await lasting.renew(), 'the host gives the same').toBeNull()
  refuse()
  time.go(60_000)
  expect(await lasting.renew()).toBe('/media/a?s=2')
  expect(media.cachedUrl(ref)).toBe('/media/a?s=2')
  refuse()
  expect(await lasting.renew(), 'it has just come').toBeNull()
  time.sleep(60_000)
  expect(await lasting.renew()).toBe('/media/a?s=3')
})
