/** Which folder is the studio after it was moved, moved on and moved back, and which is never opened. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CannotOpenStudio } from '../../../src-main/databases/cannot-open.ts'
import { assertCurrent, currentFolder } from '../../../src-main/databases/current-folder.ts'
import { removeMark, writeMark } from '../../../src-main/storage/folder-marks.ts'
import { makeFolder } from '../../kit/folder.ts'

const folderId = randomUUID()
let root: string
const at = (name: string): string => join(root, name)

async function make(name: string): Promise<void> {
  await mkdir(at(name))
  await writeFile(join(at(name), 'studio.id'), `${folderId}\n`)
}

/** What a move does up to its last step but one. */
async function move(from: string, to: string, until: 'copying' | 'switched' | 'settled' = 'settled'): Promise<void> {
  const id = randomUUID()
  await mkdir(at(to), { recursive: true })
  await writeMark(at(to), 'arrival', { id, from: at(from), isSettled: false })
  await writeFile(join(at(to), 'studio.id'), `${folderId}\n`)
  if (until === 'copying')
    return
  await writeMark(at(from), 'moved', { id, to: at(to), folderId })
  if (until === 'switched')
    return
  await removeMark(at(to), 'moved')
  await writeMark(at(to), 'arrival', { id, from: at(from), isSettled: true })
}

beforeEach(async () => {
  root = await makeFolder()
  await make('a')
})

describe('the studio', () => {
  it('is in its folder until it is moved, and in the last one afterwards', async () => {
    expect(currentFolder(at('a'))).toBe(at('a'))
    expect(currentFolder(at('none'))).toBe(at('none'))
    await move('a', 'b')
    await move('b', 'c', 'switched')
    expect(['a', 'b', 'c'].map(name => currentFolder(at(name)))).toEqual([at('c'), at('c'), at('c')])
  })

  it.each(['switched', 'settled'] as const)('may be moved back (%s)', async (until) => {
    await move('a', 'b')
    await move('b', 'a', 'copying')
    expect([currentFolder(at('a')), currentFolder(at('b'))]).toEqual([at('b'), at('b')])
    await move('b', 'a', until)
    expect([currentFolder(at('a')), currentFolder(at('b'))]).toEqual([at('a'), at('a')])
    expect(() => assertCurrent(at('a'))).not.toThrow()
    expect(() => assertCurrent(at('b'))).toThrow(CannotOpenStudio)
  })
})

describe('what is not opened', () => {
  it('is a copy that is not complete', async () => {
    await move('a', 'b', 'copying')
    expect(currentFolder(at('a'))).toBe(at('a'))
    expect(() => currentFolder(at('b'))).toThrow('unfinished-copy')
    await rm(at('a'), { recursive: true })
    expect(() => currentFolder(at('b'))).toThrow('unfinished-copy')
  })

  it('is the former folder, while the disk of the new one is not there', async () => {
    await move('a', 'b')
    await rm(at('b'), { recursive: true })
    expect(() => currentFolder(at('a'))).toThrow('moved-away')
    // The folder at which the disk appears.
    await mkdir(at('b'))
    expect(() => currentFolder(at('a'))).toThrow('moved-away')
  })

  it('is a folder whose mark cannot be read', async () => {
    await writeFile(join(at('a'), 'studio.moved.json'), '{"id":')
    expect(() => currentFolder(at('a'))).toThrow('mark-unreadable')
    expect(() => assertCurrent(at('a'))).toThrow(CannotOpenStudio)
  })

  it('is a circle that somebody made of copies', async () => {
    await make('b')
    await writeMark(at('a'), 'moved', { id: randomUUID(), to: at('b'), folderId })
    await writeMark(at('b'), 'moved', { id: randomUUID(), to: at('a'), folderId })
    expect(() => currentFolder(at('a'))).toThrow('moved-in-circle')
  })
})
