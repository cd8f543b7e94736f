/** Which folders the studio may be moved to, and why others are refused. */
import type { MoveProblem } from '#contract/move-words.ts'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it } from 'vitest'
import { judgeTarget } from '../../../src-main/move/judge-target.ts'
import { writeMark } from '../../../src-main/storage/folder-marks.ts'
import { makeFolder } from '../../kit/folder.ts'

let root: string
const at = (...names: string[]): string => join(root, ...names)
const judge = (path: string) => judgeTarget(path, { folder: at('studio'), deliveriesFolder: at('videos') })
function refusal(path: string): Promise<MoveProblem | null> {
  return judge(path).then(() => null, (fault: { data: { because: MoveProblem } }) => fault.data.because)
}

beforeEach(async () => {
  root = await makeFolder()
  await mkdir(at('studio'))
  await mkdir(at('videos'))
})

describe('the studio is moved', () => {
  it('to an empty folder, or to one that is made', async () => {
    await mkdir(at('empty'))
    expect(await judge(at('empty'))).toEqual({ to: at('empty'), isNew: false })
    expect(await judge(at('new'))).toEqual({ to: at('new'), isNew: true })
    expect(await judge(`${at('empty', '..', 'new')}/`)).toEqual({ to: at('new'), isNew: true })
  })

  it('to one of its own where the chosen folder has things in it, as the root of a disk', async () => {
    await mkdir(at('disk', 'lost+found'), { recursive: true })
    expect(await judge(at('disk'))).toEqual({ to: at('disk'), isNew: false })
    await writeFile(at('disk', 'holiday.jpg'), 'x')
    expect(await judge(at('disk'))).toEqual({ to: at('disk', 'Takeroom'), isNew: true })
    await mkdir(at('disk', 'Takeroom'))
    expect(await judge(at('disk'))).toEqual({ to: at('disk', 'Takeroom'), isNew: false })
    await writeFile(at('disk', 'Takeroom', 'x'), 'x')
    expect(await refusal(at('disk'))).toBe('not-empty')
  })

  it('back to a folder that it has left', async () => {
    await mkdir(at('left'))
    await writeMark(at('left'), 'moved', { id: crypto.randomUUID(), to: at('studio'), folderId: 'x' })
    await writeFile(at('left', 'studio.lock'), '')
    expect(await judge(at('left'))).toEqual({ to: at('left'), isNew: false })
  })

  it('to where a link leads, so that the link may be changed later', async () => {
    await mkdir(at('far'))
    await symlink(at('far'), at('link'))
    expect(await judge(at('link'))).toEqual({ to: at('far'), isNew: false })
    expect(await judge(at('link', 'new'))).toEqual({ to: at('far', 'new'), isNew: true })
  })
})

describe('the studio is not moved', () => {
  it('to what is no place for it', async () => {
    await writeFile(at('file'), 'x')
    expect(await refusal('studio')).toBe('not-absolute')
    expect(await refusal(`${root}/a\0b`)).toBe('not-absolute')
    expect(await refusal(at('no', 'such'))).toBe('not-there')
    expect(await refusal(at('file'))).toBe('not-a-folder')
  })

  it('to itself, into itself, around itself, or among deliveries', async () => {
    await symlink(at('studio'), at('link'))
    await mkdir(at('studio', 'assets'))
    expect(await refusal(at('studio'))).toBe('same')
    expect(await refusal(at('link'))).toBe('same')
    expect(await refusal(at('studio', 'new'))).toBe('in-studio')
    expect(await refusal(at('link', 'assets'))).toBe('in-studio')
    expect(await refusal(root)).toBe('around-studio')
    expect(await refusal(at('videos'))).toBe('in-deliveries')
  })

  it.skipIf(process.getuid?.() === 0)('to a folder that may not be written', async () => {
    await mkdir(at('closed'))
    await chmod(at('closed'), 0o500)
    expect(await refusal(at('closed'))).toBe('not-writable')
    expect(await refusal(at('closed', 'new'))).toBe('not-writable')
  })
})
