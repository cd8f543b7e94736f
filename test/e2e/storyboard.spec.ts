/** The storyboard: prompts from a chat model, ticked by a person, then stills and a shot, each paid for once. */
import { expect, test } from './kit/story.ts'

const scene = 'MARA: The boat is gone.\n\nIVO: It was never ours.\n\nMARA: Then whose was it?'

test.describe('a storyboard', () => {
  test('is suggested, ticked, made as stills, and one of them as a shot @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page } = studio
    const cell = (line: number, state: string) => page.getByRole('button', { name: `Image of line ${line}: ${state}`, exact: true })
    await script.paste(scene, 3)
    await page.getByRole('button', { name: 'Suggest prompts…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suggest prompts' })
    await dialog.getByRole('button', { name: 'Suggest for 3 lines' }).click()
    await dialog.getByRole('textbox', { name: 'Prompt of line 1', exact: true }).fill('An empty pier at dawn')
    await dialog.getByRole('checkbox', { name: 'Use the prompt of line 2' }).click()
    await dialog.getByRole('button', { name: 'Use 2 prompts' }).click()
    await expect(cell(1, 'planned')).toBeVisible()
    await expect(cell(2, 'empty')).toBeVisible()
    expect([service.taken('chat'), service.taken('image')]).toEqual([1, 0])

    await page.getByRole('button', { name: 'Generate 2 images' }).click()
    await expect(cell(1, 'image')).toBeVisible()
    await expect(cell(3, 'image')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Generate 2 shots' })).toBeEnabled()
    await cell(1, 'image').click()
    const panel = page.getByRole('complementary', { name: 'Image of line 1' })
    await expect(panel.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('An empty pier at dawn')
    await panel.getByRole('button', { name: 'Generate shot' }).click()
    await expect(cell(1, 'shot')).toBeVisible()

    await panel.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A crowded pier at dawn')
    await expect(cell(1, 'shot, outdated')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Generate 1 image and 1 shot' })).toBeEnabled()
    await panel.getByRole('textbox', { name: 'Prompt', exact: true }).press('Escape')
    await expect(cell(1, 'shot, outdated')).toBeFocused()
    expect(service.ledger().map(work => work.kind).toSorted()).toEqual(['chat', 'image', 'image', 'video'])
  })
})
