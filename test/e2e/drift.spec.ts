/** Drift: among the takes of a speaker a higher and a quieter one are found, gone through by keys, called right, anchored, and retaken. */
import { expect, test } from './kit/story.ts'

const scene = [
  'The lamp is lit and the door is open tonight.',
  'Nobody waits for the last boat any more.',
  'The tide is out and the harbour is quiet.',
  'I carried the letters up the hill myself.',
  'There is bread on the table for everyone.',
  'My brother never came back from the island.',
  'We counted the windows until it was dark.',
  'Every winter the road is under the snow.',
]

test('of eight takes two sound different; one is right, one is retaken, and an anchor is chosen and undone', async ({ studio, service }) => {
  test.slow()
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(scene.map(text => `ANN: ${text}`).join('\n'), 8)
  // Without a language, the practice voice speaks eight takes of which none differs.
  await script.casting.getByRole('combobox', { name: 'Language of the script' }).selectOption('')
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  for (const [place, drift] of [[3, { character: { isLow: false } }], [6, { gainDb: -12 }]] as const) {
    service.faults.set({ do: 'drift', ...drift, when: { kind: 'speech' }, times: 1 })
    await script.line(place).getByRole('button', { name: 'Generate this line' }).click()
    await expect(script.line(place).getByTitle('Show takes of this line')).toHaveText('2')
  }
  const paid = service.taken('speech')

  // Marked on their lines, with how they differ.
  await expect(script.line(3).getByRole('button', { name: /semitones higher than usual/ })).toBeVisible()
  await expect(script.line(6).getByRole('button', { name: /^\d+ dB quieter than usual$/ })).toBeVisible()
  for (const place of [1, 2, 4, 5, 7, 8])
    await expect(script.line(place).getByRole('button', { name: /than usual/ })).toHaveCount(0)
  await script.casting.getByRole('button', { name: 'Drift · 2 takes differ, ANN' }).click()
  const bar = page.getByRole('region', { name: 'Drift' })
  const status = bar.getByRole('status')
  await expect(status).toHaveText('2 takes differ')
  await expect(bar.locator('[data-measure="pitch"] [data-outside="high"]')).toHaveCount(1)
  await expect(bar.locator('[data-measure="loudness"] [data-outside="low"]')).toHaveCount(1)

  // By keys: to the first, hear it, to the second, call it right, and take that back.
  await page.keyboard.press('Alt+.')
  await expect(status).toHaveText('2 takes differ · 1 of 2')
  await page.keyboard.press('Alt+e')
  await expect(script.line(3).getByRole('button', { name: /^Pause/ })).toBeVisible()
  await page.keyboard.press('Alt+.')
  await expect(status).toHaveText('2 takes differ · 2 of 2')
  await page.keyboard.press('Alt+y')
  await expect(status).toHaveText('1 take differs')
  await expect(script.line(6).getByRole('button', { name: /dB quieter than usual · Right as it is$/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(status).toContainText('2 takes differ')
  await page.keyboard.press('Alt+y')
  await expect(status).toHaveText('1 take differs')

  // The strip says each take, by arrow keys; Enter goes to its line and plays it.
  const strip = bar.getByRole('slider', { name: 'Takes of ANN along the script' })
  await strip.focus()
  await page.keyboard.press('Home')
  await expect(strip).toHaveAttribute('aria-valuetext', /^Line 1 · Pitch \d+ Hz · Loudness [-−]\d+ dB · Pace \d\.\d syllables\/s · Brightness/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(strip).toHaveAttribute('aria-valuetext', /^Line 3 · Pitch \d+ Hz, \d+ semitones higher than usual/)
  await page.keyboard.press('Enter')
  await expect(script.line(3).getByRole('button', { name: /^Pause/ })).toBeVisible()

  // The high take becomes the anchor: now the others are low.
  const anchor = bar.getByRole('button', { name: 'Compare with this take: the anchor' })
  await anchor.click()
  await expect(anchor).toHaveAttribute('aria-pressed', 'true')
  await expect(status).toContainText('Anchor: line 3')
  await expect(script.line(1).getByRole('button', { name: /semitones lower than the anchor/ })).toBeVisible()
  await expect(script.line(3).getByRole('button', { name: /than (?:usual|the anchor)/ })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(anchor).toHaveAttribute('aria-pressed', 'false')
  await expect(status).toContainText('1 take differs')
  expect(service.taken('speech'), 'nothing is bought').toBe(paid)

  await bar.getByRole('button', { name: 'Retake 1 take that differs' }).click()
  await expect(script.line(3).getByTitle('Show takes of this line')).toHaveText('3')
  await expect(status).toContainText('No take differs')
  expect(service.taken('speech')).toBe(paid + 1)
  await bar.getByRole('button', { name: 'Close drift' }).click()
  await expect(bar).toHaveCount(0)

  // Kept with the project: the same after a reload.
  await page.reload()
  await expect(script.line(6).getByRole('button', { name: /Right as it is/ })).toBeVisible()
  await expect(script.line(3).getByRole('button', { name: /than usual/ })).toHaveCount(0)
})
