/** Words of the preview are drawn again after a painter that could not begin once. */
import type { CaptionPainter } from '../../../../src-renderer/player/preview/media.ts'
import type { Words } from '../../../../src-renderer/player/preview/words.ts'
import { expect, it, vi } from 'vitest'
import { createWordsPainter } from '../../../../src-renderer/player/preview/words-pictures.ts'

it('a failed start is told once, and the next words try again', async () => {
  const picture = {} as ImageBitmap
  const set = vi.fn<CaptionPainter['set']>().mockRejectedValueOnce(new Error('no memory')).mockResolvedValue()
  const painter = { set, pictureAt: async () => picture } as unknown as CaptionPainter
  const report = vi.fn()
  const words = createWordsPainter({ painter, report, request: () => {} })
  const shown = (): Words => ({ ass: 'same', bandsAt: () => [0], secondsAt: () => 0 }) as unknown as Words
  words.set(shown())
  await expect.poll(() => report.mock.calls.length).toBe(1)
  expect([...await words.at(0)]).toEqual([])
  words.set(shown())
  expect([...await words.at(0)]).toEqual([[0, picture]])
  expect([set.mock.calls.length, report.mock.calls.length]).toEqual([2, 1])
})
