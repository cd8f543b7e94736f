/**
 * Keeps what arrived of a result that did not arrive whole: as a take that says how much there is and why no more came. The
 * job ends as it would without it; nothing is bought again.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { Asset, CutBecause, Take } from '#contract/takes.ts'
import type { Medium } from '#contract/words.ts'
import type { Ending, EnginePorts } from '../jobs/kind.ts'
import type { JobPatch } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { NewTake } from '../library/takes.ts'
import type { Result } from './answers.ts'
import type { PaidPorts } from './paid.ts'
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { Failure } from '#contract/jobs.ts'
import { JobId as JobIdShape } from '#contract/words.ts'
import { isEnded, isMaybeCharged } from '#rules/jobs/state-groups.ts'
import { inside } from '../base/inside.ts'
import { takeIdsOf } from '../jobs/rows.ts'
import { completeCutFile } from '../media/probe/complete-cut.ts'
import { OtherMediumError, UnreadableMediaError } from '../media/unreadable.ts'
import { payloadOf } from '../service/decode-part.ts'
import { answerPath, PaidPlan, takeFrom } from './paid.ts'

type Ports = EnginePorts & PaidPorts

/** What is on disk of an answer. */
export interface PartOnDisk {
  readonly path: string
  /** As the service declared it; empty when that is not known any more. */
  readonly contentType: string
  /** The `response_format` of the request. */
  readonly asked: string | null
}

/** The usable results in a part, if any; `expectedBytes` where the file itself says how long it should be. */
export type ReadPart = (part: PartOnDisk) => Promise<readonly (Result & { readonly expectedBytes?: number | null })[]>

/** What the ledger may know of the answer: its headers, or those of a download. */
const Declared = z.object({
  contentType: z.string().default(''),
  expectedBytes: z.int().nullable().default(null),
  totalBytes: z.int().nullable().default(null),
})

/** Parts are numbered from here, so that the whole result can still be filed next to them. */
const firstPart = 1000

interface PartOfNamed { readonly path: string, readonly receivedBytes: number, readonly expectedBytes: null }

interface Told { readonly event: Ending['event'], readonly answer: object | null, readonly failure: Failure | null }

/** What is kept of an answer that is in no known form, besides what every take of the job says; null where there is nothing to keep. */
export type KeepAsItCame = (ports: Ports, part: PartOnDisk) => Promise<KeptAsItCame | null>
type KeptAsItCame = Pick<NewTake, 'medium'> & Partial<NewTake> & { asset: Asset }

/** Less than this of an answer that was cut off contains nothing. */
const leastBytes = 1024

/** The duties of a kind whose result is a file of this medium. */
export function keepsParts(kinds: readonly JobKind[], medium: Medium, read: ReadPart, keepAsItCame: KeepAsItCame = asFile(medium)): {
  ending: (ending: Ending & PaidPorts) => Promise<JobPatch>
  opened: (ports: Ports) => Promise<void>
  readAgain: (ports: Ports, row: JobRow) => Promise<{ event: null, patch: JobPatch }>
} {
  async function fileParts(ports: Ports, row: JobRow, told: Told): Promise<Take[]> {
    const folder = inside(ports.workFolder, row.id)
    const path = answerPath({ folder })
    const receivedBytes = await sizeOf(path)
    const plan = PaidPlan.safeParse(JSON.parse(row.plan)).data
    if (receivedBytes === 0 || !plan || !ports.mayFile())
      return []
    const declared = Declared.catch(Declared.parse({})).parse(told.answer)
    const asked = plan.sent.fields.response_format
    const part = { path, contentType: declared.contentType, asked: typeof asked === 'string' ? asked : null }
    const known = await ports.takes.ofJob(row.id)
    const because = becauseOf(told)
    const takes: Take[] = []
    const file = async (asset: Asset, more: Partial<NewTake>, incomplete: Incomplete): Promise<void> => {
      // The same as before, or more than an older version could read.
      const before = known.find(take => take.asset.id === asset.id)
      const jobPart = firstPart + known.length + takes.length
      const take = { ...takeFrom({ row, plan }, medium, jobPart), ...more, arrival: { incomplete, corrected: null } }
      takes.push(before ?? await ports.takes.file(take, asset))
      if (before)
        ports.assets.releasePin(asset.id)
    }
    const results = [...await read(part), ...await namedParts(folder, path)]
    for (const [index, result] of results.entries()) {
      // What no program can play or show is no result of its medium.
      const adopted = await adopt(ports, result, medium, join(folder, `part-${index}`))
        .catch(error => ports.log.info('partial-answer-unusable', { jobId: row.id, error }))
      // What was declared is the length of the answer, not of a file that it names.
      const ofNamed = 'receivedBytes' in result
      const expectedBytes = ofNamed ? null : result.expectedBytes ?? declared.expectedBytes ?? declared.totalBytes
      const came = ofNamed ? result.receivedBytes : receivedBytes
      if (adopted)
        await file(adopted.asset, {}, { because, said: told.failure?.said ?? '', receivedBytes: came, expectedBytes })
    }
    if (takes.length > 0 || (because !== 'short' && receivedBytes < leastBytes))
      return takes
    const asItCame = await keepAsItCame(ports, part)
    if (asItCame) {
      const { asset, ...more } = asItCame
      await file(asset, more, { because: 'not-understood', said: told.failure?.said ?? '', receivedBytes, expectedBytes: null })
    }
    return takes
  }

  return {
    async ending({ event, row, patch, ...ports }) {
      const isPaid = isMaybeCharged(row.state) && (patch.charged ?? row.charged) !== 'no'
      if (event === 'finish' || !isPaid)
        return {}
      const answer = patch.answer ?? objectIn(row.answer)
      const isHere = answer === null && await sizeOf(answerPath({ folder: inside(ports.workFolder, row.id) })) > 0
      // That something is here is on record, so that it can be read again.
      const found = isHere ? { answer: { contentType: '', isCut: true } } : {}
      // An answer that was found incomplete when it was filed is a take already.
      if (patch.takeIds !== undefined || takeIdsOf(row).length > 0)
        return found
      const takes = await fileParts(ports, row, { event, answer, failure: patch.failure ?? null })
      return takes.length > 0 ? { ...found, takeIds: takes.map(take => take.id) } : found
    },
    /** Parts that could not be filed when their job ended: the library was damaged, or the studio older. */
    async opened(ports) {
      for (const row of await leftJobs(ports, kinds)) {
        const takes = await fileParts(ports, row, toldBy(row))
          .catch(error => ports.log.error('partial-answer-write-failed', { jobId: row.id, error }))
        if (takes && takes.length > 0)
          await ports.ledger.note(row.id, { takeIds: takes.map(take => take.id) })
      }
    },
    async readAgain(ports, row) {
      const takes = await fileParts(ports, row, toldBy(row))
      const takeIds = [...new Set([...takes.map(take => take.id), ...takeIdsOf(row)])]
      return { event: null, patch: takes.length > 0 ? { takeIds } : {} }
    },
  }
}

