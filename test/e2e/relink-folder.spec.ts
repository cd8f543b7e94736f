/** Several files are gone from the studio folder: a folder with copies of some is searched, and the report says what was found. */
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'

test.describe('missing files', () => {
  test.skip(({ hostName }) => hostName !== 'web', 'the app asks for the folder with the dialog of its system: test/main/files/relinks.test.ts')

  test('are found in a folder under other names, from a check, the library and a take @web', async ({ studio }) => {
    test.slow()
    const media = await openMediaKit()
    const sounds = await Promise.all(['bell', 'horn', 'rain', 'wind'].map((name, at) =>
      media.tone(`${name}.wav`, { frequency: 110 * (at + 1) })))
    const disk = await mkdtemp(join(tmpdir(), 'takeroom-copies-'))
    await mkdir(join(disk, 'Old', 'Sounds'), { recursive: true })
    await mkdir(join(disk, 'Empty'))
    await copyFile(sounds[1]!, join(disk, 'Old', 'Sounds', 'take 2 (final).wav'))
    await copyFile(sounds[2]!, join(disk, 'Old', 'rain copy.wav'))
    await writeFile(join(disk, 'notes.txt'), 'mine')
    await symlink(sounds[3]!, join(disk, 'Old', 'wind.wav'))
    await studio.lookAround()
    const { library, page, shell, settings, folder } = studio
    await shell.go('Library')
    await library.import(sounds)
    await expect(library.takes).toHaveCount(4)
    for (const name of (await readdir(join(folder, 'assets'), { recursive: true })).filter(each => each.endsWith('.wav')))
      await rm(join(folder, 'assets', name))

    const dialog = page.getByRole('dialog', { name: 'Find missing files' })
    const path = dialog.getByRole('textbox', { name: 'Full path of a folder' })
    const find = page.getByRole('button', { name: 'Find in a folder…' })
    await shell.go('Settings')
    await settings.open('Storage and safety')
    await page.locator('#safety').getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.locator('#safety')).toContainText('4 files missing.')
    await page.locator('#safety').locator(find).click()
    await expect(dialog).toContainText('4 files are missing.')
    for (const [wrong, said] of [
      ['Music', 'is not a full path'],
      [join(disk, 'None'), 'There is no folder'],
      [join(disk, 'notes.txt'), 'is a file'],
      [folder, 'is in the studio folder'],
    ] as const) {
      await path.fill(wrong)
      await path.press('Enter')
      await expect(dialog.getByRole('alert')).toContainText(said)
    }
    await path.fill(join(disk, 'Empty'))
    await path.press('Enter')
    await expect(dialog).toContainText('0 found, 4 not found.')
    await expect(dialog).toContainText('There are no files in this folder.')
    await dialog.getByRole('button', { name: 'Search another folder' }).click()
    await path.fill(disk)
    await dialog.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(dialog).toContainText('2 found, 2 not found.')
    await expect(dialog).toContainText('3 files searched.')
    await expect(dialog.getByText('bell.wav')).toBeVisible()
    await expect(dialog.getByText('wind.wav')).toBeVisible()
    await expect(dialog.getByText('rain.wav')).toBeHidden()
    await dialog.locator('summary', { hasText: /^Found/ }).click()
    await expect(dialog.getByText('rain.wav')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('#safety')).toContainText('2 files missing.')
    expect((await readdir(disk, { recursive: true })).map(name => basename(name)).toSorted())
      .toEqual(['Empty', 'Old', 'Sounds', 'notes.txt', 'rain copy.wav', 'take 2 (final).wav', 'wind.wav'])

    await shell.go('Library')
    await expect(library.takes).toHaveCount(4)
    await expect(find).toHaveCount(0)
    await library.search.fill('is:missing')
    await expect(library.takes).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Find missing files' }).locator(find)).toBeVisible()

    // One is picked by itself, and the other one is offered to be looked for.
    await library.take('bell').click()
    const details = page.getByRole('complementary', { name: 'Take', exact: true })
    await expect(details.locator(find)).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await details.getByRole('button', { name: 'Relink…' }).click()
    await (await chooser).setFiles(sounds[0]!)
    await expect(shell.news.said('“bell.wav” relinked. 1 other file is missing.')).toBeVisible()
    await rm(join(disk, 'Old', 'wind.wav'))
    await copyFile(sounds[3]!, join(disk, 'Old', 'wind.wav'))
    await page.getByRole('list', { name: 'Notifications' }).locator(find).click()
    await expect(dialog).toContainText('1 file is missing.')
    await path.fill(disk)
    await path.press('Enter')
    await expect(dialog).toContainText('1 found, 0 not found.')
    await page.keyboard.press('Escape')
    await library.search.fill('')
    await expect(library.takes).toHaveCount(4)
    await library.search.fill('is:missing')
    await expect(library.takes).toHaveCount(0)
    await expect(find).toHaveCount(0)
    await rm(disk, { recursive: true })
    await media.close()
  })
})
