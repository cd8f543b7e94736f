/** The files of recordings that are not takes yet: the sound as it came, and a file with what it becomes. */
import type { InsidePath } from '../base/inside.ts'
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { RecordingFormat, RecoveredRecording } from '#contract/recordings.ts'
import { ProjectId, RecordingId } from '#contract/words.ts'
import { fileExists, flushFolder, writeFileAtomic } from '../base/atomic-file.ts'
import { inside } from '../base/inside.ts'
import { writeAll } from '../base/write-all.ts'

const About = z.object({ name: z.string(), format: RecordingFormat, projectId: ProjectId.nullable() })
export type About = z.infer<typeof About>

export interface RecordingFiles {
  begin: (recordingId: RecordingId, about: About) => Promise<void>
  /** Flushed to the disk when it resolves. */
  append: (recordingId: RecordingId, at: number, bytes: Uint8Array) => Promise<void>
  /** Of a recording without a readable note: null. */
  about: (recordingId: RecordingId) => Promise<About | null>
  has: (recordingId: RecordingId) => Promise<boolean>
  soundPath: (recordingId: RecordingId) => InsidePath
  wavPath: (recordingId: RecordingId) => InsidePath
  /** Replaces the recording, which is a take now, by the report about it. */
  report: (report: RecoveredRecording) => Promise<void>
  remove: (recordingId: RecordingId) => Promise<void>
  /** Removes halves of conversions that were cut off; their sound is still there. Only while nothing is converted. */
  removeParts: () => Promise<void>
  /** What another run left. */
  list: () => Promise<{ unfinished: RecordingId[], reported: RecoveredRecording[] }>
}

export function createRecordingFiles(folder: string): RecordingFiles {
  const path = (recordingId: RecordingId, kind: 'webm' | 'json' | 'wav' | 'recovered'): InsidePath =>
    inside(folder, `${recordingId}.${kind}`)

  async function read<T>(file: string, shape: z.ZodType<T>): Promise<T | null> {
    try {
      return shape.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null
    }
    catch {
      // Missing or damaged: the sound next to it is what counts.
      return null
    }
  }

  async function remove(recordingId: RecordingId, kinds: readonly Parameters<typeof path>[1][]): Promise<void> {
    for (const kind of kinds)
      await rm(path(recordingId, kind), { force: true })
  }

  return {
    begin: (recordingId, about) => writeFileAtomic(path(recordingId, 'json'), JSON.stringify(about)),
    async append(recordingId, at, bytes) {
      const file = await open(path(recordingId, 'webm'), at === 0 ? 'w' : 'r+')
      try {
        if ((await file.stat()).size < at)
          throw new RangeError(`A slice at ${at} leaves a hole in the recording`)
        await writeAll(file, bytes, at)
        await file.datasync()
        if (at === 0)
          await flushFolder(folder)
      }
      finally {
        await file.close()
      }
    },
    about: recordingId => read(path(recordingId, 'json'), About),
    has: async recordingId => await fileExists(path(recordingId, 'webm')) || fileExists(path(recordingId, 'json')),
    soundPath: recordingId => path(recordingId, 'webm'),
    wavPath: recordingId => path(recordingId, 'wav'),
    async report(report) {
      await writeFileAtomic(path(report.recordingId, 'recovered'), JSON.stringify(report))
      await remove(report.recordingId, ['webm', 'json', 'wav'])
    },
    remove: recordingId => remove(recordingId, ['recovered', 'json', 'webm', 'wav']),
    async removeParts() {
      for (const name of (await readdir(folder)).filter(each => each.endsWith('.part')))
        await rm(join(folder, name), { force: true })
    },
    async list() {
      const names = await readdir(folder)
      const idsOf = (kind: string): RecordingId[] => names.flatMap(name =>
        name.endsWith(`.${kind}`) ? RecordingId.safeParse(name.slice(0, -kind.length - 1)).data ?? [] : [])
      const reports = await Promise.all(idsOf('recovered').map(id => read(path(id, 'recovered'), RecoveredRecording)))
      const reported = reports.filter(report => report !== null)
      const done = new Set(reported.map(report => report.recordingId))
      return { unfinished: [...new Set([...idsOf('webm'), ...idsOf('json')])].filter(id => !done.has(id)).sort(), reported }
    },
  }
}
