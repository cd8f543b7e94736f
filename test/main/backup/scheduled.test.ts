/**
 * Automatic backups: real files in a folder that a person chose, with a clock that the test sets.
 *
 * @module-tag wide
 */
import type { BackupEvent } from '#contract/backups.ts'
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { createBackups } from '../../../src-main/backup/backups.ts'
import { createPlanStore } from '../../../src-main/backup/plan-store.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestStudio } from '../../kit/studio.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const call = { signal: new AbortController().signal, origin: 'page' } as const

async function scheduled() {
  const studio = await openTestStudio()
  const disk = await makeFolder()
  const folder = join(disk, 'Backups')
  await mkdir(folder)
  const clock = createTestClock()
  const open = () => createBackups({
    ...{ folder: studio.folder, backupsFolder: join(studio.folder, 'deliveries', 'Backups'), madeBy: '0', clock, log: studio.parts.log },
    ...{ ledger: studio.parts.ledgerDb, library: studio.parts.library },
  })
  const backups = open()
  const told = async (of = backups): Promise<BackupEvent> =>
    (await of.changes(AbortSignal.timeout(5000))[Symbol.asyncIterator]().next()).value as BackupEvent // the first is the present state
  const files = async (): Promise<string[]> => (await readdir(folder)).filter(name => !name.startsWith('.')).sort()
  return { studio, disk, folder, clock, backups, open, told, files }
}

