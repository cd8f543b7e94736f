/** Chat: answers stream in, every branch is kept, and an answer becomes a script. */
import type { StoryStudio } from './kit/story.ts'
import { openMediaKit } from '../kit/media.ts'
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { chatRoom } from './pages/chat-room.ts'
import { give, handed, holdFiles } from './pages/files.ts'

async function inChat(studio: StoryStudio) {
  await studio.shell.go('Make')
  const chat = chatRoom(studio.page)
  await chat.open()
  return chat
}

test.describe('chat', () => {
  test('an answer streams in, its reasoning is shown apart, and all of it is there after a restart @wide', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.openPanel()
    await chat.panel.getByRole('textbox', { name: 'System prompt' }).fill('You write for the ear.')
    await chat.fold('Output')
    await chat.panel.getByRole('switch', { name: 'Separate reasoning' }).click()
    await chat.fold('Sampling')
    await chat.field('Temperature').getByRole('textbox').fill('0.5')
    await chat.field('Temperature').getByRole('textbox').press('Tab')

    await chat.ask('Write four lines between Mara and Theo about a lighthouse.')
    const answer = chat.answers.first()
    await expect(answer).toContainText('MARA: So this is about a lighthouse.')
    await answer.getByRole('button', { name: 'Reasoning' }).click()
    await expect(answer).toContainText('There is no model behind the practice service')
    await expect(answer).toContainText(/\d+ tokens in, \d+ out \(\d+ for reasoning\)/)
    const [sent] = service.ledger()
    expect(sent?.values).toMatchObject({ stream: true, separate_reasoning: true, temperature: 0.5 })
    expect(JSON.stringify(sent?.values)).toContain('You write for the ear.')

    await studio.reopen()
    const again = await inChat(studio)
    await expect(again.conversation(/^Write four lines/)).toContainText('2 messages')
    await again.conversation(/^Write four lines/).getByRole('button').first().click()
    await expect(again.answers.first()).toContainText('MARA: So this is about a lighthouse.')
    await again.openPanel()
    await expect(again.panel.getByRole('textbox', { name: 'System prompt' })).toHaveValue('You write for the ear.')
    expect(service.taken('chat')).toBe(1)
  })

  test('when the conversations arrive late, a search for a model continues @web', async ({ studio, service }) => {
    const wire = await holdWire(studio.page)
    await studio.enterWith(service)
    await studio.shell.go('Make')
    const letThrough = wire.keepBack()
    const chat = chatRoom(studio.page)
    await chat.open()
    const search = chat.composer.getByRole('textbox', { name: 'Model' })
    await search.click()
    await studio.page.keyboard.type('kimi')
    letThrough()
    await expect(chat.list).toContainText('No conversations yet')
    await expect(search).toBeFocused()
    await studio.page.keyboard.type(' K2')
    await studio.page.keyboard.press('Enter')
    await expect(chat.composer).toContainText('Kimi K2.5')
    await expect(chat.draft).toHaveValue('')
  })

  test('a regenerated answer and an edited message become branches, and each can be opened again', async ({ studio, service }) => {
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.ask('Write one line about rain.')
    await chat.answers.first().getByRole('button', { name: 'Regenerate' }).click()
    await expect(chat.answers.first()).toContainText('2 / 2')
    await expect(chat.answers.first()).toHaveAttribute('aria-busy', 'false')

    await chat.said.first().getByRole('button', { name: 'Edit message' }).click()
    await chat.said.first().getByRole('textbox').fill('Write one line about snow.')
    await studio.page.keyboard.press('Control+Enter')
    await expect(chat.said.first()).toContainText('2 / 2')
    await expect(chat.answers.first()).toContainText('about snow')
    await expect(chat.answers.first()).toHaveAttribute('aria-busy', 'false')
    expect(service.taken('chat')).toBe(3)

    await chat.said.first().getByRole('button', { name: 'Previous branch' }).click()
    await expect(chat.said.first()).toContainText('about rain')
    await expect(chat.answers.first()).toContainText('2 / 2')
    expect(service.taken('chat')).toBe(3)
  })

  test('stopping keeps what arrived, says that it may be charged, and resends nothing', async ({ studio, openService }) => {
    const service = await openService({ pace: 1 })
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.draft.fill('Write sixty lines about a slow river.')
    await studio.page.keyboard.press('Control+Enter')
    await expect(chat.answers.first()).toContainText('No model wrote it')
    await chat.stop.click()
    await expect(chat.answers.first()).toContainText('This reply is incomplete. What arrived is kept. It may have been charged.')
    await expect(chat.answers.first()).toContainText('Maybe charged')
    await expect(chat.answers.first()).toContainText('No model wrote it')
    await expect(chat.stop).toHaveCount(0)
    expect(service.taken('chat')).toBe(1)
  })

  test('a refused question shows its failure, and a retry replaces it', async ({ studio, service }) => {
    await studio.enterWith(service)
    const chat = await inChat(studio)
    const letThrough = service.faults.set({ do: 'refuse', status: 400, when: { kind: 'chat' } })
    await chat.draft.fill('Write one line about a door.')
    await studio.page.keyboard.press('Control+Enter')
    await expect(chat.answers.first()).toContainText('The service rejected the request.')
    await expect(chat.answers.first()).toContainText('Not charged')
    letThrough()
    await chat.answers.first().getByRole('button', { name: 'Retry' }).click()
    await expect(chat.answers.first()).toContainText('about a door')
    await expect(chat.answers).toHaveCount(1)
    expect(service.taken('chat')).toBe(1)
  })

  test('images, a video by URL and stills of a video are attached, with a warning where the model cannot see them', async ({ studio, service }) => {
    const media = await openMediaKit()
    try {
      const picture = await media.picture('harbour.png')
      const film = await media.clip('waves.mp4', { seconds: 3 })
      await studio.enterWith(service)
      const chat = await inChat(studio)
      await chat.attach([picture])
      await expect(chat.composer.getByRole('button', { name: 'Remove Image' })).toHaveCount(1)
      await expect(chat.composer).toContainText('gpt-oss 120B can’t read images or videos.')
      await chat.composer.getByRole('button', { name: 'Use Qwen3 VL 30B Instruct' }).click()
      await expect(chat.composer).not.toContainText('can’t read')

      await chat.attach([film])
      await expect(chat.composer).toContainText('Send this video as images?')
      await chat.composer.getByRole('button', { name: 'Send three frames' }).click()
      await expect(chat.composer.getByRole('button', { name: 'Remove Image' })).toHaveCount(4)

      await chat.composer.getByRole('button', { name: 'Image or video by URL' }).click()
      await studio.page.getByRole('group', { name: 'Image or video by URL' }).getByText('Video', { exact: true }).click()
      await studio.page.getByRole('textbox', { name: 'Image or video by URL' }).fill('https://example.com/film.mp4')
      await studio.page.getByRole('button', { name: 'Add', exact: true }).click()
      await chat.ask('What is in them?')
      await expect(chat.answers.first()).toContainText('The practice service was given a picture as png')
      await expect(chat.answers.first()).toContainText('The practice service was given a video by its address')
      const parts = JSON.stringify(service.ledger().find(work => work.kind === 'chat')?.values.messages)
      expect(parts.match(/image/g)?.length).toBeGreaterThanOrEqual(4)
    }
    finally {
      await media.close()
    }
  })

  test('a question cannot be sent while its image is still being imported @web', async ({ studio, service }) => {
    const media = await openMediaKit()
    await studio.enterWith(service)
    const chat = await inChat(studio)
    const letIn = await holdFiles(studio.page)
    await chat.draft.fill('What is this?')
    await give(chat.place, 'drop', [await handed(await media.picture('harbour.png'))])
    await expect(chat.composer).toContainText('harbour.png')
    await chat.draft.press('Control+Enter')
    await chat.messages.click({ position: { x: 20, y: 20 } })
    await studio.page.keyboard.press('Control+Enter')
    await expect(studio.page.getByRole('list', { name: 'Notifications' })).toContainText('A file is still being imported')
    letIn()
    await expect(chat.composer.getByRole('button', { name: 'Remove Image' })).toHaveCount(1)
    expect(service.taken('chat')).toBe(0)
    await expect(chat.draft).toHaveValue('What is this?')
    await media.close()
  })

  test('an image is dropped as a file or as a take, or picked from the library; a video is sent as stills only on request', async ({ studio, service }) => {
    const media = await openMediaKit()
    await studio.enterWith(service)
    await studio.shell.go('Library')
    await studio.library.import([await media.picture('pier.png', { colour: 'green' }), await media.picture('boat.png', { colour: 'blue' })])
    await expect(studio.library.takes).toHaveCount(2)
    const dragged = await studio.library.take('boat').evaluateHandle((card) => {
      const dataTransfer = new DataTransfer()
      const source = card.matches('[draggable=true]') ? card : card.querySelector('[draggable=true]')
      source?.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }))
      return dataTransfer
    })
    const chat = await inChat(studio)
    await chat.chooseModel('Qwen3 VL 30B Instruct')
    const taken = chat.composer.getByRole('button', { name: 'Remove Image' })
    await give(chat.place, 'drop', [await handed(await media.picture('gull.png'))])
    await expect(taken).toHaveCount(1)
    await chat.place.dispatchEvent('dragover', { dataTransfer: dragged })
    await chat.place.dispatchEvent('drop', { dataTransfer: dragged })
    await expect(taken).toHaveCount(2)
    await chat.composer.getByRole('button', { name: 'Images from the library' }).click()
    await studio.page.getByRole('dialog').locator('.take-card').filter({ hasText: 'pier' }).click()
    await studio.page.getByRole('dialog').getByRole('button', { name: 'Use 1' }).click()
    await expect(taken).toHaveCount(3)

    await give(chat.place, 'drop', [await handed(await media.clip('waves.mp4', { seconds: 1 }), 'video/mp4')])
    await expect(chat.composer).toContainText('Send this video as images?')
    await chat.composer.getByRole('button', { name: 'Cancel' }).click()
    await expect(taken).toHaveCount(3)
    await taken.first().click()
    await chat.ask('What is in them?')
    await expect(chat.answers.first()).toContainText('a picture as png')
    const sent = JSON.stringify(service.ledger()[0]?.values.messages)
    expect(sent.match(/image_url|"type":"image/g)?.length).toBeGreaterThanOrEqual(2)
    await media.close()
  })

  test('an answer is rendered as Markdown; HTML in it stays text and nothing is loaded', async ({ studio, service }) => {
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.ask(
      'Write two lines about **bold** <img src="http://192.0.2.1/spy.png" onerror="document.title=1"> and [a link](javascript:alert(1)) and ![x](http://192.0.2.1/y.png)',
    )
    const answer = chat.answers.first()
    await expect(answer).toContainText('<img src="http:')
    await expect(answer.locator('img, a, script, iframe')).toHaveCount(0)
    await expect(chat.said.first()).toContainText('<img src=')
    await expect(chat.said.first().locator('img')).toHaveCount(0)
    expect(await studio.page.title()).not.toBe('1')
  })

  test('an answer becomes lines of a script, except the unticked ones', async ({ studio, service }) => {
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.messages.getByRole('button', { name: /^A scene for two voices/ }).click()
    await studio.page.keyboard.press('Control+Enter')
    await chat.answers.first().getByRole('button', { name: 'Send to script' }).click()
    await chat.toScript.getByRole('checkbox', { name: /This draft comes from the practice service/ }).click()
    await chat.toScript.getByRole('textbox', { name: 'Project name' }).fill('Lighthouse')
    await chat.toScript.getByRole('button', { name: 'Add 8 lines' }).click()
    await studio.page.getByRole('button', { name: 'Open script' }).click()
    await expect(studio.script.lines).toHaveCount(8)
    await expect(studio.page.getByText('No voice').first()).toBeVisible()
  })
})

