/** Safety: backup, restore into another folder, repair after damage, diagnostics without keys, trash and earlier versions. */
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { filesBelow } from '../../src-main/base/files-below.ts'
import { environmentFor, startStudio } from '../kit/web-studio.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { choose, chooseFromMenu } from './pages/parts.ts'
import { roomsOf } from './pages/rooms.ts'

/** Expects no sideways overflow at either window size; `PICTURES=folder` saves screenshots. */
async function look(page: Parameters<typeof roomsOf>[0], name: string, at: string): Promise<void> {
  const folder = process.env.PICTURES
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 700 })
    await page.locator(at).first().scrollIntoViewIfNeeded()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
    if (folder)
      await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test.describe('safety', () => {
  test('a backup restores into another folder, opens there with its takes, and its queue waits for confirmation @web @short', async ({
    studio,
    service,
    browser,
    watch,
  }) => {
    await studio.enterWith(service)
    const { make, shell, page } = studio
    await shell.go('Make')
    await make.speak('Kept for ever.')
    service.hold('speech')
    await make.prompt.fill('Not sent yet.')
    await make.send()
    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const safety = page.locator('#safety')
    await safety.getByRole('button', { name: 'Back up now' }).click()
    await expect(safety.getByText('and has been verified')).toBeVisible()
    await look(page, 'backup', '#safety')
    await safety.getByRole('button', { name: /^Restore… takeroom/ }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Restore' }).click()
    await expect(safety.getByText('1 job waits there for your confirmation')).toBeVisible()
    const command = await safety.locator('.told code').textContent()
    const folder = /--folder "(.*)"/.exec(command ?? '')?.[1] ?? ''
    expect((await stat(join(folder, 'library.db'))).isFile()).toBe(true)
    await look(page, 'restored', '#safety')

    const other = await startStudio({ folder, env: environmentFor(folder) })
    const context = await browser.newContext({ locale: 'en-US' })
    watch.follow(context)
    const there = await context.newPage()
    await there.goto(other.address)
    const rooms = roomsOf(there)
    const question = there.getByRole('status', { name: 'Restored from a backup. Nothing is sent until you confirm each service address.' })
    await expect(question).toContainText('Send requests from “My account” to http://127.0.0.1')
    await look(there, 'restored-hosts', '.hosts')
    await rooms.shell.go('Settings')
    await expect(there.getByText('Address not confirmed')).toBeVisible()
    await question.getByRole('button', { name: /^Yes, send to 127\.0\.0\.1/ }).click()
    await expect(question).toBeHidden()
    await rooms.shell.go('Library')
    await expect(rooms.library.take('Kept for ever.')).toBeVisible()
    await rooms.shell.go('Queue')
    await expect(there.getByText('1 job needs your confirmation: it may have been sent already')).toBeVisible()
    await expect(rooms.queue.job('Not sent yet.')).toContainText('it may have been sent already')
    await look(there, 'restored-queue', '.held')
    await context.close()
    await other.close({ forget: true })
    expect(service.taken('speech')).toBe(1)
  })

  test('backups are made by schedule in a folder of one’s own, and a disk that is not there is told @web', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, shell, page } = studio
    await shell.go('Make')
    await make.speak('Kept every day.')
    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const safety = page.locator('#safety')
    const disk = await mkdtemp(join(tmpdir(), 'takeroom-disk-'))
    const folder = join(disk, 'Backups')
    await mkdir(folder)

    await safety.getByRole('button', { name: 'Choose folder…' }).click()
    const path = safety.getByRole('textbox', { name: 'Full path of a folder' })
    await path.fill(join(disk, 'none'))
    await path.press('Enter')
    await expect(safety.getByText(/There is no folder/)).toBeVisible()
    await look(page, 'backup-folder-refused', '[data-setting=backup-folder]')
    await path.fill(folder)
    await safety.getByRole('button', { name: 'Use folder' }).click()
    await expect(path).toBeHidden()
    await expect(safety.locator('[data-setting=backup-folder] code')).toHaveText(folder)

    await choose(safety, 'Back up automatically', 'Daily')
    const row = safety.getByRole('listitem').filter({ hasText: 'takeroom auto' })
    await expect(row).toContainText('Automatic')
    await expect(safety.getByText(/^Last automatic backup: .* Next: /)).toBeVisible()
    await look(page, 'backup-schedule', '[data-setting=backup-schedule]')
    expect((await readdir(folder)).filter(name => name.endsWith('.tar'))).toHaveLength(1)

    await row.getByRole('button', { name: /^Restore…/ }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Restore' }).click()
    await expect(safety.getByText('1 take restored to')).toBeVisible()

    await rm(folder, { recursive: true })
    await safety.getByRole('button', { name: 'Back up now' }).click()
    await expect(safety.getByText('No backup is written elsewhere')).toBeVisible()
    await look(page, 'backup-folder-gone', '[data-setting=backup-folder]')
    await safety.getByRole('button', { name: 'Use default folder' }).click()
    await expect(safety.getByText('No backup is written elsewhere')).toBeHidden()
    await rm(disk, { recursive: true })
  })

  test('a backup includes delivered films, and deleting a delivery permanently says where its film stays @web', async ({
    studio,
    service,
    browser,
    watch,
  }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('Trailer')
    const { shell, page, script, deliver } = studio
    await script.paste('MARA: The boat is gone.', 1)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    await shell.goToPart('Deliver')
    const films = await deliver.deliver('The boat')

    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const safety = page.locator('#safety')
    await expect(safety.getByRole('checkbox', { name: /^Include the delivered file \(/ })).toBeChecked()
    await look(page, 'backup-films', '#safety')
    await safety.getByRole('button', { name: 'Back up now' }).click()
    await expect(safety.getByText('contains 1 take and 1 video and has been verified.')).toBeVisible()
    await safety.getByRole('button', { name: /^Restore… takeroom/ }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Restore' }).click()
    await expect(safety.getByText('1 take and 1 video restored to')).toBeVisible()
    await look(page, 'restored-films', '#safety')
    const folder = /--folder "(.*)"/.exec(await safety.locator('.told code').textContent() ?? '')?.[1] ?? ''

    await shell.go('Projects')
    await studio.projects.card('Trailer').getByRole('link').click()
    await shell.goToPart('Deliver')
    await page.getByRole('button', { name: 'Move The boat to trash' }).click()
    await expect(page.getByText('“The boat” moved to trash.').first()).toBeVisible()
    await shell.command('Trash')
    await page.getByRole('checkbox', { name: 'Select The boat', exact: true }).click()
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await expect(page.locator('[data-question]')).toContainText('The delivered files stay in:')
    await expect(page.locator('[data-question]').getByRole('listitem')).toContainText(films)
    await look(page, 'films-stay', '[data-question]')
    await page.locator('[data-question]').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText(`The videos are still in ${films}.`)).toBeVisible()
    expect((await readdir(films)).filter(name => name.endsWith('.mp4'))).toHaveLength(1)

    const other = await startStudio({ folder, env: environmentFor(folder) })
    const context = await browser.newContext({ locale: 'en-US' })
    watch.follow(context)
    const there = await context.newPage()
    await there.goto(other.address)
    const rooms = roomsOf(there)
    await rooms.shell.go('Projects')
    await rooms.projects.card('Trailer').getByRole('link').click()
    await rooms.shell.goToPart('Deliver')
    await expect(there.locator('li.delivery').filter({ hasText: join(folder, 'deliveries') })).toBeVisible()
    await expect(there.locator('video')).toHaveJSProperty('readyState', 4)
    await context.close()
    await other.close({ forget: true })
  })

  test('a delivery whose film is not in the backup is listed so in the restored studio, with nothing to open @web', async ({
    studio,
    service,
    browser,
    watch,
  }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('Trailer')
    const { shell, page, script, deliver } = studio
    await script.paste('MARA: The boat is gone.', 1)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    await shell.goToPart('Deliver')
    const films = await deliver.deliver('The boat')
    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const safety = page.locator('#safety')
    await safety.getByRole('checkbox', { name: /^Include the delivered file \(/ }).uncheck()
    await safety.getByRole('button', { name: 'Back up now' }).click()
    await expect(safety.getByText('contains 1 take and has been verified.')).toBeVisible()
    await safety.getByRole('button', { name: /^Restore… takeroom/ }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Restore' }).click()
    await expect(safety.getByText('The files of 1 delivery are not in this backup. The delivery is listed without them.')).toBeVisible()
    await look(page, 'restored-without-films', '#safety')
    const folder = /--folder "(.*)"/.exec(await safety.locator('.told code').textContent() ?? '')?.[1] ?? ''

    const other = await startStudio({ folder, env: environmentFor(folder) })
    const context = await browser.newContext({ locale: 'en-US' })
    watch.follow(context)
    const there = await context.newPage()
    await there.goto(other.address)
    const rooms = roomsOf(there)
    await rooms.shell.go('Projects')
    await rooms.projects.card('Trailer').getByRole('link').click()
    await rooms.shell.goToPart('Deliver')
    const row = there.locator('li.delivery').filter({ hasText: 'The boat' })
    await expect(row.getByText('Not in this backup')).toBeVisible()
    await expect(row).not.toContainText(films)
    await expect(row.getByRole('button', { name: 'Save as…' })).toHaveCount(0)
    await look(there, 'not-in-backup', 'main')
    await context.close()
    await other.close({ forget: true })
    expect((await readdir(films)).filter(name => name.endsWith('.mp4'))).toHaveLength(1)
  })

  test('a long backup can be stopped and leaves no partial file @web', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('Long.')
    const names = await readdir(join(studio.folder, 'assets'), { recursive: true })
    const sound = names.find(name => name.endsWith('.wav')) ?? ''
    // A sparse file of 2 GiB: too long to finish before *Stop* is pressed, without filling the disk.
    await truncate(join(studio.folder, 'assets', sound), 2 * 2 ** 30)
    await studio.shell.go('Settings')
    await studio.settings.open('Storage and safety')
    const safety = studio.page.locator('#safety')
    await safety.getByRole('button', { name: 'Back up now' }).click()
    await expect(safety.getByText('Writing the backup')).toBeVisible()
    await safety.getByRole('button', { name: 'Stop' }).click()
    await expect(safety.getByText('Stopped. No partial files were left.')).toBeVisible()
    await expect(safety.getByText('No backup yet.')).toBeVisible()
    await expect(safety.getByRole('button', { name: 'Back up now' })).toBeEnabled()
    const everything = await filesBelow(studio.folder)
    expect(everything.map(path => relative(studio.folder, path)).filter(name => /\.tar|backup-/.test(name))).toEqual([])
  })

  test('a damaged library shows a banner with what to do, still lists its takes, and can be repaired @web @wide', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('Still readable.')
    await studio.running.close()
    const file = await open(join(studio.folder, 'library.db'), 'r+')
    await file.write(new Uint8Array(64).fill(0xEE), 0, 64, 0)
    await file.close()
    await studio.reopen()
    const { page, shell, library } = studio
    await expect(page.getByText('The library is damaged and read-only.')).toBeVisible()
    await shell.go('Library')
    await expect(library.take('Still readable.')).toBeVisible()
    await page.getByRole('button', { name: 'Repair…' }).click()
    await look(page, 'damaged', '#safety')
    await page.getByRole('button', { name: 'Repair library' }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Repair library' }).click()
    await expect(page.getByText('Library repaired.')).toBeVisible()
    await expect(page.getByText('The library is damaged and read-only.')).toHaveCount(0)
    await page.locator('#safety').getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText('No problems found: 1 take, 1 file.')).toBeVisible()
    await look(page, 'checked', '#safety')
  })

  test('a sequence that cannot be read hides no other, says what can be done, and can be saved and trashed @web', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    await studio.projects.create('Trailer')
    await studio.script.paste('MARA: The boat is gone.', 1)
    await studio.script.cast('MARA', 'Higgs 2.5', 'Linda')
    await studio.script.make.click()
    await expect(studio.script.allMade).toBeVisible()
    await studio.shell.goToPart('Timeline')
    await studio.timeline.assemble.click()
    await expect(studio.timeline.clips).toHaveCount(2)
    await chooseFromMenu(studio.page.getByRole('button', { name: 'Sequence menu' }), 'Duplicate as 1:1, square')
    await studio.page.getByRole('button', { name: 'Duplicate', exact: true }).click()
    await expect(studio.page.getByRole('main').getByText(/^Trailer.* 1:1$/)).toBeVisible()
    await studio.running.close()
    const library = new DatabaseSync(join(studio.folder, 'library.db'))
    library.exec(`UPDATE sequences SET document = '{' WHERE document ->> '$.name' LIKE '% 1:1'`)
    library.close()

    await studio.reopen()
    const { page, shell, projects, timeline } = studio
    await shell.go('Projects')
    await projects.card('Trailer').getByRole('link').click()
    await shell.goToPart('Timeline')
    await choose(page, 'Sequence', 'Sequence (cannot be opened)')
    const told = page.getByText('This sequence cannot be opened', { exact: true })
    await expect(told).toBeVisible()
    await look(page, 'unreadable-sequence', 'main')
    const { path } = await studio.save(() => page.getByRole('button', { name: 'Save the stored data (JSON)' }).click())
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ sequence: { document: '{' } })
    await page.getByRole('main').getByRole('button', { name: 'Move to trash' }).click()
    await expect(told).toBeHidden()
    await expect(timeline.clips).toHaveCount(2)
  })

  test('a damaged ledger is rebuilt, every page says so, and the queue waits for confirmation; dismissed, the banner stays away @web', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('Made before.')
    const release = service.hold('speech')
    await studio.make.prompt.fill('Not sent yet.')
    await studio.make.send()
    // Waits for the refusal to be recorded: a request in flight while the ledger breaks is another story.
    await studio.shell.go('Queue')
    await expect(studio.queue.job('Not sent yet.')).toContainText(/On hold until .* The service asked to wait/)
    await studio.running.close()
    const path = join(studio.folder, 'ledger.db')
    const file = await open(path, 'r+')
    await file.write(new Uint8Array(64).fill(0xEE), 0, 64, 0)
    await file.close()
    const damaged = await readFile(path)
    release()
    await studio.reopen()
    const { page, queue } = studio
    const strip = page.getByRole('status', { name: 'The job history was damaged. Takeroom recovered what it could' })
    await expect(strip).toContainText('2 jobs recovered')
    await expect(strip).toContainText('1 job needs your confirmation.')
    const kept = await strip.locator('.mono').textContent() ?? ''
    expect(await readFile(kept)).toEqual(damaged)
    await look(page, 'recovered', '.recovery')
    await strip.getByRole('button', { name: 'Open the queue' }).click()
    await expect(queue.job('Not sent yet.')).toContainText('it may have been sent already')
    await expect(queue.job('Made before.')).toHaveCount(0)
    await look(page, 'recovered-queue', '.recovery')
    expect(service.taken('speech')).toBe(1)
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Send from here' }).click()
    // It continues, up to asking for the key: keys are kept for one run only here.
    await expect(queue.job('Not sent yet.')).toContainText('On hold: the account has no key')
    await strip.getByRole('button', { name: 'Dismiss' }).click()
    await expect(strip).toHaveCount(0)
    await studio.reopen()
    await studio.shell.go('Library')
    await expect(studio.library.take('Made before.')).toBeVisible()
    await expect(studio.page.locator('.recovery')).toHaveCount(0)
  })

  test('diagnostics can be read before they are saved, and contain no key @web', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { shell, page } = studio
    await studio.shell.go('Make')
    await studio.make.speak('My own words.')
    await shell.go('Settings')
    await studio.settings.open('Storage and safety')
    await page.getByRole('button', { name: 'Preview…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Diagnostics' })
    await expect(dialog.locator('pre')).toContainText('## Versions')
    const shown = await dialog.locator('pre').textContent() ?? ''
    expect(shown).not.toContain(service.key)
    expect(shown).not.toContain('My own words.')
    await look(page, 'diagnostics', '[role=dialog] pre')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe(shown)
  })
})

