/** Fitting a line to a length: its estimate, wordings of a chat model by mouse and keys, a reload in between, and undo. */
import { expect, test } from './kit/story.ts'

const long = 'We really came back to the old harbour, at the very end of the night, when all of the lamps were out.'
const scene = `MARA: ${long}\n\nIVO: And who was there?\n\nMARA: Nobody, just the wind and the very old boats.`

test.describe('a line that has to fit', () => {
  test('shows what it will take, gets a shorter wording by keys, and can be taken back', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The harbour')
    const { script, page } = studio
    await script.paste(scene, 3)
    await script.cast('MARA', 'Qwen3 TTS', 'Ryan')
    await expect(script.line(1).getByTitle('Estimated from usual speech')).toHaveText(/^≈ \d+–\d+ s$/)

    await script.text(1).click()
    await page.keyboard.press('Alt+f')
    const dialog = page.getByRole('dialog', { name: 'Fit line 1' })
    await dialog.getByRole('spinbutton', { name: 'Target' }).fill('3')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/s too long$/)).toBeVisible()
    expect(service.taken('chat')).toBe(0)
    await dialog.getByRole('button', { name: 'Ask for wordings' }).dblclick()
    const wording = (place: number) => dialog.getByRole('radio', { name: new RegExp(`^Wording ${place}: `) })
    await expect(wording(3)).toBeVisible()

    // It is found again from the line, and not bought again.
    await page.reload()
    await script.text(1).click()
    await page.keyboard.press('Alt+f')
    await expect(wording(3)).toBeVisible()
    await expect(dialog.getByRole('spinbutton', { name: 'Target' })).toHaveValue('3')
    await expect(dialog.getByRole('button', { name: 'Ask again' })).toBeVisible()
    await expect(dialog.locator('del').first()).toBeVisible()

    await dialog.getByText('Now', { exact: false }).first().click()
    await page.keyboard.press('2')
    await expect(wording(2)).toBeChecked()
    const edit = dialog.getByRole('textbox', { name: 'Edit before use' })
    const chosen = await edit.inputValue()
    expect(chosen.length).toBeLessThan(long.length)
    await edit.fill(`${chosen.slice(0, -1)}!`)
    await dialog.getByRole('button', { name: 'Use wording' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(script.text(1)).toHaveValue(`${chosen.slice(0, -1)}!`)
    expect(service.ledger().map(work => work.kind)).toEqual(['chat'])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(script.text(1)).toHaveValue(long)
  })

  test('is one of several: one press asks for all, and what was chosen is used in one step', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The harbour')
    const { script, page } = studio
    await script.paste(scene, 3)
    await script.line(1).getByRole('button', { name: 'Select line 1' }).click()
    await script.line(3).getByRole('button', { name: 'Select line 3' }).click()
    await page.getByRole('toolbar', { name: 'Selected lines' }).getByRole('button', { name: 'Fit to a length…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fit 2 lines' })
    const part = (place: number) => dialog.getByRole('region', { name: `Line ${place}` })
    await part(1).getByRole('spinbutton', { name: 'Target' }).fill('3')
    await part(3).getByRole('spinbutton', { name: 'Target' }).fill('8')
    await dialog.getByRole('button', { name: 'Ask for wordings of 2 lines' }).click()
    await part(1).getByRole('radio', { name: /^Wording 1: / }).click()
    await part(3).getByRole('radio', { name: /^Wording 1: / }).click()
    await dialog.getByRole('button', { name: 'Use 2 wordings' }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(async () => (await script.text(1).inputValue()).length).toBeLessThan(long.length)
    await expect.poll(async () => (await script.text(3).inputValue()).length).toBeGreaterThan(60)
    expect(service.taken('chat')).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(script.text(1)).toHaveValue(long)
    await expect(script.text(3)).toHaveValue('Nobody, just the wind and the very old boats.')
  })

  test('says what became of a request: refused and free, or unsure and not to be asked again by itself', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The harbour')
    const { script, page } = studio
    await script.paste(scene, 3)
    const dialog = page.getByRole('dialog', { name: 'Fit line 1' })
    const ask = dialog.getByRole('button', { name: 'Ask for wordings' })
    await script.line(1).getByRole('button', { name: 'Select line 1' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Fit to a length…/ }).click()
    service.faults.set({ do: 'refuse', status: 400, when: { kind: 'chat' }, times: 1 })
    await ask.click()
    await expect(dialog.getByText('No reply received.')).toBeVisible()
    await expect(dialog.getByText('Not charged', { exact: true })).toBeVisible()

    service.faults.set({ do: 'reset', at: 'accepted', when: { kind: 'chat' }, times: 1 })
    await ask.click()
    await expect(dialog.getByText('Maybe charged', { exact: true })).toBeVisible()
    await expect(dialog).toContainText('Takeroom never resends it automatically.')
    await expect(ask).toBeDisabled()
  })

  test('that is over the limit says its cost before, and then that it is on hold, and nothing is sent', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { script, page, shell, spend } = studio
    await shell.command('Spending')
    await spend.open('Prices')
    await spend.price('gpt-oss 120B', 'per request', '2')
    await spend.open('Budgets')
    await spend.limit('Daily', 'Hard limit', '1')
    await expect(spend.budget('Daily')).toContainText('$1.00 left')
    await shell.go('Projects')
    await studio.projects.create('The harbour')
    await script.paste(scene, 3)
    await script.text(1).click()
    await page.keyboard.press('Alt+f')
    const dialog = page.getByRole('dialog', { name: 'Fit line 1' })
    await expect(dialog).toContainText('about $2.00 — over the limit: will be put on hold')
    await dialog.getByRole('button', { name: 'Ask for wordings' }).click()
    await expect(dialog).toContainText('On hold: over budget')
    await expect(dialog.getByRole('button', { name: 'Ask for wordings' })).toBeDisabled()
    expect(service.taken('chat')).toBe(0)
  })
})