test.describe('conversations', () => {
  test('are renamed, found by title, moved to the trash and restored', async ({ studio, service }) => {
    await studio.enterWith(service)
    const chat = await inChat(studio)
    await chat.ask('Write one line about bread.')
    await chat.list.getByRole('button', { name: 'New conversation' }).click()
    await expect(chat.messages).toContainText('Ask, draft, and send the result to a script')
    await chat.ask('Write one line about tea.')

    await chat.act(/about bread/, 'Rename')
    const dialog = studio.page.getByRole('dialog', { name: 'Rename conversation' })
    await dialog.getByRole('textbox').fill('The bakery')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    // Nothing behind an open dialog can be typed into.
    await expect(dialog).toHaveCount(0)
    await chat.list.getByRole('textbox', { name: 'Search by title' }).fill('BAKE')
    await expect(chat.list.getByRole('listitem')).toHaveCount(1)
    await chat.act('The bakery', 'Move to trash')
    await expect(chat.conversation('The bakery')).toHaveCount(0)
    await studio.shell.news.undo()
    await expect(chat.conversation('The bakery')).toHaveCount(1)

    await chat.act('The bakery', 'Move to trash')
    await chat.list.getByRole('button', { name: 'Trash (1)' }).click()
    await chat.conversation('The bakery').getByRole('button', { name: 'Restore' }).click()
    await expect(studio.shell.news.said('“The bakery” restored.').first()).toBeVisible()
  })
})
