/** Turns an answer on disk into filed takes. Every step can be repeated after a crash. */
import type { Arrival, Take } from '#contract/takes.ts'
import type { Medium } from '#contract/words.ts'
import type { StepResult } from '../jobs/kind.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { ReceivedAnswer } from '../service/client.ts'
import type { DecodedFile } from '../service/decode.ts'
import type { PaidPlan, PaidPorts, PaidWork } from './paid.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '#contract/jobs.ts'
import { failureOf } from '../jobs/rows.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { ServiceError } from '../service/service-error.ts'
import { quantitiesMade } from './estimate-cost.ts'
import { takeFrom } from './paid.ts'

export const AnswerOnDisk = z.object({
  /** Not on record for the result of a task. */
  contentType: z.string().default(''),
  sizeBytes: z.int().default(0),
  /** Fetching the files that it names failed for long enough. */
  gaveUp: z.boolean().default(false),
  /** It is on the disk as far as it came, which is not to its end. */
  isCut: z.boolean().default(false),
})

/** What is on the disk is less than the whole answer, so that reading it again can give no more than a part. */
export function isCutOff({ answer, state, failure }: Pick<JobRow, 'answer' | 'state' | 'failure'>): boolean {
  if (answer === null)
    return false
  const known: unknown = JSON.parse(answer)
  if (typeof known === 'object' && known !== null && 'isCut' in known)
    return AnswerOnDisk.parse(known).isCut
  return state === 'unsure' && Failure.nullable().catch(null).parse(JSON.parse(failure ?? 'null'))?.kind !== 'undecodable'
}

/** The whole answer is on disk: from here on a crash loses nothing. */
export function recordAnswer(answer: ReceivedAnswer): StepResult {
  return { event: 'answer', patch: { charged: 'yes', answer: { contentType: answer.contentType, sizeBytes: answer.sizeBytes } } }
}

/** A file that is to become a take, and how it arrived where that is worth saying. */
export type Result = DecodedFile & { readonly arrival?: Arrival | null }

/**
 * Files the media that the answer contains or names as takes of this job; null is a file that it names and that is not here. The
 * answer stays in the job's folder when it cannot be decoded, and when anything is missing.
 */
export async function fileAnswer(
  work: PaidWork<PaidPlan>,
  medium: Medium,
  decode: (contentType: string) => Promise<readonly (Result | null)[]>,
): Promise<StepResult> {
  let missing = 0
  let damaged: UnreadableMediaError | null = null
  const result = await fileTakes(work, async (contentType, gaveUp) => {
    const results = await decode(contentType)
    missing = results.filter(each => each === null).length
    if (missing > 0 && !gaveUp)
      return null
    const takes = []
    for (const [part, file] of results.entries()) {
      try {
        if (file !== null)
          takes.push(await fileResult(work, medium, part, file))
      }
      catch (error) {
        if (!(error instanceof UnreadableMediaError))
          throw error
        damaged = error
      }
    }
    if (takes.length === 0 && damaged)
      throw damaged
    const isWhole = missing === 0 && damaged === null && results.every(each => !each?.arrival?.incomplete)
    return { takes, resultCount: results.length, isWhole }
  })
  if ((missing === 0 && damaged === null) || !('event' in result) || result.event !== 'finish')
    return result
  const takeIds = result.patch?.takeIds ?? []
  if (missing === 0)
    return { refused: failureOf('undecodable', String(damaged)), charged: 'yes', patch: { takeIds } }
  const failure = Failure.nullable().parse(JSON.parse(work.row.failure ?? 'null')) ?? failureOf('not-here')
  return { refused: { ...failure, kind: 'not-here' }, charged: 'yes', patch: { takeIds } }
}

export interface Filed {
  readonly takes: readonly Take[]
  /** Of the answer: what is damaged or missing was paid for, too. */
  readonly resultCount: number
  readonly isWhole: boolean
}

/** Finishes the job with the takes that `file` makes of its answer; null when something that it names must be fetched first. */
export async function fileTakes(
  work: PaidWork<PaidPlan>,
  file: (contentType: string, gaveUp: boolean) => Promise<Filed | null>,
): Promise<StepResult> {
  const { contentType, gaveUp } = AnswerOnDisk.parse(JSON.parse(work.row.answer ?? '{}'))
  try {
    const filed = await file(contentType, gaveUp)
    if (filed === null)
      return { event: 'answer' }
    const { takes, resultCount, isWhole } = filed
    await work.spend.settle(work.row.id, quantitiesMade(work.row.kind, takes, resultCount), { isWhole })
    return { event: 'finish', patch: { takeIds: takes.map(take => take.id), failure: null, charged: 'yes' } }
  }
  catch (error) {
    // It is on the disk and free to read again, by a newer version, too.
    if (error instanceof ServiceError)
      return { refused: { ...failureOf('undecodable', error.said), status: error.status }, charged: 'yes' }
    if (error instanceof UnreadableMediaError)
      return { refused: failureOf('undecodable', error.message), charged: 'yes' }
    throw error
  }
}

/** Order matters: the file gets its name, then the take its row, then the ledger says done. */
export async function fileResult(
  work: PaidWork<PaidPlan>,
  medium: Medium,
  part: number,
  result: Result,
): ReturnType<PaidPorts['takes']['file']> {
  // A copy, so that the answer is still complete if the studio is killed before the row is written.
  const path = join(work.folder, `result-${part}`)
  if ('bytes' in result)
    await writeFile(path, result.bytes)
  else
    await copyFile(result.path, path)
  const { asset } = await work.assets.adopt(path, medium)
  return work.takes.file({ ...takeFrom(work, medium, part), arrival: result.arrival ?? null }, asset)
}