test.describe('the trash', () => {
  test('lists every kind, restores, and deletes permanently only after saying how much space that frees @web', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('Thrown away')
    const { shell, page, library } = studio
    await shell.go('Make')
    await studio.make.speak('Out of date.')
    await shell.go('Library')
    await library.take('Out of date.').click()
    await page.keyboard.press('Delete')
    await expect(library.takes).toHaveCount(0)
    await shell.go('Projects')
    await chooseFromMenu(studio.projects.card('Thrown away').getByRole('button', { name: /More/ }), 'Move to trash')
    await shell.command('Trash')
    await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
    const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(row('Thrown away')).toContainText('Project')
    await expect(row('Out of date.')).toContainText('Take')
    await look(page, 'trash', '.inner')
    await row('Thrown away').getByRole('button', { name: 'Restore' }).click()
    await expect(row('Thrown away')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select Out of date.' }).click()
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await expect(page.locator('[data-question]')).toContainText(/This frees .*\. It cannot be undone\./)
    // Enter by itself deletes nothing: the safe answer has the focus.
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-question]')).toHaveCount(0)
    await expect(row('Out of date.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    await shell.go('Projects')
    await expect(studio.projects.card('Thrown away')).toBeVisible()
  })

  test('deleting permanently names where a take is still used, and can be confirmed @web', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('Trailer')
    const { shell, page, library, script } = studio
    await script.paste('MARA: The boat is gone.', 1)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    await shell.go('Library')
    await library.take('The boat is gone.').click()
    await page.keyboard.press('Delete')
    await expect(library.takes).toHaveCount(0)
    await shell.command('Trash')
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'The boat is gone.' })).toContainText('in use')
    await page.getByRole('checkbox', { name: 'Select The boat is gone.' }).click()
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    const dialog = page.locator('[data-question]')
    await expect(dialog).toContainText('It is still in use and will be missing here:')
    await expect(dialog.getByRole('listitem')).toHaveText(['in the script of “Trailer”'])
    await look(page, 'still-used', '[data-question]')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
  })
})

