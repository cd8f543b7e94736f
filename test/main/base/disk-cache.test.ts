/** What is kept on disk up to a limit: the least recently used goes first, and nothing that is in use. */
import type { KeptFile } from '../../../src-main/base/disk-cache.ts'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noteUse, surplusOf, totalsOf } from '../../../src-main/base/disk-cache.ts'
import { makeFolder } from '../../kit/folder.ts'

const files = fc.array(fc.record({ sizeBytes: fc.nat(1000), usedAt: fc.nat(100) }), { maxLength: 30 })
  .map(all => new Map<number, KeptFile>(all.entries()))

it('no more goes than has to, none that was used after the moment, and none before an older one', () => {
  fc.assert(fc.property(files, fc.nat(8000), fc.nat(110), (index, limit, since) => {
    const going = surplusOf(index, limit, since)
    const rest = new Map([...index].filter(([key]) => !going.includes(key)))
    const old = [...rest.values()].filter(({ usedAt }) => usedAt <= since)
    expect(going.every(key => index.get(key)!.usedAt <= since)).toBe(true)
    expect(totalsOf(rest).sizeBytes <= limit || old.length === 0).toBe(true)
    expect(going.every(key => old.every(({ usedAt }) => usedAt >= index.get(key)!.usedAt))).toBe(true)
    const last = going.at(-1)
    if (last !== undefined)
      expect(totalsOf(rest).sizeBytes + index.get(last)!.sizeBytes).toBeGreaterThan(limit)
  }))
})

it('a use is written to the file, and is known also where it cannot be written', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'kept')
  await writeFile(path, 'kept')
  const kept: KeptFile = { sizeBytes: 4, usedAt: 0 }
  await noteUse(kept, path, 1_700_000_000_000)
  expect([kept.usedAt, (await stat(path)).mtimeMs]).toEqual([1_700_000_000_000, 1_700_000_000_000])
  await noteUse(kept, join(folder, 'gone'), 1_800_000_000_000)
  expect(kept.usedAt).toBe(1_800_000_000_000)
})
