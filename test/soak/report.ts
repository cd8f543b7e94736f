/** What of a soak is outside its limits, and the table of it. Pure. */
import type { Held } from './soak.ts'
import { pageFigureNames } from './page-figures.ts'

/** A figure may differ from that after the first round by a tenth, and by as many things as come and go by chance. */
const share = 0.1
const least: Partial<Record<string, number>> = { 'heap MB': 1, 'nodes': 100, 'listeners': 50 }
const leastOthers = 1

/** One sentence for each figure of the page that has grown; empty when all are within their limits. */
export function grownIn(first: Held, last: Held): string[] {
  return pageFigureNames.flatMap((name) => {
    const [before, now] = [first.page[name], last.page[name]]
    const limit = before + Math.max(before * share, least[name] ?? leastOthers)
    return now > limit ? [`${name}: ${now} after the last round, ${before} after the first; at most ${Math.round(limit * 10) / 10}`] : []
  })
}

/** The first, the last, and up to ten between them. */
export function tableOf(all: readonly Held[]): string {
  const step = Math.max(1, Math.ceil((all.length - 1) / 11))
  const rows = all.map((held, at) => ({ held, round: at + 1 })).filter(({ round }) => (round - 1) % step === 0 || round === all.length)
  const names = ['round', 'minutes', ...pageFigureNames, 'main RSS MB']
  const cells = rows.map(({ held, round }) => [
    round,
    Math.round(held.seconds / 6) / 10,
    ...pageFigureNames.map(name => held.page[name]),
    held.rssMb ?? '–',
  ].map(String))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map(row => row[at]?.length ?? 0)))
  return [names, ...cells].map(row => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')).join('\n')
}
