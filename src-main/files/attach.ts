/**
 * Attaches a file the user already has to a job whose answer never arrived. The file is stored first, then the take is
 * filed under the job's id, then the ledger says done; repeating it yields the same take.
 */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { ImportTicket, JobId, Medium } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Imports } from './imports.ts'
import { Fault } from '#contract/faults.ts'
import { takeIdsOf } from '../jobs/rows.ts'
import { moveOf } from '../jobs/states.ts'
import { PaidPlan, takeFrom } from '../kinds/paid.ts'
import { decisionLane } from '../kinds/retry.ts'
import { beforeFiling } from '../library/pins.ts'
import { OtherMediumError } from '../media/unreadable.ts'

/** The medium of each kind whose result is a file. */
const mediumOf: Readonly<Partial<Record<JobRow['kind'], Medium>>> = { speech: 'audio', image: 'picture', edit: 'picture', video: 'video' }

/** @throws Fault not-found, not-attachable, ticket-expired, unsupported-file, unreadable-file */
export interface AttachPorts {
  readonly ledger: Ledger
  readonly takes: Takes
  readonly imports: Imports
  readonly assets: Pick<Assets, 'discard' | 'releasePin'>
}

export async function attach(
  parts: AttachPorts,
  { jobId, ticket }: { jobId: JobId, ticket: ImportTicket },
): Promise<{ job: Job, take: Take }> {
  const { ledger, takes, imports, assets } = parts
  const { medium } = attachable(await ledger.row(jobId))
  const take = await imports.adopt(ticket, ({ asset, name }) => decisionLane.run(async () => {
    // To read the file took a while: by now the result may be looked for again, or another file attached.
    const { row, plan } = await beforeFiling(assets, asset, async () => {
      const row = await ledger.row(jobId)
      return { row, plan: attachable(row).plan }
    })
    const filed = await takes.file({ ...takeFrom({ row, plan }, medium, 0), fileName: name }, asset)
    await ledger.move(jobId, 'attach', { charged: 'yes', takeIds: [filed.id, ...takeIdsOf(row)], failure: null })
    return filed
  }), medium).catch((error) => {
    throw error instanceof OtherMediumError ? new Fault('not-attachable', { because: 'medium', wanted: medium }, { cause: error }) : error
  })
  return { job: await ledger.get(jobId), take }
}

/** @throws Fault not-attachable */
function attachable(row: JobRow): { medium: Medium, plan: PaidPlan } {
  const medium = mediumOf[row.kind]
  const plan = PaidPlan.safeParse(JSON.parse(row.plan)).data
  if (medium === undefined || !plan)
    throw new Fault('not-attachable', { because: 'kind', wanted: row.kind })
  // A request that was certainly never sent has no result.
  if (moveOf(row.state, 'attach') === undefined || row.charged === 'no')
    throw new Fault('not-attachable', { because: 'state', wanted: row.state })
  return { medium, plan }
}
