/**
 * A recording is on the disk from its first second and becomes a take however it ends.
 *
 * @module-tag wide
 */
import type { RecoveredRecording } from '#contract/recordings.ts'
import type { RecordingId } from '#contract/words.ts'
import { Buffer } from 'node:buffer'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { startOf } from '../../../src-main/files/file-recording.ts'
import { openRecordings } from '../../../src-main/files/recordings.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { startChild } from '../../kit/child.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { someSpeech } from './some-speech.ts'

const about = { name: 'Recording 2026-11-22 14:05', format: 'audio/webm;codecs=pcm', projectId: null } as const

async function open(more: Partial<Parameters<typeof openRecordings>[0]> = {}) {
  const library = await openTestLibrary()
  const ports = {
    ...library,
    folder: join(library.root, 'recordings'),
    ffmpeg: async () => null,
    freeBytes: async () => 2 ** 40,
    minFreeBytes: 300 * 2 ** 20,
    mayFile: () => true,
    log: createLog({ write: () => {}, clock: library.clock }),
    ...more,
  }
  const openAgain = () => openRecordings(ports)
  return { ...library, ports, recordings: await openAgain(), openAgain, left: () => readdir(ports.folder) }
}

type Opened = Awaited<ReturnType<typeof open>>

async function send({ recordings }: Pick<Opened, 'recordings'>, recordingId: RecordingId, slices: readonly Buffer[]) {
  let at = 0
  for (const slice of slices) {
    await recordings.append(recordingId, at, slice)
    at += slice.length
  }
}

async function reports(recordings: Opened['recordings'], isIt: (recovered: readonly RecoveredRecording[]) => boolean) {
  for await (const { recovered } of recordings.changes(AbortSignal.timeout(hangMs))) {
    if (isIt(recovered))
      return recovered
  }
  throw new Error('It was never told')
}

it('becomes a take of its project with its name, once, and leaves nothing else', async () => {
  const studio = await open()
  const project = await studio.projects.create('Film')
  const recordingId = await studio.recordings.begin({ ...about, projectId: project.id })
  const slices = someSpeech(2)
  await send(studio, recordingId, slices)
  // The answer to the last slice was lost, so it comes again.
  await studio.recordings.append(recordingId, slices[0]!.length, slices[1]!)
  const ends = [{ endByte: slices[0]!.length, atMs: 6040 }, { endByte: slices[0]!.length + slices[1]!.length, atMs: 7015 }]
  const { take, startedAtMs, filledSeconds } = await studio.recordings.finish(recordingId, ends)
  expect(take).toMatchObject({ kind: 'import', medium: 'audio', title: about.name, projectId: project.id })
  expect(take.asset).toMatchObject({ mime: 'audio/wav', sampleRate: 48_000, channels: 1, durationSeconds: 2, hasPeaks: true })
  expect([startedAtMs, filledSeconds]).toEqual([5015, 0])
  expect(await studio.recordings.finish(recordingId, ends)).toMatchObject({ take: { id: take.id } })
  expect(await studio.left()).toEqual([])
  await expect(studio.recordings.append(recordingId, 0, slices[0]!)).rejects.toMatchObject({ code: 'not-found' })
})

it('is on the disk before the page hears that a slice arrived, and never gets a hole', async () => {
  const studio = await open()
  const recordingId = await studio.recordings.begin(about)
  const slices = someSpeech(2)
  await send(studio, recordingId, slices)
  expect(await readFile(join(studio.ports.folder, `${recordingId}.webm`))).toEqual(Buffer.concat(slices))
  await expect(studio.recordings.append(recordingId, 10_000_000, slices[0]!)).rejects.toThrow('leaves a hole')
})

it('of a studio that was killed is a take at the next start, which says so until it is dismissed', async () => {
  const folder = await makeFolder()
  const child = startChild(new URL('children/records-until-killed.ts', import.meta.url), [folder])
  const kept = [await child.nextLine(), await child.nextLine()]
  await child.kill()
  expect(kept).toHaveLength(2)

  const studio = await openTestStudio({ folder })
  const [report] = await reports(studio.parts.recordings, recovered => recovered.length > 0)
  expect(report).toMatchObject({ name: about.name, because: 'closed' })
  expect(await studio.parts.library.get(sql`SELECT count(*) AS count FROM takes`)).toEqual({ count: 1 })
  const [take] = await studio.parts.takes.find([report!.takeId])
  expect(take).toMatchObject({ title: about.name, asset: { sampleRate: 48_000 } })
  expect((await studio.parts.projects.get(take!.projectId!)).name).toBe('Film')
  // At least what was reported as kept; the kill may have come after another slice.
  expect(take!.asset.durationSeconds).toBeGreaterThanOrEqual(2)
  await studio.close()

  const again = await openTestStudio({ folder })
  const [still] = await reports(again.parts.recordings, recovered => recovered.length > 0)
  expect(still).toEqual(report)
  await again.parts.recordings.dismiss(still!.recordingId)
  expect(await reports(again.parts.recordings, () => true)).toEqual([])
  expect(await readdir(join(folder, 'recordings'))).toEqual([])
})

