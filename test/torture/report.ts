/** Prints the outcome of a run. */
import type { Breach } from './reconcile.ts'
import type { Outcome } from './torture.ts'

export function reportOf(outcome: Outcome): string {
  const { unsure, broken, breaches } = outcome
  const charged = unsure.filter(each => each.wasCharged).length
  const refused = unsure.filter(each => each.wasRefused).length
  return [
    `${outcome.kills} kills of ${outcome.studios} studios in ${outcome.seconds} s (${outcome.killsPerMinute} a minute); ${outcome.struck} at the moment that was planned, the others when their time was up`,
    `a studio opened ${outcome.openMs.median} ms after its orders (median), ${outcome.openMs.p99} ms (99th of 100)`,
    `${outcome.asked} wishes, ${outcome.accepted} requests accepted by the service, ${outcome.takes} takes, ${outcome.files} files`,
    `promises: ${Object.entries(broken).map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `unsure: ${unsure.length}, of these refused by a service that nobody was left to hear ${refused}; of the others really charged ${charged}${outcome.unsureCharged === null ? '' : ` (${(100 * outcome.unsureCharged).toFixed(1)} %)`}`,
    ...grouped(unsure.map(each => [`${each.cause}, ${each.killedAt}`, each.wasCharged])),
    `not charged, milliseconds from commit to kill: ${unsure.filter(each => !each.wasCharged && !each.wasRefused).map(each => `${each.kind} ${each.msToKill ?? '–'}`).join(', ') || 'none'}`,
    'killed at:',
    ...Object.entries(outcome.killedAt).map(([name, count]) => `  ${name}: ${count}`),
    'jobs:',
    ...Object.entries(outcome.jobs).map(([name, count]) => `  ${name}: ${count}`),
    ...breaches.slice(0, 40).flatMap(breachLines),
  ].join('\n')
}

function grouped(cases: readonly (readonly [string, boolean])[]): string[] {
  const groups = Map.groupBy(cases, ([name]) => name)
  return [...groups].sort(([a], [b]) => a < b ? -1 : 1).map(([name, all]) =>
    `  ${name}: ${all.length}, charged ${all.filter(([, is]) => is).length}`)
}

function breachLines({ of, what, known }: Breach): string[] {
  return ['', `BROKEN – ${of}: ${what}`, ...known.map(line => `  ${line}`)]
}
