/** A whole studio for tests: the real core in its own folder, with a practice service over real HTTP. */
import type { Job } from '#contract/jobs.ts'
import type { AccountId, JobId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { PracticeOptions, PracticeService } from '../../src-main/practice/index.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { HostPorts } from '../../src-main/studio/ports.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newId } from '../../src-main/base/ids.ts'
import { jobEnd } from '../../src-main/jobs/job-end.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { findFfmpeg, smallShots } from './ffmpeg.ts'
import { makeFolder } from './folder.ts'
import { hangMs } from './hang.ts'
import { testPorts } from './ports.ts'

/** Fast, and the same on every machine. */
export async function openTestPractice(options: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  const service = await startPractice(options)
  onTestFinished(() => service.close())
  return service
}

async function startPractice(options: Partial<PracticeOptions>): Promise<PracticeService> {
  return openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 50, processingMs: 100 },
    ...smallShots,
    ...options,
  })
}

/** Closed at the end of the test without waiting for answers, unless closed before. */
export async function openTestStudio(
  options: { folder?: string, ports?: Partial<HostPorts> } = {},
): Promise<OpenStudio & { folder: string }> {
  const folder = options.folder ?? await makeFolder()
  await mkdir(folder, { recursive: true })
  const studio = await startStudio(folder, options.ports)
  onTestFinished(() => studio.close())
  return studio
}

async function startStudio(folder: string, ports: Partial<HostPorts> = {}): Promise<OpenStudio & { folder: string }> {
  const studio = await openStudio(testPorts(folder, ports))
  let closing: Promise<void> | undefined
  return { ...studio, close: (how = { drainMs: 0 }) => closing ??= studio.close(how), folder }
}

export interface SharedStudio {
  readonly practice: PracticeService
  readonly studio: OpenStudio & { folder: string }
  readonly accountId: AccountId
  close: () => Promise<void>
}

/** A studio with a practice service for all tests of a file: open it in `beforeAll`, close it in `afterAll`. */
export async function openSharedStudio(
  options: Partial<PracticeOptions> = {},
  where: { readonly folder?: string } = {},
): Promise<SharedStudio> {
  const folder = where.folder ?? await mkdtemp(join(tmpdir(), 'takeroom-shared-'))
  await mkdir(folder, { recursive: true })
  const practice = await startPractice(options)
  const studio = await startStudio(folder)
  return {
    practice,
    studio,
    accountId: await connect(studio, practice),
    async close() {
      await studio.close()
      await practice.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Connects an account of the given practice service. */
export async function connect(studio: OpenStudio, practice: PracticeService): Promise<AccountId> {
  const account = await studio.parts.accounts.connect({ name: 'Test', baseUrl: practice.url, key: practice.key })
  return account.id
}

/** Queues a line to be spoken by the plainest model; not in a project unless told. */
export async function speak(studio: OpenStudio, accountId: AccountId, text: string, projectId: ProjectId | null = null): Promise<JobId> {
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text },
    projectId,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  if (jobId === undefined)
    throw new Error('Nothing was queued')
  return jobId
}

export async function ended(studio: OpenStudio, jobId: JobId | undefined): Promise<Job> {
  if (jobId === undefined)
    throw new Error('There is no such job')
  return jobEnd(studio.parts.ledger, jobId, AbortSignal.timeout(hangMs))
}

/** The job as soon as the condition is true. */
export async function until(studio: OpenStudio, jobId: JobId | undefined, isIt: (job: Job) => boolean): Promise<Job> {
  for await (const { changed } of studio.parts.ledger.changes(AbortSignal.timeout(hangMs))) {
    const found = changed.find(job => job.id === jobId && isIt(job))
    if (found)
      return found
  }
  throw new Error('It never came')
}
