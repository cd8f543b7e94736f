/** A full disk is known by what the system says and by what programs print. */
import { expect, it } from 'vitest'
import { isDiskFull, saysDiskFull } from '../../../src-main/base/disk-full.ts'

it.each(['ENOSPC', 'EDQUOT'])('%s is one', (code) => {
  expect(isDiskFull(Object.assign(new Error('write'), { code }))).toBe(true)
})

it('nothing else is', () => {
  for (const error of [Object.assign(new Error('write'), { code: 'EIO' }), new Error('ENOSPC'), 'ENOSPC', null])
    expect(isDiskFull(error)).toBe(false)
})

it.each([
  ['film.mp4: No space left on device', true],
  ['av_interleaved_write_frame(): Disk quota exceeded', true],
  ['ENOSPC: no space left on device, write', true],
  ['film.mp4: Permission denied', false],
])('%s: %s', (said, isFull) => {
  expect(saysDiskFull(said)).toBe(isFull)
})
