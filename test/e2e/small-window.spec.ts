/** A window of 720 × 450, as at 200 % zoom on a small screen: every act is in reach, nothing scrolls sideways, and the keyboard gets home. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/story.ts'

/** Buttons, links and fields that cannot be reached without a wider window, and frames that scroll sideways for nothing. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowX))
          return true
      }
      return false
    }
    const nameOf = (element: Element): string => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`
    const outside = [...document.querySelectorAll('button, a, input')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !element.closest('.unseen') && !scrolls(element)
    })
    const wide = [...document.querySelectorAll('.rail, .room-body, .side')].filter(element => element.scrollWidth > element.clientWidth)
    const thin = [...document.querySelectorAll('p, span, h1, h2, button')].filter((element) => {
      const box = element.getBoundingClientRect()
      const hasWords = (element.textContent?.trim().length ?? 0) > 3 && !element.closest('.unseen')
      return hasWords && box.width > 0 && box.width < 20 && box.height > 60
    })
    return [...outside, ...wide, ...thin].map(nameOf)
  })
}

test('in 720 × 450 every room keeps its acts in reach @wide', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  const { page, shell } = studio
  await studio.projects.create('Small')
  await studio.script.paste('MARA: The boat is gone.', 1)
  await studio.script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await studio.script.make.click()
  await expect(studio.script.allMade).toBeVisible()
  await page.setViewportSize({ width: 720, height: 450 })
  for (const part of ['Script', 'Make', 'Timeline', 'Deliver'] as const) {
    await shell.goToPart(part)
    await expect.poll(() => outOfReach(page), part).toEqual([])
    if (part === 'Script')
      await expect(page.locator('.casting'), 'a panel covers the room only when it is asked for').toBeHidden()
  }
  await page.setViewportSize({ width: 1024, height: 700 })
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Assemble' }).first().click()
  const [notice, transport] = [page.locator('.notice').last(), page.locator('.transport')]
  await expect(notice).toBeVisible()
  await expect.poll(async () => {
    const [news, below] = [await notice.boundingBox(), await transport.boundingBox()]
    return news && below && news.y + news.height <= below.y
  }, 'news covers neither the tracks nor the transport').toBe(true)
  await page.setViewportSize({ width: 720, height: 450 })
  await expect.poll(() => outOfReach(page), 'the tools of a sequence').toEqual([])
  await shell.goToPart('Deliver')
  const form = page.getByRole('form', { name: 'Deliver' })
  await expect(form.getByRole('button', { name: /^Render/ }), 'in sight wherever the room is scrolled to').toBeInViewport({ ratio: 1 })
  const [last, fields] = [page.locator('.deliver .list'), form.locator('.fields')]
  const { y: top, height } = await last.boundingBox() ?? { y: 0, height: 0 }
  expect((await fields.boundingBox())?.y, 'the form lies below the rest, not over it').toBeGreaterThanOrEqual(Math.floor(top + height))
  for (const room of ['Library', 'Make', 'Voices', 'Queue', 'Settings', 'Projects'] as const) {
    await shell.go(room)
    await expect.poll(() => outOfReach(page), room).toEqual([])
  }
})

test('a dialog does not put its ring on its cross, and Escape leaves the form of the first run @web', async ({ studio }) => {
  const { page, firstRun } = studio
  await studio.open()
  await firstRun.connect.click()
  await expect(firstRun.form.key).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(firstRun.connect).toBeFocused()
  await firstRun.lookAround()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeFocused()
  for (const key of ['Open context menu', 'Previous or next prompt', 'Previous or next frame', 'Open command palette'])
    await expect(keys, 'also keys that belong to no room').toContainText(key)
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
})
