/** The studio folder moves to another disk from the settings: the page is back at the same address, with everything, at the new place. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'

type Page = Parameters<Parameters<typeof test>[2]>[0]['page']

/** Expects no sideways overflow at either window size; `PICTURES=folder` saves screenshots. */
async function look(page: Page, name: string, at: string): Promise<void> {
  for (const [width, height] of [[1440, 900], [1024, 700]] as const) {
    await page.setViewportSize({ width, height })
    await page.locator(at).first().scrollIntoViewIfNeeded()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, `${name}-${width}.png`) })
  }
}

test.describe('the studio folder', () => {
  test.skip(({ hostName }) => hostName !== 'web', 'the app is restarted by its system: test/hosts/electron/life.test.ts moves its folder')

  test('is moved to another disk, is found there by the name it had, and its former copy is deleted @web', async ({
    studio,
    service,
    watch,
  }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    const { make, shell, page, library } = studio
    await shell.go('Make')
    await make.speak('Moved with everything.')
    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const panel = page.locator('[data-setting=move-studio]')
    const { folder } = studio
    const disk = await mkdtemp(join(tmpdir(), 'takeroom-disk-'))
    await mkdir(join(disk, 'Takeroom'))
    await writeFile(join(disk, 'Takeroom', 'holiday.txt'), 'mine')

    await panel.getByRole('button', { name: 'Move…' }).click()
    const path = panel.getByRole('textbox', { name: 'Full path of an empty or new folder' })
    await expect(path).toBeFocused()
    await path.fill(disk)
    await path.press('Enter')
    await expect(panel.getByText('contain files')).toBeVisible()
    await look(page, 'move-refused', '[data-setting=move-studio]')
    await path.fill(join(folder, 'inside'))
    await path.press('Enter')
    await expect(panel.getByText('is inside the studio folder')).toBeVisible()

    const to = join(disk, 'Videos')
    await path.fill(to)
    await path.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move studio folder?' })
    await expect(dialog).toContainText(to)
    await expect(dialog).toContainText('(new folder)')
    await look(page, 'move-dialog', '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await readdir(disk)).toEqual(['Takeroom'])

    await panel.getByRole('button', { name: 'Move…' }).click()
    await path.fill(to)
    await path.press('Enter')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(panel.getByText('The former copy')).toBeVisible()
    await expect(page.locator('[data-setting=files] code')).toHaveText(to)
    await look(page, 'moved', '[data-setting=move-studio]')
    await shell.go('Library')
    await expect(library.take('Moved with everything.')).toBeVisible()
    await shell.go('Make')
    await make.speak('Made at the new place.')

    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    await panel.getByRole('button', { name: 'Delete former copy…' }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Delete former copy' }).click()
    await expect(page.getByText('Former copy deleted.')).toBeVisible()
    await expect(panel.getByText('The former copy')).toBeHidden()
    expect((await readdir(folder)).sort()).toEqual(['studio.lock', 'studio.moved.json'])

    // Started by the folder that it had, as a person's shortcut does.
    const { port } = studio.running
    await studio.kill()
    await studio.reopen({ port: port! })
    await shell.go('Library')
    await expect(library.take('Made at the new place.')).toBeVisible()
    await expect(library.take('Moved with everything.')).toBeVisible()
    await studio.kill()
    await rm(disk, { recursive: true })
  })
})
