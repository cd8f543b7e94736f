/** Text typed while the connection is lost, or right before the page closes, is never lost. */
import type { StoryStudio } from './kit/story.ts'
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { chatRoom } from './pages/chat-room.ts'
import { transcribeRoom } from './pages/transcribe-room.ts'

async function withTranscript(studio: StoryStudio) {
  await studio.shell.go('Make')
  await studio.make.speak('The light was out. Nobody said a word.')
  const room = transcribeRoom(studio.page)
  await room.open()
  await room.form.getByRole('button', { name: 'From the library' }).click()
  await studio.page.getByRole('dialog').locator('.take-card').first().click()
  await expect(room.form.locator('.held-file')).toHaveCount(1)
  await room.send()
  await expect(room.pieces).toHaveCount(2)
  return room
}

test.describe('while the connection is lost', () => {
  test('splitting a line and adding a pasted script wait for it, and are done once after reconnecting @web', async ({ studio, watch }) => {
    watch.expect(studioGone)
    const { page, script } = studio
    await studio.lookAround()
    await studio.projects.create('The boat')
    const wire = await holdWire(page)
    await page.reload()
    await page.getByRole('button', { name: 'Add line' }).first().click()
    await script.write(1, 'The boat is gone.')
    await script.text(1).blur()
    await wire.cut()
    await script.write(1, 'The boat is gone. It was never ours.')
    const caret = (area: HTMLElement | SVGElement): void => area instanceof HTMLTextAreaElement ? area.setSelectionRange(17, 17) : undefined
    await script.text(1).evaluate(caret)
    await page.keyboard.press('Enter')
    const kept = page.getByText(/changes? (?:is|are) kept in this browser/)
    await expect(kept).toBeVisible()
    const before = await kept.textContent() ?? ''
    await expect(script.text(1)).toHaveValue('The boat is gone. It was never ours.')

    await page.getByRole('button', { name: 'Paste script…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Paste script' })
    await dialog.getByRole('textbox').fill('MARA: Then whose was it?')
    await dialog.getByRole('button', { name: 'Add to script' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue('MARA: Then whose was it?')
    await expect(kept, 'the pasted script is one more').not.toHaveText(before)
    await wire.restore()
    await expect(dialog).toHaveCount(0)
    const once = ['The boat is gone.', 'It was never ours.', 'Then whose was it?']
    await expect.poll(script.texts).toEqual(once)
    await page.reload()
    await expect.poll(script.texts).toEqual(once)
  })

  test('an unsaved correction stays on screen, the bar says that it is kept, and it is saved after reconnecting @web @wide', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    const { page } = studio
    await studio.enterWith(service)
    const room = await withTranscript(studio)
    const wire = await holdWire(page)
    await page.reload()
    await expect(room.pieces).toHaveCount(2)
    await wire.cut()
    await room.correct(1, 'Nobody said a thing.')
    await expect(page.getByText('1 change is kept in this browser')).toBeVisible()
    await expect(room.pieces.nth(1)).toContainText('said a thing.')
    await wire.restore()
    await expect(page.getByText(/kept in this browser/)).toHaveCount(0)
    await page.reload()
    await expect(room.pieces.nth(1)).toContainText('said a thing.')
  })
})

test('a message being edited is still there after a visit to another room', async ({ studio, service }) => {
  const { page } = studio
  await studio.enterWith(service)
  await studio.shell.go('Make')
  const chat = chatRoom(page)
  await chat.open()
  await chat.ask('Write one line about rain.')
  await chat.said.first().getByRole('button', { name: 'Edit message' }).click()
  await chat.said.first().getByRole('textbox').fill('Write one line about snow.')
  await studio.shell.go('Library')
  await studio.shell.go('Make')
  await chat.open()
  await expect(chat.said.first().getByRole('textbox')).toHaveValue('Write one line about snow.')
  await page.reload()
  await chat.said.first().getByRole('textbox').press('Control+Enter')
  await expect(chat.answers.first()).toContainText('about snow')
  await chat.said.first().getByRole('button', { name: 'Previous branch' }).click()
  await expect(chat.said.first(), 'a sent message is no longer being edited').toHaveText(/Write one line about rain\./)
})

test.describe('text typed right before the page closes or reloads', () => {
  test('is kept in the line, the form, the transcript, the message and the system prompt @web', async ({ studio, service }) => {
    const { page, script, make } = studio
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    await script.paste('MARA: The boat is gone.', 1)
    await page.clock.install()
    /** With its clock stopped, the page saves nothing by itself. */
    const typeAndReload = async (type: () => Promise<void>): Promise<void> => {
      await page.clock.pauseAt(Date.now() + 60_000)
      await type()
      await page.reload()
      await page.clock.resume()
    }
    await typeAndReload(() => script.write(1, 'The boat is here.'))
    await expect.poll(script.texts).toEqual(['The boat is here.'])

    await studio.shell.go('Make')
    await expect(make.prompt).toBeVisible()
    await typeAndReload(() => make.prompt.fill('A word'))
    await expect(make.prompt).toHaveValue('A word')

    const { pieces } = await withTranscript(studio)
    await typeAndReload(async () => {
      await pieces.nth(1).locator('.words').dblclick()
      await pieces.nth(1).getByRole('textbox').fill('Nobody moved.')
    })
    await expect(pieces.nth(1)).toContainText('Nobody moved.')

    const chat = chatRoom(page)
    await chat.open()
    await chat.ask('Write one line about bread.')
    await chat.openPanel()
    const system = chat.panel.getByRole('textbox', { name: 'System prompt' })
    await typeAndReload(async () => {
      await chat.draft.fill('And one about')
      await system.fill('Be brief.')
    })
    await expect(chat.draft).toHaveValue('And one about')
    await expect(system).toHaveValue('Be brief.')
  })
})
