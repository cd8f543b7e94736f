/**
 * The studio folder is moved while the studio works in it, on real disks: it opens at the new place with everything, or stays whole.
 *
 * @module-tag wide
 */
import type { MoveEvent } from '#contract/moves.ts'
import type { JobId, SequenceId } from '#contract/words.ts'
import type { MovePorts, Moves } from '../../../src-main/move/moves.ts'
import type { PreparedMove } from '../../../src-main/move/prepared-move.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { found } from '#contract/found.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { currentFolder } from '../../../src-main/databases/current-folder.ts'
import { finishMove } from '../../../src-main/move/finish-move.ts'
import { createMoves } from '../../../src-main/move/moves.ts'
import { copyRest, copySettled } from '../../../src-main/move/prepared-move.ts'
import { folderIdFile } from '../../../src-main/storage/folder-id.ts'
import { readMark, writeMark } from '../../../src-main/storage/folder-marks.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { connect, ended, openTestPractice, openTestStudio, speak } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
/** Something that closing the studio would cut off. */
const aSave = { name: 'Lines', totalBytes: 1 } as const

const small = mountSmallDisk(1)
small?.remove()

let place: string
let from: string
let to: string
beforeEach(async () => {
  place = await makeFolder()
  from = join(place, 'studio')
  to = join(place, 'disk')
})

interface Opened extends OpenStudio { readonly folder: string, readonly moving: Promise<PreparedMove> }

/** As a host opens it: wherever it is. */
async function open(): Promise<Opened> {
  const moving = Promise.withResolvers<PreparedMove>()
  return { ...await openTestStudio({ folder: currentFolder(from), ports: { moveOn: moving.resolve } }), moving: moving.promise }
}

async function start({ handlers }: OpenStudio, path = to): Promise<void> {
  const { plan } = await handlers.moves.plan({ to: { is: 'path', path } }, call)
  await handlers.moves.start({ planId: plan!.planId }, call)
}

async function finish(studio: Opened): Promise<Awaited<ReturnType<typeof finishMove>>> {
  const move = await studio.moving
  await studio.close()
  return finishMove(move)
}

async function eventOf(moves: Moves, isIt: (event: MoveEvent) => boolean): Promise<MoveEvent> {
  for await (const event of moves.changes(AbortSignal.timeout(hangMs))) {
    if (isIt(event))
      return event
  }
  throw new Error('It never came')
}

async function now({ handlers }: OpenStudio, isIt: (event: MoveEvent) => boolean = () => true): Promise<MoveEvent> {
  const signal = AbortSignal.timeout(hangMs)
  for await (const event of handlers.moves.changes({}, { ...call, signal })) {
    if (isIt(event))
      return event
  }
  throw new Error('It never came')
}

/** Moves without a studio. */
function movesOf(ports: Partial<MovePorts> = {}): Moves {
  return createMoves({
    folder: from,
    deliveriesFolder: join(from, 'deliveries'),
    folderId: 'any',
    minFreeBytes: 0,
    losesKeys: () => false,
    isBusy: () => false,
    moveOn: () => {},
    clock: systemClock,
    log: createLog({ write: () => {}, clock: systemClock }),
    ...ports,
  })
}

async function withTakes(studio: OpenStudio): Promise<JobId> {
  const practice = await openTestPractice()
  const jobId = await speak(studio, await connect(studio, practice), 'The boat is gone.')
  await ended(studio, jobId)
  return jobId
}

async function sound(studio: OpenStudio): Promise<object> {
  const { report } = await studio.handlers.checks.run({ isDeep: true, isRepairing: false }, call)
  return { takes: report.takes, missing: report.missing.count, wrong: report.wrong.count, damage: report.damage.length }
}

