/** The window of the app: its menus and dialogs, saving, reloading and closing, on the bundle of the app. */
import type { ElectronProgram } from '../kit/electron-program.ts'
import type { StoryStudio } from './kit/story.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { expect, outsideOf, test } from './kit/story.ts'
import { recorder } from './pages/recorder.ts'

test.use({ launchOptions: {
  ...shellPath === undefined ? {} : { executablePath: shellPath },
  args: [...chromiumFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
} })

function appOf(studio: StoryStudio): ElectronProgram {
  if (studio.running.app === null)
    throw new Error('This story is of the app')
  return studio.running.app
}

/** Chooses an item of the menu bar by its label. */
function choose(app: ElectronProgram, label: string): Promise<void> {
  return app.run(({ asked }, wanted) => {
    const all = asked.menu!.flatMap(menu => menu.submenu ?? [])
    const item = all.find(each => each.label === wanted)
    if (!item)
      throw new Error(`No item ${wanted}: ${all.map(each => each.label).join(', ')}`)
    item.click?.(undefined as never, undefined, undefined as never)
  }, label)
}

test('a take is saved where the user says, whole or not at all, and the next dialog begins there @wide', async ({ studio }) => {
  const { page } = studio
  const app = appOf(studio)
  await studio.lookAround()
  await studio.shell.go('Make')
  await studio.make.speak('The light was out.')
  await studio.shell.go('Library')
  await studio.library.takes.click({ button: 'right' })
  const outside = outsideOf(studio.folder)
  await mkdir(outside)
  const file = join(outside, 'The light.wav')
  await app.run(({ person }, path) => {
    person.file = path
  }, file)
  await page.getByRole('menuitem', { name: /^Save as…/ }).click()
  await expect(page.getByText(`Saved as ${file}`)).toBeVisible()
  expect((await readFile(file)).subarray(0, 4).toString()).toBe('RIFF')
  expect((await readdir(outside)).filter(name => name.endsWith('.part'))).toEqual([])
  await app.run(({ person }) => {
    person.file = null
  })
  await studio.library.takes.click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Save as…/ }).click()
  await expect.poll(() => app.run(({ asked }) => asked.places)).toMatchObject([
    { title: 'Save as', defaultPath: 'The light was out.wav' },
    { title: 'Save as', defaultPath: join(outside, 'The light was out.wav') },
  ])
  await app.run(({ person }, path) => {
    person.file = path
  }, join(outside, 'no such folder', 'The light.wav'))
  await studio.library.takes.click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Save as…/ }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})

test('menus undo what keys undo, open the settings, and follow the language and the theme that are chosen there', async ({ studio }) => {
  const { page } = studio
  const app = appOf(studio)
  await studio.lookAround()
  await choose(app, 'Settings…')
  await expect(page).toHaveURL(/settings/)
  await studio.shell.go('Make')
  const field = page.getByRole('textbox').first()
  await field.fill('The light was out.')
  await choose(app, 'Undo')
  await expect(field).toHaveValue('')
  await choose(app, 'Redo')
  await expect(field).toHaveValue('The light was out.')
  await field.click({ button: 'right' })
  await expect.poll(() => app.run(({ asked }) => asked.popups.map(items => items.map(item => item.label ?? '-')))).toEqual([
    ['Cut', 'Copy', 'Paste', '-', 'Select all'],
  ])
  await field.press('Control+,')
  await expect(page, 'also from a field').toHaveURL(/settings/)
  const theme = (): Promise<unknown> => app.run(({ nativeTheme, asked }) => [nativeTheme.themeSource, asked.windows[0]!.backgrounds.at(-1)])
  expect(await theme()).toEqual(['dark', '#15181c'])
  await studio.settings.open('Appearance and language')
  await studio.settings.choose('Light')
  await expect.poll(theme).toEqual(['light', '#f4f5f7'])
  await studio.settings.choose('中文')
  await expect.poll(() => app.run(({ asked }) => asked.menu!.map(menu => menu.label))).toEqual(['文件', '编辑', '视图', '窗口', '帮助'])
})

