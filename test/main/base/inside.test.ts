/** What joins a folder with a foreign name never leaves the folder, whatever the name or the links in it. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import process from 'node:process'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inside, insideOrNull, isPlainName, OutsideFolder } from '../../../src-main/base/inside.ts'

let home: string
let folder: string

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'takeroom-inside-')))
  folder = join(home, 'work')
  await mkdir(folder)
  await mkdir(join(home, 'private'))
  await writeFile(join(home, 'private', 'key'), 'secret')
})

afterEach(() => rm(home, { recursive: true, force: true }))

describe('a name', () => {
  it.each([
    '..',
    '../private',
    'a/../../private',
    '.',
    '',
    'a//b',
    '/etc/passwd',
    'a/',
    '..\\private',
    'C:\\Windows',
    'C:evil',
    '\\\\server\\share',
    '//server/share',
    'a\0b',
    'a\nb',
    '\u009Bname',
    '\uD800',
  ])('%j is refused', (name) => {
    expect(() => inside(folder, name)).toThrow(OutsideFolder)
    expect(() => inside(folder, 'below', name)).toThrow(OutsideFolder)
    expect(insideOrNull(folder, name)).toBe(null)
  })

  const plain = ['0194-a', 'ab/cd/ef.wav', 'Ünïcode – 夜.mp4', '.hidden', 'a..b', '-rf', '~', 'console.txt', 'com10']
  it.each(plain)('%j is a file of the folder', (name) => {
    expect(inside(folder, name)).toBe(join(folder, name))
  })

  const ofWindows = ['name:stream', 'nul', 'CON.txt', 'lpt1', 'conin$', 'ends with a dot.', 'ends with a space ', '...']
  it.each(ofWindows)('%j is another file on Windows', (name) => {
    expect(isPlainName(name, 'win32')).toBe(false)
    expect(isPlainName(name, 'linux')).toBe(true)
  })

  it('never leads out of the folder, whatever it is', () => {
    const awkward = fc.stringMatching(/^[./\\: a~\0-]{0,12}$/)
    fc.assert(fc.property(fc.array(fc.oneof(awkward, fc.string()), { minLength: 1, maxLength: 3 }), ([first = '', ...rest]) => {
      const path = insideOrNull(folder, first, ...rest)
      expect(path === null || resolve(path).startsWith(`${folder}${sep}`)).toBe(true)
    }), { numRuns: 2_000 })
  })
})

describe.skipIf(process.platform === 'win32')('a link', () => {
  it('that leads outside is refused, in the middle and at the end, to a file, a folder or to nothing', async () => {
    await symlink(join(home, 'private'), join(folder, 'way'))
    await symlink('../private/key', join(folder, 'key'))
    await symlink(join(home, 'not there'), join(folder, 'later'))
    await symlink(home, join(folder, 'up'))
    for (const name of ['way', 'way/key', 'way/new', 'key', 'later', 'up', 'up/work'])
      expect(() => inside(folder, name), name).toThrow(OutsideFolder)
  })

  it('to a sibling whose name begins alike is outside', async () => {
    await mkdir(join(home, 'work-2'))
    await symlink(join(home, 'work-2'), join(folder, 'two'))
    expect(() => inside(folder, 'two')).toThrow(OutsideFolder)
  })

  it('to itself is refused rather than followed without end', async () => {
    await symlink('loop', join(folder, 'loop'))
    expect(() => inside(folder, 'loop/file')).toThrow(OutsideFolder)
  })

  it('that stays in the folder, or is the folder itself, is the user\'s own', async () => {
    await mkdir(join(folder, 'real'))
    await symlink('real', join(folder, 'other'))
    await symlink(folder, join(home, 'moved'))
    expect(inside(folder, 'other/new.wav')).toBe(join(folder, 'other/new.wav'))
    expect(inside(join(home, 'moved'), 'real', 'new.wav')).toBe(join(home, 'moved', 'real', 'new.wav'))
  })
})
