/** Changing the language leaves nothing in the other one. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/story.ts'

/** All visible text and accessible names of the page, except what the catalogue and the operating system provide. */
function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foreign = 'code, pre, .mono, .n-base-selection, #studio .quiet, #models .panel strong, #models .panel button'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, node =>
      node.parentElement?.closest(`script, style, ${foreign}`)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT)
    const texts: string[] = []
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.checkVisibility())
        texts.push(walker.currentNode.textContent ?? '')
    }
    const labels = Array.from(document.querySelectorAll('[aria-label], [title], [placeholder]'), element => element.closest(foreign)
      ? []
      : ['aria-label', 'title', 'placeholder'].map(name => element.getAttribute(name) ?? '')).flat()
    return [...texts, ...labels].map(text => text.trim()).filter(text => text !== '')
  })
}

/** Three Latin words in a row count as a sentence, not as a name or a unit. */
const sentence = /[a-z]{2,}(?:[ ,.]+[a-z]{2,}){2,}/i
const spots = /\b(?:Nothing|Library|Queue|Settings|Voices|Projects|Connect|Account|Import|Search|Render|Captions|Speak)\b/

test.describe('languages', () => {
  test('in Chinese no room shows an English sentence, and switching back restores English everywhere', async ({ studio }) => {
    test.slow()
    const { page } = studio
    await studio.lookAround()
    await studio.projects.create('灯塔')
    const inProject = /#\/(projects\/[^/]+)/.exec(page.url())?.[1] ?? ''
    await studio.shell.go('Settings')
    await studio.settings.open('Appearance and language')
    await studio.settings.choose('中文')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

    for (const place of [
      ...['accounts', 'models', 'safety', 'queue', 'look', 'about'].map(section => `settings/${section}`),
      'projects',
      'library',
      'make',
      'queue',
      'spend',
      'trash',
      'voices',
      `${inProject}/script`,
      `${inProject}/make`,
      `${inProject}/deliver`,
    ]) {
      await page.goto(new URL(`#/${place}`, page.url()).href)
      await expect(page.getByRole('main').first()).toContainText(/\p{Script=Han}{2}/u)
      if (place === 'voices')
        await page.locator('.voice').first().waitFor()
      const english = (await wordsOn(page)).filter(text => sentence.test(text) || spots.test(text))
      expect.soft(english, place).toEqual([])
    }

    await page.goto(new URL('#/settings/look', page.url()).href)
    await studio.settings.choose('English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  })

  test('the welcome page is Chinese in a Chinese browser @web @wide', async ({ browser, studio, watch }) => {
    const context = await browser.newContext({ locale: 'zh-CN' })
    watch.follow(context)
    const page = await studio.running.openAnother(context)
    await expect(page.getByRole('heading', { name: 'Takeroom' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect((await wordsOn(page)).filter(text => sentence.test(text))).toEqual([])
    await context.close()
  })
})
