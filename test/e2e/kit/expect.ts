/**
 * Playwright's `expect`, with cheap waiting. Each attempt of its own that finds nothing yet describes the whole page for the case that it
 * was the last; here the description is made once, when the wait is over.
 */
import type { ExpectMatcherState, Locator } from '@playwright/test'
import { expect as plain } from '@playwright/test'

interface Patience { timeout?: number }
interface Judged { pass: boolean, message: () => string }

export const expect = plain.extend({
  async toBeVisible(this: ExpectMatcherState, locator: Locator, { timeout = this.timeout }: Patience = {}) {
    const end = Date.now() + timeout
    if (await comes(locator, this.isNot ? 'hidden' : 'visible', timeout))
      return { pass: !this.isNot, message: () => '' }
    return judge(this.isNot, (asked, left) => asked(locator).toBeVisible({ timeout: left }), end)
  },

  async toContainText(
    this: ExpectMatcherState,
    locator: Locator,
    words: string | RegExp | readonly (string | RegExp)[],
    { timeout = this.timeout, ...how }: Patience & { ignoreCase?: boolean, useInnerText?: boolean } = {},
  ) {
    const end = Date.now() + timeout
    // What contains the words passes this filter, too, which heeds no case; a list is about several elements.
    if (!this.isNot && !Array.isArray(words))
      await comes(typeof words === 'string' && !how.useInnerText ? locator.filter({ hasText: words }) : locator, 'attached', timeout)
    return judge(this.isNot, (asked, left) => asked(locator).toContainText(words, { timeout: left, ...how }), end)
  },
})

function comes(locator: Locator, state: 'visible' | 'hidden' | 'attached', timeout: number): Promise<boolean> {
  return locator.waitFor({ state, timeout }).then(() => true, () => false)
}

type Asked = (locator: Locator) => ReturnType<typeof plain<Locator>>

/** Playwright's own judgement and words, in the time that is left. */
async function judge(isNot: boolean, ask: (asked: Asked, left: number) => Promise<void>, end: number): Promise<Judged> {
  try {
    await ask(one => isNot ? plain(one).not : plain(one), Math.max(1, end - Date.now()))
    return { pass: !isNot, message: () => '' }
  }
  catch (error) {
    return { pass: isNot, message: () => error instanceof Error ? error.message : String(error) }
  }
}