describe('a studio that is moved', () => {
  it('opens at the new place with its takes, its id and its backups, and the former copy is deleted as a second step', async () => {
    const studio = await open()
    await withTakes(studio)
    const { folderId } = await studio.handlers.studio.folder({}, call)
    await mkdir(join(from, 'deliveries', 'Backups'), { recursive: true })
    const film = { folder: join(from, 'deliveries'), name: 'Film.mp4' }
    await writeFile(join(film.folder, film.name), 'film')
    await utimes(join(film.folder, film.name), 1_600_000_000, 1_600_000_000)
    const project = await studio.parts.projects.create('Film')
    const size = { width: 320, height: 180, rate: { numerator: 25, denominator: 1 } }
    const sequenceId = newId<SequenceId>()
    await studio.parts.sequences.create({ ...size, sequenceId, projectId: project.id, name: 'Main' }, false)
    await studio.parts.library.run(sql`
      INSERT INTO deliveries (id, project_id, sequence_id, job_id, name, preset_id, width, height, caption_mode, files, folder, created_at)
      VALUES (${newId()}, ${project.id}, ${sequenceId}, ${newId()}, 'Film', 'landscape-720', 1, 1, 'none',
        ${JSON.stringify([{ role: 'video', name: film.name, sizeBytes: 4, sha256: '' }])}, ${film.folder}, 1)`)
    await start(studio)
    expect(await finish(studio)).toBe('moved')

    const moved = await open()
    expect(moved.folder).toBe(to)
    expect(await sound(moved)).toEqual({ takes: 1, missing: 0, wrong: 0, damage: 0 })
    expect(await moved.handlers.studio.folder({}, call)).toEqual({ folderId })
    expect(await moved.parts.library.all(sql`SELECT folder FROM deliveries`)).toEqual([{ folder: join(to, 'deliveries') }])
    expect((await stat(join(to, 'deliveries', film.name))).mtimeMs).toBe(1_600_000_000_000)
    const { former, last } = await now(moved)
    expect([former?.folder, last]).toEqual([from, null])
    // A file that another program has changed since is not what was copied.
    await appendFile(join(from, 'deliveries', film.name), ' changed')
    await expect(moved.handlers.moves.removeFormer({}, call)).resolves.toEqual({ kept: 1 })
    const left = (await filesBelow(from)).map(path => path.slice(from.length + 1)).sort()
    expect(left).toEqual(['deliveries/Film.mp4', 'studio.lock', 'studio.moved.json'])
    expect((await now(moved)).former).toBeNull()
    await moved.close()
    // No row of the databases names the former place.
    for (const name of ['library.db', 'ledger.db'])
      expect((await readFile(join(to, name))).includes(`"${from}/`), name).toBe(false)
  })

  it('works there, and may be moved back to the folder that it has left', async () => {
    const studio = await open()
    await withTakes(studio)
    await start(studio)
    await finish(studio)
    const there = await open()
    await there.handlers.moves.removeFormer({}, call)
    await withTakes(there)
    await start(there, from)
    expect(await finish(there)).toBe('moved')
    const back = await open()
    expect([back.folder, currentFolder(to)]).toEqual([from, from])
    expect(await sound(back)).toEqual({ takes: 2, missing: 0, wrong: 0, damage: 0 })
  })

  it('has its former copy deleted once by two pages that ask at once, while no other move begins', async () => {
    const studio = await open()
    await withTakes(studio)
    await start(studio)
    await finish(studio)
    const { handlers } = await open()
    const { plan } = await handlers.moves.plan({ to: { is: 'path', path: join(place, 'other') } }, call)
    const asked = [handlers.moves.removeFormer({}, call), handlers.moves.removeFormer({}, call), handlers.moves.start(plan!, call)]
    const ends = await Promise.allSettled(asked)
    const refused = { status: 'rejected', reason: { code: 'move-under-way' } }
    expect(ends).toMatchObject([{ status: 'fulfilled', value: { kept: 0 } }, refused, refused])
  })

  it('is planned once what an earlier move has left is removed, with its mark', async () => {
    const [copy, id] = [join(place, 'copy'), randomUUID()]
    await mkdir(from)
    await writeFile(join(from, 'words.txt'), 'words')
    await mkdir(join(copy, 'assets'), { recursive: true })
    await mkdir(join(from, 'assets'))
    for (let at = 0; at < 1000; at++)
      await writeFile(join(copy, 'assets', `${at}.txt`), 'copied')
    await writeMark(copy, 'arrival', { id, from, isSettled: false })
    await writeMark(from, 'moving', { id, to: copy, isNew: true, failure: null })
    const moves = movesOf()
    const tidied = moves.tidy()
    await moves.plan(to)
    expect([readMark(from, 'moving'), existsSync(copy)]).toEqual([null, false])
    await tidied
  })

  it('waits for work that would be cut off, and takes along what is made meanwhile', async () => {
    const shots = Promise.withResolvers<void>()
    const practice = await openTestPractice({ pace: 0 })
    const studio = await open()
    const accountId = await connect(studio, practice)
    const saving = studio.parts.saves.run(aSave, () => shots.promise)
    await start(studio)
    const waiting = await now(studio, event => event.work?.step === 'waiting')
    expect(waiting.work?.to).toBe(to)
    await ended(studio, await speak(studio, accountId, 'Made while it waits.'))
    shots.resolve()
    await saving
    expect(await finish(studio)).toBe('moved')
    expect(await sound(await open())).toMatchObject({ takes: 1, missing: 0 })
  })
})

