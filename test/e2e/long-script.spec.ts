/** A long script: only what is seen is drawn, and nothing is lost, moved or miscounted by that. */
import { expect, test } from './kit/story.ts'

const lineCount = 400
const scene = Array.from({ length: lineCount }, (_, at) => `${at % 2 === 0 ? 'MARA' : 'IVO'}: Line number ${at + 1} is spoken.`).join('\n\n')

test('a script of 400 lines draws what is seen, counts all of them, and keeps words and focus of a line that is scrolled away', async ({ studio }) => {
  const { page, script } = studio
  await studio.lookAround()
  await studio.projects.create('The long boat')
  await script.paste(scene, lineCount, { isLong: true })
  expect(await script.lines.count()).toBeLessThan(60)
  await expect(script.line(2)).toHaveAttribute('aria-setsize', String(lineCount))
  await expect(script.line(2)).toHaveAttribute('aria-posinset', '2')

  // A line that is scrolled away in the middle of a word keeps it, and the caret.
  await script.text(2).press('End')
  await page.keyboard.type(' Unsaved')
  const list = page.getByRole('list', { name: 'Lines' }).locator('..')
  await list.evaluate(element => element.scrollTo({ top: 12_000 }))
  await expect(script.line(200)).toBeVisible()
  await page.keyboard.type(' words')
  await expect(script.text(2)).toBeFocused()
  await expect(script.text(2)).toHaveValue('Line number 2 is spoken. Unsaved words')

  // Writing brought the caret back into sight.
  await list.evaluate(element => element.scrollTo({ top: 12_000 }))
  // The other line takes the focus, and the first one is no longer drawn: its words are kept.
  await script.text(200).click()
  await expect(script.line(2)).toHaveCount(0)
  await script.text(200).press('ArrowUp')
  await script.text(200).press('Home')
  await script.text(200).press('ArrowUp')
  await expect(script.text(199)).toBeFocused()

  await page.keyboard.press('Control+f')
  const find = page.getByRole('searchbox', { name: 'Find in script' })
  await expect(find).toBeFocused()
  await page.keyboard.type('unsaved WORDS')
  await expect(page.getByRole('search')).toContainText('1 of 1')
  await expect(script.line(2)).toBeVisible()
  await find.fill('number 39')
  await expect(page.getByRole('search')).toContainText('1 of 11')
  await expect(script.line(39)).toBeVisible()
  await find.press('Shift+Enter')
  await expect(page.getByRole('search')).toContainText('11 of 11')
  await expect(script.line(399)).toBeVisible()
  await find.press('Escape')
  await expect(script.text(399)).toBeFocused()

  await page.reload()
  await expect(script.text(2)).toHaveValue('Line number 2 is spoken. Unsaved words')
})

test('with many lines all of the bar fits, in wide and narrow windows, with and without the casting panel', async ({ studio, service }) => {
  await studio.enterWith(service)
  await studio.projects.create('The wide boat')
  const { page, script } = studio
  await script.paste(scene, lineCount, { isLong: true })
  await script.cast('MARA', 'Higgs 2.5', 'Linda')
  await script.cast('IVO', 'Higgs 2.5', 'Jack')
  await expect(script.make).toContainText(`${lineCount} lines`)
  const bar = page.locator('.script header.bar')
  const overflow = (): Promise<number> => bar.evaluate(element => element.scrollWidth - element.clientWidth)
  const hide = page.getByRole('button', { name: 'Hide casting' })
  for (const isCastingShown of [true, false]) {
    if (!isCastingShown)
      await hide.click()
    for (const width of [1440, 1100, 1024, 960, 920]) {
      await page.setViewportSize({ width, height: 700 })
      await expect.poll(overflow, `at ${width}`).toBe(0)
      await expect(script.make).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('no row moves while lines are made, nor when one is written in', async ({ studio, service }) => {
  await studio.enterWith(service)
  await studio.projects.create('The still boat')
  const { page, script } = studio
  await script.paste('MARA: The boat is gone.\n\nIVO: It was never ours.\n\nMARA: (softly) Then whose was it?', 3)
  await script.cast('MARA', 'Higgs 2.5', 'Linda')
  await script.cast('IVO', 'Higgs 2.5', 'Jack')
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { placesSeen: seen })
    const look = (): void => {
      seen.add([...document.querySelectorAll('.line')].map(row => Math.round(row.getBoundingClientRect().top)).join(' '))
      requestAnimationFrame(look)
    }
    look()
  })
  await script.text(2).click()
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { placesSeen: Set<string> }).placesSeen.size)).toBe(1)
})

test('a folded scene shows its heading alone, over a reload, and what is found in it unfolds it', async ({ studio }) => {
  await studio.lookAround()
  await studio.projects.create('The folded boat')
  const { page, script } = studio
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  await dialog.getByRole('textbox', { name: 'Paste script' })
    .fill('INT. HARBOUR - NIGHT\n\nMARA\nThe boat is gone.\n\nIVO\nIt was never ours.\n\nEXT. SEA - DAY\n\nMARA\nThen whose was it?')
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(script.lines).toHaveCount(5)
  await page.getByRole('button', { name: 'Fold this scene' }).first().click()
  await expect(script.lines).toHaveCount(3)
  await expect(script.line(1)).toContainText('2 lines')
  await page.reload()
  await expect(script.lines).toHaveCount(3)
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find in script' }).fill('never ours')
  await expect(script.line(3)).toBeVisible()
  await expect(script.lines).toHaveCount(5)
})
