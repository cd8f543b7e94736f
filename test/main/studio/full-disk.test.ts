/**
 * Every call of the contract that writes, on a disk that is really full: it says so, does nothing, and succeeds as it is when there is
 * room.
 *
 * @module-tag wide
 */
import type { Meta } from '#contract/define.ts'
import type { SmallDisk } from '../../kit/small-disk.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { createHash } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { reserveFileName } from '../../../src-main/storage/disk-reserve.ts'
import { hangMs } from '../../kit/hang.ts'
import { call, callOf, paidInputs } from '../../kit/paid-inputs.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { openSharedStudio } from '../../kit/studio.ts'
import { writingInputs } from '../../kit/writing-inputs.ts'

const procedures = Object.entries(contract).flatMap(([room, verbs]) => Object.entries(verbs).flatMap(([verb, procedure]) =>
  isContractProcedure(procedure)
    ? [{ path: `${room}.${verb}`, effect: (procedure['~orpc'].meta as Meta).effect, faults: Object.keys(procedure['~orpc'].errorMap) }]
    : []))
const isWriting = ({ effect }: { readonly effect: Meta['effect'] }): boolean => effect === 'writes' || effect === 'pays'
// Recordings are begun last and asked first: one that gets nothing for some seconds is ended.
const isOfRecordings = ({ path }: { readonly path: string }): boolean => path.startsWith('recordings.')
const writing = procedures.filter(isWriting).toSorted((a, b) => Number(isOfRecordings(b)) - Number(isOfRecordings(a)))
const inputs = { ...writingInputs, ...paidInputs }

/** Calls that need no room at all, with the reason; they must succeed, or be refused for a reason of their own. */
const needsNoRoom: Readonly<Record<string, string>> = {
  'accounts.check': 'what it learns of the account is noted when there is room',
  'recordings.leave': 'the recording stays where it is',
  'recordings.dismiss': 'removes a file',
  'deliveries.clear': 'removes files',
  'renditions.want': 'made later, in the background',
  'renditions.requestAtSpeed': 'made later, in the background',
  'renditions.remake': 'made later, in the background',
  'renditions.clear': 'removes files',
  'words.want': 'found later, in the background',
  'backups.make': 'runs on, and tells its end by its feed',
  'backups.restore': 'there is none of this name',
  'backups.stop': 'writes nothing',
  'moves.start': 'nothing was planned',
  'moves.stop': 'writes nothing',
  'moves.removeFormer': 'there is none',
  'relinks.find': 'runs on, and tells its end by its feed; nothing is missing',
  'relinks.stop': 'writes nothing',
  'checks.run': 'finds nothing to repair',
  'opened.take': 'the files wait in memory',
  'pages.end': 'there is none',
  'pages.endOthers': 'writes nothing',
  'saving.cancel': 'writes nothing',
  'studio.repair': 'nothing is damaged',
  'studio.noteBreakage': 'goes to the log',
}

/** Calls that come too late when there is room again, with the reason. */
const comesTooLate: Readonly<Record<string, string>> = {
  'recordings.append': 'a recording that gets nothing for some seconds is made a take, with all that came before',
}

it('is declared by every call that writes, and each has an input here', () => {
  for (const { path, faults } of writing)
    expect(faults, path).toEqual(expect.arrayContaining(['disk-full', 'disk-read-only', 'disk-failed']))
  expect(Object.keys(inputs).toSorted()).toEqual(writing.map(({ path }) => path).toSorted())
  expect(Object.keys({ ...needsNoRoom, ...comesTooLate }).filter(path => !(path in inputs))).toEqual([])
})

const mebibyte = 2 ** 20
const disk: SmallDisk | undefined = mountSmallDisk(460 * mebibyte)