describe('work that begins late', () => {
  it('is waited for, also when it began while the last files were copied', async () => {
    await mkdir(join(from, 'assets'), { recursive: true })
    for (let at = 0; at < 20; at++)
      await writeFile(join(from, 'assets', `${at}.txt`), 'words')
    let isBusy = true
    let waited = 0
    const moved = Promise.withResolvers<number>()
    const moves = movesOf({
      isBusy: () => isBusy,
      moveOn: () => moved.resolve(waited),
      clock: { ...systemClock, async sleep() {
        isBusy = false
        waited += 1
        if (waited === 1) {
          setImmediate(() => {
            isBusy = true
          })
        }
      } },
    })
    await moves.start((await moves.plan(to)).planId)
    expect(await moved.promise).toBe(2)
  })

  it('is waited for when the host did not close for it: the move may be stopped, and continues later', async () => {
    await mkdir(from)
    await writeFile(join(from, 'words.txt'), 'words')
    let isBusy = false
    const asked: (() => void)[] = []
    const moves = movesOf({ isBusy: () => isBusy, moveOn: (_, stay) => void asked.push(stay) })
    await moves.start((await moves.plan(to)).planId)
    await eventOf(moves, event => event.work?.step === 'switching')
    isBusy = true
    asked[0]!()
    await eventOf(moves, event => event.work?.step === 'waiting')
    isBusy = false
    await eventOf(moves, event => event.work?.step === 'switching')
    expect(asked.length).toBe(2)
    isBusy = true
    asked[1]!()
    await eventOf(moves, event => event.work?.step === 'waiting')
    await moves.stop()
    expect(await eventOf(moves, () => true)).toMatchObject({ work: null, last: { did: 'stopped' } })
    expect(existsSync(to)).toBe(false)
  })
})

