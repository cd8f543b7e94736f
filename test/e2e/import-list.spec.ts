/** A timeline is exported and comes back: the sequences are made again, their media found; of another program, what is missing is told. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'

test('a sequence saved as OTIO is imported again, and an EDL asks for its rate and names what is missing @wide', async ({ studio, hostName }, info) => {
  test.skip(hostName !== 'web', 'the sequence is made from outside, which the web host allows only')
  await openTitles(studio)
  const { timeline, page, shell } = studio
  const otio = info.outputPath('film.otio')
  await page.getByRole('button', { name: 'Sequence menu' }).click()
  await timeline.menu.getByRole('menuitem', { name: 'Export timeline…' }).click()
  await page.getByRole('radio', { name: /OpenTimelineIO|OTIO/ }).check({ force: true })
  await page.getByRole('checkbox').uncheck({ force: true })
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).first().click()
  await (await saved).saveAs(otio)

  const bring = async (path: string): Promise<void> => {
    await page.getByRole('button', { name: 'New sequence' }).click()
    const chooser = page.waitForEvent('filechooser')
    await timeline.menu.getByRole('menuitem', { name: 'Import timeline…' }).click()
    await (await chooser).setFiles(path)
  }
  const dialog = page.getByRole('dialog', { name: /^Import / })
  await bring(otio)
  await expect(dialog).toContainText('2 clips')
  await dialog.getByRole('button', { name: 'Create sequence' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 clips placed.')).toBeVisible()
  await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')

  const edl = join(info.outputDir, 'act.edl')
  await writeFile(edl, 'TITLE: ACT\n001  AX       V     C        00:00:10:00 00:00:12:00 01:00:00:00 01:00:02:00\n* FROM CLIP NAME: harbour.mp4\n')
  const chooser = page.waitForEvent('filechooser')
  await shell.command('Import timeline')
  await (await chooser).setFiles(edl)
  await expect(dialog.getByText('Frame rate of the file')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Media that were not found' })).toContainText('harbour.mp4')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const other = join(info.outputDir, 'notes.edl')
  await writeFile(other, 'Once upon a time.')
  await bring(other)
  await expect(dialog.getByRole('alert')).toContainText('cannot read this file as a timeline')
})

test('a film with a nested sequence comes back as two sequences, as FCPXML and as MLT', async ({ studio, hostName }, info) => {
  test.skip(hostName !== 'web', 'the sequence is made from outside, which the web host allows only')
  test.slow()
  await openTitles(studio)
  const { timeline, page } = studio
  // By keys: the second title becomes a sequence of its own.
  await timeline.grid.focus()
  await timeline.clips.last().click()
  await page.keyboard.press('Alt+N')
  await expect(timeline.clip(/nested sequence/)).toHaveCount(1)
  await expect(timeline.saved).toBeVisible()
  const bring = async (format: string, ending: string): Promise<void> => {
    await page.getByRole('button', { name: 'Sequence menu' }).click()
    await timeline.menu.getByRole('menuitem', { name: 'Export timeline…' }).click()
    await page.getByRole('dialog').getByText(format).click()
    await page.getByRole('checkbox').uncheck({ force: true })
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).first().click()
    const path = info.outputPath(`film.${ending}`)
    await (await saved).saveAs(path)
    await page.getByRole('button', { name: 'New sequence' }).click()
    const chooser = page.waitForEvent('filechooser')
    await timeline.menu.getByRole('menuitem', { name: 'Import timeline…' }).click()
    await (await chooser).setFiles(path)
    const dialog = page.getByRole('dialog', { name: /^Import / })
    await expect(dialog).toContainText('One nested sequence becomes a sequence of its own.')
    await dialog.getByRole('button', { name: 'Create sequence' }).click()
    await expect(page.getByText('3 clips placed.').last()).toBeVisible()
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await timeline.clip(/nested sequence/).dblclick()
    await timeline.expectPlaces('2.0 s at 0:00.0')
    await page.keyboard.press('Alt+O')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    // All of it is one step.
    await page.keyboard.press('Control+z')
    await expect(timeline.clips).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
  }
  await bring('FCPXML 1.11 (Final Cut Pro)', 'fcpxml')
  await bring('MLT XML (Kdenlive, Shotcut)', 'mlt')
})
