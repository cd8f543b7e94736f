/** Acts wherever a thing is shown: by right click, by Shift+F10, in the palette, and by a drag to another program. */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { voicesRoom } from './pages/voices-room.ts'

const entries = (page: Page) => page.getByRole('menu').getByRole('menuitem')

test('a job next to its results has the menu of the queue, by right click and by Shift+F10 @wide', async ({ studio, service }) => {
  const { page, make } = studio
  await studio.enterWith(service)
  await studio.shell.go('Queue')
  await page.getByRole('button', { name: 'Pause queue' }).click()
  await studio.shell.go('Make')
  await make.queue('First.')
  await make.queue('Second.')
  await make.job('Second.').click({ button: 'right' })
  for (const entry of ['Copy name', 'Run next', 'Move up', 'Pause', 'Cancel', 'Show in Queue'])
    await expect(entries(page).filter({ hasText: entry }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await make.job('Second.').focus()
  await page.keyboard.press('Shift+F10')
  await entries(page).filter({ hasText: 'Run next' }).click()
  await make.job('First.').focus()
  await page.keyboard.press('Shift+F10')
  await entries(page).filter({ hasText: 'Cancel' }).click()
  await expect(make.job('First.')).toHaveCount(0)
  expect(service.ledger()).toEqual([])
  await studio.shell.go('Queue')
  await page.getByRole('button', { name: 'Resume queue' }).click()
  await studio.shell.go('Make')
  await expect(make.take('Second.')).toBeVisible()
})

test('voices and projects have their acts in the palette; a voice is dragged out, and a project saved as the takes it uses', async ({ studio, service }) => {
  const { page } = studio
  const media = await openMediaKit()
  const room = voicesRoom(page)
  await studio.enterWith(service)
  await studio.shell.go('Projects')
  await studio.projects.create('Fog')
  await studio.script.paste('MARA: The boat is gone.\n\nMARA: Then we walk.', 2)
  await studio.script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await studio.script.make.click()
  await expect(studio.script.allMade).toBeVisible()

  await studio.shell.go('Voices')
  await room.create.click()
  await room.pick(await media.tone('ann.wav', { seconds: 6, level: 0.4 }))
  await room.name.fill('Ann')
  await room.consent.fill('Ann Lee agreed in writing.')
  await room.make.click()
  const heading = room.own('Ann').locator('header')
  // The card may still move while it is pressed.
  await expect.poll(async () => {
    await heading.hover()
    await page.mouse.down()
    await page.mouse.up()
    return heading.evaluate((element) => {
      const dataTransfer = new DataTransfer()
      element.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }))
      return dataTransfer.getData('DownloadURL')
    })
  }).toMatch(/^audio\/\w+:Ann\.\w+:http:\/\/127\.0\.0\.1:\d+\/media\//)
  const option = (name: string) => page.getByRole('option', { name })
  await room.hear('Ann').focus()
  await page.keyboard.press('Control+k')
  await expect(option('Save reference clip as… · Ann')).toBeVisible()
  await page.keyboard.type('rename ann')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox').fill('Anna')
  await page.keyboard.press('Enter')
  await expect(room.own('Anna')).toBeVisible()

  await studio.shell.go('Projects')
  await studio.projects.card('Fog').click()
  await expect(studio.script.allMade).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(option('Use “Anna” in Speech')).toHaveCount(1)
  await page.keyboard.type('save takes fog')
  await page.keyboard.press('Enter')
  await page.getByLabel('File names').fill('{line} {speaker} {title}')
  await expect(page.getByText('2 MARA Then we walk.')).toBeVisible()
  const saved = await studio.save(() => page.getByRole('button', { name: /^Save as ZIP/ }).click())
  expect(saved.name).toMatch(/^Fog \d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(saved.path)).includes('1 MARA The boat is gone.wav')).toBe(true)
  await media.close()
})