it('whose page sends nothing more is a take after a while; a page that comes back gets that take', async () => {
  const studio = await open({ patienceMs: 20 })
  const recordingId = await studio.recordings.begin(about)
  await studio.recordings.append(recordingId, 0, someSpeech(1)[0]!)
  const [report] = await reports(studio.recordings, recovered => recovered.length > 0)
  expect(report).toMatchObject({ recordingId, name: about.name, durationSeconds: 1, because: 'page-gone' })
  const { take } = await studio.recordings.finish(recordingId, [])
  expect(take).toMatchObject({ id: report?.takeId })
  expect(await reports(studio.recordings, () => true)).toEqual([])
  expect(await studio.left()).toEqual([])
})

it('whose slices find no room for a while is continued when there is room', async () => {
  const clock = createTestClock()
  const disk = { freeBytes: 2 ** 40 }
  const studio = await open({ clock, freeBytes: async () => disk.freeBytes })
  const recordingId = await studio.recordings.begin(about)
  const [slice] = someSpeech(1)
  disk.freeBytes = 0
  for (let tries = 0; tries < 6; tries++) {
    await clock.advance(10_000)
    await expect(studio.recordings.append(recordingId, 0, slice!)).rejects.toMatchObject({ code: 'disk-full' })
  }
  disk.freeBytes = 2 ** 40
  await studio.recordings.append(recordingId, 0, slice!)
  const { take } = await studio.recordings.finish(recordingId, [])
  expect(take.asset.durationSeconds).toBe(1)
})

