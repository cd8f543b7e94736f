/** Names that nobody expects: very long, in several scripts and directions, with marks of other languages. They are kept, shown and read. */
import { expect, test } from './kit/story.ts'

const odd = `</script><b>Boat</b> 🚢👨‍👩‍👧 שלום עולם ${'a name without end '.repeat(8)}`.trim()

test('an odd name is shown as it was typed, fits its place, and is said whole where it is cut off', async ({ studio }) => {
  test.slow()
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

test('a name from right to left is cut off at its end, not at its beginning', async ({ studio }) => {
  const { shell, projects } = studio
  await studio.lookAround()
  await projects.create('ספינת הלילה חוזרת אל הנמל בשעה מאוחרת '.repeat(5).trim())
  await shell.go('Projects')
  const isBeginningShown = () => projects.card('ספינת').locator('strong').evaluate((name) => {
    const first = document.createRange()
    first.setStart(name.firstChild!, 0)
    first.setEnd(name.firstChild!, 1)
    const [letter, box] = [first.getBoundingClientRect(), name.getBoundingClientRect()]
    return name.scrollWidth > name.clientWidth && letter.left >= box.left - 1 && letter.right <= box.right + 1
  })
  await expect.poll(isBeginningShown).toBe(true)
})
