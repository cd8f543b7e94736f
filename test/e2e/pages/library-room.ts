/** The library: search, facets, takes, and the inspector next to them. */
import type { Page } from '@playwright/test'
import { choose, shotIn, soundIn } from './parts.ts'

export function libraryRoom(page: Page) {
  const takes = page.locator('.take-card, .take-row')
  const inspector = page.getByRole('complementary', { name: 'Take', exact: true })
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const group = (title: string) => panel.getByRole('group', { name: title, exact: true })
  return {
    room: page.locator('.library'),
    takes,
    take: (words: string | RegExp) => takes.filter({ hasText: words }),
    search: page.getByRole('textbox', { name: /^Search prompt/ }),
    facet: (name: string) => page.locator('.facets').getByRole('button', { name: new RegExp(`^${name}`) }),
    chooseFacet: (name: 'Project' | 'Model', entry: string) => choose(page.locator('.facets'), name, entry),
    filters: {
      panel,
      group,
      value: (title: string, label: string) => group(title).getByRole('button', { name: new RegExp(`^${label}`) }),
    },
    nothingFound: page.getByRole('heading', { name: 'Nothing found' }),
    selection: page.getByRole('toolbar'),
    arrived: page.getByRole('button', { name: /new takes?$/ }),
    inspector,
    sound: soundIn(inspector),
    shot: shotIn(inspector),
    note: inspector.getByRole('textbox', { name: 'Note' }),
    request: inspector.locator('pre.request'),
    async import(paths: readonly string[]): Promise<void> {
      const picking = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import…' }).first().click()
      await (await picking).setFiles([...paths])
    },
    /** Drops a file on the room, as from the desktop. */
    async drop(file: { name: string, type: string, base64: string }): Promise<void> {
      const carried = await page.evaluateHandle(({ name, type, base64 }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name, { type }))
        return transfer
      }, file)
      await page.locator('.library').dispatchEvent('dragover', { dataTransfer: carried })
      await page.locator('.library').dispatchEvent('drop', { dataTransfer: carried })
    },
  }
}
