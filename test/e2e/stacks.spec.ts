/** Tries of one request are one card: opened in place, selected as a whole, shown by their best, and walked in the viewer. */
import { expect, test } from './kit/story.ts'

test('three tries are folded, one of them is made the best, and acts mean all of them @wide', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  const { page, shell, make, library } = studio
  await shell.go('Make')
  await make.open('Image')
  await make.prompt.fill('A gull over grey water')
  await make.form.getByRole('button', { name: 'Batch…' }).click()
  const batch = page.getByRole('dialog', { name: 'Batch' })
  await batch.getByRole('textbox', { name: 'First seed' }).fill('5')
  await batch.getByRole('textbox', { name: 'Number of requests' }).fill('3')
  await batch.getByRole('textbox', { name: 'Number of requests' }).press('Tab')
  await batch.getByRole('button', { name: /^Send/ }).click()
  await expect(make.results.locator('.is-batch .take-card')).toHaveCount(3)
  await make.draw('A pier')

  await shell.go('Library')
  await expect(library.takes).toHaveCount(4)
  await page.getByRole('button', { name: 'Fold tries' }).click()
  await expect(library.takes).toHaveCount(2)
  await expect(library.room).toContainText('4 takes, folded to 2')

  await library.take('A gull').click()
  await expect(library.selection).toContainText('3 selected, with all takes of 1 stack')
  await expect(library.inspector).toContainText('A gull over grey water')

  // Opened, its takes are walked one by one; while it is open nothing moves.
  await page.keyboard.press('o')
  await expect(library.takes).toHaveCount(4)
  await expect(library.selection).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('f')
  await expect(library.takes.nth(3).getByRole('button', { name: 'Remove star' })).toBeVisible()
  await page.keyboard.press('o')
  await expect(library.takes).toHaveCount(2)
  await expect(library.take('A gull').getByRole('button', { name: 'Remove star' })).toBeVisible()

  // The same by the mouse.
  await page.getByRole('button', { name: 'Open the stack of 3 takes' }).click()
  await expect(library.takes).toHaveCount(4)
  await page.getByRole('button', { name: 'Close the stack of 3 takes' }).click()
  await expect(library.takes).toHaveCount(2)

  await library.take('A gull').dblclick()
  const viewer = page.getByRole('dialog', { name: 'A gull over grey water' })
  await expect(viewer.getByRole('status')).toHaveText('2 of 2')
  await expect(viewer).toContainText('Try 1 of 3')
  await page.keyboard.press('ArrowDown')
  await expect(viewer).toContainText('Try 2 of 3')
  await expect(viewer.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'A pier' }).getByRole('status')).toHaveText('1 of 2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')

  await expect(library.selection).toContainText('3 selected, with all takes of 1 stack')
  await page.keyboard.press('Delete')
  await expect(library.takes).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(library.takes).toHaveCount(2)

  // Kept for this screen.
  await page.reload()
  await expect(library.room).toContainText('4 takes, folded to 2')
  await page.keyboard.press('Shift+O')
  await expect(library.takes).toHaveCount(4)
})
