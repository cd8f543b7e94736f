/** An image sequence is delivered as a folder of PNG files with the sound next to it, from the studio's preset and from one's own. */
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'

test('a folder of PNG files with its sound is delivered, looked at and saved, and an own preset makes them of 16 bits', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  await studio.projects.create('Salt road')
  const { page, script, deliver } = studio
  await script.paste('MARA: Hello.', 1)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await room('Deliver')
  await deliver.choosePreset('PNG image sequence')
  await expect(deliver.form).toContainText('Folder: Salt road')
  const folder = await deliver.deliver('Salt road')
  const names = (await readdir(join(folder, 'frames'))).sort()
  expect(names[0]).toBe('Salt road-000001.png')
  const row = deliver.row('Salt road')
  await expect(row).toContainText(`${names.length} frames`)
  await expect(row).toContainText(`frames/Salt road-000001.png … ${names.at(-1)}`)
  await expect(row).toContainText('Salt road.wav')
  const place = page.getByRole('region', { name: 'Deliver', exact: true })
  const picture = place.getByRole('img', { name: 'Salt road' })
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1920)
  await expect(page.getByText(`One of the ${names.length} frames of the image sequence.`)).toBeVisible()

  const saved = await studio.save(() => row.getByRole('button', { name: 'Save as…' }).click())
  expect(saved.name).toMatch(/\.zip$/)
  const archive = await readFile(saved.path)
  for (const name of [names[0], names.at(-1)])
    expect(archive.includes(`Salt road/frames/${name}`)).toBe(true)
  expect((await stat(saved.path)).size).toBeGreaterThan((await stat(join(folder, 'Salt road.wav'))).size)

  const menu = async (act: string): Promise<void> => {
    await deliver.form.getByRole('button', { name: 'Preset actions' }).click()
    await page.getByRole('menuitem', { name: act }).or(page.getByText(act, { exact: true })).first().click()
  }
  await menu('Save as preset…')
  await page.getByRole('dialog').getByRole('textbox').fill('Deep frames')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await menu('Edit…')
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'Colour depth', '16 bit')
  await choose(dialog, 'Background', 'Same as sequence')
  await expect(dialog.getByText('Quality', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const deep = await deliver.deliver('Deep')
  const asked = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height,pix_fmt', '-of', 'csv=p=0']
  const { stdout } = await promisify(execFile)('ffprobe', [...asked, join(deep, 'frames', 'Deep-%06d.png')])
  expect(stdout.trim()).toBe('png,1920,1080,rgb48be')
})
