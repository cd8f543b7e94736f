/**
 * `npm run torture -- --kills N --seed S [--workers W] [--each K] [--only STUDIO] [--minutes M] [--json FILE]`: kills the studio again and
 * again while it works, and reconciles its records with the service's.
 * `npm run torture -- --deliver --kills N --seed NUMBER`: kills one studio while it delivers, and compares each film with the right one.
 * `npm run torture -- --read FILE [--read FILE …]`: adds up the results in such files, also of aborted runs.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: {
  kills: { type: 'string', default: '200' },
  seed: { type: 'string', default: String(Date.now()) },
  workers: { type: 'string', default: '3' },
  each: { type: 'string', default: '250' },
  only: { type: 'string' },
  minutes: { type: 'string' },
  json: { type: 'string' },
  deliver: { type: 'boolean' },
  read: { type: 'string', multiple: true },
} })
const { sum, torture } = await import('../torture/torture.ts')
const { reportOf } = await import('../torture/report.ts')

if (values.read) {
  const results = values.read.flatMap(path =>
    readFileSync(path, 'utf8').split('\n').filter(line => line !== '').map(line => JSON.parse(line)))
  tell(sum(results, results.reduce((total, { seconds }) => total + seconds, 0) / Number(values.workers)))
}

if (values.deliver) {
  const { tortureDeliveries } = await import('../torture/deliver.ts')
  const { breaches, ...figures } = await tortureDeliveries({
    kills: Number(values.kills),
    seed: Number(values.seed),
    onKill: killed => killed % 10 === 0 && process.stderr.write(`${killed} kills\n`),
  })
  process.stdout.write(`${JSON.stringify(figures)}\n${breaches.map(breach => `broken: ${breach}\n`).join('')}`)
  process.exit(breaches.length === 0 ? 0 : 1)
}

const command = `npm run torture -- --kills ${values.kills} --seed ${values.seed} --workers ${values.workers} --each ${values.each}`
process.stdout.write(
  `${command}\n${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}\n`,
)
const outcome = await torture({
  kills: Number(values.kills),
  seed: values.seed,
  workers: Number(values.workers),
  killsEach: Number(values.each),
  only: values.only === undefined ? null : Number(values.only),
  ...values.minutes && { minutes: Number(values.minutes) },
  onStudio: result => values.json && appendFileSync(values.json, `${JSON.stringify(result)}\n`),
  onKill: killed => killed % 100 === 0 && process.stderr.write(`${killed} kills\n`),
})
tell(outcome)

function tell(outcome) {
  process.stdout.write(`${reportOf(outcome)}\n`)
  const isKept = outcome.breaches.length === 0 && (outcome.unsureCharged ?? 1) >= 0.97
  process.exit(isKept ? 0 : 1)
}
