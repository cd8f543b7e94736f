/** Listening back: takes are transcribed once, what differs is lit in the line, called right, or generated again. */
import { expect, test } from './kit/story.ts'

const scene = `ANN: The lamp is lit and the door is open tonight.
ANN: At 10:30 the train leaves, e.g. without Dr. Smith.
ANN: Nobody waits for the last boat any more.`

test('a wrong take is found among right ones, and generated again @wide', async ({ studio, service }) => {
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(scene, 3)
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  for (const place of [1, 2])
    await expect(script.state(place, 'Generated')).toBeVisible()
  await expect(script.state(3, 'Generated')).toBeVisible()

  // The next take of the third line says another word.
  service.faults.set({ do: 'misspeak', as: 'replace', word: 5, by: 'goat', when: { kind: 'speech' }, times: 1 })
  await script.line(3).getByRole('button', { name: 'Generate this line' }).click()
  await expect(script.line(3).getByTitle('Show takes of this line')).toHaveText('2')

  await script.text(1).click()
  await page.keyboard.press('Alt+h')
  const bar = page.getByRole('region', { name: 'Listen back' })
  await bar.getByRole('button', { name: 'Listen back to 3 takes' }).click()
  await expect(bar.getByRole('status')).toContainText('3 takes heard · 1 doubtful line')
  await expect(bar.getByRole('button', { name: 'All takes heard' })).toBeDisabled()
  await expect(script.line(3)).toContainText('“goat” instead of “boat”')
  await expect(script.line(3).locator('[data-difference="instead"]')).toHaveText('boat')
  for (const place of [1, 2])
    await expect(script.line(place).getByRole('button', { name: 'Matches its text' })).toBeVisible()
  expect(service.taken('transcription')).toBe(3)

  // By keys: to the doubtful line, hear the place, call it right, and take that back.
  await page.keyboard.press('Alt+.')
  await expect(bar.getByRole('status')).toContainText('1 of 1')
  await page.keyboard.press('Alt+e')
  await expect(script.line(3).getByRole('button', { name: /^Pause/ })).toBeVisible()
  await page.keyboard.press('Alt+y')
  await expect(bar.getByRole('status')).toContainText('Nothing doubtful')
  await expect(script.line(3).getByRole('button', { name: 'Right as it is' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(bar.getByRole('status')).toContainText('1 doubtful line')

  // The text is changed to what was said: nothing is sent for that.
  await script.write(3, 'Nobody waits for the last goat any more.')
  await expect(bar.getByRole('status')).toContainText('Nothing doubtful')
  await script.write(3, 'Nobody waits for the last boat any more.')
  await expect(bar.getByRole('status')).toContainText('1 doubtful line')

  await bar.getByRole('button', { name: 'Retake 1 doubtful line' }).click()
  await expect(script.line(3).getByTitle('Show takes of this line')).toHaveText('3')
  await bar.getByRole('button', { name: 'Listen back to 1 take' }).click()
  await expect(bar.getByRole('status')).toContainText('3 takes heard · Nothing doubtful')
  expect(service.taken('transcription')).toBe(4)

  // Kept with the takes: the same after a reload, without another request.
  await page.reload()
  await expect(script.line(3).getByRole('button', { name: 'Matches its text' })).toBeVisible()
  expect(service.taken('transcription')).toBe(4)
})

test('what was heard is a part of the take: found in it, with its request, and in the trash with it', async ({ studio, service }) => {
  const { page, script, shell, library } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(scene, 3)
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  service.faults.set({ do: 'misspeak', as: 'replace', word: 5, by: 'goat', when: { kind: 'speech' }, times: 1 })
  await script.line(3).getByRole('button', { name: 'Generate this line' }).click()
  await expect(script.state(3, 'Generated')).toBeVisible()
  await script.make.click()
  for (const place of [1, 2])
    await expect(script.state(place, 'Generated')).toBeVisible()
  await script.text(1).click()
  await page.keyboard.press('Alt+h')
  const bar = page.getByRole('region', { name: 'Listen back' })
  await bar.getByRole('button', { name: 'Listen back to 3 takes' }).click()
  await expect(bar.getByRole('status')).toContainText('3 takes heard')

  // Three takes, and none of what was heard of them.
  await shell.go('Library')
  await expect(library.takes).toHaveCount(3)
  await library.search.fill('goat')
  await expect(library.takes).toHaveCount(1)
  await library.take('Nobody waits').click()
  const heard = library.inspector.getByRole('list', { name: 'Listened back' })
  await expect(heard.getByRole('listitem')).toHaveText([/goat.*Whisper v3 Turbo/])
  await heard.getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Take' })
  await expect(details.getByText('From listening back')).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Exact request' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  // As a filter with its count.
  await library.search.fill('')
  await library.facet('Filters').click()
  await expect(library.filters.value('Listen back', 'Transcripts')).toHaveText(/Transcripts\s*3/)
  await library.filters.value('Listen back', 'Transcripts').click()
  await expect(library.search).toHaveValue(/^is:check/)
  await expect(library.takes).toHaveCount(3)

  // In the trash with its take, and back with it by one undo.
  await library.search.fill('Nobody')
  await expect(library.takes).toHaveCount(1)
  await library.take('Nobody waits').click()
  await library.inspector.getByRole('button', { name: 'Move to trash' }).click()
  await expect(library.takes).toHaveCount(0)
  await expect(library.filters.value('Listen back', 'Transcripts')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(library.takes).toHaveCount(1)
  await expect(library.filters.value('Listen back', 'Transcripts')).toHaveText(/Transcripts\s*1/)
})
