/** Tests of base/atomic-file.ts, base/hash.ts and base/ids.ts. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  copyFileAtomic,
  fileExists,
  makeFolder as makeLastingFolder,
  placeFile,
  placeFolder,
  writeFileAtomic,
} from '../../../src-main/base/atomic-file.ts'
import { sha256, sha256File } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { makeFolder } from '../../kit/folder.ts'

it('a file that is read while it is being replaced is the old one or the new one, never a mixture', async () => {
  const path = join(await makeFolder(), 'settings.json')
  const contents = ['a', 'b'].map(letter => letter.repeat(300_000))
  await writeFileAtomic(path, contents[0] ?? '')
  const writing = (async () => {
    for (let round = 0; round < 10; round += 1)
      await writeFileAtomic(path, contents[round % 2] ?? '')
  })()
  for (let round = 0; round < 20; round += 1)
    expect(contents).toContain(await readFile(path, 'utf8'))
  await writing
})

it('a reader with the old file open keeps the old file', async () => {
  const path = join(await makeFolder(), 'file')
  await writeFileAtomic(path, 'old')
  const reader = await open(path)
  await writeFileAtomic(path, 'new')
  expect(await reader.readFile('utf8')).toBe('old')
  await reader.close()
})

it('a write that fails leaves the old file and no partial one', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'taken')
  await mkdir(path)
  await writeFile(join(path, 'inhabitant'), '')
  await expect(writeFileAtomic(path, 'bytes')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
})

it('a partial file is renamed into place, also across folders', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'take.part'), 'bytes')
  await placeFile(join(folder, 'take.part'), join(folder, 'assets', 'take.mp4'))
  expect(await readFile(join(folder, 'assets', 'take.mp4'), 'utf8')).toBe('bytes')
  expect(await fileExists(join(folder, 'take.part'))).toBe(false)
  expect(await fileExists(join(folder, 'assets'))).toBe(false)
  expect(await fileExists(join(folder, 'assets', 'take.mp4', 'deeper'))).toBe(false)
})

it('a folder is made with all that are missing above it, any number of times, also after it was removed', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'assets', 'ab', 'cd')
  await Promise.all([makeLastingFolder(path), makeLastingFolder(path), makeLastingFolder(join(folder, 'assets'))])
  await makeLastingFolder(path)
  await rm(join(folder, 'assets'), { recursive: true })
  await makeLastingFolder(path, { mode: 0o700 })
  expect((await stat(path)).isDirectory()).toBe(true)
  await writeFile(join(folder, 'file'), '')
  await expect(makeLastingFolder(join(folder, 'file', 'below'))).rejects.toThrow()
})

it('a folder is placed with everything in it, and never over one with files', async () => {
  const folder = await makeFolder()
  await makeLastingFolder(join(folder, '.part', 'media'))
  await writeFile(join(folder, '.part', 'media', 'take.wav'), 'bytes')
  await makeLastingFolder(join(folder, 'Kit'))
  await writeFile(join(folder, 'Kit', 'own.txt'), 'own')
  await expect(placeFolder(join(folder, '.part'), join(folder, 'Kit'))).rejects.toThrow()
  await placeFolder(join(folder, '.part'), join(folder, 'Kit (2)'))
  expect((await readdir(folder)).sort()).toEqual(['Kit', 'Kit (2)'])
  expect(await readFile(join(folder, 'Kit (2)', 'media', 'take.wav'), 'utf8')).toBe('bytes')
})

it('a copy is whole or absent, and replaces what had its name', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'from'), 'new')
  await writeFile(join(folder, 'to'), 'old')
  await copyFileAtomic(join(folder, 'from'), join(folder, 'to'))
  await expect(copyFileAtomic(join(folder, 'missing'), join(folder, 'to'))).rejects.toThrow('ENOENT')
  expect(await readFile(join(folder, 'to'), 'utf8')).toBe('new')
  expect((await readdir(folder)).sort()).toEqual(['from', 'to'])
})

it('a hash is the same from memory and from disk', async () => {
  const path = join(await makeFolder(), 'file')
  const bytes = new Uint8Array(3_000_000).map((_, index) => index % 251)
  await writeFile(path, bytes)
  expect(await sha256File(path)).toBe(sha256(bytes))
  expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  await expect(sha256File(path, AbortSignal.abort())).rejects.toThrow()
})

it('an id is a version 7 UUID and sorts by its time', () => {
  fc.assert(fc.property(fc.nat({ max: 2 ** 48 - 2 }), fc.integer({ min: 1, max: 1000 }), (nowMs, laterMs) => {
    const [first, second] = [newId(nowMs), newId(Math.min(nowMs + laterMs, 2 ** 48 - 1))]
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first < second).toBe(true)
  }))
  expect(new Set(Array.from({ length: 10_000 }, () => newId(1))).size).toBe(10_000)
})
