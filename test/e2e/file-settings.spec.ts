/** Settings in files: a take that is saved says how it was made, and a file that comes in fills in a form. */
import { copyFile, readFile } from 'node:fs/promises'
import { expect, test } from './kit/story.ts'

test('a saved take brings its settings to whoever opens the file in Takeroom, unless a person switches that off', async ({
  studio,
  service,
}, info) => {
  const { library, make, page, shell } = studio
  await studio.enterWith(service)
  await shell.go('Make')
  await make.speak('The light was out.')
  await shell.go('Library')
  const card = library.take('The light was out')
  const save = async () => {
    await card.click({ button: 'right' })
    return readFile((await studio.save(() => page.getByRole('menuitem', { name: /^Save as…/ }).click())).path)
  }
  await card.click({ button: 'right' })
  const { path } = await studio.save(() => page.getByRole('menuitem', { name: /^Save as…/ }).click())
  const friends = info.outputPath('from a friend.wav')
  await copyFile(path, friends)
  expect((await readFile(friends)).includes('takeroom-settings')).toBe(true)

  // It is found by words that are only inside of it.
  await library.import([friends])
  await expect(shell.news.said('1 file imported. It was already in the library.')).toBeVisible()
  const back = library.take('from a friend')
  await expect(back).toBeVisible()
  await library.search.fill('kind:import light out')
  await expect(library.takes).toHaveCount(1)
  await back.click()
  const inFile = library.inspector.locator('section').filter({ has: page.getByRole('heading', { name: 'Settings in the file' }) })
  await expect(inFile).toContainText('The light was out.')
  await expect(inFile).toContainText('Anybody can have written them')
  await inFile.getByRole('button', { name: 'Reuse' }).click()
  await expect(make.prompt).toHaveValue('The light was out.')
  await expect(make.results.getByRole('article'), 'nothing is sent').toHaveCount(1)

  await shell.go('Settings')
  await studio.settings.open('Delivery')
  await page.getByRole('switch', { name: 'Settings in saved files' }).click()
  await expect(page.getByRole('switch', { name: 'Settings in saved files' })).not.toBeChecked()
  await shell.go('Library')
  await library.search.fill('kind:speech')
  await expect(library.takes).toHaveCount(1)
  expect((await save()).includes('takeroom-settings')).toBe(false)
})
