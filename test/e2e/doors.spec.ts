/** Access to the page, loss of the connection, and that no page talks to other machines. */
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { shell as shellOf } from './pages/shell.ts'

test.describe('access', () => {
  test('a used link says that it is used, and a new one opens @web @wide', async ({ studio, browser, watch }) => {
    watch.expect(/403/)
    const address = await studio.running.newAddress()
    const first = await browser.newContext()
    const second = await browser.newContext()
    for (const context of [first, second])
      watch.follow(context)
    const [one, two] = [await first.newPage(), await second.newPage()]
    await one.goto(address)
    await expect(one.getByRole('button', { name: 'Open sample project' })).toBeVisible()
    expect(one.url(), 'the code is out of sight').not.toContain('code=')
    await two.goto(address)
    await expect(shellOf(two).gate).toBeVisible()
    await expect(two.getByText('Each link works once')).toBeVisible()
    await two.goto(await studio.running.newAddress())
    await expect(two.getByRole('button', { name: 'Open sample project' })).toBeVisible()
    await first.close()
    await second.close()
  })

  test('a reload returns to the same room @web', async ({ studio }) => {
    await studio.lookAround()
    await studio.shell.go('Voices')
    await expect(studio.page.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
    await studio.page.reload()
    await expect(studio.page.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
  })

  test('an address entered while the page still opens is where it goes @web', async ({ studio }) => {
    await studio.lookAround()
    const { page } = studio
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/ProjectsRoom-*.js', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/assets/ProjectsRoom-*.js')
    await page.goto('about:blank')
    await studio.running.open()
    await asked
    await page.evaluate(() => {
      location.hash = '#/voices'
    })
    release()
    await expect(page.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
  })

  test('a lost connection shows a banner and comes back by itself with nothing lost @web @short', async ({ studio, context, watch }) => {
    watch.expect(studioGone)
    await studio.lookAround()
    const page = await context.newPage()
    await page.clock.install()
    const wire = await holdWire(page)
    await page.goto(await studio.running.newAddress())
    const here = shellOf(page)
    await here.go('Queue')
    await wire.cut()
    await wire.restore()

    // With its clock stopped the page does not try to reconnect.
    await page.clock.pauseAt(Date.now() + 60_000)
    await wire.drop()
    await page.getByRole('button', { name: 'Reconnect now' }).click()
    await expect(here.lost).toHaveCount(0)
    await page.clock.resume()
    await studio.projects.create('Made elsewhere')
    await here.go('Projects')
    await expect(page.getByRole('article').filter({ hasText: 'Made elsewhere' })).toBeVisible()
    await page.close()
  })

  test('a crashed studio shows a banner; started again on its port, the page comes back by itself @web', async ({ studio, watch }) => {
    watch.expect(studioGone)
    await studio.lookAround()
    await studio.projects.create('Survivor')
    const { port } = studio.running
    await studio.kill()
    await expect(studio.shell.lost).toBeVisible()
    // The page's token came from the crashed studio and is not valid for the new one; the browser is still known.
    await studio.reopen({ port: port ?? 0, staysOutside: true })
    await studio.shell.go('Projects')
    await expect(studio.projects.card('Survivor')).toBeVisible()
  })

  test('another tab of the same browser opens by its plain address; another browser is told what to type @web', async ({ studio, browser, context, watch }) => {
    watch.expect(/403/)
    await studio.lookAround()
    const plain = `http://127.0.0.1:${studio.running.port}/#/voices`
    const tab = await context.newPage()
    await tab.goto(plain)
    await expect(tab.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
    await tab.close()
    const other = await browser.newContext()
    watch.follow(other)
    const outside = await other.newPage()
    await outside.goto(plain)
    await expect(shellOf(outside).gate).toBeVisible()
    await expect(outside.getByText('npm start -- serve', { exact: true })).toBeVisible()
    await expect(outside.getByText('takeroom serve')).toHaveCount(0)
    await other.close()
  })

  test('the settings list the open pages; one that is ended is outside at once and needs a new link @web', async ({ studio, browser, watch }) => {
    watch.expect(/403/)
    watch.expect(studioGone)
    await studio.lookAround()
    const other = await browser.newContext()
    watch.follow(other)
    const theirs = await other.newPage()
    await theirs.goto(await studio.running.newAddress())
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await studio.shell.go('Settings')
    await studio.settings.open('Open pages')
    const rows = studio.page.locator('[data-setting="open-pages"]').getByRole('listitem').filter({ hasText: 'is open' })
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('This page')
    await expect(rows.first()).toContainText('on this computer')
    await studio.page.getByRole('button', { name: 'End all others' }).click()
    await expect(rows).toHaveCount(1)
    await expect(shellOf(theirs).gate).toBeVisible()
    await theirs.reload()
    await expect(shellOf(theirs).gate).toBeVisible()
    await rows.first().getByRole('button', { name: /^End/ }).click()
    await expect(studio.shell.gate).toBeVisible()
    await other.close()
  })

  test('every room opens without an error, and no page contacts another machine @short', async ({ studio, watch }) => {
    test.slow()
    await studio.open()
    await studio.firstRun.openSample()
    await expect(studio.script.allMade).toBeVisible()
    await studio.shell.idle()
    for (const part of ['Make', 'Deliver', 'Script'] as const)
      await studio.shell.goToPart(part)
    for (const room of ['Projects', 'Library', 'Make', 'Voices', 'Queue', 'Settings'] as const) {
      await studio.shell.go(room)
      await expect(studio.page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(watch.errors()).toEqual([])
    expect(watch.foreignRequests()).toEqual([])
  })

  test('the page cannot load from or send to another origin @web', async ({ studio, watch }) => {
    watch.expect(/Content Security Policy|ERR_BLOCKED_BY_CSP|Failed to load|Refused to/i)
    await studio.lookAround()
    const refusals = await studio.page.evaluate(async () => {
      const broken: string[] = []
      document.addEventListener('securitypolicyviolation', event => broken.push(event.effectiveDirective))
      await fetch('http://127.0.0.1:9/').catch(() => {})
      const image = new Image()
      image.src = 'http://127.0.0.1:9/pixel.png'
      const script = document.createElement('script')
      script.textContent = 'globalThis.wasRun = true'
      document.head.append(script)
      await new Promise(resolve => image.addEventListener('error', resolve))
      return { broken, wasRun: 'wasRun' in globalThis }
    })
    expect(refusals.wasRun).toBe(false)
    expect(refusals.broken).toEqual(expect.arrayContaining(['connect-src', 'img-src', 'script-src-elem']))
  })
})
