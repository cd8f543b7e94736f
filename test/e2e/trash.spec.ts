/** The trash: what was deleted together is one row, which opens; found by words, ordered by size, and restored as a whole or in part. */
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'

test('what was deleted in one act is one row of the trash @web @short', async ({ studio }) => {
  await studio.lookAround()
  const { page, shell, script, projects } = studio
  await projects.create('Harbour')
  await script.paste('ANNA: The sea was quiet.\nBEN: For once.\nANNA: Listen.', 3)
  await script.text(1).click({ modifiers: ['ControlOrMeta'] })
  await script.text(3).click({ modifiers: ['Shift'] })
  await page.locator('.selection').getByRole('button', { name: /^(?:Delete|Remove)/ }).click()
  await expect(script.lines).toHaveCount(0)
  await shell.go('Projects')
  await projects.create('Empty hut')
  await shell.go('Projects')
  await projects.card('Empty hut').getByRole('button', { name: /More/ }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(page.getByText('“Empty hut” moved to trash.').first()).toBeVisible()

  await shell.command('Trash')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText(/^4 items/)).toBeVisible()
  const act = rows.filter({ hasText: '3 lines, deleted together' })
  await expect(act).toContainText('The sea was quiet, For once, Listen')
  await expect(rows.first()).toContainText('Empty hut')
  await choose(page, 'Order', 'Oldest first')
  await expect(rows.first()).toContainText('deleted together')

  // By keys: it is opened, and one of them is restored.
  await act.getByRole('button', { name: /^Show each/ }).press('Enter')
  await expect(rows).toHaveCount(5)
  await rows.filter({ hasText: 'For once.' }).last().getByRole('button', { name: 'Restore' }).click()
  await expect(rows.filter({ hasText: '2 lines, deleted together' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill('harbour listen')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /^1 item$/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill('zeppelin')
  await expect(page.getByText('Nothing in the trash has these words.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill('')
  await rows.filter({ hasText: 'deleted together' }).getByRole('button', { name: 'Restore' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('2 items restored.')).toBeVisible()
})
