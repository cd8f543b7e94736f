/** The page itself fails: a plain message, the details in the log, and every other room still usable. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './kit/story.ts'

test.describe('errors of the page itself', () => {
  test('one notice says so and offers a reload; the log has the details without the key', async ({ studio, service, watch }) => {
    watch.expect(/out of the blue|left alone/)
    await studio.enterWith(service)
    const { page, folder } = studio
    await page.evaluate((key) => {
      setTimeout(() => {
        throw new Error(`out of the blue with ${key}`)
      })
      void Promise.reject(new Error('left alone'))
    }, service.key)
    const notice = page.getByText('Something went wrong on this page. Your work is safe.')
    await expect(notice).toHaveCount(1)
    const log = () => readFile(join(folder, 'logs', 'studio.log'), 'utf8')
    await expect.poll(log).toContain('out of the blue')
    await expect.poll(log).toContain('left alone')
    expect(await log()).not.toContain(service.key)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })

  test('a room that fails to load can be retried; one that fails to render leaves the others usable @web @wide', async ({ studio, service, watch }) => {
    watch.expect(/Failed to load resource|Failed to fetch dynamically imported module|cannot be built/)
    await studio.enterWith(service)
    const { page, shell } = studio
    await page.route('**/assets/QueueRoom-*.js', route => route.abort())
    await page.route('**/assets/VoicesRoom-*.js', route => route.fulfill({
      contentType: 'text/javascript',
      body: 'export default { setup() { throw new Error("cannot be built") } }',
    }))
    // The page loads its rooms when it has nothing else to do.
    await page.reload()
    await shell.rail.getByRole('link', { name: /^Queue/ }).click()
    await expect(page.getByText('The page could not be loaded.')).toBeVisible()
    await page.unroute('**/assets/QueueRoom-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()

    await shell.rail.getByRole('link', { name: /^Voices/ }).click()
    await expect(page.getByRole('heading', { name: 'This page can’t be shown' })).toBeVisible()
    await shell.go('Library')
    await expect(page.getByRole('heading', { name: 'This page can’t be shown' })).toHaveCount(0)
    await page.unroute('**/assets/VoicesRoom-*.js')
    await shell.rail.getByRole('link', { name: /^Voices/ }).click()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
  })
})
