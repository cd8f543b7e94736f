/** Files that an answer names instead of holding: they are fetched for free; when that fails for long enough, the job ends without them. */
import type { StepResult } from '../jobs/kind.ts'
import type { NamedMedium } from '../service/references.ts'
import type { PaidWork } from './paid.ts'
import { found } from '#contract/found.ts'
import { fileExists } from '../base/atomic-file.ts'
import { afterFailure, factsOf, momentOf, patienceWithFile, patienceWithNetwork } from '../jobs/patience.ts'
import { failureOf } from '../jobs/rows.ts'
import { missingFiles } from '../service/fetch-named.ts'
import { ServiceError } from '../service/service-error.ts'
import { answerPath, askForPaid, freeWaitMs, notHere, waitAndRepeat } from './paid.ts'

/** The step `downloading` of a kind whose answer is on the disk. */
export async function fetchNamedFiles(work: PaidWork<unknown>, medium: NamedMedium): Promise<StepResult> {
  const partPath = answerPath(work)
  if (!await fileExists(partPath))
    return { refused: failureOf('undecodable', found('file-gone')), charged: 'yes' }
  if ((await missingFiles(partPath, medium)).length === 0)
    return { event: 'fetch', patch: { failure: null } }
  let isSomeHere = false
  try {
    return await askForPaid(work, async (connection) => {
      const { error, isAnyHere } = await work.client.fetchNamed(connection, partPath, medium, work.signal)
      isSomeHere = isAnyHere
      if (error !== null)
        throw error
      return { event: 'fetch', patch: { failure: null } }
    })
  }
  catch (error) {
    if (error instanceof ServiceError)
      return afterRefusal(work, error, isSomeHere)
    throw error
  }
}

function afterRefusal(work: PaidWork<unknown>, error: ServiceError, isAnyHere: boolean): StepResult {
  // The disk is in trouble, or the studio closes: that says nothing about the file.
  if (error.kind === 'internal' || error.kind === 'interrupted')
    return waitAndRepeat(work, error)
  const isUnheard = error.kind === 'network' || error.kind === 'timeout'
  const { facts, isEnough } = afterFailure(factsOf(work.row), momentOf(work), isUnheard ? patienceWithNetwork : patienceWithFile)
  const failure = notHere(error)
  // An address that must not be fetched stays so.
  const isHopeless = error.kind === 'undecodable' && error.status === null
  if (!isEnough && !isHopeless)
    return { waitMs: freeWaitMs(work, error), patch: { failure, answer: facts } }
  // What is here is filed; `fileAnswer` then ends the job for what is not.
  return isAnyHere
    ? { event: 'fetch', patch: { failure, answer: { ...facts, gaveUp: true } } }
    : { refused: { ...failure, kind: 'not-here' }, charged: 'yes', patch: { answer: facts } }
}
