/** Connecting an account: clear messages for every mistake, and checking, changing and removing it later. */
import type { Page } from '@playwright/test'
import { emptyAddress, openOtherServer } from './kit/other-servers.ts'
import { expect, test } from './kit/story.ts'

/** Everything on a page that could contain a key: elements, field values and storage. */
function everythingIn(page: Page): Promise<string> {
  return page.evaluate(() => [
    document.documentElement.outerHTML,
    ...Array.from(document.querySelectorAll('input, textarea'), field => (field as HTMLInputElement | HTMLTextAreaElement).value),
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    location.href,
  ].join('\n'))
}

test.describe('connecting an account', () => {
  test('a wrong key, a dead address and a server that is not the service each get their own message; the right key connects @short', async ({ studio, service }) => {
    const other = await openOtherServer()
    const { form } = studio.firstRun
    await studio.open()
    await studio.firstRun.connect.click()
    await expect(form.key).toBeFocused()

    await form.fill({ baseUrl: service.url, key: 'not-the-key-of-this-service' })
    await form.submit()
    await expect(form.refusal).toContainText('The service rejected this key.')
    await expect(form.nothingKept).toBeVisible()

    await form.fill({ baseUrl: await emptyAddress(), key: service.key })
    await form.submit()
    await expect(form.refusal).toContainText('Nothing responds at this address.')

    await form.fill({ baseUrl: other.url })
    await form.submit()
    await expect(form.refusal).toContainText('responds, but not like the service')

    await expect(form.anyway).toBeVisible()

    await form.fill({ baseUrl: 'http://api.example.com' })
    await form.submit()
    await expect(form.refusal).toContainText('never sends a key unencrypted')
    await expect(form.anyway).toBeHidden()

    await form.fill({ name: 'My service', baseUrl: service.url })
    await form.submit()
    await expect(studio.shell.news.said('“My service” is connected.')).toBeVisible()
    expect(service.ledger(), 'checking a key costs nothing').toEqual([])
    await other.close()
  })

  test('a service that does not tell is added anyway, and Settings says that its key is not checked', async ({ studio }) => {
    const other = await openOtherServer()
    await studio.open()
    await studio.firstRun.openSample()
    await studio.shell.go('Settings')
    await studio.settings.add.click()
    await studio.settings.form.fill({ name: 'Silent', baseUrl: other.url, key: 'sk-silent-0001' })
    await studio.settings.form.submit()
    await studio.settings.form.anyway.click()
    await expect(studio.shell.news.said('Its key has not been checked yet.')).toBeVisible()
    await expect(studio.settings.account('Silent')).toContainText('Not checked yet')
    await expect(studio.settings.account('Silent')).toContainText('Your first request will show whether it works.')
    await other.close()
  })

  test('after connecting, the key is nowhere on the page, and it works @wide', async ({ studio, service }) => {
    await studio.open()
    await studio.firstRun.enterWith(service)
    await studio.shell.go('Settings')
    await expect(studio.settings.account('My account')).toContainText(`ends with ${service.key.slice(-4)}`)
    await studio.shell.go('Make')
    await studio.make.speak('My own account speaks.')
    expect(service.spoken()).toEqual(['My own account speaks.'])
    expect(await everythingIn(studio.page)).not.toContain(service.key)
    await studio.page.reload()
    await expect(studio.make.take('My own account speaks.')).toBeVisible()
    expect(await everythingIn(studio.page)).not.toContain(service.key)
  })

  test('connecting an account says which one new jobs use, with one button to switch', async ({ studio, service }) => {
    const { settings, shell } = studio
    const connect = async (name: string): Promise<void> => {
      await settings.add.click()
      await settings.form.fill({ name, baseUrl: service.url, key: service.key })
      await settings.form.submit()
    }
    await studio.open()
    await studio.firstRun.openSample()
    await expect(studio.script.allMade).toBeVisible()
    await shell.go('Settings')
    await expect(settings.account('Practice service')).toContainText('In use')
    await connect('First')
    await expect(shell.news.said('“First” is connected. New jobs now use it.')).toBeVisible()
    await expect(settings.account('First')).toContainText('In use')
    await connect('Second')
    await expect(shell.news.said('“Second” is connected. New jobs still use “First”.')).toBeVisible()
    await studio.page.getByRole('list', { name: 'Notifications' }).getByRole('button', { name: 'Use this account' }).click()
    await expect(settings.account('Second')).toContainText('In use')
    await expect(settings.account('First')).not.toContainText('In use')
    // The same name again gets a number, and the menu that chooses who pays tells them apart.
    await connect('Second')
    await expect(settings.account('Second 2')).toBeVisible()
    await shell.go('Make')
    await studio.page.getByRole('button', { name: 'Account: Second' }).click()
    const entries = studio.page.locator('.n-dropdown-menu .entry')
    await expect(entries).toContainText(['First', 'Second', 'Second 2', 'Practice service'])
    await expect(entries.nth(2)).toContainText(service.url)
    await expect(entries.nth(2)).toContainText('credits left')
    await expect(studio.page.locator('.n-dropdown-menu [aria-current=true]')).toHaveText(/^Second(?! 2)/)
  })

  test('a removed account waits for its paid shot in Settings, and its key can be deleted at once', async ({ studio, openService }) => {
    const service = await openService({ shotTimes: { pendingMs: 600_000, processingMs: 600_000 } })
    await studio.enterWith(service)
    const { page } = studio
    await studio.shell.go('Make')
    await studio.make.open('Video')
    await studio.make.field('Image URL').getByRole('textbox').fill('https://example.com/still.png')
    await studio.make.prompt.fill('The sea moves')
    await studio.make.send()
    await expect(studio.make.job('The sea moves')).toContainText(/elapsed/)
    await studio.shell.go('Settings')
    await studio.settings.more('My account', 'Remove…')
    await studio.settings.question.getByRole('button', { name: 'Remove' }).click()
    const leaving = page.getByRole('heading', { name: 'Removed, key not deleted yet' })
    await expect(leaving).toBeVisible()
    await expect(page.getByText('Waits for 1 paid result. Its key is used only for that, then deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete key now…' }).click()
    await expect(studio.settings.question).toContainText('1 paid result has not arrived')
    await page.keyboard.press('Escape')
    await expect(leaving).toBeVisible()
    await page.getByRole('button', { name: 'Delete key now…' }).click()
    await studio.settings.question.getByRole('button', { name: 'Delete key' }).click()
    // Stories run where memory stands in for the keychain, which may have an entry that it cannot remove.
    await expect(page.getByText('The key of “My account” is not used any more.')).toBeVisible()
    await expect(page.getByText('Its key is not used any more, and is deleted as soon as the keychain allows it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete key now…' })).toHaveCount(0)
    expect(service.taken('video')).toBe(1)
  })

  test('an account can be checked, given another key and removed; its takes stay', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('This take outlives its account.')
    await studio.shell.go('Settings')
    const account = studio.settings.account('My account')
    await account.getByRole('button', { name: 'Check again' }).click()
    await expect(studio.shell.news.said('accepts the key of “My account”')).toBeVisible()

    await studio.settings.more('My account', 'Replace key…')
    await studio.settings.form.fill({ key: 'a-key-that-was-revoked' })
    await studio.settings.form.submit()
    await expect(studio.settings.form.refusal).toContainText('rejected this key')
    await studio.settings.form.fill({ key: service.key })
    await studio.settings.form.submit()
    await expect(studio.shell.news.said('Key replaced.')).toBeVisible()
    await expect(account).toContainText(`ends with ${service.key.slice(-4)}`)

    await studio.settings.more('My account', 'Remove…')
    await studio.settings.question.getByRole('button', { name: 'Remove' }).click()
    await expect(account).toHaveCount(0)
    await studio.shell.go('Library')
    await expect(studio.library.take('This take outlives its account.')).toBeVisible()
  })

  test('a service that no longer answers is shown on its account, and nothing is lost', async ({ studio, service }) => {
    await studio.enterWith(service)
    await service.close()
    await studio.shell.go('Settings')
    const account = studio.settings.account('My account')
    await account.getByRole('button', { name: 'Check again' }).click()
    await expect(account.getByRole('alert')).toContainText('Nothing responds at this address.')
    await expect(account).toContainText('Key for this session only')
  })
})
