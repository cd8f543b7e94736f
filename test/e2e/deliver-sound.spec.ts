/** A podcast is delivered, heard where it was delivered, and its choices stay with its project. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './kit/story.ts'

// Long enough that it still plays when the page has been looked at, on any machine.
const greeting = 'Hello there, and welcome aboard. '.repeat(12).trim()
const scenes = `# INT. BOAT\n\nMARA: ${greeting}\n\n# EXT. SHORE\n\nIVO: Hello yourself.`

test('a podcast plays in Deliver, with its waveform, chapters and the name of the sequence; another project has its own choices', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  await studio.projects.create('Salt road')
  const { page, script, deliver } = studio
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  await dialog.getByRole('textbox', { name: 'Paste script' }).fill(scenes)
  await dialog.getByRole('checkbox', { name: 'Keep headings as markers' }).check()
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(dialog).toHaveCount(0)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  await room('Deliver')
  await deliver.choosePreset('Podcast MP3')
  const folder = await deliver.deliver('Salt road')
  // The same again: its file has another name, and its title has not.
  await deliver.deliver('Salt road')
  await expect(deliver.row('Salt road (2)')).toBeVisible()

  const place = page.getByRole('region', { name: 'Deliver', exact: true })
  await place.getByRole('button', { name: /^Play/ }).click()
  await expect(place.getByRole('button', { name: /^Pause/ })).toBeVisible()
  const wave = place.getByRole('slider', { name: /Waveform/ })
  await expect.poll(async () => Number(await wave.getAttribute('aria-valuenow'))).toBeGreaterThan(0.2)
  const chapters = page.getByRole('list', { name: 'Chapters' })
  await expect(chapters.getByRole('button')).toHaveText([/INT\. BOAT/, /EXT\. SHORE/])
  await place.getByRole('button', { name: /^Pause/ }).click()
  await chapters.getByRole('button', { name: /EXT\. SHORE/ }).click()
  await expect(chapters.getByRole('button', { name: /EXT\. SHORE/ })).toHaveAttribute('aria-current', 'true')

  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', join(folder, 'Salt road (2).mp3'), '-f', 'ffmetadata', '-'])
  expect(stdout).toMatch(/^title=Salt road$/m)
  expect(stdout).not.toMatch(/\(2\)/)

  const address = new URL(page.url()).hash
  await studio.shell.go('Projects')
  await studio.projects.create('Another')
  await script.paste('MARA: One line.', 1)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  await room('Deliver')
  await expect(deliver.form.getByRole('radio', { name: 'Video' })).toBeChecked()
  await page.evaluate(hash => void (location.hash = hash), address)
  await expect(deliver.form.getByRole('radio', { name: 'Podcast' })).toBeChecked()
  await page.reload()
  await expect(deliver.form.getByRole('radio', { name: 'Podcast' })).toBeChecked()
})
