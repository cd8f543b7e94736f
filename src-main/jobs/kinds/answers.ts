/** Turns an answer on disk into filed takes. Every step can be repeated after a crash. */
import type { Arrival, Take } from '#contract/takes.ts'
import type { Medium } from '#contract/words.ts'
import type { ReceivedAnswer } from '../../service/client.ts'
import type { DecodedFile } from '../../service/decode.ts'
import type { StepResult, Work } from '../kind.ts'
import type { PaidPlan } from './paid.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UnreadableMediaError } from '../../media/unreadable.ts'
import { ServiceError } from '../../service/service-error.ts'
import { quantitiesMade } from '../estimate-cost.ts'
import { failureOf } from '../rows.ts'
import { takeFrom } from './paid.ts'

export const AnswerOnDisk = z.object({ contentType: z.string(), sizeBytes: z.int() })

/** The whole answer is on disk: from here on a crash loses nothing. */
export function recordAnswer(answer: ReceivedAnswer): StepResult {
  return { event: 'answer', patch: { charged: 'yes', answer: { contentType: answer.contentType, sizeBytes: answer.sizeBytes } } }
}

/** A file that is to become a take, and how it arrived where that is worth saying. */
export type Result = DecodedFile & { readonly arrival?: Arrival | null }

/** Files the media that the answer holds as takes of this job. */
export async function fileAnswer(
  work: Work<PaidPlan>,
  medium: Medium,
  decode: (contentType: string) => Promise<readonly Result[]>,
): Promise<StepResult> {
  return fileTakes(work, async (contentType) => {
    const takes = []
    for (const [part, result] of (await decode(contentType)).entries())
      takes.push(await fileResult(work, medium, part, result))
    return takes
  })
}

/** Finishes the job with the takes that `file` makes of its answer. An answer that cannot be decoded stays in the job's folder. */
export async function fileTakes(work: Work<PaidPlan>, file: (contentType: string) => Promise<readonly Take[]>): Promise<StepResult> {
  const { contentType } = AnswerOnDisk.parse(JSON.parse(work.row.answer ?? '{}'))
  try {
    const takes = await file(contentType)
    await work.spend.settle(work.row.id, quantitiesMade(work.row.kind, takes))
    return { event: 'finish', patch: { takeIds: takes.map(take => take.id), failure: null } }
  }
  catch (error) {
    if (error instanceof ServiceError && error.kind === 'undecodable')
      return { refused: { ...failureOf('undecodable', error.said), status: error.status }, charged: 'yes' }
    if (error instanceof ServiceError)
      // The answer names a file that could not be downloaded just now; downloading it is free.
      return { waitMs: error.retryAfterMs ?? 5000, patch: { failure: { ...failureOf(error.kind, error.said), status: error.status } } }
    if (error instanceof UnreadableMediaError)
      return { refused: failureOf('undecodable', error.message), charged: 'yes' }
    throw error
  }
}

/** Order matters: the file gets its name, then the take its row, then the ledger says done. */
export async function fileResult(
  work: Work<PaidPlan>,
  medium: Medium,
  part: number,
  result: Result,
): ReturnType<Work<PaidPlan>['takes']['file']> {
  // A copy, so that the answer is still complete if the studio is killed before the row is written.
  const path = join(work.folder, `result-${part}`)
  if ('bytes' in result)
    await writeFile(path, result.bytes)
  else
    await copyFile(result.path, path)
  const { asset, medium: found } = await work.assets.adopt(path)
  if (found !== medium) {
    work.assets.releasePin(asset.id)
    throw new UnreadableMediaError('damaged', `expected ${medium}, found ${asset.mime}`)
  }
  return work.takes.file({ ...takeFrom(work, medium, part), arrival: result.arrival ?? null }, asset)
}
