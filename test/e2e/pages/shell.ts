/** The frame around every room: navigation, banners, command palette, shortcuts, notifications. */
import type { Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'
import { newsOf } from './parts.ts'

export type RoomName = 'Projects' | 'Library' | 'Make' | 'Voices' | 'Queue' | 'Settings'

export function shell(page: Page) {
  const rail = page.getByRole('navigation', { name: 'Main navigation' })
  const parts = page.getByRole('navigation', { name: 'Project sections' })
  return {
    page,
    rail,
    news: newsOf(page),
    /**
     * Goes to a room and waits until it is shown. A room is loaded at its first visit; until then the previous room is still there and
     * would match.
     */
    async go(room: RoomName): Promise<void> {
      await rail.getByRole('link', { name: new RegExp(`^${room}`) }).click()
      await page.waitForURL(new RegExp(`#/${room === 'Settings' ? 'settings/accounts' : room.toLowerCase()}(\\?|$)`))
    },
    /** Like `go`, within the open project. */
    async goToPart(part: 'Script' | 'Make' | 'Timeline' | 'Deliver'): Promise<void> {
      await parts.getByRole('link', { name: part }).click()
      await page.waitForURL(new RegExp(`#/projects/[^/]+/${part.toLowerCase()}(\\?|$)`))
    },
    /** Waits until no job is in progress: the queue shows no badge. */
    idle: () => expect(rail.getByText(/\d+ in progress/)).toHaveCount(0),
    palette: page.getByRole('dialog', { name: 'Commands' }),
    async command(words: string): Promise<void> {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /Type a command/ }).fill(words)
      await page.keyboard.press('Enter')
    },
    lost: page.getByText('Connection to Takeroom lost.'),
    gate: page.getByRole('heading', { name: 'This browser needs a new link' }),
    inspector: page.getByRole('complementary', { name: 'Take', exact: true }),
  }
}
