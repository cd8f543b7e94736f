/** The settings: sections with their own addresses, and a search that finds each setting. */
import { Buffer } from 'node:buffer'
import { makeIdentity } from '../kit/certificates.ts'
import { expect, test } from './kit/story.ts'

test('a setting is found by its name, opened with the keyboard and shown; links from before the sections still lead there @web @wide', async ({ studio }) => {
  await studio.lookAround()
  const { page, settings, shell } = studio
  await shell.go('Settings')
  await settings.search.fill('wake')
  await expect(settings.results.getByRole('link')).toHaveText(/Keep the computer awake while sending or rendering/)
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
    ['spend?part=budgets', 'Spending'],
  ] as const) {
    await page.goto(new URL(`#/${older}`, page.url()).href)
    await expect(page.getByRole('heading', { name: heading, level: 2, exact: true })).toBeVisible()
    await expect(settings.sections.getByRole('link', { name: heading, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('the root certificate of a network is chosen, refused in words, kept over a reload, and removed @web', async ({ studio }) => {
  await studio.lookAround()
  const { page, settings, shell } = studio
  await shell.go('Settings')
  const panel = page.locator('[data-setting=network-roots]')
  const picker = panel.locator('input[type=file]')
  const { cert, key } = makeIdentity({ name: 'Company root', isAuthority: true })
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no certificate') })
  await expect(panel.getByRole('alert')).toContainText('There is no certificate in “notes.txt”.')
  await picker.setInputFiles({ name: 'bundle.pem', mimeType: 'text/plain', buffer: Buffer.alloc(400_000, ' ') })
  await expect(panel).toContainText('“bundle.pem” is too large for a certificate file.')
  // As Windows exports it.
  const der = Buffer.from(cert.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  await picker.setInputFiles({ name: 'company.cer', mimeType: 'application/x-x509-ca-cert', buffer: der })
  await expect(panel).toContainText('Also trusted: company.cer')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await picker.setInputFiles({ name: 'company.pem', mimeType: 'text/plain', buffer: Buffer.from(`${key}\n${cert}`) })
  await expect(panel).toContainText('Also trusted: company.pem')
  await page.reload()
  await expect(panel).toContainText('Also trusted: company.pem')
  await settings.search.fill('certificate')
  await settings.results.getByRole('link', { name: /Certificates of your network/ }).click()
  await expect(panel).toBeInViewport()
  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(panel).not.toContainText('Also trusted')
})
