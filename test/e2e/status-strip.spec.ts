/** One strip tells in every room what the studio does and what is wrong. */
import { expect, test } from './kit/story.ts'

test('a paused queue is told in every room and resumed from any; the account in use is next to it @wide', async ({ studio, service }) => {
  await studio.enterWith(service)
  const { page, queue, shell, make } = studio
  const strip = page.getByRole('contentinfo', { name: 'Status' })
  await expect(strip).toContainText('Nothing in progress')
  await expect(strip).toContainText('My account')
  await shell.go('Queue')
  await queue.pause.click()
  await shell.go('Make')
  await make.queue('Waits.')
  for (const room of ['Library', 'Voices', 'Projects', 'Settings', 'Queue'] as const) {
    await shell.go(room)
    await expect(strip).toContainText('Queue paused · 1 waiting')
  }
  await shell.go('Library')
  await strip.getByRole('button', { name: /^Resume:/ }).click()
  await expect(strip).toContainText('Nothing in progress')
  await expect(studio.library.take('Waits.')).toBeVisible()
  await expect(page).toHaveTitle('Takeroom')
})
