/** A certificate is set up once; from then on deliveries are signed, the parts of a kit among them. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signingPair } from '../kit/certificates.ts'
import { readCredentials } from '../kit/read-credentials.ts'
import { makeStudioFolder } from '../kit/web-studio.ts'
import { expect, test } from './kit/story.ts'

test('what is delivered is signed with the certificate of the settings, and so is the film of a kit, which is saved as a ZIP', async ({ studio }) => {
  test.slow()
  const { page, deliver, settings, shell } = studio
  await studio.open()
  await studio.firstRun.openSample()
  await expect(studio.script.allMade).toBeVisible()
  await shell.idle()
  const folder = await makeStudioFolder()
  const [pair, other] = [signingPair({ notAfter: Date.now() + 9.5 * 86_400_000 }), signingPair()]
  const files = { chain: pair.certificatePem, key: pair.keyPem, wrong: other.keyPem }
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, `${name}.pem`), text)

  await shell.goToPart('Deliver')
  await deliver.choosePreset('Still frame, PNG')
  const sign = deliver.form.getByRole('checkbox', { name: 'Sign with Content Credentials' })
  await expect(sign).not.toBeChecked()
  await expect(deliver.form).toContainText('No certificate yet.')
  await deliver.form.getByRole('link', { name: 'Set up…' }).click()
  const panel = page.getByRole('article').filter({ hasText: 'Content Credentials' })
  await panel.getByRole('button', { name: 'Choose certificate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Certificate for Content Credentials' })
  const pick = async (input: string, file: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: `${input}: ` }).click()
    await (await chooser).setFiles(join(folder, file))
  }
  await pick('Certificate chain (PEM)', 'chain.pem')
  await pick('Private key (PEM)', 'wrong.pem')
  await dialog.getByRole('button', { name: 'Use this certificate' }).click()
  await expect(dialog.getByRole('alert')).toContainText('belongs to another certificate')
  await pick('Private key (PEM)', 'key.pem')
  await dialog.getByRole('button', { name: 'Use this certificate' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel).toContainText('Ada Film, Ada Film Ltd')
  await expect(panel).toContainText('Expires in 10 days.')
  await panel.getByRole('button', { name: 'Check key' }).click()
  await expect(shell.news.said('Files can be signed')).toBeVisible()
  await expect(settings.sections.getByRole('link', { name: 'Delivery' })).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await expect(sign).toBeChecked()
  await expect(deliver.form).toContainText('The certificate for Content Credentials expires on')
  await deliver.deliver('Signed')
  await expect(deliver.row('Signed')).toContainText('Signed with Content Credentials by Ada Film, Ada Film Ltd')

  await deliver.choosePreset('WAV, 24-bit')
  await deliver.form.getByRole('textbox', { name: 'Name' }).fill('Everything')
  await deliver.form.getByRole('button', { name: 'Kit…' }).click()
  const kit = page.getByRole('dialog', { name: 'Deliver a kit' })
  await expect(kit).toContainText('in total')
  for (const part of ['Master', 'Transcript', 'Captions', 'Stems', 'Timeline files']) {
    const box = kit.getByRole('checkbox', { name: new RegExp(`^${part}`) })
    if (await box.isChecked() !== (part === 'Master' || part === 'Transcript'))
      await box.click()
  }
  await kit.getByRole('button', { name: 'Deliver kit' }).click()
  const place = await deliver.row('Everything').locator('code').textContent() ?? ''
  const names = readdirSync(place, { recursive: true }).map(String)
  // Neither stems nor captions nor edit lists.
  expect(names.toSorted()).toEqual(['Everything.wav', 'README.txt', 'manifest.json', 'transcript.txt'])
  expect((await readCredentials(join(place, 'Everything.wav'), 'audio/wav')).validation_state).toBe('Valid')
  const { name } = await studio.save(() => deliver.row('Everything').getByRole('button', { name: 'Save as…' }).click())
  expect(name).toMatch(/\.zip$/)
})
