/** A whole studio for tests: the real core in a folder of its own, over a practice service on real HTTP. */
import type { Job } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { PracticeOptions, PracticeService } from '../../src-main/practice/index.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { HostPorts } from '../../src-main/studio/ports.ts'
import { mkdir } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { jobEnd } from '../../src-main/jobs/job-end.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { makeFolder } from './folder.ts'
import { testPorts } from './ports.ts'

/** Fast and the same everywhere. */
export async function openTestPractice(options: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  const service = await openPracticeService({ ffmpeg: await findFfmpeg(), voice: 'formant', pace: 0, shotTimes: { pendingMs: 50, processingMs: 100 }, ...options })
  onTestFinished(() => service.close())
  return service
}

/** Closed with the test, without waiting for answers, unless it was closed before. */
export async function openTestStudio(options: { folder?: string, ports?: Partial<HostPorts> } = {}): Promise<OpenStudio & { folder: string }> {
  const folder = options.folder ?? await makeFolder()
  await mkdir(folder, { recursive: true })
  const studio = await openStudio(testPorts(folder, options.ports))
  let closing: Promise<void> | undefined
  const close: OpenStudio['close'] = (how = { drainMs: 0 }) => closing ??= studio.close(how)
  onTestFinished(() => close())
  return { ...studio, close, folder }
}

/** An account with the given practice service, as a person would make it. */
export async function connect(studio: OpenStudio, practice: PracticeService): Promise<AccountId> {
  const account = await studio.parts.accounts.connect({ name: 'Test', baseUrl: practice.url, key: practice.key })
  return account.id
}

export async function ended(studio: OpenStudio, jobId: JobId | undefined): Promise<Job> {
  if (jobId === undefined)
    throw new Error('There is no such job')
  return jobEnd(studio.parts.ledger, jobId, AbortSignal.timeout(120_000))
}

/** The job as soon as it is as asked for. */
export async function until(studio: OpenStudio, jobId: JobId | undefined, isIt: (job: Job) => boolean): Promise<Job> {
  for await (const { changed } of studio.parts.ledger.changes(AbortSignal.timeout(120_000))) {
    const found = changed.find(job => job.id === jobId && isIt(job))
    if (found)
      return found
  }
  throw new Error('It never came')
}
