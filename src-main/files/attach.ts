/**
 * The result came by another way: a file that the person has becomes the take of a job whose own answer never came. The
 * file gets its name, then the take its row under the job's id, then the ledger says done: repeated, it is one take.
 */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { ImportTicket, JobId, Medium } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Takes } from '../library/takes.ts'
import type { ImportDoor } from './import-door.ts'
import { Fault } from '#contract/faults.ts'
import { PaidPlan, takeFrom } from '../jobs/kinds/paid.ts'
import { moveOf } from '../jobs/states.ts'

/** What the result of a kind is, where a file can be it. */
const mediumOf: Readonly<Partial<Record<JobRow['kind'], Medium>>> = { speech: 'audio', image: 'picture', edit: 'picture', video: 'video' }

/** @throws Fault not-found, not-attachable, ticket-expired, unsupported-file, unreadable-file */
export async function attach(parts: { ledger: Ledger, takes: Takes, imports: ImportDoor }, { jobId, ticket }: { jobId: JobId, ticket: ImportTicket }): Promise<{ job: Job, take: Take }> {
  const { ledger, takes, imports } = parts
  const row = await ledger.row(jobId)
  const medium = mediumOf[row.kind]
  const plan = PaidPlan.safeParse(JSON.parse(row.plan)).data
  if (medium === undefined || !plan)
    throw new Fault('not-attachable', { because: 'kind', wanted: row.kind })
  // What was certainly never done has no result anywhere.
  if (moveOf(row.state, 'attach') === undefined || row.charged === 'no')
    throw new Fault('not-attachable', { because: 'state', wanted: row.state })
  const take = await imports.adopt(ticket, async (file) => {
    if (file.medium !== medium)
      throw new Fault('not-attachable', { because: 'medium', wanted: medium })
    return takes.file({ ...takeFrom({ row, plan }, medium, 0), fileName: file.name }, file.asset)
  })
  await ledger.move(jobId, 'attach', { charged: 'yes', takeIds: [take.id], failure: null })
  return { job: await ledger.get(jobId), take }
}
