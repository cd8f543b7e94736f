/** Nothing happens that nobody meant: keys in fields, the middle button, and Escape where words were typed. */
import type { Page } from '@playwright/test'
import type { StoryStudio } from './kit/story.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { handed } from './pages/files.ts'

/** Pastes as the middle button does on X11, where no key was pressed: what was marked last in any program. */
async function pasteWithoutKey(page: Page, files: readonly { name: string, type: string, base64: string }[] = []): Promise<void> {
  await page.evaluate((list) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'marked elsewhere')
    for (const { name, type, base64 } of list)
      clipboardData.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name, { type }))
    const at = document.activeElement ?? document.body
    at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, [...files])
}

async function openFilm(studio: StoryStudio): Promise<void> {
  const { page, script, shell, timeline } = studio
  await studio.projects.create('The boat')
  await script.paste('MARA: The boat is gone.\n\nIVO: It was never ours.', 2)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await timeline.assemble.click()
  await expect(timeline.clips).toHaveCount(4)
  await shell.command('Add title')
  await expect(timeline.clips).toHaveCount(5)
}

test('fields of the Timeline keep Ctrl+A, X, D and B, the middle button pastes nothing, and sliders give the keys back @web', async ({ studio, service }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.enterWith(service)
  const { page, timeline } = studio
  await openFilm(studio)
  const before = await timeline.places()

  // The words of a title are marked, cut and typed again; all clips stay.
  await timeline.clip(/^Title/).click()
  const words = timeline.inspector.getByRole('textbox', { name: 'Text' })
  await words.fill('The Lighthouse')
  for (const chord of ['Control+a', 'Control+d', 'Control+b', 'Alt+ArrowRight', 'Control+a', 'Control+x'])
    await page.keyboard.press(chord)
  await expect(words).toHaveValue('')
  await page.keyboard.type('Lamp')
  await page.keyboard.press('Escape')
  await expect(words).not.toBeFocused()
  await expect(timeline.clip(/^Lamp/)).toBeVisible()
  await timeline.expectPlaces(...before)

  // One clip is selected: its gain is replaced, and no other clip's.
  await timeline.clip(/^MARA The boat is gone/).first().click({ position: { x: 30, y: 20 } })
  const selected = await timeline.grid.locator('[aria-selected=true]').count()
  const gain = timeline.inspector.getByRole('spinbutton', { name: 'Gain' }).first()
  await gain.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('-6')
  await page.keyboard.press('Enter')
  await expect(gain).toHaveValue('-6')
  await page.keyboard.press('Escape')
  await expect(timeline.grid.locator('[aria-selected=true]')).toHaveCount(selected)

  // Copied clips, and a drag with the middle button: it pans, and what X11 then pastes does nothing.
  await page.keyboard.press('Control+c')
  await page.keyboard.press('End')
  const box = await timeline.grid.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 500, box.y + 40)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(box.x + 420, box.y + 40, { steps: 4 })
  await page.mouse.up({ button: 'middle' })
  await pasteWithoutKey(page)
  await pasteWithoutKey(page, [await handed(await media.picture('marked.png'))])
  await timeline.expectPlaces(...before)
  await page.keyboard.press('Control+v')
  // The clip and the caption that is linked with it.
  await expect(timeline.clips).toHaveCount(7)
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces(...before)

  // A fader that was moved with the pointer leaves the arrows to the playhead.
  const fader = page.getByRole('slider', { name: /^Gain of A1/ })
  if (await fader.count() > 0) {
    await fader.click({ position: { x: 4, y: 6 } })
    await expect(fader).not.toBeFocused()
  }
  await page.keyboard.press('Home')
  const at = await timeline.playhead()
  await page.keyboard.press('ArrowRight')
  await expect.poll(timeline.playhead).not.toBe(at)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Move image left')
  await media.close()
})

test('the first Escape leaves a field and loses no words: in rooms, in dialogs, in the palette and on the first run @web @wide', async ({ studio, service }) => {
  const { page, firstRun, library, shell, script } = studio
  await studio.open()
  await firstRun.connect.click()
  await firstRun.form.fill({ name: 'Typed with care' })
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed with care')
  await expect(page.getByRole('alert')).toContainText('Press Esc again')
  await page.keyboard.press('Escape')
  await expect(firstRun.connect).toBeFocused()
  await studio.enterWith(service)

  // A dialog: untouched it closes at once, with words the second time; a click next to it is the same.
  const create = page.getByRole('button', { name: 'New project' }).first()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Name' }) })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await create.click()
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 450)]) {
    await create.click()
    await name.fill('The lighthouse')
    await leave()
    await expect(dialog.getByRole('alert')).toHaveText('Press Esc again to close this and lose what you typed.')
    await expect(name).toHaveValue('The lighthouse')
    await expect(name).not.toBeFocused()
    await leave()
    await expect(dialog).toHaveCount(0)
  }
  await create.click()
  await name.fill('The lighthouse')
  await page.keyboard.down('Escape')
  await page.keyboard.down('Escape')
  await page.keyboard.down('Escape')
  await page.keyboard.up('Escape')
  await expect(name, 'held down it is one Escape').toHaveValue('The lighthouse')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/script/)

  // A field of a room: its words stay, and single keys are the room's again.
  await script.paste('MARA: The boat is gone.', 1)
  await script.text(1).fill('The boat is here.')
  await page.keyboard.press('Escape')
  await expect(script.text(1)).not.toBeFocused()
  await expect(script.text(1)).toHaveValue('The boat is here.')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  // From inside a field, help has a key that types nothing.
  await script.text(1).focus()
  await page.keyboard.press('F1')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(script.text(1)).toBeFocused()

  await shell.go('Library')
  await library.search.fill('lighthouse')
  await library.search.press('Escape')
  await expect(library.search).toHaveValue('lighthouse')
  await expect(library.search).not.toBeFocused()

  await page.keyboard.press('Control+k')
  const ask = page.getByRole('combobox', { name: /Type a command/ })
  await ask.fill('sett')
  await page.keyboard.press('Escape')
  await expect(shell.palette).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(ask).toHaveValue('sett')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
