/** A scene in mixed formats, pasted, cast by ear for six speakers and generated, with few clicks. */
import { sceneMixed } from '../seam/script/corpus/scene-mixed.ts'
import { countClicks } from './kit/clicks.ts'
import { expect, test } from './kit/story.ts'

const firstWords = {
  'ELIAS': 'You\'re late. Again.',
  'MARA': 'The road\'s gone. Half of it, anyway.',
  'NARRATOR': 'She had walked eleven miles in a borrowed coat, and the coat was still wetter than she was.',
  'LIN WEI': '别走那条路，潮水马上就要来了。',
  'RADIO': '...all stations, all stations, this is the Salt Road light. We have you on the rocks. Repeat: we have you.',
  'BOY': 'Is anybody there?',
}

test('a mixed scene is cast by ear for six speakers and generated in at most 25 clicks', async ({ studio, service }) => {
  test.slow()
  const { page, script, guide } = studio
  await studio.enterWith(service)
  await studio.projects.create('The Salt Road')
  await expect(guide.step).toBeVisible()
  const clicks = await countClicks(page)

  await guide.press('Paste script…')
  const paste = page.getByRole('dialog', { name: 'Paste script' })
  await expect(paste.getByRole('textbox', { name: 'Paste script' })).toBeFocused()
  await page.keyboard.insertText(`${sceneMixed.source}\n\nBOY: Is anybody there?`)
  await expect(paste.getByRole('status')).toContainText('6 speakers')
  await paste.getByRole('button', { name: 'Add to script' }).click()

  await guide.press('Choose voices…')
  const cast: string[] = []
  for (const [place, [speaker, words]] of Object.entries(firstWords).entries()) {
    await expect(script.sheet).toHaveAccessibleName(`Voice for ${speaker}`)
    await expect(script.sheet).toContainText(`Speaker ${place + 1} of 6`)
    await script.sheet.getByRole('button', { name: 'Listen to all' }).click()
    await page.getByRole('dialog', { name: 'Generate 12 samples?' }).getByRole('button', { name: 'Generate 12 samples' }).click()
    const heard = script.sheet.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Stop (?!listening)/ }) })
    await expect(heard).toHaveCount(1)
    // The next one is heard without a click.
    const first = await heard.getAttribute('aria-label') ?? ''
    if (place < 2)
      await expect.poll(() => heard.getAttribute('aria-label')).not.toBe(first)
    expect(service.spoken(), 'with the speaker’s own words').toContain(words)
    cast.push(await heard.getAttribute('aria-label') ?? '')
    await heard.getByRole('button', { name: 'Cast: ' }).click()
  }
  await expect(script.sheet).toHaveCount(0)
  for (const [place, speaker] of Object.keys(firstWords).entries())
    await expect(script.voiceOf(speaker)).toContainText(cast[place]?.split(', ')[0] ?? '–')

  await guide.press('Generate')
  await expect(script.allMade).toBeVisible()
  const count = await clicks()
  expect(count, 'every click was counted').toBeGreaterThan(15)
  expect(count).toBeLessThanOrEqual(25)
  await studio.shell.idle()
  for (const words of Object.values(firstWords))
    expect(service.spoken().filter(text => text === words), words).toHaveLength(12)
  // What was heard is not bought again: each text once for each voice that was tried, and the other lines once.
  const lines = sceneMixed.reading.filter(row => /^\??[A-Z ]+(?: \([^)]*\))?: /.test(row)).length + 1
  expect(service.taken('speech')).toBe(6 * 12 + lines - 6)
})
