/** Level and tone of a speaker: heard with and without before it is used, then everywhere in the project, and taken back in one step. */
import { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './kit/story.ts'

/** Of the samples alone: names, dates and tags do not count. */
async function soundOf(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'md5', '-'])
  return stdout
}

test('a preset is heard on the speaker’s line with and without, used in script, preview and delivery, and undone in one step', async ({ studio, service }) => {
  test.slow()
  const { page, script, deliver } = studio
  await studio.enterWith(service)
  await studio.projects.create('Salt road')
  await script.paste('MARA: Hello there, is anybody at home?\n\nIVO: Hello yourself.', 2)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  const paid = service.taken('speech')
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await room('Deliver')
  await deliver.choosePreset('Podcast MP3')
  const folder = await deliver.deliver('Salt road')
  await room('Script')

  // By its key, at the line with the caret.
  await script.text(1).click()
  await page.keyboard.press('Alt+t')
  const dialog = page.getByRole('dialog', { name: 'Level and tone of MARA' })
  const preset = dialog.getByRole('radiogroup', { name: 'Preset' })
  const sides = dialog.getByRole('radiogroup', { name: 'Compare' })
  await expect(preset.getByRole('radio', { name: 'Off' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(preset.getByRole('radio', { name: 'Podcast' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
  await sides.getByText('Without').click()
  await expect(sides.getByRole('radio', { name: 'Without' })).toBeChecked()
  await dialog.getByRole('group', { name: 'Compressor' }).getByRole('spinbutton', { name: 'Threshold' }).fill('-30')
  await page.keyboard.press('Enter')
  await expect(preset.getByRole('radio', { name: 'Custom' })).toBeChecked()
  await preset.getByText('Audiobook').click()
  await expect(preset.getByRole('radio', { name: 'Custom' })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'For all speakers' }).check()
  await dialog.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const tone = (speaker: string) => script.casting.getByRole('button', { name: new RegExp(`^Level and tone · .*, ${speaker}$`) })
  await expect(tone('MARA')).toHaveText('Level and tone · Audiobook')
  await expect(tone('IVO')).toHaveText('Level and tone · Audiobook')

  // What a line plays is made from its take, here and in the Timeline; the delivery has it, and nothing is bought.
  const heard = page.waitForResponse(response => /\/media\//.test(response.url()) && response.request().resourceType() === 'media')
  await script.line(1).getByRole('button', { name: /^Play “/ }).click()
  expect(referenceIn((await heard).url())).toMatchObject({ of: 'rendition', heard: { chain: expect.stringMatching(/^t1_h70_/) } })
  await expect(script.line(1).getByRole('button', { name: /^Play “/ })).toBeVisible()
  await room('Deliver')
  await deliver.form.getByRole('button', { name: /^Render/ }).click()
  await expect(deliver.row('Salt road (2)').locator('.file').first()).toBeVisible()
  const [before, after] = [await soundOf(join(folder, 'Salt road.mp3')), await soundOf(join(folder, 'Salt road (2).mp3'))]
  expect(after).not.toBe(before)

  await room('Script')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: change the level and tone of 2 speakers')).toBeVisible()
  await expect(tone('MARA')).toHaveCount(0)
  await expect(tone('IVO')).toHaveCount(0)
  await room('Deliver')
  await deliver.form.getByRole('button', { name: /^Render/ }).click()
  await expect(deliver.row('Salt road (3)').locator('.file').first()).toBeVisible()
  expect(await soundOf(join(folder, 'Salt road (3).mp3'))).toBe(before)
  expect(service.taken('speech'), 'nothing is bought').toBe(paid)
})

/** What an address of media names: base64url of its JSON is one part of its path. */
function referenceIn(url: string): unknown {
  const parts = new URL(url).pathname.split('/').map(part => Buffer.from(part, 'base64url').toString('utf8'))
  return JSON.parse(parts.find(part => part.startsWith('{')) ?? 'null')
}
