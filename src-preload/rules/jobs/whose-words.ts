/** Whose words a failure holds: the service's, which are quoted, or this machine's. */
import type { Failure } from '#contract/jobs.ts'

/** Detected on this machine, not reported by the service. */
const found: ReadonlySet<Failure['kind']> = new Set([
  'redirected',
  'network',
  'timeout',
  'missing-file',
  'part-missing',
  'media',
  'render',
  'signing',
  'unreadable',
  'interrupted',
  'internal',
  'undecodable',
])

/** True when the service said it. Empty words belong to no one. */
export function isServiceWord({ kind, status, said }: Pick<Failure, 'kind' | 'status' | 'said'>): boolean {
  // A gateway's 504 and a proxy's 407 come with their own words.
  const isHeard = (kind === 'network' || kind === 'timeout') && status !== null && status >= 400
  return said !== '' && (isHeard || !found.has(kind))
}