test('an Alt that was held for the pointer leaves the focus where it is, a bare one does not', async ({ studio }) => {
  const { page } = studio
  await studio.lookAround()
  await page.evaluate(() => {
    Object.assign(window, { heard: [] as boolean[] })
    const { heard } = window as unknown as { heard: boolean[] }
    window.addEventListener('keyup', event => event.key === 'Alt' && heard.push(event.defaultPrevented))
  })
  const heard = (): Promise<boolean[]> => page.evaluate(() => (window as unknown as { heard: boolean[] }).heard)
  await page.keyboard.press('Alt')
  await page.mouse.move(600, 400)
  await page.keyboard.down('Alt')
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
  await page.waitForFunction(() => true)
  await page.keyboard.up('Alt')
  await page.keyboard.down('Alt')
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await page.keyboard.press('Alt')
  await expect.poll(heard).toEqual([false, true, true, false])
})

test('reloading asks while a recording is made, closing too, and what was recorded is kept', async ({ studio }) => {
  const { page } = studio
  const app = appOf(studio)
  await studio.lookAround()
  await choose(app, 'Reload')
  await expect.poll(() => app.run(({ asked }) => asked.windows[0]!.webContents.reloads)).toBe(1)
  await studio.projects.heading.waitFor()
  expect(await app.run(({ asked }) => asked.questions.length)).toBe(0)

  const record = recorder(page)
  await studio.shell.go('Library')
  await record.open()
  await expect(record.status).toContainText('Ready.')
  await record.countdown.uncheck()
  await record.press('Record')
  await expect(record.time).toHaveText(/^0:0[2-9]/)
  await choose(app, 'Reload')
  await expect.poll(() => app.run(({ asked }) => asked.questions.map(({ message }) => message))).toEqual(['Reload the window?'])
  expect(await app.run(({ asked }) => asked.windows[0]!.webContents.reloads), 'the safe answer').toBe(1)
  await app.run(({ asked }) => asked.windows[0]!.close())
  await expect.poll(() => app.run(({ asked }) => asked.questions.at(-1)?.detail ?? '')).toContain('The recording ends.')
  await app.run(({ asked, person }) => {
    person.answers = 1
    setTimeout(() => asked.windows[0]!.close())
  })
  expect(await app.ended).toBe(0)
  await studio.reopen()
  await expect(studio.page.getByRole('status', { name: 'An unfinished recording was recovered' })).toBeVisible()
})

test('a right click in a page that has its own menu shows that alone, and one on selected words offers to copy them', async ({ studio }) => {
  const { page } = studio
  const app = appOf(studio)
  await studio.lookAround()
  await studio.shell.go('Make')
  await studio.make.speak('The light was out.')
  await studio.shell.go('Library')
  await studio.library.takes.click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).first().selectText()
  await page.getByRole('heading', { level: 1 }).first().click({ button: 'right' })
  await expect.poll(() => app.run(({ asked }) => asked.popups.map(items => items.map(item => item.label)))).toEqual([['Copy']])
})

test('files opened with Takeroom come into the project that the user chooses, then into the open one', async ({ studio }) => {
  const { page } = studio
  const app = appOf(studio)
  const give = (id: string, files: readonly string[]): Promise<void> => app.run(
    ({ app, emitNative }, given) => emitNative(app, 'second-instance', {}, [], '/', given),
    { id, files: [...files] },
  )
  await studio.lookAround()
  const names = ['Ünï & Co! (1).wav', '窗边 $HOME.wav', 'third.wav']
  const paths = names.map(name => join(studio.folder, name))
  await Promise.all(paths.map((path, at) => writeFile(path, toneOf(at + 1))))
  await give('one', [...paths.slice(0, 2), join(studio.folder, 'gone.wav')])
  await expect(page.getByText('“gone.wav” was not found.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Where do these 2 files belong?' })
  await dialog.getByRole('textbox', { name: 'Search projects' }).fill('The film')
  await dialog.getByRole('button', { name: /“The film”/ }).click()
  await expect(page.getByText('2 files imported into “The film”.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await studio.projects.card('The film').click()
  await page.waitForURL(/projects\/[^/]+\//)
  await give('two', paths.slice(2))
  await expect(page.getByText('1 file imported into “The film”.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await studio.shell.go('Library')
  await expect(studio.library.takes).toHaveCount(3)
})

/** A second of a sound, as a WAV file. */
function toneOf(number: number): Buffer {
  const wav = Buffer.alloc(44 + 16_000)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(16_000, 40)
  for (let at = 0; at < 8_000; at += 1)
    wav.writeInt16LE(Math.round(8_000 * Math.sin(at * number / 10)), 44 + at * 2)
  return wav
}
