/** The voice sheet is narrowed by each of its filters, and a voice that is left is cast in two clicks. */
import { openMediaKit } from '../kit/media.ts'
import { countClicks } from './kit/clicks.ts'
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'
import { voicesRoom } from './pages/voices-room.ts'

/** By these descriptions of the model list; one voice is the person's own. */
const narrowed = [
  ['Language', 'English', 2, 'Ryan'],
  ['Sex', 'Woman', 4, 'Sohee'],
  ['Age', 'Young', 3, 'Dylan'],
  ['Style', 'warm', 2, 'Serena'],
  ['Model', 'Higgs 2.5', 2, 'Linda'],
  ['Tag', 'harbour', 1, 'Keeper'],
] as const

test('a voice is found by language, sex, age, style, model and tag, and cast in two clicks', async ({ studio, service }) => {
  test.slow()
  const { page, script, shell } = studio
  const media = await openMediaKit()
  await studio.enterWith(service)
  await shell.go('Voices')
  const room = voicesRoom(page)
  await room.create.click()
  await room.pick(await media.tone('keeper.wav', { seconds: 10, level: 0.4 }))
  await room.name.fill('Keeper')
  await room.consent.fill('He agreed in writing.')
  await room.make.click()
  await room.more('Keeper', 'Tags and notes…')
  const about = page.getByRole('dialog', { name: 'About Keeper' })
  await about.locator('.n-select').and(about.getByLabel('Tags')).click()
  await page.keyboard.type('harbour')
  await page.keyboard.press('Enter')
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(room.own('Keeper')).toContainText('harbour')

  await shell.go('Projects')
  await studio.projects.create('The boat')
  await script.paste('MARA: The boat is gone.', 1)
  await script.voiceOf('MARA').click()
  const count = script.sheet.getByRole('status')
  await expect(count).toHaveText('13 voices')
  for (const [filter, value, left, voice] of narrowed) {
    await choose(script.sheet, filter, value)
    await expect(count, filter).toHaveText(`${left} of 13 voices`)
    await expect(script.sheet.getByRole('listitem').filter({ hasText: voice }), filter).toBeVisible()
    await page.keyboard.press('Tab')
    await script.sheet.getByRole('button', { name: 'Reset filters' }).click()
    await expect(count).toHaveText('13 voices')
  }
  // Together they leave what fits all of them.
  await choose(script.sheet, 'Sex', 'Woman')
  await choose(script.sheet, 'Age', 'Young')
  await choose(script.sheet, 'Style', 'warm')
  await expect(count).toHaveText('1 of 13 voices')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(script.sheet).toHaveCount(0)

  const clicks = await countClicks(page)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  expect(await clicks()).toBe(2)
  expect(service.taken('speech'), 'nothing is bought').toBe(0)
  await media.close()
})
