/**
 * Takes the README's screenshots, one per room, from the built web host and the sample project: `npm run e2e` builds it, `node
 * test/kit/pictures.mjs` takes them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { shellPath } from './chromium.ts'
import { startStudio } from './web-studio.ts'
import { clientOverSocket, openSocket, tokenFor } from './wire-client.ts'

const out = process.argv[2] ?? fileURLToPath(new URL('../../resources/pictures/', import.meta.url))
const sizes = process.argv[2] ? [['1440', 1440, 900], ['1024', 1024, 700]] : [['', 1280, 800]]
const themes = process.argv[2] ? ['dark', 'light'] : ['dark']
mkdirSync(out, { recursive: true })

const studio = await startStudio()
const settingsAddress = await studio.newAddress()
const client = clientOverSocket(await openSocket(new URL(settingsAddress).origin, await tokenFor(settingsAddress)))
const browser = await chromium.launch({
  executablePath: shellPath,
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
})
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
page.on('pageerror', error => process.stderr.write(`page: ${error.message}\n`))
page.on('console', message => message.type() === 'error' && process.stderr.write(`console: ${message.text()}\n`))
await page.goto(studio.address)
await page.getByRole('button', { name: 'Open sample project' }).waitFor()
await shoot('first-run', null)
await page.getByRole('button', { name: 'Open sample project' }).click()
await page.waitForURL(/projects\/[^/]+\/script/)
const project = /projects\/([^/]+)/.exec(page.url())[1]
await page.waitForTimeout(12_000)

const rooms = {
  script: `projects/${project}/script`,
  timeline: `projects/${project}/timeline`,
  make: `projects/${project}/make`,
  deliver: `projects/${project}/deliver`,
  projects: 'projects',
  library: 'library',
  voices: 'voices',
  queue: 'queue',
  settings: 'settings',
}
for (const [room, path] of Object.entries(rooms))
  await shoot(room, path)
await browser.close()
await studio.close()

async function shoot(room, path) {
  for (const theme of themes) {
    await client.settings.change({ settings: { theme } })
    for (const [label, width, height] of sizes) {
      await page.setViewportSize({ width, height })
      if (path !== null)
        await page.evaluate(hash => location.hash = hash, `#/${path}`)
      await page.waitForTimeout(900)
      const name = [room, theme === 'light' ? 'light' : '', label].filter(Boolean).join('-')
      await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: process.argv[2] ? 90 : 70 })
    }
  }
}