type Incomplete = NonNullable<NonNullable<Take['arrival']>['incomplete']>

function toldBy(row: JobRow): Told {
  const failure = row.failure === null ? null : Failure.safeParse(JSON.parse(row.failure)).data ?? null
  return { event: row.state === 'cancelled' ? 'cancel' : 'doubt', answer: objectIn(row.answer), failure }
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(({ size }) => size, () => 0)
}

/** A file of its own: measured where any program can read it, else as it is. */
function asFile(medium: Medium): KeepAsItCame {
  return async ({ assets, log }, part) => {
    const payload = await payloadOf(part.path)
    if (payload === null)
      return null
    const copy = `${part.path}.as-it-came`
    await copyFile(payload, copy)
    const adopted = await assets.adopt(copy, 'media').catch(error => log.info('kept-unconverted', { error }))
    return adopted ? { asset: adopted.asset, medium: adopted.medium ?? medium } : { asset: await assets.adoptAsItIs(copy), medium }
  }
}

/** Jobs of these kinds that ended without their result and still have a folder. */
async function leftJobs({ workFolder, ledger }: EnginePorts, kinds: readonly JobKind[]): Promise<JobRow[]> {
  const ids = (await readdir(workFolder).catch(() => [])).flatMap(name => JobIdShape.safeParse(name).data ?? [])
  // A folder of a job that this ledger does not know stays as it is.
  const rows = await Promise.all(ids.map(id => ledger.row(id).catch(() => null)))
  return rows.filter(row => row !== null).filter(row => kinds.includes(row.kind) && isEnded(row.state) && row.state !== 'done'
    && row.charged !== 'no' && takeIdsOf(row).length === 0)
}

/** What came of files that the answer names, as `fetchNamed` writes them: one was too large, or the disk had no room. */
async function namedParts(folder: string, path: string): Promise<PartOfNamed[]> {
  const begins = `${basename(path)}.named-`
  const names = (await readdir(folder)).filter(name => name.startsWith(begins) && name.endsWith('.part')).sort()
  const paths = names.map(name => join(folder, name))
  const parts = await Promise.all(paths.map(async each => ({ path: each, receivedBytes: (await stat(each)).size })))
  return parts.filter(({ receivedBytes }) => receivedBytes > 0).map(part => ({ ...part, expectedBytes: null }))
}

/** A copy of the part becomes an asset, completed where it cannot be read as it is. */
async function adopt(
  { assets, ffmpeg }: PaidPorts,
  result: Result,
  medium: Medium,
  path: string,
): ReturnType<PaidPorts['assets']['adopt']> {
  if ('bytes' in result)
    await writeFile(path, result.bytes)
  else
    await copyFile(result.path, path)
  try {
    return await assets.adopt(path, medium)
  }
  catch (error) {
    if (!(error instanceof UnreadableMediaError) || error instanceof OtherMediumError)
      throw error
    const completed = `${path}.completed`
    await completeCutFile(path, completed, await ffmpeg())
    return assets.adopt(completed, medium)
  }
}

function objectIn(json: string | null): object | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return typeof value === 'object' ? value : null
}

function becauseOf({ event, failure }: Told): CutBecause {
  if (event === 'cancel')
    return 'stopped'
  switch (failure?.kind) {
    case 'timeout': return 'late'
    case 'interrupted': return 'closed'
    case 'undecodable': return 'short'
    case 'network':
    case 'internal':
    case undefined: return 'cut'
    default: return 'service-error'
  }
}
