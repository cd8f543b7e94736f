/** Controls that several rooms share: lists, menus, audio and video players, notifications. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'

/** Opens a select by its name and picks the entry that begins with these words. */
export async function choose(within: Page | Locator, name: string | RegExp, entry: string): Promise<void> {
  const page = 'page' in within ? within.page() : within
  const lists = within.locator('.n-select')
  // The name is on the select, or on its filter field.
  const list = lists.and(within.getByLabel(name)).or(lists.filter({ has: page.getByLabel(name) })).first()
  const option = page.locator('.n-base-select-option')
    .filter({ hasText: new RegExp(`^\\s*${entry.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`), visible: true })
    .first()
  // A list that opens while its room is still rendering may close again.
  await expect(async () => {
    if (!await option.isVisible())
      await list.click({ timeout: 5000 })
    await option.click({ timeout: 3000 })
  }).toPass()
}

/** Opens a long select by its name, filters it, and picks the entry that begins with these words. */
export async function chooseByTyping(within: Page | Locator, name: string | RegExp, sought: string, entry = sought): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within.locator('.n-select').filter({ has: page.getByLabel(name) }).first().click()
  await page.keyboard.type(sought)
  const found = page.locator('.n-base-select-option').filter({
    hasText: new RegExp(`^\\s*${entry.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
  })
  await found.first().click()
}

/** Picks an entry of the menu that a button opens. */
export async function chooseFromMenu(button: Locator, entry: string | RegExp): Promise<void> {
  await button.click()
  await button.page().locator('.n-dropdown-option, .act-menu [role=menuitem]').filter({ hasText: entry }).click()
}

/**
 * Opens a workbench and waits until it is shown. One that has its own room is loaded at its first visit; until then the form of the
 * previous one is still there and would match.
 */
export async function openBench(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name })
  // A bar above that comes in the middle of a press moves the tab away from under it.
  await expect(async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 3000 })
  }).toPass()
}

/** An audio player: a button and a waveform that shows the position. */
export function soundIn(place: Locator) {
  const wave = place.getByRole('slider', { name: /^Waveform of/ })
  const secondsNow = async (): Promise<number> => Number(await wave.getAttribute('aria-valuenow'))
  return {
    wave,
    play: () => place.getByRole('button', { name: /^Play “/ }).click(),
    pause: () => place.getByRole('button', { name: /^Pause “/ }).click(),
    secondsNow,
    /** Plays it and waits until its position has advanced twice. */
    async hear(): Promise<void> {
      await place.getByRole('button', { name: /^Play “/ }).click()
      await expect.poll(secondsNow, 'the sound has begun').toBeGreaterThan(0)
      const first = await secondsNow()
      await expect.poll(secondsNow, 'the sound continues').toBeGreaterThan(first)
    },
    /** Expects a drawn waveform: more than a flat line. */
    async expectDrawn(): Promise<void> {
      await expect.poll(() => wave.locator('svg').evaluate((svg: SVGSVGElement) => svg.getBBox().height), 'the waveform has height')
        .toBeGreaterThan(4)
    },
  }
}

/** A video player. */
export function shotIn(place: Locator) {
  const video = place.locator('video[aria-label]')
  /** A hash of all pixels shown now. */
  const frame = (): Promise<number> => video.evaluate((element: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 90
    const context = canvas.getContext('2d')
    context?.drawImage(element, 0, 0, 160, 90)
    return Array.from(context?.getImageData(0, 0, 160, 90).data ?? []).reduce((hash, value) => (hash * 31 + value) >>> 0, 7)
  })
  const secondsNow = (): Promise<number> => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  return {
    video,
    secondsNow,
    /** Plays it, and compares two frames to prove that it moves. */
    async see(): Promise<void> {
      await expect.poll(
        () => video.evaluate((element: HTMLVideoElement) => element.readyState),
        'a first frame is shown',
      ).toBeGreaterThanOrEqual(2)
      const still = await frame()
      await place.getByRole('button', { name: /^Play “/ }).click()
      await expect.poll(secondsNow, 'the shot plays').toBeGreaterThan(0.3)
      await expect.poll(frame, 'its picture changes').not.toBe(still)
    },
  }
}

export function newsOf(page: Page) {
  const list = page.getByRole('list', { name: 'Notifications' })
  return {
    said: (text: string | RegExp) => list.getByRole('listitem').filter({ hasText: text }),
    /** Keeps every later notice visible, like a pointer that hovers over it. At most four are shown. */
    keep: () => list.evaluate((element) => {
      const hold = (): void => element.querySelectorAll('li').forEach(notice => notice.dispatchEvent(new MouseEvent('mouseenter')))
      new MutationObserver(hold).observe(element, { childList: true })
      hold()
    }),
    /** Undoes the last action. */
    undo: () => list.getByRole('button', { name: 'Undo' }).last().click(),
  }
}
