/** Fields own their keys: in every room and dialog each bound chord is pressed in each field, and nothing but the field changes. */
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { StoryStudio } from './kit/story.ts'
import { boundHere, fieldsHere, isOfField, pressIn } from './kit/fields.ts'
import { expect, test } from './kit/story.ts'
import { openBench } from './pages/parts.ts'

async function firstOf<Event>(feed: Promise<AsyncIterable<Event>>): Promise<Event | null> {
  const events = (await feed)[Symbol.asyncIterator]()
  const first = await events.next()
  await events.return?.()
  return first.done ? null : first.value
}
function idsIn(value: unknown): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? ''))]
}

/** All documents of the studio, but for the words that are typed while the story continues. */
async function documentsOf(studio: StoryStudio): Promise<unknown> {
  let found: unknown = null
  await studio.running.call?.(async (client) => {
    const projects = await firstOf(client.projects.changes({}))
    const ofProjects = await Promise.all(idsIn(projects).map(async (id) => {
      const projectId = id as ProjectId
      const sequences = await firstOf(client.sequences.changes({ projectId }))
      const whole = await Promise.all(idsIn(sequences).map(one => firstOf(client.sequences.follow({ sequenceId: one as SequenceId }))))
      return {
        script: JSON.parse((await firstOf(client.script.changes({ projectId })))?.changed ?? 'null') as unknown,
        documents: whole.map(event => JSON.parse(event?.sequence ?? 'null') as unknown),
        deliveries: await firstOf(client.deliveries.changes({ projectId })),
      }
    }))
    const settings = (await firstOf(client.settings.changes({})))?.settings
    found = {
      projects,
      ofProjects,
      jobs: await firstOf(client.jobs.changes({})),
      accounts: await firstOf(client.accounts.changes({})),
      trash: await client.trash.list({}),
      settings: [settings?.keys, settings?.theme, settings?.language],
    }
  })
  const typed = new Set(['text', 'name', 'speaker', 'direction', 'revision', 'changedAt', 'updatedAt', 'hash', 'state'])
  return JSON.parse(JSON.stringify(found, (key, value: unknown) => typed.has(key) ? undefined : value))
}

/** Where the page is, what is open, selected and pressed in it, and where the playhead is. */
function lookOf(studio: StoryStudio): Promise<unknown> {
  return studio.page.evaluate(() => {
    const named = (selector: string) => [...document.querySelectorAll(selector)]
      .filter(element => !element.hasAttribute('data-law') && !element.closest('.n-base-select-menu'))
      .map(element => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60))
    return {
      address: location.hash,
      dialogs: named('[role=dialog], .n-modal, .n-drawer, .act-menu, .n-dropdown-menu').length,
      selected: named('[aria-selected=true]:not([data-clip])'),
      // By id: the label of a clip is its own words, which may be what was just typed.
      clips: [...document.querySelectorAll<HTMLElement>('[data-clip][aria-selected=true]')].map(clip => clip.dataset.clip),
      pressed: named('button[aria-pressed=true]'),
      // What the list does not show after a search is not selected any more.
      panels: named('aside:not([aria-label=Take]), section[aria-label]').map(name => name.slice(0, 20)),
      playhead: document.querySelector('.preview .time')?.textContent,
      theme: document.documentElement.dataset.theme,
    }
  })
}