describe.skipIf(!disk)('on a really full disk (skipped where a small one cannot be mounted)', () => {
  const folder = disk?.folder ?? ''
  const filler = join(folder, 'filler')
  const wishes = new Map<string, object>()
  const answers = new Map<string, unknown>()
  let shared: SharedStudio
  let before: string

  /** To the last byte, also those that a call has just left. */
  function fill(): void {
    for (const name of ['ledger.db', 'library.db']) {
      const db = new DatabaseSync(join(shared.studio.folder, name))
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    }
    for (let size = 16 * mebibyte; size >= 512; size /= 2) {
      try {
        for (;;)
          appendFileSync(filler, Buffer.alloc(size))
      }
      catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
          throw error
      }
    }
  }

  /** What the studio has: each row of each table, and each file; those that are made in the background only if asked for. */
  function everything(withDerived = false): string {
    const rows = ['ledger.db', 'library.db'].flatMap((name) => {
      const db = new DatabaseSync(join(shared.studio.folder, name), { readOnly: true })
      try {
        const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`).all()
        return tables.map(({ name: table }) => {
          const rows = db.prepare(`SELECT * FROM "${String(table)}"`)
          rows.setReadBigInts(true)
          const all = JSON.stringify(rows.all(), (_, value: unknown) => typeof value === 'bigint' ? String(value) : value)
          return `${name} ${String(table)} ${createHash('sha256').update(all).digest('hex')}`
        })
      }
      finally {
        db.close()
      }
    })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => !/logs|filler|renditions|speech-|room\.part|\.db-(?:wal|shm)$/.test(path))
      .filter(path => withDerived || !path.endsWith('.words.json'))
      .filter(path => statSync(join(folder, path)).isFile())
      .map(path => `${path} ${createHash('sha256').update(readFileSync(join(folder, path))).digest('hex')}`)
    return [...rows, ...files.toSorted()].join('\n')
  }

  beforeAll(async () => {
    // To fill the disk takes longer on a busy machine than a recording waits for its next slice.
    const { sleep } = systemClock
    vi.spyOn(systemClock, 'sleep').mockImplementation((ms, signal) => sleep(ms < 10_000 ? ms : 40 * ms, signal))
    shared = await openSharedStudio({}, { folder: join(folder, 'studio') })
    const { studio } = shared
    await studio.parts.order.pauseAll(true)
    const wish = async ({ path, effect }: typeof writing[number]): Promise<unknown> =>
      wishes.set(path, { ...await inputs[path]!(shared), ...effect === 'pays' && { requestId: newId() } })
    for (const procedure of writing.filter(each => !isOfRecordings(each)))
      await wish(procedure)
    // What was filed is looked at by others, one after another, whose files would take room, and give it back.
    let [last, looks] = ['', 0]
    await vi.waitUntil(() => {
      const now = everything(true)
      const isMaking = readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(path => /speech-|\.part\b/.test(path))
      looks = now === last && !isMaking ? looks + 1 : 0
      last = now
      return looks === 10
    }, { timeout: hangMs, interval: 300 })
    for (const procedure of writing.filter(isOfRecordings))
      await wish(procedure)
    rmSync(join(studio.folder, reserveFileName))
    fill()
    before = everything()
    for (const { path } of writing) {
      fill()
      answers.set(path, await callOf(studio, path)(wishes.get(path)!).then(() => 'done', (error: unknown) => error))
    }
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    rmSync(filler, { force: true })
    await shared?.close()
    disk?.remove()
  })

  it.each(writing.map(({ path }) => path).filter(path => !(path in needsNoRoom)))('%s says that the disk is full', (path) => {
    expect(answers.get(path)).toMatchObject({ code: 'disk-full' })
  })

  it.each(Object.keys(needsNoRoom))('%s does not fail for want of room', (path) => {
    const answer = answers.get(path)
    expect(answer === 'done' || ['not-found', 'disk-full'].includes((answer as { code: string }).code), String(answer)).toBe(true)
  })

  it('nothing is half done: no row and no file differs', () => {
    expect(everything()).toBe(before)
  })

  it('nothing was sent', () => {
    expect(shared.practice.ledger()).toEqual([])
  })

  it('the room that is left is shown as it is', async () => {
    const events = shared.studio.handlers.studio.changes({}, call)[Symbol.asyncIterator]()
    const { value } = await events.next()
    expect(value).toMatchObject({ disk: 'full' })
    expect(value!.freeBytes).toBeLessThan(mebibyte)
    rmSync(filler)
    for (;;) {
      const { value: next } = await events.next()
      if (next!.disk === 'ok') {
        expect(next!.freeBytes).toBeGreaterThan(100 * mebibyte)
        break
      }
    }
    await events.return?.()
  })

  it('each succeeds as it is once there is room', async () => {
    const failed: string[] = []
    for (const { path } of writing.filter(each => !(each.path in needsNoRoom) && !(each.path in comesTooLate))) {
      await callOf(shared.studio, path)(wishes.get(path)!).catch((error: unknown) => {
        failed.push(`${path}: ${(error as { code?: string }).code ?? ''} ${String(error)} ${JSON.stringify((error as { data?: unknown }).data)}`)
      })
    }
    expect(failed).toEqual([])
  })
})
