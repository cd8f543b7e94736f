/** A studio that is killed while somebody works: what was done is kept by the browser, and made once when the studio is opened again. */
import { linesChanged } from '#contract/script.ts'
import { openMediaKit } from '../kit/media.ts'
import { holdWire } from './kit/cut-wire.ts'
import { firstOf } from './kit/first-of.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { libraryRoom } from './pages/library-room.ts'

test.describe('a studio that is killed while somebody works', () => {
  test.skip(({ hostName }) => hostName !== 'web', 'the window of the app ends with its studio')

  test('edits of every room are kept, the gate says so, and a new link sends them once @web @wide', async ({ studio, watch }) => {
    watch.expect(studioGone)
    watch.expect(/403/)
    const { page, shell, script, projects } = studio
    await studio.lookAround()
    await projects.create('The boat')
    await script.paste('ANNA: The sea was quiet.\nBEN: For once.', 2)
    await expect.poll(script.texts).toEqual(['The sea was quiet.', 'For once.'])
    const { port } = studio.running
    await studio.kill()
    await expect(shell.lost).toBeVisible()
    await expect(page.getByText('Your changes are kept in this browser')).toBeVisible()

    await script.write(1, 'The sea was loud.')
    await script.text(1).blur()
    await script.write(2, 'For the first time.')
    await script.text(2).blur()
    await expect(page.getByText('2 changes are kept in this browser and will be sent when Takeroom is back.')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Kept changes' })
    await expect(dialog.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem')).toHaveCount(2)
    await expect(dialog).toContainText('The sea was loud.')
    await page.keyboard.press('Escape')

    // A browser that the studio knows comes back by itself; this one has to be let in.
    await page.context().clearCookies()
    await studio.reopen({ port: port!, staysOutside: true })
    await expect(shell.gate).toBeVisible()
    await expect(page.getByText('2 changes are kept in this browser.')).toBeVisible()
    await studio.open()
    await shell.go('Projects')
    await projects.card('The boat').getByRole('link').click()
    await expect.poll(script.texts).toEqual(['The sea was loud.', 'For the first time.'])
    await expect(page.getByText(/changes? (?:is|are) kept/)).toHaveCount(0)
    await page.reload()
    await expect.poll(script.texts).toEqual(['The sea was loud.', 'For the first time.'])
  })

  test('what somebody else changed in the meantime is not replaced: the words are listed, and can be copied and dismissed @web', async ({ studio, context, watch }) => {
    watch.expect(studioGone)
    watch.expect(/403/)
    const { page, script, projects } = studio
    await studio.lookAround()
    await projects.create('The boat')
    await script.paste('ANNA: The sea was quiet.', 1)
    await expect.poll(script.texts).toEqual(['The sea was quiet.'])
    const { port } = studio.running
    await studio.kill()
    await expect(studio.shell.lost).toBeVisible()
    await script.write(1, 'Mine.')
    await script.text(1).blur()
    await expect(page.getByText('1 change is kept in this browser')).toBeVisible()
    // A browser that the studio knows comes back by itself; this one has to be let in.
    await page.context().clearCookies()
    await studio.reopen({ port: port!, staysOutside: true })
    await studio.running.call?.(async (client) => {
      const { changed: [project] } = await firstOf(await client.projects.changes({}))
      const { changed: [line] } = linesChanged(await firstOf(await client.script.changes({ projectId: project!.id })))
      await client.script.edit({ lineId: line!.id, text: 'Theirs.' })
    })
    await studio.open()
    await expect(page.getByText('1 change could not be applied.')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Kept changes' })
    await expect(dialog.getByRole('listitem')).toContainText(['Mine.'])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Mine.')
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog).toContainText('Nothing is kept.')
    await page.keyboard.press('Escape')
    await studio.shell.go('Projects')
    await projects.card('The boat').getByRole('link').click()
    await expect.poll(script.texts).toEqual(['Theirs.'])
  })
})

test('a room that was not open before says that it is not loaded yet, and is filled when the studio is back @web', async ({ studio, hostName }) => {
  test.skip(hostName !== 'web', 'the wire of the app cannot be cut')
  const { page, shell, script, projects } = studio
  const wire = await holdWire(page)
  const loaded = new Set<string>()
  page.on('requestfinished', request => loaded.add(/\/(\w+)-[\w-]+\.js$/.exec(request.url())?.[1] ?? ''))
  await page.reload()
  await studio.lookAround()
  await projects.create('The boat')
  await script.paste('ANNA: The sea was quiet.', 1)
  await shell.go('Projects')
  // The code of all rooms is there before the studio is away: no file comes after that.
  for (const room of ['TimelineRoom', 'DeliverRoom', 'LibraryRoom', 'TrashRoom'])
    await expect.poll(() => loaded.has(room)).toBe(true)
  await wire.cut()
  await page.route('**/assets/**', route => route.abort())
  const notLoaded = page.getByRole('heading', { name: 'Not loaded yet' })
  await projects.card('The boat').getByRole('link').click()
  await expect(notLoaded).toBeVisible()
  for (const room of ['Timeline', 'Deliver'] as const) {
    await shell.goToPart(room)
    await expect(notLoaded).toBeVisible()
  }
  await shell.go('Library')
  await expect(notLoaded).toBeVisible()
  await page.evaluate(() => location.assign('#/trash'))
  await expect(notLoaded).toBeVisible()
  // To look is no act: nothing may have been done, and nobody is told to check.
  await expect(page.getByText('before the answer arrived')).toHaveCount(0)
  await wire.restore()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await shell.go('Projects')
  await projects.card('The boat').getByRole('link').click()
  await expect.poll(script.texts).toEqual(['The sea was quiet.'])
})

test('a note that another page wrote in the meantime stays: the older one is listed, and used when the user says so @web', async ({ studio, context, hostName }) => {
  test.skip(hostName !== 'web', 'the wire of the app cannot be cut')
  const { page, shell, library } = studio
  const wire = await holdWire(page)
  await page.reload()
  await studio.lookAround()
  await shell.go('Library')
  const media = await openMediaKit()
  await library.import([await media.tone('bell.wav', { seconds: 1 })])
  await expect(library.takes).toHaveCount(1)
  await media.close()
  await library.take('bell').click()
  await library.note.fill('first')
  await library.note.blur()
  await expect(library.inspector.getByText('Saved')).toBeVisible()
  await wire.cut()
  await library.note.fill('mine')
  await library.note.blur()
  await expect(page.getByText('1 change is kept in this browser')).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  const theirs = libraryRoom(other)
  await theirs.take('bell').click()
  await expect(theirs.note).toHaveValue('first')
  await theirs.note.fill('theirs')
  await theirs.note.blur()
  await expect(theirs.inspector.getByText('Saved')).toBeVisible()
  await other.close()

  await wire.restore()
  await expect(page.getByText('1 change could not be applied.')).toBeVisible()
  await expect(library.note).toHaveValue('theirs')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Kept changes' })
  await expect(dialog.getByRole('listitem')).toContainText(['mine'])
  await expect(dialog).toContainText('The note has changed since, so it was not replaced.')
  await dialog.getByRole('button', { name: 'Use this instead' }).click()
  await expect(dialog).toContainText('Nothing is kept.')
  await page.keyboard.press('Escape')
  await expect(library.note).toHaveValue('mine')
})
