/** The pronunciation dictionary: what is said is sent, only its lines become outdated, and it is heard, exported and undone. */
import { readFile } from 'node:fs/promises'
import { expect, test } from './kit/story.ts'

test.describe('the pronunciation dictionary', () => {
  test('changes what is sent and nothing of the script, and makes only its lines outdated @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page } = studio
    await script.paste('MARA: A GIF of the boat.\n\nMARA: It was never ours.', 2)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.make.click()
    await expect(script.allMade).toBeVisible()

    await script.text(1).evaluate(area => area instanceof HTMLTextAreaElement && area.setSelectionRange(2, 5))
    await script.text(1).focus()
    await page.keyboard.press('Alt+d')
    const dialog = page.getByRole('dialog', { name: 'Pronunciation' })
    await expect(dialog.getByRole('textbox', { name: 'Word' })).toHaveValue('GIF')
    await dialog.getByRole('textbox', { name: 'Say instead' }).fill('jif')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const entries = dialog.getByRole('list', { name: 'Pronunciation' }).getByRole('listitem')
    await expect(entries).toHaveCount(1)
    await expect(dialog.getByRole('textbox', { name: 'Word' }).first()).toBeFocused()
    await expect(script.state(1, 'Outdated')).toBeAttached()
    await expect(script.state(2, 'Generated')).toBeAttached()

    // It is heard by an ordinary request, which is asked about as every one that is charged.
    await entries.getByRole('button', { name: 'Listen to jif' }).click()
    await page.getByRole('button', { name: 'Generate preview' }).click()
    await expect.poll(() => service.spoken().at(-1)).toBe('jif')

    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export CSV' }).click()])
    expect(await readFile(await download.path(), 'utf8')).toBe('\uFEFFword,language,alias,scope\r\nGIF,,jif,project\r\n')
    await page.keyboard.press('Escape')

    await expect(script.line(1)).toContainText('GIF → jif')
    const [told, text] = [await script.line(1).getByText('GIF → jif').boundingBox(), await script.text(1).boundingBox()]
    expect(told!.y, 'below the text, not over it').toBeGreaterThan(text!.y + text!.height / 2)
    await expect(script.text(1)).toHaveValue('A GIF of the boat.')
    await script.make.click()
    await expect(script.state(1, 'Generated')).toBeVisible()
    expect(service.spoken().at(-1)).toBe('A jif of the boat.')
    await expect(script.text(1)).toHaveValue('A GIF of the boat.')

    // Without the entry the first take fits again, and nothing is bought twice.
    const sent = service.taken('speech')
    await script.text(2).focus()
    await page.keyboard.press('Control+z')
    await expect(script.line(1)).not.toContainText('GIF → jif')
    await expect(script.allMade).toBeVisible()
    expect(service.taken('speech')).toBe(sent)
  })
})