describe('is not cut off', () => {
  /** A conversion that begins, and ends when the test says so. */
  function slowConversion() {
    const begun = Promise.withResolvers<void>()
    const ends = Promise.withResolvers<void>()
    const ffmpeg = async () => {
      begun.resolve()
      await ends.promise
      return null
    }
    return { ffmpeg, begun: begun.promise, end: ends.resolve }
  }

  it('while an older one is converted, whose sound is kept as well', async () => {
    const clock = createTestClock()
    const conversion = slowConversion()
    const before = await open({ clock })
    const older = await before.recordings.begin(about)
    await send(before, older, someSpeech(1))
    await before.recordings.stop()
    const recordings = await openRecordings({ ...before.ports, ffmpeg: conversion.ffmpeg })
    const recovery = recordings.recover()
    await conversion.begun

    const recordingId = await recordings.begin(about)
    const slices = someSpeech(2)
    await recordings.append(recordingId, 0, slices[0]!)
    await clock.advance(10_000)
    await recordings.append(recordingId, slices[0]!.length, slices[1]!)
    conversion.end()
    await recovery
    expect((await recordings.finish(recordingId, [])).take.asset.durationSeconds).toBe(2)
    expect(await reports(recordings, () => true)).toMatchObject([{ recordingId: older, because: 'closed' }])
  })

  it('while the disk takes a slice slowly', async () => {
    const clock = createTestClock()
    const [room, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isSlow = false
    const studio = await open({ clock, freeBytes: async () => {
      if (isSlow) {
        asked.resolve()
        await room.promise
      }
      return 2 ** 40
    } })
    const recordingId = await studio.recordings.begin(about)
    const slices = someSpeech(2)
    isSlow = true
    const first = studio.recordings.append(recordingId, 0, slices[0]!)
    await asked.promise
    await clock.advance(16_000)
    room.resolve()
    await first
    await studio.recordings.append(recordingId, slices[0]!.length, slices[1]!)
    expect((await studio.recordings.finish(recordingId, [])).take.asset.durationSeconds).toBe(2)
  })

  it('while the studio ends another, which is filed once, also when the studio looks for what was left', async () => {
    const clock = createTestClock()
    const conversion = slowConversion()
    const studio = await open({ clock, ffmpeg: conversion.ffmpeg })
    const [long, short] = [await studio.recordings.begin(about), await studio.recordings.begin(about)]
    const slices = someSpeech(2)
    await studio.recordings.append(long, 0, slices[0]!)
    const end = studio.recordings.finish(long, [])
    await conversion.begun
    let at = 0
    for (const slice of slices) {
      await clock.advance(10_000)
      await studio.recordings.append(short, at, slice)
      at += slice.length
    }
    // The conversion that still runs keeps its file.
    const again = studio.recordings.recover()
    await new Promise(setImmediate)
    conversion.end()
    await again
    expect((await end).take.asset.durationSeconds).toBe(1)
    expect((await studio.recordings.finish(short, [])).take.asset.durationSeconds).toBe(2)
    expect(await reports(studio.recordings, () => true)).toEqual([])
  })
})

it('whose page says that it goes is a take at once, and one that never had a sound is nothing', async () => {
  const studio = await open()
  const [heard, silent] = [await studio.recordings.begin(about), await studio.recordings.begin(about)]
  await studio.recordings.append(heard, 0, someSpeech(1)[0]!)
  await studio.recordings.leave(heard)
  await studio.recordings.leave(silent)
  expect((await reports(studio.recordings, () => true)).map(({ name }) => name)).toEqual([about.name])
  await expect(studio.recordings.finish(silent, [])).rejects.toMatchObject({ code: 'not-found' })
  expect(await studio.left()).toEqual([`${heard}.recovered`])
})

it('is filed once, though the studio stopped right after filing it', async () => {
  const studio = await open()
  const recordingId = await studio.recordings.begin(about)
  await send(studio, recordingId, someSpeech(1))
  const files = await Promise.all((await studio.left()).map(async name => [name, await readFile(join(studio.ports.folder, name))] as const))
  const { take } = await studio.recordings.finish(recordingId, [])
  for (const [name, bytes] of files)
    await writeFile(join(studio.ports.folder, name), bytes)
  const next = await studio.openAgain()
  await next.recover()
  expect(await reports(next, () => true)).toEqual([expect.objectContaining({ takeId: take.id })])
  expect((await studio.takes.find([take.id])).length).toBe(1)
  expect(await studio.db.get(sql`SELECT count(*) AS count FROM takes`)).toEqual({ count: 1 })
})

it('on a full disk stops with what is there, which still becomes a take', async () => {
  let free = 2 ** 40
  const studio = await open({ freeBytes: async () => free })
  const recordingId = await studio.recordings.begin(about)
  const slices = someSpeech(2)
  await studio.recordings.append(recordingId, 0, slices[0]!)
  free = 300 * 2 ** 20 + slices[0]!.length * 2
  const more = studio.recordings.append(recordingId, slices[0]!.length, slices[1]!)
  await expect(more).rejects.toMatchObject({ code: 'disk-full', data: { freeBytes: free } })
  expect((await studio.recordings.finish(recordingId, [])).take.asset.durationSeconds).toBe(1)
  free = 0
  await expect(studio.recordings.begin(about)).rejects.toMatchObject({ code: 'disk-full' })
})

const disk = mountSmallDisk(2 ** 20)
it(disk
  ? 'a slice that the disk takes only the first part of is refused'
  : 'a slice on a disk that fills up: not proven here, since mounting a small disk is not permitted', async () => {
  if (!disk)
    return
  onTestFinished(() => disk.remove())
  const { recordings } = await open({ folder: disk.folder })
  const recordingId = await recordings.begin(about)
  await expect(recordings.append(recordingId, 0, Buffer.alloc(2 ** 20))).rejects.toMatchObject({ code: 'disk-full' })
})

it('waits while the library cannot be written, and outlives its project', async () => {
  let mayFile = false
  const studio = await open({ mayFile: () => mayFile })
  const project = await studio.projects.create('Film')
  const recordingId = await studio.recordings.begin({ ...about, projectId: project.id })
  await send(studio, recordingId, someSpeech(1))
  await studio.recordings.stop()
  await studio.projects.trash(project.id)
  await studio.projects.purge(project.id)
  const damaged = await studio.openAgain()
  await damaged.recover()
  expect(await reports(damaged, () => true)).toEqual([])
  mayFile = true
  const next = await studio.openAgain()
  await next.recover()
  const [report] = await reports(next, () => true)
  expect(report).toMatchObject({ recordingId, because: 'closed' })
})

it('began when the promptest of its slices says', () => {
  const ends = [{ endByte: 100, seconds: 0.99 }, { endByte: 150, seconds: 1.5 }, { endByte: 200, seconds: 1.99 }]
  expect(startOf([{ endByte: 200, atMs: 3010 }, { endByte: 120, atMs: 2003 }], ends)).toBeCloseTo(1013, 6)
  expect(startOf([], ends)).toBeNull()
  expect(startOf([{ endByte: 50, atMs: 9 }], ends)).toBeNull()
})
