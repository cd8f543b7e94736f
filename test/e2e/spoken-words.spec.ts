/** The words of a spoken take: a click plays from a word, the one that is heard is lit, and the script marks it too. */
import { expect, test } from './kit/story.ts'

const said = 'The lamp is lit, the door is open, and the whole house is waiting for you tonight.'

test('the words of a take are heard one by one, in its details and in the script', async ({ studio, service }) => {
  const { page, script, library: { inspector } } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(`ANN: ${said}`, 1)
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()

  await script.line(1).getByTitle('Show takes of this line').click()
  await script.line(1).getByRole('button', { name: 'Details' }).click()
  const word = (text: string) => inspector.getByRole('button', { name: text, exact: true })
  await expect(word('tonight')).toBeVisible()
  await word('waiting').click()
  await expect(inspector.locator('.is-lit')).toHaveText(/waiting|for|you|tonight/)
  await expect(inspector.locator('.is-lit')).toHaveCount(0)
  // By keys: one stop for all words, arrows among them.
  await word('waiting').focus()
  await page.keyboard.press('ArrowRight')
  await expect(word('for')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(inspector.locator('.is-lit')).toHaveText(/The|lamp|is|lit/)

  // In the script, under the text, which can be edited meanwhile.
  await page.keyboard.press('Escape')
  await script.line(1).getByRole('button', { name: /^Play/ }).first().click()
  await expect(script.line(1).locator('[data-lit] mark')).toBeAttached()
  await expect(script.text(1)).toHaveValue(said)

  // Alt with a click plays from a word, as a key and the menu do from the one at the cursor; the click only puts the cursor there.
  const lit = script.line(1).locator('[data-lit] mark')
  await expect(lit).toHaveCount(0)
  const text = script.text(1)
  const box = (await text.boundingBox())!
  await text.click({ modifiers: ['Alt'], position: { x: box.width - 4, y: box.height - 8 } })
  await expect(lit).toHaveText('tonight')
  await expect(text).toBeFocused()
  await expect(lit).toHaveCount(0)
  await text.evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), said.indexOf('waiting') + 2)
  await page.keyboard.press('Alt+w')
  await expect(lit).toHaveText(/waiting|for|you|tonight/)
  await expect(lit).toHaveCount(0)
  await script.line(1).getByRole('button', { name: 'Select line 1' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Play from the word at the cursor/ }).click()
  await expect(lit).toBeAttached()
  await expect(text).toHaveValue(said)
})
