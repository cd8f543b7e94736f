/** SQL for a recovered ledger: gives each account or job that other rows refer to, and whose own row is lost, a placeholder row. */
import { endedStates } from '#rules/jobs/state-groups.ts'
import { practiceAccountId } from '../accounts/accounts.ts'

/** The name of placeholders, as the user sees it. */
const placeholderName = 'Recovered'

/** The kind of a job of which only moves and cost are known: no version works on it, so it is only shown. */
export const lostKind = 'lost'

const wasSent = `EXISTS (SELECT 1 FROM job_moves WHERE job_id = known.id AND to_state = 'committed')`
const lastState = `(SELECT to_state FROM job_moves WHERE job_id = known.id ORDER BY number DESC LIMIT 1)`

/** For a text without parameters: our own words, none of which has a quotation mark. */
const words = (states: readonly string[]): string => states.map(state => `'${state}'`).join(', ')

/** Run in order, before foreign keys are checked. */
export const replaceLostRows: readonly string[] = [
  `INSERT OR IGNORE INTO queue (only_row, paused_at) VALUES (1, NULL)`,
  // The account's address is lost: without one nothing can be sent. Its key's name is lost too, and the usual name may belong
  // to another studio on this machine, so the placeholder gets its own name.
  `INSERT OR IGNORE INTO accounts (id, name, base_url, key_name, created_at)
    SELECT account_id, '${placeholderName}', '', 'account:' || account_id || '@' || lower(hex(randomblob(8))), min(at) FROM (
      SELECT account_id, created_at AS at FROM jobs WHERE account_id IS NOT NULL UNION ALL SELECT account_id, changed_at FROM prices)
    WHERE account_id <> '${practiceAccountId}' AND account_id NOT IN (SELECT id FROM accounts) GROUP BY account_id`,
  // A job that was sent and had not ended is unsure and is shown. The others only count in what was spent.
  `INSERT OR IGNORE INTO jobs (id, request_id, kind, state, title, plan, charged, created_at, ended_at, cleared_at)
    SELECT id, id, '${lostKind}',
      CASE WHEN last IN (${words(endedStates)}) THEN last WHEN was_sent THEN 'unsure' ELSE 'cancelled' END,
      '${placeholderName}', '{}',
      CASE WHEN last = 'done' OR is_settled THEN 'yes' WHEN was_sent OR last IS NULL THEN 'unknown' ELSE 'no' END,
      at, at, CASE WHEN was_sent AND last NOT IN ('done', 'failed', 'cancelled') THEN NULL ELSE at END
    FROM (
      SELECT known.id, min(known.at) AS at, max(known.is_settled) AS is_settled, ${wasSent} AS was_sent, ${lastState} AS last FROM (
        SELECT job_id AS id, at, 0 AS is_settled FROM job_moves UNION ALL SELECT job_id, at, micros IS NOT NULL FROM costs) AS known
      WHERE known.id NOT IN (SELECT id FROM jobs) GROUP BY known.id)`,
]
