/**
 * One rule: no move of the ledger past `fetch` before the files that it speaks of, and their folders, are on the disk. Every flush is noted
 * with what it flushed, for each kind of job, and compared at each such move with what is in the folders.
 *
 * @module-tag wide
 */
import type { ProjectId, RequestId } from '#contract/words.ts'
import type * as LedgerModule from '../../../src-main/jobs/ledger.ts'
import type { JobRow } from '../../../src-main/jobs/rows.ts'
import type { JobEvent } from '../../../src-main/jobs/states.ts'
import { existsSync, fstatSync, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { madeOf } from '../../../src-main/jobs/made.ts'
import { takeIdsOf } from '../../../src-main/jobs/rows.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'
import { ask, prepareStudio } from '../../torture/ask.ts'
import { wishKinds } from '../../torture/plan.ts'

type Studio = Awaited<ReturnType<typeof openTestStudio>>

/** What is on the disk as far as it was flushed. */
interface Flushed {
  /** By inode: the size and the time of the last change of what was flushed. */
  readonly bytes: Map<string, string>
  /** By the inode of a folder and a name in it: the inode of that. */
  readonly names: Map<string, string>
}

const seen = vi.hoisted(() => ({ before: (_row: JobRow, _event: JobEvent): Promise<void> => Promise.resolve() }))

vi.mock('../../../src-main/jobs/ledger.ts', async (importOriginal) => {
  const original = await importOriginal<typeof LedgerModule>()
  return {
    ...original,
    openLedger: async (...options: Parameters<typeof original.openLedger>) => {
      const ledger = await original.openLedger(...options)
      const move: typeof ledger.move = async (jobId, event, patch = {}) => {
        const row = await ledger.row(jobId)
        const next = {
          ...row,
          ...patch.answer && { answer: JSON.stringify(patch.answer) },
          ...patch.takeIds && { take_ids: JSON.stringify(patch.takeIds) },
        }
        await seen.before(next, event)
        return ledger.move(jobId, event, patch)
      }
      return { ...ledger, move }
    },
  }
})

const flushed: Flushed = { bytes: new Map(), names: new Map() }
const nothing: Flushed = { bytes: new Map(), names: new Map() }
const inodeOf = ({ dev, ino }: { dev: number, ino: number }): string => `${dev}:${ino}`

/** Only what was in the folder, or in the file, before the flush began is flushed by it. */
function noteFlush(fd: number): () => void {
  const stats = fstatSync(fd)
  if (!stats.isDirectory()) {
    const [inode, state] = [inodeOf(stats), `${stats.size} ${stats.mtimeMs}`]
    return () => void flushed.bytes.set(inode, state)
  }
  const folder = readlinkSync(`/proc/self/fd/${fd}`)
  const names = readdirSync(folder).flatMap((name) => {
    const entry = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return entry ? [[`${inodeOf(stats)} ${name}`, inodeOf(entry)] as const] : []
  })
  return () => names.forEach(([key, inode]) => flushed.names.set(key, inode))
}

/** What of a file, or of the folders down to it, is not on the disk; null when all is. */
function lacks(path: string, root: string, record: Flushed): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats)
    return `${relative(root, path)} is not there`
  if (record.bytes.get(inodeOf(stats)) !== `${stats.size} ${stats.mtimeMs}`)
    return `the bytes of ${relative(root, path)}`
  for (let at = path; at !== root; at = dirname(at)) {
    const key = `${inodeOf(lstatSync(dirname(at)))} ${at.slice(dirname(at).length + 1)}`
    if (record.names.get(key) !== inodeOf(lstatSync(at)))
      return `the name of ${relative(root, at)}`
  }
  return null
}

