/** The library: searching, importing, organising, trashing and restoring takes. */
import type { MediaKit } from '../kit/media.ts'
import { readFile } from 'node:fs/promises'
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

test.describe('the library', () => {
  test('a take is found by its words in English and Chinese, by kind and by star; nonsense finds nothing @short', async ({ studio, service, media }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('A gull over the harbour.')
    await studio.make.speak('海边的灯塔今晚又亮了。')
    await studio.shell.go('Library')
    const { library } = studio
    await library.import([await media.picture('north sea.png')])
    await expect(library.takes).toHaveCount(3)

    await library.search.fill('harb')
    await expect(library.takes).toHaveCount(1)
    await expect(library.take('A gull over the harbour.')).toBeVisible()
    await library.search.fill('灯塔')
    await expect(library.takes).toHaveCount(1)
    await expect(library.take('海边的灯塔')).toBeVisible()
    await library.search.fill('xyzzy plugh')
    await expect(library.nothingFound).toBeVisible()
    await library.search.fill('')

    await library.facet('Import').click()
    await expect(library.takes).toHaveCount(1)
    await expect(library.take('north sea')).toBeVisible()
    await library.facet('All').click()
    await library.take('A gull').getByRole('button', { name: 'Star' }).click()
    await library.facet('Starred').click()
    await expect(library.takes).toHaveCount(1)
    await library.facet('Clear filters').click()
    await library.chooseFacet('Model', 'Higgs 2.5')
    await expect(library.takes).toHaveCount(2)
  })

  test('a note is saved and can be searched', async ({ studio, media }) => {
    await studio.lookAround()
    await studio.shell.go('Library')
    const { library } = studio
    await library.import([await media.tone('bell.wav'), await media.tone('horn.wav', { frequency: 110 })])
    await expect(library.takes).toHaveCount(2)
    await library.take('bell').click()
    await library.sound.hear()
    await library.note.fill('for the opening of chapter nine')
    await library.note.blur()
    await expect(library.inspector).toContainText('Saved')
    await library.search.fill('chapter nine')
    await expect(library.takes).toHaveCount(1)
    await expect(library.take('bell')).toBeVisible()
  })

  test('a trashed take can be restored, and only a permanent deletion removes it @short', async ({ studio, media }) => {
    await studio.lookAround()
    await studio.shell.go('Library')
    const { library, shell } = studio
    await library.import([
      await media.tone('keep.wav'),
      await media.tone('doubt.wav', { frequency: 220 }),
      await media.tone('waste.wav', { frequency: 880 }),
    ])
    await expect(library.takes).toHaveCount(3)

    await library.take('doubt').click()
    await studio.page.keyboard.press('Delete')
    await expect(library.takes).toHaveCount(2)
    await shell.news.undo()
    await expect(library.takes).toHaveCount(3)

    await library.take('doubt').click()
    await library.take('waste').click({ modifiers: ['Control'] })
    await expect(library.selection).toContainText('2 selected')
    await library.selection.getByRole('button', { name: 'Move to trash' }).click()
    await expect(library.takes).toHaveCount(1)

    await library.facet('Trash').click()
    await expect(library.takes).toHaveCount(2)
    await library.take('doubt').click()
    await library.inspector.getByRole('button', { name: 'Restore' }).click()
    await expect(library.takes).toHaveCount(1)
    await library.take('waste').click()
    await library.inspector.getByRole('button', { name: 'Delete permanently…' }).click()
    await studio.page.locator('[data-question]').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(library.takes).toHaveCount(0)
    await library.facet('Trash').click()
    await expect(library.takes).toHaveCount(2)
    await expect(library.take('doubt')).toBeVisible()
    await expect(library.take('keep')).toBeVisible()
  })

  test('a file is imported by picking or dropping it; a file that is no media is refused with a message', async ({ studio, media, watch }) => {
    watch.expect(/415/)
    await studio.lookAround()
    await studio.shell.go('Library')
    const { library, shell } = studio
    await library.import([await media.tone('chosen.wav')])
    await expect(shell.news.said('1 file imported.')).toBeVisible()
    const base64 = await readFile(await media.picture('dropped.png'), 'base64')
    await library.drop({ name: 'dropped.png', type: 'image/png', base64 })
    await expect(library.take('dropped')).toBeVisible()
    await expect(library.take('chosen')).toBeVisible()
    await library.drop({ name: 'letter.pdf', type: 'application/pdf', base64: Buffer.from('%PDF-1.4 a letter').toString('base64') })
    await expect(shell.news.said('“letter.pdf” is not supported')).toBeVisible()
    await expect(library.takes).toHaveCount(2)
  })

  test('several takes are selected by keyboard, starred together, and shown as a list', async ({ studio, media }) => {
    await studio.lookAround()
    await studio.shell.go('Library')
    const { library } = studio
    await library.import(await Promise.all([220, 330, 440, 550].map(frequency => media.tone(`tone ${frequency}.wav`, { frequency }))))
    await expect(library.takes).toHaveCount(4)
    await library.takes.first().click()
    await studio.page.keyboard.press('Shift+ArrowRight')
    await studio.page.keyboard.press('Shift+ArrowRight')
    await expect(library.selection).toContainText('3 selected')
    await studio.page.keyboard.press('f')
    await expect(library.takes.getByRole('button', { name: 'Remove star' })).toHaveCount(3)
    await studio.page.keyboard.press('Escape')
    await expect(library.selection).toHaveCount(0)
    await studio.page.getByRole('button', { name: 'List', exact: true }).click()
    await expect(studio.page.locator('.take-row')).toHaveCount(4)
  })

  test('a search tells how many of how many; after Delete the focus is on the take that took the place', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { page, library, make, shell } = studio
    await shell.go('Make')
    for (const text of ['One wave.', 'Two waves.', 'Three gulls.'])
      await make.speak(text)
    await shell.go('Library')
    await expect(page.getByRole('heading', { name: 'No take selected' })).toHaveCount(0)
    await library.search.fill('wave')
    await expect(library.room).toContainText('2 of 3 takes')
    await library.search.fill('')
    await expect(library.takes).toHaveCount(3)
    await library.take('Two waves.').click()
    await expect(library.inspector).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(library.take('Two waves.')).toHaveCount(0)
    await expect(library.take('One wave.')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(library.inspector).toHaveCount(0)
    await expect(library.take('One wave.')).not.toContainText('Practice')
  })

  test('a new take is announced and does not move the scroll position', async ({ studio, service, media }) => {
    await studio.enterWith(service)
    const open = service.hold('speech')
    await studio.shell.go('Make')
    await studio.make.prompt.fill('I come late.')
    await studio.make.send()
    await expect(studio.make.job('I come late.')).toBeVisible()
    await studio.shell.go('Library')
    const { library } = studio
    await library.import(await Promise.all([220, 330].map(frequency => media.tone(`tone ${frequency}.wav`, { frequency }))))
    await expect(library.takes).toHaveCount(2)
    const titles = await library.takes.allTextContents()
    const place = await library.takes.first().boundingBox()

    open()
    await expect(library.arrived).toHaveText('1 new take')
    expect(await library.takes.allTextContents()).toEqual(titles)
    expect(await library.takes.first().boundingBox()).toEqual(place)
    await library.arrived.click()
    await expect(library.takes).toHaveCount(3)
    await expect(library.takes.first()).toContainText('I come late.')
  })
})