test.describe('earlier versions', () => {
  test('a project is restored to an earlier version, and the state before that is kept as a version too @web', async ({ studio, watch }) => {
    watch.expect(studioGone)
    await studio.lookAround()
    await studio.projects.create('Harbour')
    await studio.script.paste('ANNA: The sea was quiet.\nBEN: For once.', 2)
    // A version is taken when the studio closes, and every ten minutes while it is open.
    await studio.reopen()
    const { page, shell, projects } = studio
    await shell.go('Projects')
    await projects.card('Harbour').getByRole('link').click()
    await studio.script.write(1, 'The sea was loud.')
    await page.keyboard.press('Tab')
    await shell.go('Projects')
    const versions = page.getByRole('dialog', { name: 'Earlier versions of “Harbour”' })
    const openVersions = () => chooseFromMenu(projects.card('Harbour').getByRole('button', { name: /More/ }), 'Earlier versions…')
    await openVersions()
    await versions.getByRole('button', { name: /2 lines/ }).click()
    await expect(versions).toContainText('The sea was quiet.')
    await look(page, 'versions', '[role=dialog] .both')
    await versions.getByRole('button', { name: 'Restore…' }).click()
    await page.locator('[data-question]').getByRole('button', { name: 'Restore', exact: true }).click()
    await expect.poll(() => studio.script.texts()).toEqual(['The sea was quiet.', 'For once.'])
    await shell.go('Projects')
    await openVersions()
    await expect(versions.getByRole('button', { name: /2 lines/ })).toHaveCount(2)
  })
})
