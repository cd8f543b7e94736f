/** A project leaves as one file and comes in again: by the menu, the button, a drop anywhere and the keys; a damaged file is told. */
import type { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { projectsRoom } from './pages/projects-room.ts'

test('a project is exported as one file with its media, and imported from it @wide', async ({ studio, service }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, script } = studio
  const room = projectsRoom(page)
  const drop = async (name: string, bytes: Buffer, on: string) => {
    const carried = await page.evaluateHandle(({ name, base64 }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], name))
      return transfer
    }, { name, base64: bytes.toString('base64') })
    await page.locator(on).first().dispatchEvent('drop', { dataTransfer: carried })
  }

  await room.create('Harbour')
  await script.paste('MARA: The boat is gone.\n\nMARA: Then whose was it?', 2)
  await shell.go('Projects')
  await drop('tone.wav', await readFile(await media.tone('tone.wav', { seconds: 2 })), 'article')
  await expect(room.card('Harbour')).toContainText('2 lines · 1 take')

  const exported = page.waitForEvent('download')
  await room.card('Harbour').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export project…' }).click()
  const download = await exported
  expect(download.suggestedFilename()).toBe('Harbour.takeroom')
  const bytes = await readFile(await download.path())

  // By the button: its take is the one that is here.
  const picked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import project…' }).click()
  await (await picked).setFiles({ name: 'Harbour.takeroom', mimeType: '', buffer: bytes })
  await expect(page.getByText('“Harbour” imported with 1 take; 1 of them was in the library already.')).toBeVisible()
  await expect(room.card('Harbour')).toHaveCount(2)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(script.lines).toHaveCount(2)
  await expect(script.text(2)).toHaveValue('Then whose was it?')

  // Dropped on any room, and through the palette by keys alone.
  await shell.go('Library')
  await drop('again.takeroom', bytes, '.library')
  await expect(page.getByText('“Harbour” imported with 1 take', { exact: false }).last()).toBeVisible()
  await shell.go('Projects')
  await expect(room.card('Harbour')).toHaveCount(3)
  const chosen = page.waitForEvent('filechooser')
  await shell.command('Import project')
  await (await chosen).setFiles({ name: 'Harbour.takeroom', mimeType: '', buffer: bytes })
  await expect(room.card('Harbour')).toHaveCount(4)

  // A file that was cut off on its way brings nothing.
  await drop('cut.takeroom', bytes.subarray(0, bytes.length - 20_000), '.room-body')
  await expect(page.getByText('The file of this project is not complete.')).toBeVisible()
  await expect(room.card('Harbour')).toHaveCount(4)
  await shell.go('Library')
  await expect(page.getByText('tone.wav').first()).toBeVisible()
  expect(service.ledger(), 'nothing is sent').toEqual([])
  await media.close()
})
