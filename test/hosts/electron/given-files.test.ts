/** Files that are given to the app: at its first start, at a second one, by macOS, and while it quits. */
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filesAmong, readGiven, withoutFiles } from '../../../src-main/hosts/electron/given-files.ts'
import { isTooLong, keepList, listIn, takeList } from '../../../src-main/hosts/electron/long-lists.ts'
import { createSecondStarts } from '../../../src-main/hosts/electron/second-starts.ts'
import * as electron from '../../kit/electron-stand-in.ts'

const here = { platform: 'linux', folder: '/home/me' } as const
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'takeroom-given-'))

describe('the words of a start', () => {
  it('name files by paths and by addresses, next to switches', () => {
    expect(filesAmong(['--folder', '/studio', '--no-sandbox', 'a b.wav', '/x/ö!$(id).png', 'file:///x/%E7%AA%97%20%25.mp4', '--', '-v.wav'], here))
      .toEqual(['/home/me/a b.wav', '/x/ö!$(id).png', '/x/窗 %.mp4', '/home/me/-v.wav'])
  })

  it('keep an address that is of another machine or is no file, so that it is missed by its name', () => {
    expect(filesAmong(['file://other/x.wav', 'file:///a%2Fb.wav', '', 'a\0b'], here))
      .toEqual(['/home/me/file:/other/x.wav', '/home/me/file:/a%2Fb.wav'])
  })

  it('are read as Windows writes them', () => {
    expect(filesAmong(['D:\\Töne\\a.wav', 'b.wav', 'file:///C:/a%20b.wav'], { platform: 'win32', folder: 'C:\\me' }))
      .toEqual(['D:\\Töne\\a.wav', 'C:\\me\\b.wav', 'C:\\a b.wav'])
  })

  it('are absolute paths whatever they are, and what is left has no file', () => {
    fc.assert(fc.property(fc.array(fc.string()), (words) => {
      expect(filesAmong(words, here).every(path => path.startsWith('/') && !path.includes('\0'))).toBe(true)
      expect(filesAmong(withoutFiles(words), here)).toEqual([])
    }))
  })
})

describe('a long list', () => {
  const files = Array.from({ length: 300 }, (_, at) => `/home/me/Aufnahmen vom Herbst, lang genug/Szene ${at} – Töne und Bilder.wav`)

  it('is kept in a file that is read once', async () => {
    expect([isTooLong(files, '/'), isTooLong(files.slice(0, 20), '/')]).toEqual([true, false])
    const profile = await newFolder()
    const word = await keepList(profile, { id: 'one', files })
    const id = listIn(['--x', word])
    expect(id).toBe('one')
    expect(takeList(profile, 'one')).toEqual({ id: 'one', files })
    expect(takeList(profile, 'one')).toBeNull()
    expect(await readdir(profile)).toEqual([])
  })

  it('has a name that leads to no other folder', async () => {
    expect(listIn(['--given=../../secret'])).toBeNull()
    expect(takeList(await newFolder(), '../secret')).toBeNull()
  })
})

it('what another start sends is read only in the form that is sent', () => {
  expect(readGiven({ id: 'a', files: ['/x'] })).toEqual({ id: 'a', files: ['/x'] })
  for (const odd of [null, 'x', {}, { id: 1, files: [] }, { id: 'a', files: 'x' }, { id: 'a', files: [1] }, { id: 'a', files: ['a\0'] }])
    expect(readGiven(odd)).toBeNull()
})

describe('files', () => {
  async function open({ own = [] as string[] } = {}) {
    const app = new electron.App()
    const profile = await newFolder()
    // The stand-in has the members that are used.
    const starts = createSecondStarts(app as never, {}, { before: 1, own, folder: '/home/me', platform: 'linux', profile: () => profile })
    const opened: string[][] = []
    let shown = 0
    const openNow = (): void => {
      starts.openBy(files => void opened.push([...files]))
      starts.showBy(() => shown += 1)
    }
    const relaunches: { args: string[] }[] = []
    app.relaunch = options => void relaunches.push(options as { args: string[] }) // They are given.
    return { app, profile, starts, opened, openNow, shown: () => shown, relaunches }
  }
  const sent = (id: string, ...files: string[]): [object, string[], string, object] => [{}, ['takeroom'], '/elsewhere', { id, files }]

  it('of the first start, and of those before the studio is open, are opened once it is', async () => {
    const { app, opened, openNow } = await open({ own: ['one.wav'] })
    app.emit('open-file', { preventDefault() {} }, '/two.wav')
    app.emit('second-instance', ...sent('b', '/three.wav'))
    expect(opened).toEqual([])
    openNow()
    expect(opened.flat().sort()).toEqual(['/home/me/one.wav', '/three.wav', '/two.wav'])
  })

  it('of a second start are opened once, however often Chromium tells of it, and bring the window forward', async () => {
    const { app, opened, openNow, shown } = await open()
    openNow()
    opened.length = 0
    app.emit('second-instance', ...sent('b', '/three.wav'))
    app.emit('second-instance', ...sent('b', '/three.wav'))
    app.emit('open-file', { preventDefault() {} }, '/four.wav')
    expect([opened, shown()]).toEqual([[['/three.wav'], ['/four.wav']], 3])
  })

  it('that come while the app quits are kept for the start that follows', async () => {
    const { app, starts, opened, openNow, relaunches, profile } = await open({ own: ['--no-sandbox', 'old.wav'] })
    openNow()
    opened.length = 0
    starts.close()
    app.emit('second-instance', ...sent('b', '/three.wav'))
    await starts.reopen()
    expect(opened).toEqual([])
    const [{ args }] = relaunches as [{ args: string[] }]
    expect(args[0]).toBe('--no-sandbox')
    expect(takeList(profile, listIn(args) ?? '')?.files).toEqual(['/three.wav'])
    expect(filesAmong(args, here)).toEqual([])
  })

  it('of a start whose list is in a file come from there', async () => {
    const { app, profile, opened, openNow } = await open()
    openNow()
    opened.length = 0
    await keepList(profile, { id: 'long', files: ['/a.wav', '/b.wav'] })
    const data = { list: 'long' }
    app.emit('second-instance', {}, [], '/', data)
    app.emit('second-instance', {}, [], '/', data)
    expect(opened).toEqual([['/a.wav', '/b.wav']])
  })
})
