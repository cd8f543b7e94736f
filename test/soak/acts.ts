/** What a person does in one round of a soak: looks into every room, cuts, plays, and delivers. */
import type { Page } from '@playwright/test'
import type { StudioClient } from '#contract/index.ts'
import type { ProjectId, RequestId, SequenceId } from '#contract/words.ts'
import { newId } from '../../src-main/base/ids.ts'

export interface Round {
  readonly visits: number
  /** Of menus, dialogs and drags, each given up. */
  readonly openings: number
  readonly edits: number
  readonly previews: number
  readonly deliveries: number
}

export interface Person {
  readonly page: Page
  readonly client: StudioClient
  readonly projectId: ProjectId
  readonly sequenceId: SequenceId
}

const settings = ['accounts', 'models', 'spend', 'safety', 'queue', 'delivery', 'look', 'pages', 'about']

function roomsOf(projectId: ProjectId): string[] {
  return [
    '/projects',
    ...['script', 'make', 'make/transcribe', 'make/chat', 'timeline', 'deliver'].map(part => `/projects/${projectId}/${part}`),
    ...['/library', '/trash', '/voices', '/queue', '/make', '/make/transcribe', '/make/chat'],
    ...settings.map(section => `/settings/${section}`),
  ]
}

/** As many visits as it takes to be in each room once. */
export const roomCount = roomsOf('' as ProjectId).length // no real project

export async function doRound(person: Person, { visits, openings, edits, previews, deliveries }: Round): Promise<void> {
  const rooms = roomsOf(person.projectId)
  for (let visit = 0; visit < visits; visit++)
    await visitRoom(person.page, rooms[visit % rooms.length] ?? '/projects')
  if (openings + edits + previews > 0) {
    await visitRoom(person.page, `/projects/${person.projectId}/timeline`)
    await person.page.locator('[data-clip]').first().waitFor()
  }
  for (let opening = 0; opening < openings; opening++)
    await openAndGiveUp(person.page)
  for (let edit = 0; edit < edits; edit++)
    await editOnce(person.page)
  for (let preview = 0; preview < previews; preview++)
    await playOnce(person.page)
  for (let delivery = 0; delivery < deliveries; delivery++)
    await deliverOnce(person)
  await visitRoom(person.page, '/projects')
}

/** Until the room is there and the page has nothing more to do. */
export async function visitRoom(page: Page, path: string): Promise<void> {
  await page.evaluate(async (hash) => {
    location.hash = hash
    await new Promise(resolve => requestAnimationFrame(resolve))
    await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5000 }))
  }, path)
  await page.locator('main h1, main .room, main .room-bar').first().waitFor()
}

async function openAndGiveUp(page: Page): Promise<void> {
  const clip = page.locator('[data-clip]').last()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'hidden' })
  await clip.click({ button: 'right' })
  const menu = page.getByRole('menu')
  await menu.first().waitFor()
  await page.keyboard.press('Escape')
  await menu.first().waitFor({ state: 'hidden' })
  const box = await clip.boundingBox()
  if (!box)
    throw new Error('the clip is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** A nudge and its undo, so that the film stays as it is. */
async function editOnce(page: Page): Promise<void> {
  // Behind the last one there is room.
  const clip = page.locator('[data-clip]').last()
  await clip.click()
  const before = await clip.getAttribute('aria-label')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await untilLabel(page, label => label !== before)
  await page.keyboard.press('Control+z')
  await untilLabel(page, label => label === before)
}

function untilLabel(page: Page, isWanted: (label: string | null) => boolean): Promise<void> {
  return until(page, async () => isWanted(await page.locator('[data-clip]').last().getAttribute('aria-label')))
}

async function playOnce(page: Page): Promise<void> {
  const time = page.getByRole('region', { name: 'Preview' }).locator('.time').first()
  await page.keyboard.press('Home')
  const before = await time.textContent()
  await page.keyboard.press('Space')
  await until(page, async () => await time.textContent() !== before)
  await page.keyboard.press('k')
}

/** Without a handle of any element: the browser keeps those, and so the room. */
async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  while (!await isSo())
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
}

/** Deliveries are moved to the trash: their list grows by design. */
async function deliverOnce({ page, client, projectId, sequenceId }: Person): Promise<void> {
  await visitRoom(page, `/projects/${projectId}/deliver`)
  const { delivery } = await client.deliveries.render({
    requestId: newId<RequestId>(),
    sequenceId,
    presetId: 'landscape-1080',
    captionMode: 'none',
    name: `Soak ${newId()}`,
  })
  await page.locator('.delivery').filter({ hasText: delivery.name }).locator('.file').first().waitFor()
  await client.deliveries.trash({ deliveryId: delivery.id })
  await client.jobs.clear({ jobIds: [delivery.jobId] })
}
