/** The studio opened from another machine: over TLS, where the page has all that it has on this machine. */
import { createHash, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { otherMachine } from '../kit/other-machine.ts'
import { startStudio } from '../kit/web-studio.ts'
import { expect, test } from './kit/story.ts'
import { createWatch } from './kit/watch.ts'
import { roomsOf } from './pages/rooms.ts'

const machine = otherMachine()

test.describe('from another machine', () => {
  test.skip(machine.whyNone !== null, machine.whyNone ?? '')

  test('the studio opens over TLS alone, a paid button works, and so does copying @web @wide', async ({ service }) => {
    const studio = await startStudio({
      args: ['--host-address', machine.address, '--i-know-this-opens-the-studio-to-the-network'],
    })
    const certificate = new X509Certificate(await readFile(join(studio.folder, 'tls.pem')))
    expect(studio.output()).toContain(certificate.fingerprint256)
    expect((await stat(join(studio.folder, 'tls.pem'))).mode & 0o777).toBe(0o600)
    const { origin, host } = new URL(studio.address)
    expect(origin).toBe(`https://${machine.address}:${new URL(studio.address).port}`)
    await expect(new Promise((resolve, reject) => get(`http://${host}/`, resolve).on('error', reject))).rejects.toThrow()

    const key = createHash('sha256').update(certificate.publicKey.export({ type: 'spki', format: 'der' })).digest('base64')
    const browser = await chromium.launch({
      executablePath: machine.browser,
      // The one certificate that the user has compared.
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', `--ignore-certificate-errors-spki-list=${key}`],
    })
    try {
      const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
      const watch = createWatch()
      watch.follow(context)
      const page = await context.newPage()
      const rooms = roomsOf(page)
      await page.goto(await studio.newAddress())
      await rooms.firstRun.enterWith(service)
      const has = await page.evaluate(() => [isSecureContext, location.protocol, typeof crypto.randomUUID()])
      expect(has).toEqual([true, 'https:', 'string'])
      // The one that lets this browser in again: no script reads it, no other site sends it, and plain HTTP never has it.
      expect(await context.cookies()).toMatchObject([
        { name: expect.stringMatching(/^__Host-takeroom-/), httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
      ])

      await rooms.shell.go('Make')
      await rooms.make.speak('Spoken from afar.')
      expect(service.spoken()).toEqual(['Spoken from afar.'])

      await rooms.shell.go('Settings')
      await rooms.settings.open('Storage and safety')
      await page.getByRole('button', { name: `Copy: ${studio.folder}` }).click()
      await expect(rooms.shell.news.said('Copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(studio.folder)
      expect(watch.errors()).toEqual([])
    }
    finally {
      await browser.close()
      await studio.close()
    }
  })
})
