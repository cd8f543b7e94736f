/** Finds the subjects of takes when a page asks, one shot after another: each may keep a core busy. */
import type { Subject, SubjectShot } from '#contract/subjects.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { fileExists } from '../base/atomic-file.ts'
import { findSubject } from '../media/picture/find-subject.ts'

export interface Subjects {
  /** See the contract. Throws `signal.reason`. */
  find: (shots: readonly SubjectShot[], signal: AbortSignal) => Promise<(Subject | null)[]>
}

export function createSubjects({ takes, assets, ffmpeg: findFfmpeg, log }: {
  takes: Pick<Takes, 'find'>
  assets: Pick<Assets, 'pathOf'>
  ffmpeg: () => Promise<Ffmpeg | null>
  log: Log
}): Subjects {
  return {
    async find(shots, signal) {
      const [ffmpeg, found] = await Promise.all([findFfmpeg(), takes.find(shots.map(({ takeId }) => takeId))])
      const paths = new Map(found.map(({ id, asset }) => [id, assets.pathOf(asset)]))
      const subjects: (Subject | null)[] = []
      for (const { takeId, ...part } of shots) {
        signal.throwIfAborted()
        const path = paths.get(takeId)
        subjects.push(ffmpeg && path !== undefined && await fileExists(path)
          ? await findSubject(path, part, { ffmpeg, signal }).catch((error: unknown) => {
              signal.throwIfAborted()
              log.warn('subject-not-found', { takeId, error })
              return null
            })
          : null)
      }
      return subjects
    },
  }
}