async function filesOf(studio: Studio, row: JobRow, event: JobEvent): Promise<string[]> {
  const work = join(studio.folder, 'work', row.id)
  const names = existsSync(work) ? readdirSync(work) : []
  const came = names.filter(name => /^answer\.part(?:\.named-\d+)?$/.test(name)).map(name => join(work, name))
  const made = (madeOf(row) ?? []).map(({ name }) => join(work, name))
  if (event !== 'finish')
    return [...came, ...made]
  const { takes, assets, deliveries } = studio.parts
  const takeFiles = (await takes.find(takeIdsOf(row))).flatMap(({ asset }) => [
    assets.pathOf(asset),
    ...asset.hasPeaks ? [assets.pathOf(asset, 'peaks')] : [],
    ...asset.hasPoster ? [assets.pathOf(asset, 'poster')] : [],
  ])
  const delivery = row.delivery_id === null ? null : await deliveries.get(row.delivery_id)
  return [...takeFiles, ...delivery?.files.map(({ name }) => join(delivery.folder, name)) ?? []]
}

let restore = (): void => {}
beforeAll(async () => {
  const handle = await open('/proc/self/cmdline')
  const shape = Object.getPrototypeOf(handle) as { sync: () => Promise<void>, datasync: () => Promise<void> }
  const { sync, datasync } = shape
  await handle.close()
  for (const [name, flush] of [['sync', sync], ['datasync', datasync]] as const) {
    shape[name] = async function (this: { fd: number }) {
      const note = noteFlush(this.fd)
      await flush.call(this)
      note()
    }
  }
  restore = () => Object.assign(shape, { sync, datasync })
})
afterAll(() => restore())

const onLinux = it.runIf(process.platform === 'linux')

onLinux('no job of any kind moves past fetch before its files and their folders are on the disk', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  await connect(studio, practice)
  const accountId = await prepareStudio(studio, practice)
  const early: string[] = []
  /** Moves that speak of files, by kind, and how many a disk that flushes nothing would have failed. */
  const moves = new Map<string, number>()
  seen.before = async (row, event) => {
    if (!['answer', 'fetch', 'finish'].includes(event))
      return
    const files = await filesOf(studio, row, event)
    for (const path of files) {
      const lack = lacks(path, studio.folder, flushed)
      if (lack !== null)
        early.push(`${row.kind} moved on by ${event} before ${lack} was flushed`)
      expect(lacks(path, studio.folder, nothing)).not.toBeNull()
    }
    if (files.length > 0)
      moves.set(`${row.kind} ${event}`, (moves.get(`${row.kind} ${event}`) ?? 0) + 1)
  }
  for (const [index, kind] of wishKinds.entries()) {
    const jobIds = await ask(studio, accountId, { index, kind, marker: `q0x${index}z`, requestId: newId<RequestId>(), requests: 1 })
    studio.parts.engine.wake()
    for (const jobId of jobIds)
      expect((await ended(studio, jobId)).state).toBe('done')
  }
  const kit = await deliverKit(studio)
  expect((await ended(studio, kit)).state).toBe('done')
  expect(early).toEqual([])
  for (const kind of ['speech', 'image', 'video', 'transcribe', 'join', 'render'])
    expect(moves.get(`${kind} finish`), `${kind} finish`).toBeGreaterThan(0)
  for (const kind of ['speech', 'image', 'transcribe', 'chat', 'upload'])
    expect(moves.get(`${kind} answer`), `${kind} answer`).toBeGreaterThan(0)
  for (const kind of ['join', 'render', 'video'])
    expect(moves.get(`${kind} fetch`), `${kind} fetch`).toBeGreaterThan(0)
})

/** With everything that a kit may contain, from the project of the film that was rendered before. */
async function deliverKit({ parts, handlers }: Studio): Promise<Parameters<typeof ended>[1]> {
  const projects = await parts.projects.changes()[Symbol.asyncIterator]().next()
  const all: { id: ProjectId, name: string }[] = projects.done ? [] : projects.value.changed
  const project = all.find(each => /^q0x\d+z$/.test(each.name))
  if (!project)
    throw new Error('No film was rendered')
  const [sequence] = await parts.sequences.ofProject(project.id)
  const { delivery } = await handlers.deliveries.render(
    {
      requestId: newId<RequestId>(),
      sequenceId: sequence!.id,
      presetId: 'landscape-720',
      captionMode: 'none',
      name: 'Kit',
      kit: ['master', 'poster', 'media', 'stems'],
    },
    { signal: new AbortController().signal, origin: 'page' },
  )
  return delivery.jobId
}
