/** Finding takes: by names and tags of one's own, by the search language, and by the buttons that write it. */
import type { Locator, Page } from '@playwright/test'
import type { MediaKit } from '../kit/media.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

/** Types a tag into the field of this name, and confirms it. */
async function addTag(page: Page, within: Locator, field: string, tag: string): Promise<void> {
  await within.locator('.n-select').and(within.getByLabel(field)).click()
  await page.keyboard.type(tag)
  await page.keyboard.press('Enter')
}

test('takes are named and tagged, one in its details and several with keys, and undo takes it back', async ({ studio, media }) => {
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([
    await media.tone('bell.wav'),
    await media.tone('horn.wav', { frequency: 110 }),
    await media.picture('north sea.png'),
  ])
  await expect(library.takes).toHaveCount(3)

  await library.take('bell').click()
  const name = library.inspector.getByRole('textbox', { name: 'Name' })
  await name.fill('Harbour bell')
  await name.press('Enter')
  await expect(library.take('Harbour bell')).toBeVisible()
  await addTag(page, library.inspector, 'Tags', 'night')
  await page.keyboard.press('Escape')
  await library.search.fill('night')
  await expect(library.takes).toHaveCount(1)
  await library.search.fill('')
  await expect(library.takes).toHaveCount(3)

  await library.take('horn').click()
  await library.take('north sea').click({ modifiers: ['Control'] })
  await page.keyboard.press('F2')
  const naming = page.getByRole('dialog', { name: 'Rename 2 takes' })
  await naming.getByLabel('Name').fill('Wave')
  await expect(naming).toContainText('From Wave 1 to Wave 2.')
  await page.keyboard.press('Enter')
  await expect(library.take(/Wave [12]/)).toHaveCount(2)

  await library.selection.getByRole('button', { name: 'Tags…' }).click()
  const tagging = page.getByRole('dialog', { name: 'Tags of 2 takes' })
  await addTag(page, tagging, 'Tags of all', 'sea')
  await page.keyboard.press('Escape')
  await tagging.getByRole('button', { name: 'Save' }).click()
  await expect(tagging).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: add the tag “sea”')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(library.take(/Wave [12]/)).toHaveCount(0)
  await expect(library.take('north sea')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(library.take(/Wave [12]/)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('Redone: add the tag “sea”')).toBeVisible()
  await library.search.fill('sea')
  await expect(library.takes).toHaveCount(2)
})

test('a line is added to the notes of several takes at once, and one undo by key takes it out of all', async ({ studio, media }) => {
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([await media.tone('bell.wav'), await media.tone('horn.wav', { frequency: 110 })])
  await expect(library.takes).toHaveCount(2)
  const note = library.inspector.getByRole('textbox', { name: 'Note', exact: true })
  await library.take('bell').click()
  await note.fill('loud')
  await note.press('Tab')
  await expect(library.inspector.getByText('Saved', { exact: true })).toBeVisible()

  await library.take('horn').click({ modifiers: ['Control'] })
  await library.selection.getByRole('button', { name: 'Note…' }).click()
  const noting = page.getByRole('dialog', { name: 'Add to the notes of 2 takes' })
  await noting.getByLabel('Line to add').fill('gullcry')
  await page.keyboard.press('Enter')
  await expect(noting).toHaveCount(0)
  await library.take('bell').click()
  await expect(note).toHaveValue('loud\ngullcry')

  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: add to 2 notes')).toBeVisible()
  await expect(note).toHaveValue('loud')
  await library.take('horn').click()
  await expect(note).toHaveValue('')
  await page.keyboard.press('Control+Shift+z')
  await expect(note).toHaveValue('gullcry')
})

test('a search is written with completions and by buttons, which show what it says; hits are lit in grid and list @wide', async ({ studio, service, media }) => {
  test.slow()
  await studio.enterWith(service)
  await studio.shell.go('Make')
  await studio.make.speak('A gull over the harbour.')
  await studio.make.speak('海边的灯塔今晚又亮了。')
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([await media.picture('gull at sea.png')])
  await expect(library.takes).toHaveCount(3)

  await library.search.click()
  await page.keyboard.type('gull k')
  await page.getByText('kind:', { exact: true }).click()
  await expect(library.search).toHaveValue('gull kind:')
  await page.keyboard.type('im')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(library.search).toHaveValue(/^gull kind:im\w+ $/)
  await library.search.fill('gull kind:speech')
  await expect(library.takes).toHaveCount(1)
  await expect(library.take('A gull').locator('mark')).toHaveText(['gull'])
  await expect(library.facet('Speech')).toHaveAttribute('aria-pressed', 'true')
  await library.facet('Import').click()
  await expect(library.search).toHaveValue('gull kind:speech kind:import ')
  await expect(library.takes).toHaveCount(2)
  await library.facet('All').click()
  await expect(library.search).toHaveValue('gull ')

  await library.search.fill('-harbour "灯塔"')
  await expect(library.takes).toHaveCount(1)
  await library.search.blur()
  await page.keyboard.press('g')
  await expect(library.take('海边的').locator('mark')).toHaveText(['灯塔'])
  await library.search.fill('gull -is:starred before:1999')
  await expect(library.nothingFound).toBeVisible()
  await library.facet('Clear filters').first().click()
  await expect(library.search).toHaveValue('')
  await expect(library.takes).toHaveCount(3)
  await library.facet('Starred').click()
  await expect(library.search).toHaveValue('is:starred ')
  await expect(library.nothingFound).toBeVisible()
})

test('filters next to the takes show counts of the search, write it, and stay folded', async ({ studio, media }) => {
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([
    await media.tone('bell.wav'),
    await media.tone('horn.wav', { frequency: 110 }),
    await media.picture('north sea.png'),
  ])
  await expect(library.takes).toHaveCount(3)
  await library.take('bell').click()
  await addTag(page, library.inspector, 'Tags', 'night')
  await page.keyboard.press('Escape')

  await library.facet('Filters').click()
  const filters = library.filters
  await expect(filters.group('Kind').getByRole('button', { name: /^Import/ })).toHaveText(/Import\s*3/)
  await expect(filters.value('Tag', 'night')).toHaveText(/night\s*1/)
  await expect(filters.value('Length', 'Under 10 s')).toHaveText(/2$/)
  await expect(filters.value('Use', 'Unused')).toHaveText(/3$/)

  await filters.value('Tag', 'night').click()
  await expect(library.search).toHaveValue('tag:night ')
  await expect(library.takes).toHaveCount(1)
  await expect(filters.value('Tag', 'night')).toHaveAttribute('aria-pressed', 'true')
  await expect(filters.value('Kind', 'Import'), 'what is left of the others').toHaveText(/1$/)
  await filters.value('Length', 'Under 10 s').press('Enter')
  await expect(library.search).toHaveValue('tag:night shorter:10s ')
  await filters.value('Tag', 'night').click()
  await expect(library.search).toHaveValue('shorter:10s ')
  await expect(library.takes).toHaveCount(2)
  await library.search.fill('horn')
  await expect(filters.value('Length', 'Under 10 s')).toHaveText(/1$/)
  await expect(filters.group('Tag'), 'none of what is found has a tag').toHaveCount(0)

  const month = filters.group('Created').getByRole('button').nth(1)
  await month.click()
  await expect(library.search).toHaveValue(/^horn after:\d{4}-\d\d before:\d{4}-\d\d $/)
  await expect(filters.group('Created').getByRole('button')).toHaveCount(3)
  await filters.group('Created').getByRole('button').nth(2).click()
  await expect(library.search).toHaveValue(/^horn after:\d{4}-\d\d-\d\d before:\d{4}-\d\d-\d\d $/)
  await expect(library.takes).toHaveCount(1)
  await library.search.fill('')

  await filters.group('Created').getByRole('button', { expanded: true }).click()
  await expect(filters.group('Created').getByRole('button')).toHaveCount(1)
  await page.reload()
  await expect(filters.value('Tag', 'night')).toBeVisible()
  await expect(filters.group('Created').getByRole('button')).toHaveCount(1)
  // A take that leaves is not counted any more.
  await library.take('bell').click()
  await page.keyboard.press('Delete')
  await expect(library.takes).toHaveCount(2)
  await expect(filters.group('Tag')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(filters.value('Tag', 'night')).toHaveText(/1$/)
  await library.facet('Filters').click()
  await expect(filters.panel).toHaveCount(0)
})
