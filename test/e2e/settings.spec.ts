/** The settings: sections with addresses of their own, and a search that finds each setting. */
import { expect, test } from './kit/story.ts'

test('a setting is found by its name, opened with the keyboard and shown; links from before the sections still lead there @web', async ({ studio }) => {
  await studio.lookAround()
  const { page, settings, shell } = studio
  await shell.go('Settings')
  await settings.search.fill('wake')
  await expect(settings.results.getByRole('link')).toHaveText(/Stay awake while sending or rendering/)
  await settings.search.press('Enter')
  await expect(page.locator('[data-setting=awake]')).toBeInViewport()
  await settings.search.fill('kontext')
  await settings.results.getByRole('link').first().click()
  await expect(page.locator('[data-setting^="model "].is-found')).toBeInViewport()
  await settings.search.fill('no such setting')
  await expect(settings.results.getByRole('status')).toHaveText('No setting matches “no such setting”.')
  await settings.search.press('Escape')
  for (const [older, heading] of [
    ['settings#models', 'Models'],
    ['settings#safety', 'Storage and safety'],
    ['settings#studio', 'About'],
    ['spend?part=budgets', 'Spend'],
  ] as const) {
    await page.goto(new URL(`#/${older}`, page.url()).href)
    await expect(page.getByRole('heading', { name: heading, level: 2, exact: true })).toBeVisible()
    await expect(settings.sections.getByRole('link', { name: heading, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})