describe('a studio stays where it is, and the copy is removed', () => {
  it('when the move is stopped', async () => {
    const studio = await open()
    await withTakes(studio)
    const release = Promise.withResolvers<void>()
    void studio.parts.saves.run(aSave, () => release.promise)
    await start(studio)
    await now(studio, event => event.work?.step === 'waiting')
    await expect(studio.handlers.moves.plan({ to: { is: 'path', path: to } }, call)).rejects.toMatchObject({ code: 'move-under-way' })
    await studio.handlers.moves.stop({}, call)
    expect(await now(studio)).toMatchObject({ work: null, last: { did: 'stopped' } })
    release.resolve()
    expect([existsSync(to), currentFolder(from)]).toEqual([false, from])
    expect(await sound(studio)).toMatchObject({ takes: 1, missing: 0 })
  })

  it('when a file of the copy is not what was copied, and says so', async () => {
    const studio = await open()
    await withTakes(studio)
    await start(studio)
    const move = await studio.moving
    await studio.close()
    const [asset = ''] = (await filesBelow(join(to, 'assets')))
    await appendFile(asset, 'x')
    expect(await finishMove(move)).toBe('stayed')
    const again = await open()
    expect(again.folder).toBe(from)
    expect(await now(again, ({ last }) => last !== null)).toMatchObject({ last: { did: 'failed', to } })
    await expect.poll(() => existsSync(to), { timeout: hangMs }).toBe(false)
    expect(await sound(again)).toMatchObject({ takes: 1, missing: 0, wrong: 0 })
  })

  it('when the new disk is gone before the end', async () => {
    const studio = await open()
    await withTakes(studio)
    await start(studio)
    const move = await studio.moving
    await studio.close()
    await rm(to, { recursive: true })
    await writeFile(to, 'Not a folder any more')
    expect(await finishMove(move)).toBe('stayed')
    const again = await open()
    expect(again.folder).toBe(from)
    expect(await sound(again)).toMatchObject({ takes: 1, missing: 0, wrong: 0 })
  })

  it.skipIf(!small)('when the new disk fills, and nothing of it is left (needs the right to mount)', async () => {
    const disk = mountSmallDisk(400 * 2 ** 20)
    onTestFinished(() => disk?.remove())
    const studio = await open()
    await withTakes(studio)
    await writeFile(join(from, 'assets', 'large.bin'), Buffer.alloc(12 * 2 ** 20))
    const { plan } = await studio.handlers.moves.plan({ to: { is: 'path', path: disk!.folder } }, call)
    execFileSync('mount', ['-o', `remount,size=${8 * 2 ** 20}`, disk!.folder])
    await studio.handlers.moves.start({ planId: plan!.planId }, call)
    const { last } = await now(studio, event => event.last !== null)
    expect(last).toMatchObject({ did: 'failed', said: found('disk-filled') })
    expect(await readdir(disk!.folder)).toEqual([])
    await expect(studio.handlers.moves.plan({ to: { is: 'path', path: disk!.folder } }, call))
      .rejects
      .toMatchObject({ code: 'move-refused', data: { because: 'no-room' } })
    expect(await sound(studio)).toMatchObject({ takes: 1, missing: 0 })
  })
})

describe('what is not moved', () => {
  it('is a file that is deleted after it was copied', async () => {
    const studio = await open()
    await withTakes(studio)
    const films = join(from, 'deliveries')
    await mkdir(films, { recursive: true })
    for (const name of ['Deleted.mp4', 'Film.mp4'])
      await writeFile(join(films, name), name)
    const release = Promise.withResolvers<void>()
    const saving = studio.parts.saves.run(aSave, () => release.promise)
    await start(studio)
    await now(studio, event => event.work?.step === 'waiting')
    expect(existsSync(join(to, 'deliveries', 'Deleted.mp4'))).toBe(true)
    await rm(join(films, 'Deleted.mp4'))
    release.resolve()
    await saving
    expect(await finish(studio)).toBe('moved')
    expect(await readdir(join(to, 'deliveries'))).toEqual(['Film.mp4'])
    expect(await sound(await open())).toMatchObject({ takes: 1, missing: 0 })
  })

  it('is a file that is deleted while it is copied', async () => {
    for (const folder of [from, to])
      await mkdir(join(folder, 'assets'), { recursive: true })
    for (const name of ['assets/a.txt', 'assets/b.txt', folderIdFile])
      await writeFile(join(from, name), name)
    const move = { id: randomUUID(), from, to, isNew: false, folderId: 'any', copied: new Map(), lock: { close() {} } }
    const signal = new AbortController().signal
    await copySettled(move, { signal, onBytes: () => rmSync(join(from, 'assets', 'a.txt'), { force: true }) })
    const copied = await copyRest(move, { signal, onBytes: () => {} })
    expect(copied.map(file => file.name).sort()).toEqual(['assets/b.txt', folderIdFile].sort())
    expect(await readdir(join(to, 'assets'))).toEqual(['b.txt'])
    // A disk that is missing has no files, and deletes none.
    await rm(from, { recursive: true })
    await copyRest(move, { signal, onBytes: () => {} })
    expect(await readdir(join(to, 'assets'))).toEqual(['b.txt'])
  })

  it('is a studio with a link in it: what it leads to is elsewhere', async () => {
    const studio = await open()
    await symlink(place, join(from, 'assets', 'elsewhere'))
    await expect(studio.handlers.moves.plan({ to: { is: 'path', path: to } }, call))
      .rejects
      .toMatchObject({ code: 'move-refused', data: { because: 'has-links', folder: 'assets/elsewhere' } })
    expect((await readdir(place)).sort()).toEqual(['studio'])
  })
})
