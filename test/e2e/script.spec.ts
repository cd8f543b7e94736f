/** The script: write a scene, cast it, make it, change one line, and pay for that line only. */
import type { Locator, Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'
import { unfoldAll } from './pages/field-form.ts'
import { holdFiles } from './pages/files.ts'

const scene = 'MARA: The boat is gone.\n\nIVO: (quietly) It was never ours.\n\nMARA: Then whose was it?'

/** Told before the page shows it: whether the element was ever there. */
function watchFor(page: Page, selector: string): Promise<() => Promise<boolean>> {
  return page.evaluateHandle((wanted) => {
    const seen = { is: false }
    new MutationObserver(() => {
      seen.is ||= document.querySelector(wanted) !== null
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  }, selector).then(seen => () => seen.evaluate(({ is }) => is))
}

test.describe('a script', () => {
  test('of a new project shows no casting: its tools stay where they appear @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    const wasSeen = await watchFor(studio.page, 'aside.casting, .lines')
    await studio.projects.create('The boat')
    await expect(studio.page.getByRole('heading', { name: 'Empty script' })).toBeVisible()
    expect(await wasSeen()).toBe(false)
    await studio.script.paste(scene, 3)
    await expect(studio.script.casting).toBeVisible()
    expect(await wasSeen()).toBe(true)
  })

  test('is read row by row, and corrected before it comes in @short', async ({ studio }) => {
    await studio.lookAround()
    await studio.projects.create('The salt road')
    const { page, script } = studio
    await page.getByRole('button', { name: 'Paste script…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Paste script' })
    await dialog.getByRole('textbox', { name: 'Paste script' }).fill([
      ...['Title: The Salt Road', 'INT. KITCHEN - NIGHT', 'Rain on the glass.', 'ELIAS\n(not looking up)\nLate again.'],
      'MARA: The road is gone.',
      ...['Elias - All of it?', '[SFX: thunder]', 'The lamp turns.', '"Half," said Mara.', 'MARA\nRun.', 'CUT TO:'],
    ].join('\n\n'))
    const rows = dialog.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expect(rows).toHaveCount(11)
    await expect(dialog.getByRole('status')).toContainText('9 lines, 2 speakers')
    await dialog.getByRole('checkbox', { name: 'Show only the 2 rows that may be wrong' }).check()
    await expect(rows).toHaveText([/ELIAS\s*All of it\?/, /MARA\s*Half\./])
    await rows.first().getByRole('button', { name: /is right$/ }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows.first().getByRole('button', { name: /is right$/ })).toBeFocused()
    await dialog.getByRole('combobox', { name: 'Type of “"Half," said Mara.”' }).selectOption('No name: all speech')
    await expect(dialog.getByRole('checkbox', { name: /may be wrong/ })).toHaveCount(0)
    // Both paragraphs that nobody speaks are told to be spoken at once.
    await dialog.getByRole('combobox', { name: 'Type of “Rain on the glass.”' }).selectOption('Speech')
    await dialog.getByRole('button', { name: 'Speech: also for the other row like it' }).click()
    // One letter where the row has the focus, or one click at the pointer.
    const kind = dialog.getByRole('combobox', { name: 'Type of “[SFX: thunder]”' })
    await kind.focus()
    for (const [key, value] of [['n', 'note'], ['l', 'left-out'], ['x', 'effect']] as const) {
      await page.keyboard.press(key)
      await expect(kind).toHaveValue(value)
      await expect(kind).toBeFocused()
    }
    const cut = rows.filter({ hasText: 'CUT TO:' })
    await expect(cut.locator('.quick')).toHaveCount(0)
    await cut.hover()
    await cut.locator('.quick').getByText('N', { exact: true }).click()
    await expect(dialog.getByRole('combobox', { name: 'Type of “CUT TO:”' })).toHaveValue('note')
    await dialog.getByRole('button', { name: 'Add to script' }).click()
    await expect(script.lines).toHaveCount(9)
    await expect.poll(script.texts).toEqual(expect.arrayContaining(['Rain on the glass.', 'The lamp turns.', '"Half," said Mara.', 'Run.']))
  })

  test('of a table takes the columns that a person names', async ({ studio }) => {
    await studio.lookAround()
    await studio.projects.create('The lamp')
    const { page, script } = studio
    await page.getByRole('button', { name: 'Paste script…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Paste script' })
    const field = dialog.getByRole('textbox', { name: 'Paste script' })
    await field.fill('id,take,who,what\n1,3,Anna,Where is the lamp?\n2,1,Ben,Out.')
    const rows = dialog.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    const column = (name: string) => dialog.getByRole('combobox', { name: `Column “${name}”` })
    await dialog.getByRole('checkbox', { name: 'Read as a table' }).click()
    await expect(column('D')).toHaveValue('text')
    await expect(rows).toHaveCount(3)
    await dialog.getByRole('checkbox', { name: 'First row is a heading' }).click()
    await expect(rows).toHaveCount(2)
    await column('who').focus()
    await page.keyboard.type('Sp')
    await expect(rows).toHaveText([/Anna\s*Where is the lamp\?/, /Ben\s*Out\./])
    await expect(column('who')).toBeFocused()
    await column('take').selectOption('Note')
    await expect(rows).toHaveCount(4)
    await dialog.getByRole('button', { name: 'Add to script' }).click()
    await expect(script.lines).toHaveCount(2)
    await expect(script.text(2)).toHaveValue('Out.')
    await expect(script.line(1).getByRole('combobox', { name: 'Speaker' })).toHaveValue('Anna')
  })

  test('only changed lines are made again, in place @short', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, shell } = studio
    await script.paste(scene, 3)
    await script.cast('MARA', 'Qwen3 TTS', 'Serena')
    await expect(shell.page.getByText('1 line without a voice')).toBeVisible()
    await script.cast('IVO', 'Qwen3 TTS', 'Uncle Fu')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    expect(service.spoken().toSorted()).toEqual(['It was never ours.', 'The boat is gone.', 'Then whose was it?'])
    expect(service.ledger().map(work => work.values.voice).toSorted()).toEqual(['Serena', 'Serena', 'Uncle_Fu'])

    await script.write(2, 'It was the sea’s.')
    await expect(script.state(2, 'Outdated')).toBeVisible()
    await expect(script.state(1, 'Generated')).toBeVisible()
    await expect(script.state(3, 'Generated')).toBeVisible()
    await expect(script.make).toHaveText(/Generate 1 line \(17 characters\)/)
    await script.make.click()
    await expect(script.state(2, 'Generated')).toBeVisible()
    expect(service.taken('speech')).toBe(4)
    expect(service.spoken().at(-1)).toBe('It was the sea’s.')
    await script.sound(2).hear()
  })

  test('no line is made while its speaker’s clip is still being imported @web', async ({ studio, service }) => {
    const media = await openMediaKit()
    const { script, shell, page } = studio
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    await script.paste(scene, 3)
    await script.voiceOf('MARA').click()
    await script.voice('Chatterbox', 'Default voice of Chatterbox').getByRole('button', { name: 'Cast: ' }).click()
    await script.casting.getByRole('button', { name: /^MARA / }).click()
    await unfoldAll(script.casting)
    const letIn = await holdFiles(page)
    await script.casting.locator('input[type=file]').first().setInputFiles(await media.tone('mara.wav', { seconds: 8 }))
    await expect(script.casting).toContainText('Importing mara.wav…')
    await script.make.click()
    await expect(shell.news.said('A reference clip is still being imported')).toBeVisible()
    letIn()
    await expect(script.casting.locator('.held-file')).toContainText('mara')
    await expect(script.casting).toContainText('Chatterbox · Voice from a reference clip')
    expect(service.ledger()).toEqual([])
    await script.make.click()
    await expect(script.state(1, 'Generated')).toBeVisible()
    expect(service.ledger()[0]).toMatchObject({ kind: 'speech', files: [{ field: 'audio_prompt_file' }] })
    await media.close()
  })

  test('lines are moved, deleted and restored with their takes, and the script is delivered @wide', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, shell, deliver } = studio
    await script.paste(scene, 3)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.cast('IVO', 'Higgs 2.5', 'Jack')
    await script.make.click()
    await expect(script.allMade).toBeVisible()

    await script.text(3).press('Alt+ArrowUp')
    await expect.poll(script.texts).toEqual(['The boat is gone.', 'Then whose was it?', 'It was never ours.'])
    await dragByFinger(studio.page, script.line(2).locator('.grip'), script.line(1))
    await expect.poll(script.texts).toEqual(['Then whose was it?', 'The boat is gone.', 'It was never ours.'])
    await expect(studio.page.getByText('Now 1 of 3')).toBeAttached()
    await script.text(1).press('Alt+ArrowDown')
    await expect.poll(script.texts).toEqual(['The boat is gone.', 'Then whose was it?', 'It was never ours.'])

    await script.line(2).getByRole('button', { name: 'Delete line' }).click()
    await expect.poll(script.texts).toEqual(['The boat is gone.', 'It was never ours.'])
    await shell.news.undo()
    await expect.poll(script.texts).toEqual(['The boat is gone.', 'Then whose was it?', 'It was never ours.'])
    await expect(script.allMade, 'nothing has to be made again').toBeVisible()

    await shell.goToPart('Deliver')
    await expect(deliver.form).toContainText('There is no image. The video will be black.')
    const folder = await deliver.deliver('The boat')
    expect(
      await probeFile(join(folder, readdirSync(folder).find(name => name.endsWith('.mp4')) ?? '')),
    ).toMatchObject({ width: 1280, height: 720 })
    expect(service.taken('speech')).toBe(3)
  })

  test('a line that is being typed survives a reload', async ({ studio }) => {
    await studio.lookAround()
    await studio.projects.create('Notes')
    const { script } = studio
    await studio.page.getByRole('button', { name: 'Add line' }).first().click()
    await expect(script.text(1)).toBeFocused()
    await script.write(1, 'First thought.')
    await script.text(1).press('Enter')
    await expect(script.text(2)).toBeFocused()
    await script.write(2, 'Second thought.')
    await script.text(2).blur()
    await expect(script.lines).toHaveCount(2)
    await studio.page.reload()
    await expect.poll(script.texts).toEqual(['First thought.', 'Second thought.'])
  })
})

/** Drags to the upper part of the target with touch events. */
async function dragByFinger(page: Page, grip: Locator, target: Locator): Promise<void> {
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()]
  if (!from || !to)
    throw new Error('nothing to drag')
  const touch = await page.context().newCDPSession(page)
  const x = from.x + from.width / 2
  const start = from.y + from.height / 2
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: start }] })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: start + (to.y + 4 - start) * part }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}
