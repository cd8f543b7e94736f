/** Ctrl+Enter sends from any focus, each press is sent once, and notifications never cover a button at the lower edge. */
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { openMediaKit } from '../kit/media.ts'
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { chatRoom } from './pages/chat-room.ts'
import { transcribeRoom } from './pages/transcribe-room.ts'

/** Whether the two overlap now. Notices move up one frame after the content below them grows. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b)
    throw new Error('One of them is not on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const noticesOf = (page: Page): Locator => page.getByRole('list', { name: 'Notifications' })

test.describe('sending by keyboard', () => {
  test('Ctrl+Enter sends from a focused list on every workbench, once for each press', async ({ studio, service }) => {
    const media = await openMediaKit()
    const { page, make } = studio
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await make.prompt.fill('From a list.')
    await make.form.getByLabel('Model', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(make.take('From a list.')).toBeVisible()
    expect(service.taken('speech')).toBe(1)

    await make.open('Image')
    await make.prompt.fill('A kettle')
    await make.form.getByLabel('Model', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(make.stage).toContainText('A kettle')
    expect(service.taken('image')).toBe(1)

    const room = transcribeRoom(page)
    await room.open()
    await room.bring(await media.tone('said.wav', { seconds: 2 }))
    await expect(room.form.locator('.held-file')).toHaveCount(1)
    await room.form.getByLabel('Model', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => service.taken('transcription')).toBe(1)

    const chat = chatRoom(page)
    await chat.open()
    await chat.draft.fill('Write one line about a list.')
    await chat.composer.getByRole('textbox', { name: 'Model' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(chat.answers.first()).toContainText('about a list')
    expect(service.taken('chat')).toBe(1)
    await media.close()
  })

  test('a double-click or a held key sends once, two texts are both sent, and a lost answer buys nothing twice @web @short', async ({ studio, service }) => {
    const { page, make, shell } = studio
    const wire = await holdWire(page)
    await studio.enterWith(service)
    await shell.news.keep()
    await shell.go('Make')
    const button = make.form.locator('button[type=submit]')
    await make.prompt.fill('Clicked twice.')
    await button.dblclick()
    await expect(make.take('Clicked twice.')).toBeVisible()

    await make.prompt.fill('Held down.')
    for (const chord of ['Control+Enter', 'Enter']) {
      // Until it is on its way, the same text pressed again would be the same press.
      await expect(button).toHaveAttribute('aria-busy', 'false')
      await (chord === 'Enter' ? button : make.prompt).focus()
      const sent = service.taken('speech')
      for (const key of chord.split('+'))
        await page.keyboard.down(key)
      for (let turn = 0; turn < 10; turn += 1)
        await page.keyboard.down('Enter')
      await expect.poll(() => service.taken('speech')).toBe(sent + 1)
      for (const key of chord.split('+'))
        await page.keyboard.up(key)
    }

    for (const text of ['First of two.', 'Second of two.']) {
      await make.prompt.fill(text)
      await page.keyboard.press('Control+Enter')
    }
    await expect(make.take('First of two.')).toBeVisible()
    await expect(make.take('Second of two.')).toBeVisible()

    wire.loseAnswer('make/speech')
    await make.prompt.fill('Answered into the void.')
    await make.send()
    await expect(make.form.getByRole('alert')).toBeVisible()
    await expect(make.take('Answered into the void.')).toBeVisible()
    await page.reload()
    await expect(make.prompt).toHaveValue('Answered into the void.')
    await make.send()
    await expect(shell.news.said('nothing was sent twice')).toBeVisible()
    expect(service.spoken().toSorted()).toEqual([
      'Answered into the void.',
      'Clicked twice.',
      'First of two.',
      'Held down.',
      'Held down.',
      'Second of two.',
    ])
    await make.send()
    await expect.poll(() => service.taken('speech')).toBe(7)
  })

  test('a request that only repeats itself is asked about: what is there is shown, or it is made anyway @web', async ({ studio, service }) => {
    const { page, make, shell } = studio
    const question = page.getByRole('dialog', { name: 'You already have this' })
    await studio.enterWith(service)
    await shell.go('Make')
    await make.open('Image')
    await make.field('Width').getByRole('textbox').fill('512')
    await make.unfold('Sampling')
    await make.field('Seed').getByRole('textbox').fill('7')
    await make.draw('A lamp in the fog')

    await make.prompt.press('Control+Enter')
    await expect(question).toContainText('The library has a take with the same request and seed')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await make.send()
    await question.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(shell.inspector).toContainText('A lamp in the fog')
    await page.keyboard.press('Escape')
    expect(service.taken('image')).toBe(1)

    await shell.go('Queue')
    await studio.queue.pause.click()
    await shell.go('Make')
    await make.send()
    await question.getByRole('button', { name: 'Generate anyway' }).click()
    await expect(make.job('A lamp in the fog')).toBeVisible()
    await make.prompt.fill('A lamp, gone out')
    await make.send()
    await expect(make.job('A lamp, gone out')).toBeVisible()
    await make.send()
    await expect(question).toContainText('already in the queue')
    await question.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(studio.queue.job('A lamp, gone out')).toBeFocused()
    await studio.queue.resume.click()
    await expect.poll(() => service.taken('image')).toBe(3)
  })
})

for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 700 }]) {
  test.describe(`notices at ${size.width} by ${size.height}`, () => {
    test('never cover the composer, the selection bar or the send button at the lower edge', async ({ studio, service }) => {
      const media = await openMediaKit()
      const { page, library } = studio
      const undo = (what: string): Promise<void> => studio.shell.news.said(what).last().getByRole('button', { name: 'Undo' }).click()
      await page.setViewportSize(size)
      await studio.enterWith(service)
      await studio.shell.news.keep()
      await studio.shell.go('Make')
      await studio.make.open('Image')
      await studio.make.draw('A cup')
      await studio.make.draw('A kettle')
      await studio.make.form.getByRole('button', { name: 'Clear form' }).click()
      await expect(noticesOf(page).getByRole('listitem').first()).toBeVisible()
      await expect.poll(() => overlap(noticesOf(page), studio.make.form.locator('footer'))).toBe(false)

      const chat = chatRoom(page)
      await chat.open()
      await chat.ask('Write one line about bread.')
      await chat.act(/about bread/, 'Move to trash')
      await undo('moved to trash')
      await expect(studio.shell.news.said('restored').first()).toBeVisible()
      await chat.conversation(/about bread/).getByRole('button').first().click()
      await chat.draft.fill('A long draft.\n'.repeat(8))
      await expect.poll(() => overlap(noticesOf(page), chat.composer)).toBe(false)

      await studio.shell.go('Library')
      await expect(library.takes).toHaveCount(2)
      await library.takes.first().click()
      await library.takes.last().click({ modifiers: ['Control'] })
      await expect(library.selection).toBeVisible()
      await library.drop({ name: 'quay.png', type: 'image/png', base64: await readFile(await media.picture('quay.png'), 'base64') })
      await expect(studio.shell.news.said('1 file imported.')).toBeVisible()
      await expect(library.selection).toBeVisible()
      await expect.poll(() => overlap(noticesOf(page), library.selection)).toBe(false)
      await media.close()
    })
  })
}
