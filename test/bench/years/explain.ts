/** Says of a call that takes longer than in the first week what it grows with, and how. */
import type { Measured } from './measure.ts'

/** Below this nobody notices, and a busy machine makes more of a difference than any growth. */
const unnoticedMs = 20
/** What follows a call by itself may come between; a statement for each thing would be hundreds. */
const fewStatements = 20

/** What grows with something else than what is answered. */
const reasons: Readonly<Record<string, string>> = {
  'takes.changes': 'counts all takes, in the thread of the database',
  'takes.search, common words': 'the index answers each take with these words, in the thread of the database',
  'takes.search, a rare medium': 'reads takes from the newest until a page is full, in the thread of the database',
  'takes.search, a model without takes': 'reads takes from the newest until a page is full, in the thread of the database',
  'takes.search, images': 'reads takes of the kind from the newest until a page is full, in the thread of the database',
  'takes.search, of the large project': 'the takes of the project are gathered first, in the thread of the database',
  ...Object.fromEntries(['all, by time', 'all, by name', 'all, by length', 'all, by size', 'common words']
    .map(about => [`takes.order, ${about}`, 'the numbers of all takes that are found, in the thread of the database'])),
  'projects.changes': 'counts lines and takes of every project, in the thread of the database',
  'projects.rename, of the large project': 'counts lines and takes of the project, in the thread of the database',
  'takes.lineage': 'reads the sources of all takes, in the thread of the database',
  'takes.uses': 'looks through what each version shows, in the thread of the database',
  ...Object.fromEntries(['all', 'common words', 'incomplete']
    .map(about => [`takes.facets, ${about}`, 'counts all takes that are found in memory, and those that are used in the thread of the database'])),
  'snapshots.list, of the large project': 'looks for each take that each version shows, in the thread of the database',
  'spend.report': 'linear in the jobs of the month: 8 in the first week, 830 after ten years',
  'trash.weigh': 'looks for files that nothing refers to any more, in the thread of the database',
  'deliveries.kitSizes, of the large project': 'linear in the lines and clips of the project: 100 times as many',
  'deliveries.preflight, of the large project': 'linear in the lines and clips of the project: 100 times as many',
  'sequences.assemble, of the large project': 'linear in the lines of the project: 100 times as many',
}

export function explain(call: string, first: Measured, now: Measured): string[] {
  const perThing = now.statements > first.statements + fewStatements ? ['ASKS THE DATABASE FOR EACH THING'] : []
  if (now.wallMs <= unnoticedMs || now.wallMs <= 2 * first.wallMs)
    return perThing
  const reason = reasons[call]
  if (reason !== undefined)
    return [...perThing, reason]
  const grown = now.bytes / Math.max(1, first.bytes)
  if (grown < 3)
    return [...perThing, 'GROWS FOR NO REASON THAT IS KNOWN']
  const exponent = Math.log(now.wallMs / first.wallMs) / Math.log(grown)
  return [...perThing, `grows with what it answers, to the power of ${exponent.toFixed(2)}`]
}
