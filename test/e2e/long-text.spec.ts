/** A text too long for one request is spoken in parts and becomes one take. */
import { expect, test } from './kit/story.ts'

test.describe('a long text', () => {
  const sentences = Array.from({ length: 30 }, (_, index) =>
    `Sentence number ${index + 1} has something to say about the tide and the light.`)
  const long = sentences.join(' ')

  test('shows the number of parts before sending, is one entry in the queue, and one take with its parts below it', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.chooseModel('Chatterbox')
    await studio.make.prompt.fill(long)
    await expect(studio.make.form).toContainText(/Generated in 3 parts and joined: [\d,]+ characters in total/)
    await expect(studio.make.form.getByRole('button', { name: 'Generate 3 parts' })).toBeVisible()
    const release = service.hold('speech')
    await studio.make.send()
    await expect(studio.make.results.locator('.family')).toHaveCount(1)
    await expect(studio.make.results.locator('.family')).toContainText('0 of 3 parts done')
    release()
    const take = studio.make.results.locator('.speech-row')
    await expect(take.getByRole('button', { name: 'Joined from 3 parts' })).toBeVisible()
    await expect(take).toHaveCount(1)
    // The parts are sent in parallel and may arrive in any order: each was paid for once, and the take contains the whole text.
    const spoken = service.spoken()
    expect(spoken).toHaveLength(3)
    expect(spoken.flatMap(part => part.match(/[^.]+\./g) ?? []).map(sentence => sentence.trim()).sort()).toEqual([...sentences].sort())
    await take.getByRole('button', { name: 'Joined from 3 parts' }).click()
    await expect(take.getByRole('list').getByRole('listitem')).toHaveCount(3)

    await studio.shell.go('Queue')
    await expect(studio.page.getByRole('button', { name: '3 parts' })).toBeVisible()
  })
})
