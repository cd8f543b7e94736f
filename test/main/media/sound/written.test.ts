/** Who reads a file while it is written waits for what is not there yet. */
import { expect, it } from 'vitest'
import { createWritten } from '../../../../src-main/media/sound/written.ts'

/** Whether it resolves before anything else happens. */
async function isThere(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<false>(resolve => setImmediate(() => resolve(false)))])
}

it('resolves once so much is there, and at once for what was there before', async () => {
  const written = createWritten()
  const [first, second, whole] = [10, 20, Infinity].map(seconds => written.until(seconds))
  written.reach(15)
  expect([await isThere(first!), await isThere(second!)]).toEqual([true, false])
  written.reach(20)
  expect([await isThere(second!), await isThere(written.until(20)), await isThere(whole!)]).toEqual([true, true, false])
  written.reach(Infinity)
  expect(await isThere(whole!)).toBe(true)
})

it('tells why no more will come, to all who wait and who ask later; what is there stays there', async () => {
  const written = createWritten()
  written.reach(10)
  const waiting = written.until(20)
  const told = expect(waiting).rejects.toThrow('full disk')
  written.fail(new Error('full disk'))
  await told
  await expect(written.until(Infinity)).rejects.toThrow('full disk')
  expect(await isThere(written.until(10))).toBe(true)
})
