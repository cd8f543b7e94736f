/** What the studio says of the ffmpeg that it found, or did not find. */
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import { expect, it } from 'vitest'
import { ffmpegFacts } from '../../../src-main/studio/status.ts'

const run = (): Promise<never> => Promise.reject(new Error('It is not run'))
const programOf = (version: string): Ffmpeg => ({ path: `/bin/${version}`, version, encoders: new Set(), filters: new Set(), run })

it.each(['linux', 'darwin', 'win32'] as const)('on %s an ffmpeg that is too old is named, and another command helps', async (platform) => {
  const [none, old, good] = [async () => null, async () => programOf('4.4'), async () => programOf('7.1')]
  const without = await ffmpegFacts({ ffmpeg: none, tooOldFfmpeg: none }, platform)
  expect(without).toMatchObject({ ffmpeg: null, tooOldFfmpeg: null, ffmpegHint: expect.stringContaining('install') })
  const tooOld = await ffmpegFacts({ ffmpeg: none, tooOldFfmpeg: old }, platform)
  expect(tooOld).toMatchObject({ ffmpeg: null, tooOldFfmpeg: { version: '4.4', path: '/bin/4.4' } })
  expect(tooOld.ffmpegHint).not.toBe(without.ffmpegHint)
  expect(await ffmpegFacts({ ffmpeg: good, tooOldFfmpeg: old }, platform)).toMatchObject({ ffmpeg: { version: '7.1' }, tooOldFfmpeg: null })
})
