/** The bars of the script and of the project: at every width each act is in reach, whole, and covered by nothing. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/story.ts'

/** Parts of a bar that overlap another one, or that are cut off. */
function troubleIn(page: Page, bar: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found = document.querySelector(selector)
    if (!found)
      return ['not there']
    const whole = found.getBoundingClientRect()
    const all = [...found.querySelectorAll('button, a, .sum')]
    const parts = all.map(part => ({ part, box: part.getBoundingClientRect() })).filter(({ box }) => box.width > 0)
    const nameOf = (part: Element): string => part.getAttribute('aria-label') ?? part.textContent?.trim() ?? ''
    const outside = parts.filter(({ part, box }) => box.left < whole.left - 1 || box.right > whole.right + 1
      || part.scrollWidth > part.clientWidth + 1).map(({ part }) => `${nameOf(part)} is cut off`)
    const overlaps = parts.flatMap(({ part, box }, at) => parts.slice(at + 1)
      .filter(other => !part.contains(other.part) && !other.part.contains(part)
        && box.left < other.box.right - 1 && other.box.left < box.right - 1)
      .map(other => `${nameOf(part)} is over ${nameOf(other.part)}`))
    return [...outside, ...overlaps]
  }, bar)
}

test('the bars cover nothing from 1024 to 1920 pixels and at 200% zoom: what does not fit is in a menu', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  await studio.projects.create('The boat that came home in the long winter')
  const { page, script } = studio
  await script.paste('MARA: The boat is gone.\n\nIVO: It was never ours.\n\nBEN: Whose was it?', 3)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()
  await script.write(1, 'The boat is far away.')
  await expect(script.make).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  for (const [width, height] of [[1024, 700], [1180, 700], [1280, 800], [1440, 900], [1920, 1080], [720, 450], [512, 350]] as const) {
    await page.setViewportSize({ width, height })
    for (const casting of ['Show casting', 'Hide casting']) {
      const toggle = page.getByRole('button', { name: casting })
      if (await toggle.first().isVisible())
        await toggle.first().click()
      if (width > 900 || casting === 'Hide casting') {
        await expect.poll(() => troubleIn(page, '.script .bar'), `${width}, ${casting}`).toEqual([])
        await expect.poll(() => troubleIn(page, '.room > .bar'), `header at ${width}, ${casting}`).toEqual([])
        await expect(script.make).toBeInViewport({ ratio: 1 })
        await expect(more).toBeInViewport({ ratio: 1 })
      }
    }
  }
  await page.setViewportSize({ width: 720, height: 450 })
  await more.click()
  await page.getByRole('menuitem', { name: 'Find in script' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find in script' })).toBeFocused()
})

test('lines without pictures are low rows, and a line and its take have headings in the menu', async ({ studio, service }) => {
  await studio.enterWith(service)
  await studio.projects.create('The boat')
  const { page, script } = studio
  await page.setViewportSize({ width: 1440, height: 900 })
  await script.paste('MARA: The boat is gone.\n\nIVO: It was never ours.', 2)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()
  await page.getByRole('button', { name: 'Storyboard', exact: true }).click()
  await script.text(1).focus()
  for (const place of [1, 2])
    await expect.poll(async () => (await script.line(place).boundingBox())?.height, `row ${place}`).toBeLessThanOrEqual(36)
  await script.line(1).click({ button: 'right', position: { x: 60, y: 10 } })
  const menu = page.getByRole('menu')
  await expect(menu.getByText('Line 1', { exact: true })).toBeVisible()
  await expect(menu.getByText('Take in use', { exact: true })).toBeVisible()
})

test('undo goes back step by step over several lines, and never into another line', async ({ studio, service }) => {
  await studio.enterWith(service)
  await studio.projects.create('The boat')
  const { page, script } = studio
  await script.paste('MARA: One.\n\nMARA: Two.', 2)
  await script.text(1).press('End')
  await page.keyboard.type(' AAA')
  await page.keyboard.press('Enter')
  await expect(script.lines).toHaveCount(3)
  await page.keyboard.type('BBB')
  await expect.poll(script.texts).toEqual(['One. AAA', 'BBB', 'Two.'])
  const seen: string[] = []
  for (let press = 0; press < 4 && seen.at(-1) !== 'One.|Two.'; press += 1) {
    const before = (await script.texts()).join('|')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await script.texts()).join('|')).not.toBe(before)
    seen.push((await script.texts()).join('|'))
  }
  expect(seen).toEqual(['One. AAA||Two.', 'One. AAA|Two.', 'One.|Two.'])
})

test('what is typed right after Enter is in the new line, and after an empty line is removed in the one before it @wide', async ({ studio, service }) => {
  await studio.enterWith(service)
  await studio.projects.create('The boat')
  const { page, script } = studio
  await script.paste('MARA: One.\n\nMARA: Last.', 2)
  await script.text(1).press('End')
  await page.keyboard.type(' A\nBBBx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('\nC\n')
  await expect.poll(script.texts).toEqual(['One. A', 'BBB', 'C', '', 'Last.'])
  await expect(script.text(4)).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('DD')
  await expect.poll(script.texts).toEqual(['One. A', 'BBB', 'CDD', 'Last.'])

  // In the middle of the words, what comes behind the caret stays behind what is typed.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('zz')
  await expect.poll(script.texts).toEqual(['One. A', 'BBB', 'C', 'zzDD', 'Last.'])
})
