/** The place of the window over restarts: as it was, on a screen that is there, and never larger than it. */
import type { Rectangle } from 'electron'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { openWindowState } from '../../../src-main/hosts/electron/window-state.ts'
import { app } from '../../kit/electron-stand-in.ts'
import { makeFolder } from '../../kit/folder.ts'

const connected = vi.hoisted(() => ({ screens: [] as { x: number, y: number, width: number, height: number }[] }))
vi.mock('electron', async () => {
  const electron = await import('../../kit/electron-stand-in.ts')
  const displays = () => connected.screens.map(workArea => ({ workArea }))
  /** How much of a rectangle is on a screen. */
  const shared = ({ x, y, width, height }: Rectangle, area: Rectangle): number =>
    Math.max(0, Math.min(x + width, area.x + area.width) - Math.max(x, area.x))
    * Math.max(0, Math.min(y + height, area.y + area.height) - Math.max(y, area.y))
  const screen = {
    getAllDisplays: displays,
    getPrimaryDisplay: () => displays()[0],
    getDisplayMatching: (bounds: Rectangle) => displays().toSorted((a, b) => shared(bounds, b.workArea) - shared(bounds, a.workArea))[0],
  }
  return { ...electron, screen }
})

const [left, right] = [{ x: 0, y: 0, width: 1920, height: 1050 }, { x: 1920, y: 0, width: 2560, height: 1400 }]
beforeEach(async () => {
  connected.screens = [left, right]
  // Where a store without a folder of its own would write.
  app.setPath('userData', await makeFolder())
})

/** As the next start finds what was written by this one. */
async function restarted(bounds: Rectangle, isMaximized = false) {
  const folder = await makeFolder()
  openWindowState(folder).write({ bounds, isMaximized })
  return () => openWindowState(folder).read()
}

it('is the usual size in the middle of the first screen at the first start', async () => {
  const state = openWindowState(await makeFolder())
  expect(state.read()).toEqual({ bounds: { x: 240, y: 75, width: 1440, height: 900 }, isMaximized: false })
  expect(state.folder.read()).toBeNull()
})

it('is as it was left, on the second screen, too', async () => {
  const bounds = { x: 2000, y: 100, width: 1600, height: 1000 }
  const read = await restarted(bounds, true)
  expect(read()).toEqual({ bounds, isMaximized: true })
})

it('is on a screen that is there when its own is gone', async () => {
  const read = await restarted({ x: 2000, y: 100, width: 1600, height: 1000 })
  connected.screens = [left]
  expect(read()).toEqual({ bounds: { x: 240, y: 75, width: 1440, height: 900 }, isMaximized: false })
})

it('is moved and made smaller no more than its screen takes', async () => {
  const read = await restarted({ x: 700, y: 200, width: 1600, height: 1000 })
  connected.screens = [left]
  expect(read().bounds).toEqual({ x: 320, y: 50, width: 1600, height: 1000 })
  connected.screens = [{ x: 0, y: 24, width: 1280, height: 720 }]
  expect(read().bounds).toEqual({ x: 0, y: 24, width: 1280, height: 720 })
})

it('is not where its title bar cannot be reached', async () => {
  for (const at of [{ x: 1850, y: 100 }, { x: 100, y: -30 }, { x: 100, y: 1040 }]) {
    const read = await restarted({ ...at, width: 800, height: 600 })
    connected.screens = [left]
    expect(read().bounds, JSON.stringify(at)).toEqual({ x: 240, y: 75, width: 1440, height: 900 })
  }
})

it('takes no more than the screen as its smallest size', async () => {
  const state = openWindowState(await makeFolder())
  expect(state.least()).toEqual({ minWidth: 760, minHeight: 540 })
  connected.screens = [{ x: 0, y: 0, width: 640, height: 400 }]
  expect(state.least()).toEqual({ minWidth: 640, minHeight: 400 })
})

it('is the usual one where its file is damaged or has values of another program, and is remembered again from then on', async () => {
  const usual = { x: 240, y: 75, width: 1440, height: 900 }
  const place = { bounds: { x: 10, y: 20, width: 3, height: 'tall' }, isMaximized: 1 }
  for (const text of ['{"place": {', JSON.stringify({ place, folder: 7 }), '[]', '']) {
    const folder = await makeFolder()
    const file = join(folder, 'window.json')
    await writeFile(file, text)
    const state = openWindowState(folder)
    expect([state.read().bounds, state.folder.read()], text).toEqual([usual, null])
    state.folder.write('/saved/here')
    expect(openWindowState(folder).folder.read()).toBe('/saved/here')
    expect(await readFile(file, 'utf8')).toContain('/saved/here')
  }
})
