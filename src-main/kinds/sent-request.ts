/** The request that a job sent or will send, from its frozen plan; local work sends nothing. */
import type { SentRequest } from '#contract/takes.ts'
import type { JobRow } from '../jobs/rows.ts'
import { z } from 'zod'
import { SentRequest as SentShape } from '#contract/takes.ts'
import { PlannedFiles, shownBody } from './paid.ts'

export interface Sent { readonly request: SentRequest | null, readonly files: { name: string, sizeBytes: number }[] }

/** What the plans of all paid kinds have in common. */
const Planned = z.object({
  sent: SentShape.optional(),
  request: z.object({
    path: z.string(),
    encoding: z.enum(['json', 'multipart']),
    parts: z.array(z.tuple([z.string(), z.unknown()])),
    files: PlannedFiles,
  }),
})

/** Null and no files for a plan that this version cannot read. */
export function sentBy(row: Pick<JobRow, 'plan'>): Sent {
  const { data: plan } = Planned.safeParse(JSON.parse(row.plan))
  if (!plan)
    return { request: null, files: [] }
  const { path, encoding, parts, files } = plan.request
  return {
    request: plan.sent ?? { method: 'POST', path: `/api/v1${path}`, encoding, fields: {}, body: shownBody(parts) },
    files: Object.values(files).map(({ name, sizeBytes }) => ({ name, sizeBytes })),
  }
}
