/** A pasted screenshot gets a name that can be told from others; a file that was copied keeps its own. */
import { expect, it } from 'vitest'
import { withName } from '../../../../src-renderer/parts/files/pasted-files.ts'

it('names only pictures without a name, by the local time, and keeps their bytes and type', async () => {
  const now = new Date(2026, 4, 1, 14, 5, 9).getTime()
  const pasted = withName(new File(['pixels'], 'image.png', { type: 'image/png' }), now)
  expect([pasted.name, pasted.type, await pasted.text()]).toEqual(['pasted-2026-05-01-14.05.09.png', 'image/png', 'pixels'])
  const copied = new File(['pixels'], 'image of the sea.png', { type: 'image/png' })
  expect(withName(copied, now)).toBe(copied)
})