/** Presses every chord in every field of this place, and compares after each field. */
async function pressAll(studio: StoryStudio, place: string, inside = 'body'): Promise<number> {
  const { page } = studio
  const wire = await page.context().newCDPSession(page)
  const bound = await boundHere(page)
  const selectors = [...new Set(bound.flatMap(({ pass }) => pass?.within ? [pass.within] : []))]
  let fields = await fieldsHere(page, selectors, inside)
  // Rows of a long list, and what is asked of main, come one after another.
  await expect.poll(async () => {
    const before = fields.length
    fields = await fieldsHere(page, selectors, inside)
    return fields.length - before
  }, { intervals: [500] }).toBe(0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const before = await documentsOf(studio)
  for (const field of fields) {
    const chosen = page.locator(`[data-law="${field.mark}"]`).first()
    if (await chosen.count() === 0)
      continue
    const words = await chosen.evaluate(element => 'value' in element ? String(element.value) : '')
    await chosen.focus()
    const look = await lookOf(studio)
    const isPassed = ({ chord, pass }: typeof bound[number]): boolean =>
      pass !== null && /(?:mod|alt|super)\+|^f\d/.test(chord) && (pass.within === undefined || field.within.includes(pass.within))
    const passed = new Set(bound.filter(isPassed).map(({ chord }) => chord))
    // A form sends by Ctrl+Enter itself, and undo is its own story.
    const chords = [...new Set(bound.map(({ chord }) => chord))]
      .filter(chord => !passed.has(chord) && !isOfField(field, chord) && !/enter$|mod\+(?:shift\+)?[zy]$/.test(chord) && chord !== 'escape')
    const reached = await pressIn(page, wire, field.mark, chords)
    expect.soft(reached, `${place}, keys that reached ${field.kind} “${field.name}”`).toBe(chords.length)
    if (['text', 'number'].includes(field.kind)) {
      await chosen.evaluate((element, value) => {
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value') ?? {}
          set?.call(element, value)
          element.dispatchEvent(new Event('input', { bubbles: true }))
        }
      }, words)
    }
    expect.soft(await lookOf(studio), `${place}, ${field.kind} “${field.name}”`).toEqual(look)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  }
  expect.soft(await documentsOf(studio), `${place}: the documents of the studio`).toEqual(before)
  await wire.detach()
  return fields.length
}

async function makeFilm(studio: StoryStudio): Promise<void> {
  await studio.projects.create('The boat')
  await studio.script.paste('MARA: The boat is gone.\n\nIVO: It was never ours.\n\nMARA: Then whose was it?', 3)
  await studio.script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await studio.script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await studio.script.make.click()
  await expect(studio.script.allMade).toBeVisible()
}

test('in the rooms of a project, no chord that is pressed in a field does anything else @web', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  const { page, shell, timeline } = studio
  await makeFilm(studio)
  expect(await pressAll(studio, 'script')).toBeGreaterThan(8)

  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await timeline.assemble.click()
  await expect(timeline.clips).toHaveCount(6)
  // Every act could do something: clips are copied and selected, a marker is at the playhead, the whole is longer than it.
  await timeline.clip(/^MARA The boat is gone/).first().click({ position: { x: 30, y: 20 } })
  await page.keyboard.press('Control+c')
  await page.keyboard.press('m')
  await page.keyboard.press('Alt+b')
  expect(await pressAll(studio, 'timeline, a spoken clip')).toBeGreaterThan(8)
  await timeline.clip(/^MARA The boat is gone/).last().click({ position: { x: 30, y: 10 } })
  expect(await pressAll(studio, 'timeline, a caption')).toBeGreaterThan(8)
  await shell.command('Add title')
  await expect(timeline.clips).toHaveCount(7)
  expect(await pressAll(studio, 'timeline, a title')).toBeGreaterThan(12)

  await shell.goToPart('Deliver')
  await studio.deliver.overview.waitFor()
  expect(await pressAll(studio, 'deliver')).toBeGreaterThan(4)
  await shell.goToPart('Make')
  await studio.make.prompt.waitFor()
  expect(await pressAll(studio, 'make, speech')).toBeGreaterThan(3)
})

test('in the other rooms and in dialogs, no chord that is pressed in a field does anything else @web', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  const { page, shell } = studio
  await makeFilm(studio)
  await shell.go('Library')
  await studio.library.takes.first().click()
  await studio.library.inspector.waitFor()
  expect(await pressAll(studio, 'library')).toBeGreaterThan(2)
  await shell.go('Make')
  for (const bench of ['Image', 'Video', 'Transcribe', 'Chat']) {
    await openBench(page, bench)
    expect(await pressAll(studio, `make, ${bench}`)).toBeGreaterThan(0)
  }
  await shell.go('Voices')
  await page.locator('main input').first().waitFor()
  expect(await pressAll(studio, 'voices')).toBeGreaterThan(0)
  await shell.go('Queue')
  await page.locator('main input').first().waitFor()
  expect(await pressAll(studio, 'queue')).toBeGreaterThan(0)
  await shell.go('Settings')
  for (const section of ['Accounts', 'Models', 'Storage and safety', 'Queue', 'Delivery', 'Appearance and language'] as const) {
    if (section !== 'Accounts')
      await studio.settings.open(section)
    expect(await pressAll(studio, `settings, ${section}`)).toBeGreaterThan(0)
  }
  await studio.settings.open('Accounts')
  await studio.settings.add.click()
  expect(await pressAll(studio, 'the form of an account', '[role=dialog]')).toBeGreaterThan(2)
})
