/** What the studio says of the ffmpeg that it found, or did not find, and of one that comes while it is open. */
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import { expect, it } from 'vitest'
import { createStudioFfmpeg } from '../../../src-main/studio/studio-ffmpeg.ts'
import { createTestClock } from '../../kit/clock.ts'

const run = (): Promise<never> => Promise.reject(new Error('It is not run'))
const programOf = (version: string): Ffmpeg => ({ path: `/bin/${version}`, version, encoders: new Set(), filters: new Set(), run })

function open(there: { good?: Ffmpeg, old?: Ffmpeg }, platform: NodeJS.Platform = 'linux') {
  const clock = createTestClock()
  const finder = { find: async () => there.good ?? null, findTooOld: async () => there.old ?? null }
  return { clock, ...createStudioFfmpeg({ finder, resourcesPath: null, clock, platform }) }
}

it.each(['linux', 'darwin', 'win32'] as const)('on %s an ffmpeg that is too old is named, and another command helps', async (platform) => {
  const [old, good] = [programOf('4.4'), programOf('7.1')]
  const without = await open({}, platform).facts()
  expect(without).toMatchObject({ ffmpeg: null, tooOldFfmpeg: null, ffmpegHint: expect.stringContaining('install') })
  const tooOld = await open({ old }, platform).facts()
  expect(tooOld).toMatchObject({ ffmpeg: null, tooOldFfmpeg: { version: '4.4', path: '/bin/4.4' } })
  expect(tooOld.ffmpegHint).not.toBe(without.ffmpegHint)
  expect(await open({ good, old }, platform).facts()).toMatchObject({ ffmpeg: { version: '7.1' }, tooOldFfmpeg: null })
})

it('one that is installed later is found, and what changes is told', async () => {
  const there: Parameters<typeof open>[0] = {}
  const ffmpeg = open(there)
  const none = await ffmpeg.facts()
  await expect(ffmpeg.need()).rejects.toMatchObject({ code: 'no-ffmpeg', data: { command: none.ffmpegHint } })
  let [changes, hasArrived] = [0, false]
  const arrival = ffmpeg.arrival(() => changes++, new AbortController().signal).then(() => hasArrived = true)
  await ffmpeg.clock.advance(60_000)
  expect([changes, hasArrived]).toEqual([0, false])

  there.old = programOf('4.4')
  await ffmpeg.clock.advance(10_000)
  expect([changes, hasArrived]).toEqual([1, false])
  const { ffmpegHint } = await ffmpeg.facts()
  expect(ffmpegHint).not.toBe(none.ffmpegHint)
  await expect(ffmpeg.need()).rejects.toMatchObject({ code: 'no-ffmpeg', data: { command: ffmpegHint } })

  there.good = programOf('7.1')
  await ffmpeg.clock.advance(10_000)
  await arrival
  expect([changes, ffmpeg.clock.sleepers]).toEqual([2, 0])
  expect(await ffmpeg.need()).toBe(there.good)
})

it('one that is there needs no waiting, and a studio that closes waits no longer', async () => {
  const there = open({ good: programOf('7.1') })
  await there.arrival(() => expect.unreachable(), new AbortController().signal)
  const none = open({})
  const stop = new AbortController()
  const arrival = none.arrival(() => {}, stop.signal)
  await none.clock.advance(1000)
  stop.abort(new Error('closing'))
  await expect(arrival).rejects.toThrow('closing')
  expect(none.clock.sleepers).toBe(0)
})
