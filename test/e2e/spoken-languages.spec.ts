/** In which language a script is spoken: proposed when it is pasted, said of a speaker and of lines, heard by models, and undone. */
import { expect, test } from './kit/story.ts'

const german = [
  'MARA: Der Leuchtturmwärter hatte seit dreißig Wintern kein Schiff gesehen.',
  'IVO: Und er vermisste sie kein bisschen, wenn du mich fragst.',
  'MARA: Heute Nacht aber brannte kein Licht auf der anderen Seite der Bucht.',
].join('\n\n')

test('a language is proposed, corrected, and followed by what is sent; lines and speakers have others, and undo takes them away', async ({
  studio,
  service,
}) => {
  test.slow()
  await studio.enterWith(service)
  await studio.projects.create('Der Turm')
  const { script, page } = studio
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  // Too short to tell by its words: captions name theirs, in the head or in the name of the file.
  const words = dialog.getByRole('textbox', { name: 'Paste script' })
  const proposed = dialog.getByRole('combobox', { name: 'Language' })
  await words.fill('WEBVTT\nLanguage: nb-NO\n\n00:01.000 --> 00:02.000\nJa.\n')
  await expect(proposed).toHaveValue('no')
  await expect(dialog).toContainText('Named by the file')
  await words.fill('Ja.')
  await expect(dialog).toContainText('Not clear from the text')
  await words.fill(german)
  await expect(proposed).toHaveValue('de')
  await expect(dialog).toContainText('Found in the text')
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  const ofScript = script.casting.getByRole('combobox', { name: 'Language of the script' })
  await expect(ofScript).toHaveValue('de')

  // A speaker and a line have another.
  await script.casting.getByRole('button', { name: /^IVO / }).click()
  const ofIvo = script.casting.getByRole('combobox', { name: 'Language of IVO' })
  await ofIvo.selectOption({ label: 'French' })
  await expect(ofIvo).toHaveValue('fr')
  await script.line(3).click({ button: 'right', position: { x: 60, y: 10 } })
  await page.getByRole('menuitem', { name: 'Language…' }).click()
  const ofLine = page.getByRole('dialog', { name: 'Language of this line' })
  await ofLine.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Italian' })
  await ofLine.getByRole('button', { name: 'Use this language' }).click()
  await expect(script.line(3).getByTitle('Italian')).toBeVisible()

  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  const languages = service.ledger().filter(work => work.kind === 'speech').map(work => String(work.values.language))
  expect(languages.toSorted()).toEqual(['French', 'German', 'Italian'])

  // The same language as before outdates nothing; another one does, until it is undone.
  await ofScript.selectOption({ label: 'English' })
  await expect(script.state(1, 'Outdated')).toBeVisible()
  await expect(script.state(2, 'Generated')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(ofScript).toHaveValue('de')
  await expect(script.allMade).toBeVisible()

  // Several lines at once.
  await script.text(1).click({ modifiers: ['ControlOrMeta'] })
  await script.text(2).click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected lines' })
  await bar.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Spanish' })
  await expect(script.line(1).getByTitle('Spanish')).toBeVisible()
  await expect(script.line(2).getByTitle('Spanish')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(script.line(1).getByTitle('Spanish')).toHaveCount(0)
  await expect(script.line(2).getByTitle('Spanish')).toHaveCount(0)
  await expect(script.allMade).toBeVisible()
})
