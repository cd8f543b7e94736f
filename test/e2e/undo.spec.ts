/** Undo is one thing: what was done last in the room, by name, over a reload; a field that is being written in keeps its own. */
import { expect, test } from './kit/story.ts'

test('a line that was moved and one that was removed come back by key, after a reload, too; no other line changes', async ({ studio, service }) => {
  const { page } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await studio.script.paste('ANNA: One.\nBEN: Two.\nANNA: Three.', 3)
  const { texts } = studio.script
  const direction = studio.script.line(1).getByRole('textbox', { name: 'Direction' })
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])

  const first = studio.script.text(1)
  await first.focus()
  await direction.fill('quietly')
  await page.keyboard.press('Control+z')
  await expect(direction, 'a field keeps its own undo').toHaveValue('')
  await direction.fill('loudly')
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(texts).toEqual(['Two.', 'One.', 'Three.'])
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+z')
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])
  await expect(page.getByText('Undone: move line 1')).toBeVisible()
  await expect(direction).toHaveValue('loudly')

  await studio.script.line(2).click({ button: 'right', position: { x: 30, y: 10 } })
  await page.getByRole('menuitem', { name: 'Remove line' }).click()
  await expect.poll(texts).toEqual(['One.', 'Three.'])
  await page.reload()
  await expect.poll(texts).toEqual(['One.', 'Three.'])
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+z')
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(texts).toEqual(['One.', 'Three.'])
})
