/** What the studio says of the ffmpeg that it found, or did not find, and of one that comes while it is open. */
import type { Ffmpeg } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { expect, it } from 'vitest'
import { createStudioFfmpeg } from '../../../../src-main/media/ffmpeg/studio-ffmpeg.ts'
import { createTestClock } from '../../../kit/clock.ts'

const run = (): Promise<never> => Promise.reject(new Error('It is not run'))
const programOf = (version: string): Ffmpeg => ({ path: `/bin/${version}`, version, encoders: new Set(), filters: new Set(), run })

function open(there: { good?: Ffmpeg, old?: Ffmpeg }, platform: NodeJS.Platform = 'linux') {
  const clock = createTestClock()
  const finder = { find: async () => there.good ?? null, findTooOld: async () => there.old ?? null }
  return { clock, ...createStudioFfmpeg({ finder, resourcesPath: null, clock, platform }) }
}

/** What is told of it. */
function follow(ffmpeg: ReturnType<typeof open>) {
  const told: string[] = []
  const end = new AbortController()
  const following = ffmpeg.follow({ onChange: () => told.push('change'), onArrival: () => told.push('arrival') }, end.signal)
  const stop = async (): Promise<void> => {
    end.abort(new Error('closing'))
    await expect(following).rejects.toThrow('closing')
  }
  return { told, stop }
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
  const { told, stop } = follow(ffmpeg)
  await ffmpeg.clock.advance(60_000)
  expect(told).toEqual([])

  there.old = programOf('4.4')
  await ffmpeg.clock.advance(10_000)
  expect(told).toEqual(['change'])
  const { ffmpegHint } = await ffmpeg.facts()
  expect(ffmpegHint).not.toBe(none.ffmpegHint)
  await expect(ffmpeg.need()).rejects.toMatchObject({ code: 'no-ffmpeg', data: { command: ffmpegHint } })

  there.good = programOf('7.1')
  await ffmpeg.clock.advance(10_000)
  expect(told).toEqual(['change', 'change', 'arrival'])
  expect(ffmpeg.clock.sleepers).toBe(0)
  expect(await ffmpeg.need()).toBe(there.good)
  await stop()
})

it('one that goes is noticed by whoever needs it, and its return by itself', async () => {
  const there: Parameters<typeof open>[0] = { good: programOf('7.1') }
  const ffmpeg = open(there)
  const { told, stop } = follow(ffmpeg)
  await ffmpeg.clock.advance(60_000)
  expect([told, ffmpeg.clock.sleepers]).toEqual([['arrival'], 0])

  delete there.good
  await ffmpeg.clock.advance(60_000)
  expect(told).toEqual(['arrival'])
  expect(await ffmpeg.find()).toBeNull()
  await ffmpeg.clock.advance(10_000)
  expect(told).toEqual(['arrival', 'change'])

  there.good = programOf('7.1')
  await ffmpeg.clock.advance(10_000)
  expect(told).toEqual(['arrival', 'change', 'change', 'arrival'])
  await stop()
})

it('a studio that closes waits no longer', async () => {
  for (const there of [{}, { good: programOf('7.1') }]) {
    const ffmpeg = open(there)
    const { stop } = follow(ffmpeg)
    await ffmpeg.clock.advance(1000)
    await stop()
    expect(ffmpeg.clock.sleepers).toBe(0)
  }
})
