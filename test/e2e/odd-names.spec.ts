/** Names that nobody expects: very long, in several scripts and directions, with marks of other languages. They are kept, shown and read. */
import { expect, test } from './kit/story.ts'

const odd = `</script><b>Boat</b> 🚢👨‍👩‍👧 שלום עולם ${'a name without end '.repeat(8)}`.trim()

test('an odd name is shown as it was typed, fits its place, and is said whole where it is cut off', async ({ studio }) => {
  const { page, shell, projects, script } = studio
  await studio.lookAround()
  await projects.create(odd)
  const heading = page.getByRole('heading', { level: 1, name: odd })
  await expect(heading).toBeVisible()
  await heading.hover()
  await expect(heading).toHaveAttribute('title', odd)
  await page.getByRole('navigation', { name: 'Project sections' }).hover()
  await expect(heading).not.toHaveAttribute('title')

  await script.paste('MARA: The boat is gone.', 1)
  await script.line(1).getByRole('textbox', { name: 'Text', exact: true }).fill(odd)
  await page.reload()
  await expect(script.text(1)).toHaveValue(odd)
  await shell.go('Projects')
  const name = projects.card('Boat').locator('strong')
  await expect(name).toHaveText(odd)
  await name.hover()
  await expect(name).toHaveAttribute('title', odd)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
})
