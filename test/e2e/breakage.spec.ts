/** The page itself breaks: the person is told in a sentence, the log has the story, and the way to everything else stays free. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './kit/story.ts'

test.describe('when the page itself breaks', () => {
  test('the person is told once in a sentence and loads it again; the log has the story without the key', async ({ studio, service, watch }) => {
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

  test('a room that cannot be loaded is asked for again; one that cannot be shown leaves the way to the others free @web', async ({ studio, service, watch }) => {
    watch.expect(/Failed to load resource|Failed to fetch dynamically imported module|cannot be built/)
    await studio.enterWith(service)
    const { page, shell } = studio
    await page.route('**/assets/QueueRoom-*.js', route => route.abort())
    await shell.rail.getByRole('link', { name: /^Queue/ }).click()
    await expect(page.getByText('The page could not be loaded.')).toBeVisible()
    await page.unroute('**/assets/QueueRoom-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()

    await page.route('**/assets/VoicesRoom-*.js', route => route.fulfill({
      contentType: 'text/javascript',
      body: 'export default { setup() { throw new Error("cannot be built") } }',
    }))
    await shell.rail.getByRole('link', { name: /^Voices/ }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    await shell.go('Library')
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toHaveCount(0)
    await page.unroute('**/assets/VoicesRoom-*.js')
    await shell.rail.getByRole('link', { name: /^Voices/ }).click()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Voices', level: 1 })).toBeVisible()
  })
})
