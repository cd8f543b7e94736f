/** The ledger of a studio of years: each job with its moves and what it cost. */
import type { Row, Years } from './things.ts'
import { account, atOf, beginsAt, idOf, job, line, many, modelId, project, sent, take, textOf } from './things.ts'

const noRates = {
  request: null,
  thousandCharacters: null,
  resultSecond: null,
  sourceSecond: null,
  image: null,
  millionTokensIn: null,
  millionTokensOut: null,
  registration: null,
}

export function* ledgerRows(years: Years): Generator<[string, Iterable<Row>]> {
  yield ['accounts', [{
    id: account,
    name: 'Years',
    base_url: 'http://127.0.0.1:9/v1',
    is_practice: 0,
    last4: '1234',
    created_at: beginsAt,
    currency: 'EUR',
  }]]
  yield ['prices', [{
    account_id: account,
    model_id: modelId,
    rates: JSON.stringify({ ...noRates, request: 1000 }),
    changed_at: beginsAt,
  }]]
  yield ['budgets', [{ project_id: '', currency: 'EUR', soft_micros: 5_000_000, hard_micros: null, agreed_at: null }]]
  yield ['jobs', many(years.jobs + 5, number => jobOf(number, years))]
  yield ['job_moves', moves(years)]
  yield ['costs', many(years.jobs, number => ({
    job_id: job(number),
    currency: 'EUR',
    rates: JSON.stringify({ ...noRates, request: 1000 }),
    quantities: '{"requests":{"least":1,"most":1}}',
    least_micros: 1000,
    most_micros: 1000,
    micros: 1000,
    line_id: number < years.lines ? line(number) : null,
    is_held: 1,
    at: atOf(number, years.jobs),
  }))]
}

/** Each hundredth failed and was tried again by the next one; the last five are blocked. */
function jobOf(number: number, { jobs, projects, lines }: Years): Row {
  const isOpen = number >= jobs
  const isFailed = !isOpen && number % 100 === 50
  const at = atOf(number, jobs)
  return {
    id: job(number),
    request_id: idOf('request', number),
    request_part: 0,
    kind: 'speech',
    state: isOpen ? 'blocked' : isFailed ? 'failed' : 'done',
    blocked_by: isOpen ? 'key' : null,
    title: textOf(number).slice(0, 60),
    model_id: modelId,
    account_id: account,
    project_id: project(number < lines ? 0 : number % projects),
    line_id: number < lines ? line(number) : null,
    plan: JSON.stringify({ sent: { ...sent, fields: {}, body: '{}' }, take: { isPractice: false, text: textOf(number) } }),
    charged: isOpen ? null : isFailed ? 'no' : 'yes',
    failure: null,
    answer: isOpen || isFailed ? null : '{}',
    take_ids: isOpen || isFailed ? '[]' : JSON.stringify([take(number)]),
    retry_of: number % 100 === 51 && !isOpen ? job(number - 1) : null,
    created_at: at,
    started_at: isOpen ? null : at + 10,
    committed_at: isOpen ? null : at + 20,
    ended_at: isOpen ? null : at + 1000,
    place: number + 1,
    request_key: `key ${number}`,
    size: 40,
  }
}

function* moves({ jobs }: Years): Generator<Row> {
  const steps = [
    ['queued', 'claim', 'preparing'],
    ['preparing', 'send', 'sending'],
    ['sending', 'commit', 'committed'],
    ['verifying', 'finish', 'done'],
  ]
  for (let number = 0; number < jobs; number++) {
    for (const [from = '', event = '', to = ''] of steps)
      yield { job_id: job(number), from_state: from, event, to_state: to, at: atOf(number, jobs) }
  }
}
