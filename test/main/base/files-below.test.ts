import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { makeFolder } from '../../kit/folder.ts'

it('files are found in a folder from which others go at the same time', async () => {
  const folder = await makeFolder()
  const put = async (...names: string[]): Promise<string> => {
    const path = join(folder, ...names)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, 'x')
    return path
  }
  const staying = [await put('first'), await put('z', 'deep', 'last')]
  const going = Array.from({ length: 60 }, (_, at) => join(folder, `job ${at}`))
  for (const [at] of going.entries())
    await put(`job ${at}`, 'parts', 'answer')
  const [found] = await Promise.all([filesBelow(folder), ...going.toReversed().map(path => rm(path, { recursive: true }))])
  expect(found).toEqual(expect.arrayContaining(staying))
  expect((await filesBelow(folder)).sort()).toEqual(staying.sort())
  expect(await filesBelow(join(folder, 'job 1'))).toEqual([])
})
