/** A dropped folder: all of its files come, however many, and what cannot be read is named and keeps nothing else out. */
import { expect, it } from 'vitest'
import { droppedFiles } from '../../../../src-renderer/parts/files/dropped-files.ts'

const gone = new DOMException('A requested file could not be found', 'NotFoundError')

function fileEntry(name: string): FileSystemEntry {
  const file = (done: (file: File) => void): void => queueMicrotask(() => done(new File(['x'], name)))
  return { name, isDirectory: false, file } as unknown as FileSystemEntry // The rest belongs to the browser.
}
function lostEntry(name: string): FileSystemEntry {
  const file = (_: unknown, fail: (cause: DOMException) => void): void => queueMicrotask(() => fail(gone))
  return { name, isDirectory: false, file } as unknown as FileSystemEntry // As above.
}
/** A hundred at a time, as browsers give them; `failsAt`: the reading that fails. */
function folderEntry(name: string, entries: readonly FileSystemEntry[], failsAt = Infinity): FileSystemEntry {
  const createReader = () => {
    let readings = 0
    return { readEntries: (done: (some: FileSystemEntry[]) => void, fail: (cause: DOMException) => void): void => {
      const at = readings++
      queueMicrotask(() => at === failsAt ? fail(gone) : done(entries.slice(at * 100, at * 100 + 100)))
    } }
  }
  return { name, isDirectory: true, createReader } as unknown as FileSystemEntry // As above.
}
function dropOf(...entries: readonly FileSystemEntry[]): DataTransfer {
  return {
    items: entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: entries.map(({ name }) => new File([], name)),
  } as unknown as DataTransfer // As above.
}
const numbered = (count: number): FileSystemEntry[] => Array.from({ length: count }, (_, at) => fileEntry(`${at}.wav`))

it('comes without what cannot be read, which is named', async () => {
  const rainy = folderEntry('rain', [fileEntry('a.wav'), lostEntry('lost.wav'), fileEntry('b.wav')])
  const { files, unread } = await droppedFiles(dropOf(rainy, folderEntry('closed', [], 0), fileEntry('c.wav')))
  expect(files.map(({ name }) => name)).toEqual(['a.wav', 'b.wav', 'c.wav'])
  expect(unread).toEqual(['lost.wav', 'closed'].map(name => ({ name, reason: gone.message })))
})

it('that breaks off comes as far as it could be read', async () => {
  const { files, unread } = await droppedFiles(dropOf(folderEntry('rain', numbered(250), 2)))
  expect([files.length, unread]).toEqual([200, [{ name: 'rain', reason: gone.message }]])
})

it('comes whole when it has thousands of files, in its order, without those of the system', async () => {
  const one = folderEntry('one', [...numbered(4000), fileEntry('.DS_Store'), fileEntry('Thumbs.db')])
  const { files, unread } = await droppedFiles(dropOf(folderEntry('all', [one, folderEntry('two', numbered(1000))])))
  expect([files.length, files[3999]?.name, files.at(-1)?.name, unread]).toEqual([5000, '3999.wav', '999.wav', []])
})

it('files without a folder are those of the drop', async () => {
  const { files, unread } = await droppedFiles(dropOf(fileEntry('a.wav'), fileEntry('.b.wav')))
  expect([files.map(({ name }) => name), unread]).toEqual([['a.wav', '.b.wav'], []])
})