describe('a schedule', () => {
  it('backs up once when it is due, and keeps the newest, and all that were made by hand', async () => {
    const { backups, folder, clock, told, files } = await scheduled()
    await backups.setFolder(folder)
    await writeFile(join(folder, 'takeroom by hand.tar'), 'mine')
    await backups.runDue(false)
    expect(await files()).toEqual(['takeroom by hand.tar'])

    await backups.schedule({ every: 'daily', keep: 2 })
    for (let day = 1; day <= 4; day++) {
      await Promise.all([backups.runDue(false), backups.runDue(false)])
      await backups.runDue(false)
      expect(await files()).toHaveLength(1 + Math.min(day, 2))
      await clock.advance(dayMs)
    }
    const { backups: listed, lastAt, nextAt, failure, last } = await told()
    expect(listed.map(each => [each.name, each.isAutomatic])).toEqual(expect.arrayContaining([
      ['takeroom by hand.tar', false],
      ['takeroom auto 2026-01-03 00-00-00.tar', true],
      ['takeroom auto 2026-01-04 00-00-00.tar', true],
    ]))
    expect({ lastAt, nextAt, failure, did: last?.did }).toEqual({
      ...{ lastAt: clock.now() - dayMs, nextAt: clock.now(), failure: null, did: 'backed-up' },
    })
  })

  it('keeps the backups that it made last, also after the clock was ahead', async () => {
    const { backups, folder, clock, told, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily', keep: 2 })
    const start = clock.now()
    await clock.advance(400 * dayMs)
    for (let day = 1; day <= 2; day++) {
      await backups.runDue(false)
      await clock.advance(dayMs)
    }
    await clock.advance(start - clock.now())
    for (let day = 1; day <= 2; day++) {
      await backups.runDue(false)
      const { last } = await told()
      expect(last).toMatchObject({ did: 'backed-up' })
      expect(await files()).toContain(last?.did === 'backed-up' ? last.name : '')
      await clock.advance(dayMs)
    }
    expect(await files()).toEqual(['takeroom auto 2026-01-01 00-00-00.tar', 'takeroom auto 2026-01-02 00-00-00.tar'])
  })

  it('never removes the backup that was just made, although its name was noted before', async () => {
    const { studio, backups, folder, clock, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily', keep: 1 })
    await backups.runDue(false)
    const store = createPlanStore(studio.parts.library)
    const [one] = (await store.get()).made
    // The clock was set back to the same second.
    await store.change(() => ({ made: [one!, { ...one!, name: 'takeroom auto other.tar' }], lastAt: null }))
    expect(clock.now()).toBe(one!.madeAt)
    await backups.runDue(false)
    expect(await files()).toEqual([one!.name])
  })

  it('waits while the studio works', async () => {
    const { backups, folder, clock, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'weekly' })
    await backups.runDue(true)
    expect(await files()).toEqual([])
    await clock.advance(12 * hourMs)
    await backups.runDue(true)
    expect(await files()).toHaveLength(1)
  })

  it('leaves a file that the user put in place of an automatic backup', async () => {
    const { backups, folder, clock, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily', keep: 1 })
    await backups.runDue(false)
    const [first = ''] = await files()
    await writeFile(join(folder, first), 'another file')
    await clock.advance(dayMs)
    await backups.runDue(false)
    expect(await files()).toHaveLength(2)
  })
})

describe('a folder', () => {
  it('that is not there is told, nothing is written elsewhere, and the backup follows when its disk is back', async () => {
    const { studio, backups, disk, folder, clock, told, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily' })
    const away = join(disk, 'away')
    await rename(folder, away)
    // The empty folder in which a disk appears when it is connected.
    await mkdir(folder)
    await backups.runDue(false)
    const { failure, isFolderThere, nextAt } = await told()
    expect(isFolderThere).toBe(false)
    expect(failure?.said).toContain(folder)
    expect(nextAt).toBeLessThanOrEqual(clock.now())
    expect(await readdir(folder)).toEqual([])
    expect(await readdir(join(studio.folder, 'deliveries', 'Backups')).catch(() => [])).toEqual([])
    expect(await createPlanStore(studio.parts.library).get()).toMatchObject({ failure: { since: clock.now() }, writing: null })

    const since = clock.now()
    await clock.advance(2 * hourMs)
    await backups.runDue(false)
    expect((await told()).failure).toMatchObject({ since, at: clock.now() })
    await rm(folder, { recursive: true })
    await rename(away, folder)
    await backups.runDue(false)
    expect(await files()).toEqual([])
    await clock.advance(hourMs)
    await backups.runDue(false)
    expect(await files()).toHaveLength(1)
    expect(await told()).toMatchObject({ failure: null, isFolderThere: true })
  })

  it('is refused where it cannot have backups, and the former one stays', async () => {
    const { studio, backups, disk, folder, told } = await scheduled()
    await backups.setFolder(folder)
    const refused = async (path: string): Promise<unknown> =>
      backups.setFolder(path).then(() => null, (error: { data?: { because?: string } }) => error.data?.because)
    expect(await refused('Backups')).toBe('not-absolute')
    expect(await refused(join(disk, 'none'))).toBe('not-there')
    expect(await refused(studio.folder)).toBe('in-studio')
    await mkdir(join(studio.folder, 'mine'))
    expect(await refused(join(studio.folder, 'mine'))).toBe('in-studio')
    if (process.platform !== 'win32' && process.getuid?.() !== 0) {
      await mkdir(join(disk, 'locked'))
      await chmod(join(disk, 'locked'), 0o500)
      expect(await refused(join(disk, 'locked'))).toBe('not-writable')
    }
    expect(await told()).toMatchObject({ folder, isUsualFolder: false, isFolderThere: true })
    await backups.setFolder(null)
    expect(await told()).toMatchObject({ folder: join(studio.folder, 'deliveries', 'Backups'), isUsualFolder: true })
  })

  it('cannot be named by the page where the host has a dialog', async () => {
    const chosen = await makeFolder()
    const studio = await openTestStudio({ ports: { chooseFolder: async () => chosen } })
    const { handlers, parts } = studio
    await expect(handlers.backups.setFolder({ to: { is: 'path', path: chosen } }, call)).rejects.toMatchObject({ code: 'not-in-this-host' })
    expect(await handlers.backups.setFolder({ to: { is: 'ask' } }, call)).toEqual({ isChosen: true })
    expect(await createPlanStore(parts.library).get()).toMatchObject({ folder: chosen })
    const without = await openTestStudio()
    await expect(without.handlers.backups.setFolder({ to: { is: 'ask' } }, call)).rejects.toMatchObject({ code: 'not-in-this-host' })
    expect(await without.handlers.backups.setFolder({ to: { is: 'path', path: chosen } }, call)).toEqual({ isChosen: true })
  })
})

describe('after a crash', () => {
  it('a part is removed and the backup made again; one that was finished but not noted is not made twice', async () => {
    const { studio, backups, open, folder, told, files } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily' })
    const store = createPlanStore(studio.parts.library)
    await store.change(() => ({ writing: { folder, name: 'takeroom auto 1.tar' } }))
    await writeFile(join(folder, 'takeroom auto 1.tar.part'), 'half')
    await open().runDue(false)
    const [whole = '', ...more] = await files()
    expect(more).toEqual([])
    expect(whole).toContain('2026-01-01')

    // As if the crash had come between the last byte and the note.
    await store.change(() => ({ writing: { folder, name: whole }, made: [], lastAt: null }))
    await open().runDue(false)
    expect(await files()).toEqual([whole])
    expect((await store.get()).made).toMatchObject([{ name: whole, sizeBytes: (await stat(join(folder, whole))).size }])
    expect((await told()).backups).toMatchObject([{ isAutomatic: true }])
  })

  it('a restored studio begins without a schedule', async () => {
    const { studio, backups, folder } = await scheduled()
    await backups.setFolder(folder)
    await backups.schedule({ every: 'daily' })
    await backups.runDue(false)
    const [{ name = '' } = {}] = (await createPlanStore(studio.parts.library).get()).made
    await backups.restore(name)
    let restored = ''
    for await (const { last } of backups.changes(AbortSignal.timeout(20_000))) {
      restored = last?.did === 'restored' ? last.folder : ''
      if (restored !== '')
        break
    }
    const other = await openTestStudio({ folder: restored })
    expect(await createPlanStore(other.parts.library).get()).toMatchObject({ plan: { every: 'never' }, folder: null, made: [] })
  })
})
