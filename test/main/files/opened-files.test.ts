/** Files that wait for a page after the user opened them with Takeroom. */
import type { OpenedId } from '#contract/words.ts'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createOpenedFiles } from '../../../src-main/files/opened-files.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'takeroom-opened-'))

it('gives each file once, and says why one is not given', async () => {
  const folder = await newFolder()
  const at = (name: string): string => join(folder, name)
  await writeFile(at('ö 窗!.wav'), 'sound')
  await mkdir(at('folder.wav'))
  const opened = createOpenedFiles()
  opened.add([at('ö 窗!.wav'), at('folder.wav'), at('gone.wav'), '/dev/null', at('ö 窗!.wav')])
  const { files, refused } = await opened.take()
  expect(files).toEqual([{ openedId: expect.any(String), name: 'ö 窗!.wav', sizeBytes: 5 }])
  expect(refused).toEqual([
    { name: 'folder.wav', because: 'folder' },
    { name: 'gone.wav', because: 'missing' },
    { name: 'null', because: 'unreadable' },
  ])
  expect(await opened.take()).toEqual({ files: [], refused: [] })
})

it('gives 300 files in their order, and tells how many wait', async () => {
  const folder = await newFolder()
  const paths = Array.from({ length: 300 }, (_, at) => join(folder, `${at}.wav`))
  await Promise.all(paths.map(path => writeFile(path, 'x')))
  const opened = createOpenedFiles()
  const changes = opened.changes()[Symbol.asyncIterator]()
  expect((await changes.next()).value).toEqual({ count: 0 })
  opened.add(paths)
  expect((await changes.next()).value).toEqual({ count: 300 })
  expect((await opened.take()).files.map(file => file.name)).toEqual(paths.map((_, at) => `${at}.wav`))
  expect((await changes.next()).value).toEqual({ count: 0 })
})

it('forgets a file that was changed or deleted after it was given, and knows no others', async () => {
  const path = join(await newFolder(), 'a.wav')
  await writeFile(path, 'sound')
  const opened = createOpenedFiles()
  opened.add([path])
  const [file] = (await opened.take()).files
  expect(await opened.find(file!.openedId)).toMatchObject({ path })
  await appendFile(path, ' and more')
  expect(await opened.find(file!.openedId)).toBeNull()
  await rm(path)
  expect(await opened.find(file!.openedId)).toBeNull()
  expect(await opened.find(newId<OpenedId>())).toBeNull()
})
