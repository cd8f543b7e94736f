/**
 * `npm run soak -- [--minutes N] [--rounds N]`: uses a studio for an hour, or until so many rounds are done, and says whether its page
 * retains more than after the first round. Ends with 1 when it does.
 */
import os from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumFlags, shellPath } from './chromium.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, rounds: { type: 'string' } } })
const { soak } = await import('../soak/soak.ts')
const { grownIn, tableOf } = await import('../soak/report.ts')
const { roomCount } = await import('../soak/acts.ts')

const until = Date.now() + Number(values.minutes) * 60_000
const goesOn = rounds => values.rounds === undefined ? Date.now() < until : rounds < Number(values.rounds)
/** As often as a person does each of them: every room once, and some work. */
const round = { visits: roomCount, openings: 2, edits: 4, previews: 2, deliveries: 1 }

process.stdout.write(`${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, ${os.type()} ${os.release()}, Node ${process.versions.node}\n`)
process.stdout.write(`each round: ${Object.entries(round).map(([what, count]) => `${count} ${what}`).join(', ')}\n`)
const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
const all = []
// In an hour, what counts is whether it continues growing: compiled code and bounded caches reach their size in the first ten rounds.
const warmUps = 10
for await (const held of soak(browser, round, goesOn, warmUps)) {
  all.push(held)
  if (all.length % 10 === 1)
    process.stderr.write(`round ${all.length}: ${JSON.stringify(held)}\n`)
}
await browser.close()
const [first] = all
const grown = grownIn(first, all.at(-1))
process.stdout.write(`${tableOf(all)}\n`)
process.stdout.write(grown.length === 0 ? 'all within their limits\n' : `outside its limit:\n${grown.map(line => `  ${line}\n`).join('')}`)
process.exit(grown.length === 0 ? 0 : 1)
