/** The request of a job as a `curl` command for its account. */
import type { Accounts } from '../accounts/accounts.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Assets } from '../library/assets.ts'
import { z } from 'zod'
import { AssetId } from '#contract/words.ts'
import { curlOf } from '#rules/requests/curl.ts'
import { endpointUrl } from '../service/base-url.ts'
import { PlannedFiles } from './paid.ts'

export interface CurlPorts {
  readonly accounts: Pick<Accounts, 'get'>
  readonly assets: Pick<Assets, 'pathOf'>
}

const Sent = z.object({
  request: z.object({
    path: z.string(),
    encoding: z.enum(['json', 'multipart']),
    parts: z.array(z.tuple([z.string(), z.unknown()])),
    files: PlannedFiles,
  }),
  extracts: z.array(AssetId).default([]),
})

/**
 * Null for local work, for an account that is gone, for the practice service, whose key nobody has, and for a request with a sound that was
 * extracted for it: that file is not kept.
 */
export async function curlOfJob({ accounts, assets }: CurlPorts, row: Pick<JobRow, 'plan' | 'account_id'>): Promise<string | null> {
  const { data: plan } = Sent.safeParse(JSON.parse(row.plan))
  const account = row.account_id === null ? null : await accounts.get(row.account_id).catch(() => null)
  if (!plan || plan.extracts.length > 0 || !account || account.isPractice || account.baseUrl === '')
    return null
  const { path, encoding, parts, files } = plan.request
  return curlOf({
    url: endpointUrl(account.baseUrl, path).href,
    encoding,
    parts,
    files: Object.fromEntries(Object.entries(files).map(([id, { extension, name, mime }]) =>
      // The ids are keys of the plan, which was made from assets.
      [id, { path: assets.pathOf({ id: id as AssetId, extension }, 'original'), name, mime }])),
  })
}
