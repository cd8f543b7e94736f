/** The first hour of somebody new: from a template to a delivered file, by what the next step says alone; and how it is put off. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'

test('from a template, the button of the next step leads to a delivered file, with the practice service @short', async ({ studio }) => {
  test.slow()
  const { page, script, guide, deliver } = studio
  await studio.lookAround()
  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('radio', { name: /^Podcast/ }).check({ force: true })
  await expect(dialog.getByRole('list', { name: 'Example script' })).toContainText('Welcome to Small Hours')
  await dialog.getByRole('combobox', { name: 'Language of the example' }).selectOption('zh')
  await expect(dialog.getByRole('list', { name: 'Example script' })).toContainText('末班车之后')
  await dialog.getByRole('combobox', { name: 'Language of the example' }).selectOption('en')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/projects\/[^/]+\/script/)
  await expect(page.getByRole('heading', { name: 'Small Hours', level: 1 })).toBeVisible()

  // Cast, each speaker by ear.
  await guide.press('Choose voices…')
  for (const [speaker, voice] of [['Tom', 'Ryan'], ['June', 'Serena']] as const) {
    await expect(script.sheet).toHaveAccessibleName(`Voice for ${speaker}`)
    await script.voice('Qwen3 TTS', voice).getByRole('button', { name: 'Cast: ' }).click()
  }
  await expect(script.sheet).toHaveCount(0)
  // Make. Nothing is asked: the practice service is free.
  await expect(guide.step).toContainText('generate the 10 lines')
  await guide.press('Generate')
  await expect(script.allMade).toBeVisible()
  // Look.
  await guide.press('Open Timeline')
  await expect(studio.timeline.clip(/line 2,/).first()).toBeVisible()
  // Deliver: first the place, then the act.
  await guide.press('Open Deliver')
  await expect(deliver.form).toContainText('Podcast')
  await guide.press('Render')
  await expect(deliver.row('Small Hours').locator('.file').first()).toBeVisible()
  const folder = await deliver.row('Small Hours').locator('code').textContent() ?? ''
  const file = join(folder, 'Small Hours.mp3')
  expect(existsSync(file)).toBe(true)
  expect((await probeFile(file)).codecs).toContain('mp3')
  await expect(guide.step, 'it is over').toHaveCount(0)

  // Who has delivered knows the way, in every project.
  await studio.shell.go('Projects')
  await studio.projects.create('Another')
  await expect(page.getByText('Paste script…').first()).toBeVisible()
  await expect(guide.step).toHaveCount(0)
})

test('a template with a storyboard leads over its images; voices of an example in Chinese are chosen for Chinese names', async ({ studio }) => {
  test.slow()
  const { page, script, guide } = studio
  await studio.lookAround()
  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('radio', { name: /^Explainer/ }).check({ force: true })
  await dialog.getByRole('combobox', { name: 'Language of the example' }).selectOption('zh')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('蓝天')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: '蓝天', level: 1 })).toBeVisible()
  await guide.press('Choose voice…')
  await script.voice('Qwen3 TTS', 'Serena').getByRole('button', { name: 'Cast: ' }).click()
  await guide.press('Generate')
  await expect(guide.step).toContainText('Generate the 4 images of the storyboard.')
  await guide.press('Generate')
  await expect(script.allMade).toBeVisible()
  await guide.press('Open Timeline')
  await expect(studio.timeline.clip(/line 1,/).first()).toBeVisible()
  await expect(guide.step).toContainText('render your delivery')
})

test('the next step of the sample leads to its delivery, and from there to a project of one’s own', async ({ studio }) => {
  test.slow()
  const { page, guide, deliver } = studio
  await studio.open()
  await studio.firstRun.openSample()
  await studio.shell.idle()
  await guide.press('Open Deliver')
  await guide.press('Render')
  await expect(deliver.row('The lighthouse keeper').locator('.file').first()).toBeVisible()
  await guide.press('New project…')
  await page.getByRole('textbox', { name: 'Name' }).fill('My own')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(guide.step).toContainText('Write the first line')
  await guide.press('Paste script…')
  await expect(page.getByRole('dialog', { name: 'Paste script' })).toBeVisible()
})

test('a next step is put off until the next one, or switched off for good and on again in the settings', async ({ studio }) => {
  const { page, guide, script, shell } = studio
  await studio.lookAround()
  await studio.projects.create('Harbour')
  await expect(guide.step).toContainText('Write the first line')
  await guide.step.getByRole('button', { name: 'Not now' }).click()
  await expect(guide.step).toHaveCount(0)
  await script.paste('ANNA: The boat is gone.', 1)
  await expect(guide.step, 'the next one is told').toContainText('ANNA has no voice yet')

  await guide.step.getByRole('button', { name: 'Don’t show again' }).click()
  await expect(guide.step).toHaveCount(0)
  await expect(page.getByText('Next steps are off. Turn them on again in Settings → Appearance and language.')).toBeVisible()
  await page.reload()
  await expect(script.text(1)).toBeVisible()
  await expect(guide.step).toHaveCount(0)
  await shell.go('Settings')
  await studio.settings.open('Appearance and language')
  await page.getByRole('switch', { name: 'Show the next step' }).click()
  await page.goBack()
  await page.goBack()
  await expect(guide.step).toContainText('ANNA has no voice yet')
})

test('a next step covers nothing, in a small window and enlarged', async ({ studio }) => {
  const { page, guide, script } = studio
  await studio.lookAround()
  await studio.projects.create('Harbour')
  await script.paste('ANNA: The boat is gone.', 1)
  for (const [width, height] of [[1440, 900], [1024, 700], [720, 450], [512, 400]] as const) {
    await page.setViewportSize({ width, height })
    await expect(guide.step).toBeVisible()
    const step = (await guide.step.boundingBox())!
    expect(step.x + step.width).toBeLessThanOrEqual(width)
    expect(step.height).toBeLessThanOrEqual(110)
    for (const button of await guide.step.getByRole('button').all()) {
      const box = (await button.boundingBox())!
      const isOnTop = await button.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      })
      expect(isOnTop, `${await button.textContent()} at ${width}`).toBe(true)
    }
    // What is below it begins where it ends.
    const line = (await script.line(1).boundingBox())!
    expect(line.y).toBeGreaterThanOrEqual(step.y + step.height)
  }
})

test('an empty sequence is nothing to deliver: the next step is that of a project without one', async ({ studio }) => {
  const { page, guide, shell, timeline } = studio
  await studio.lookAround()
  await studio.projects.create('Harbour')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await expect(guide.step).toContainText('Write the first line')
  await timeline.tools.getByRole('button', { name: 'Add title' }).click()
  await expect(guide.step).toContainText('render your delivery')
})

test('nothing below moves when the next step comes, and no room is left for one that is put off @wide', async ({ studio }) => {
  const { page, guide, projects, shell } = studio
  await studio.lookAround()
  await projects.create('Harbour')
  await expect(guide.step).toBeVisible()
  // Where the room of the project begins, in each frame that shows it.
  await page.evaluate(() => {
    const tops: number[] = []
    const look = (): void => {
      const room = document.querySelector('main .inside')
      if (room)
        tops.push(room.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(globalThis, { topsOfRoom: tops })
  })
  const tops = (): Promise<number[]> => page.evaluate(() => {
    const all = (globalThis as unknown as { topsOfRoom: number[] }).topsOfRoom // set above
    return [...new Set(all.splice(0))]
  })
  async function openAgain(): Promise<void> {
    await shell.go('Projects')
    await tops()
    await projects.card('Harbour').getByRole('link').click()
  }
  await openAgain()
  await expect(guide.step).toBeVisible()
  expect(await tops()).toHaveLength(1)

  await guide.step.getByRole('button', { name: 'Not now' }).click()
  await expect(guide.step).toHaveCount(0)
  await openAgain()
  await expect(page.getByRole('button', { name: 'Paste script…' }).first()).toBeVisible()
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).waitFor()
  expect(await tops()).toHaveLength(1)
})
