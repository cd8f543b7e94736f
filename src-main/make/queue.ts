/** Turns an intention into a checked, frozen request in the queue; all makers of this folder use it. */
import type { Into } from '#contract/into.ts'
import type { Fields, FieldValue, FileValue, Model } from '#contract/models.ts'
import type { Asset, SentRequest } from '#contract/takes.ts'
import type { AccountId, AssetId, JobId, Kind, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { FileFacts } from '#rules/models/check-request.ts'
import type { DrawFrom, ResolvedRequest } from '#rules/shelf/request.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { Assets } from '../library/assets.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Takes } from '../library/takes.ts'
import { Fault } from '#contract/faults.ts'
import { checkRequest } from '#rules/models/check-request.ts'
import { isFileValue } from '#rules/models/presence.ts'
import { hasOtherSounds } from '#rules/sequence/heard.ts'
import { mayName, resolveRequest } from '#rules/shelf/request.ts'
import { shownBody } from '../kinds/paid.ts'
import { titleOf } from '../library/title.ts'
import { shapeRequest } from './shape-request.ts'
import { sizeOf } from './size.ts'

export interface Intention {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly fields: Fields
  /** The language of its words, where a person has said it. */
  readonly spokenIn?: string | null | undefined
  readonly projectId: ProjectId | null
  /** The clip that waits for the result. */
  readonly into?: Into | undefined
  /** How words of wildcards are drawn; by the request id where absent. */
  readonly draw?: DrawFrom
}

export interface QueuePorts {
  readonly models: () => readonly Model[]
  readonly accounts: Pick<Accounts, 'connectionOf' | 'get'>
  readonly assets: Assets
  readonly takes: Takes
  readonly shelf: Pick<Shelf, 'entriesOf'>
  readonly ledger: Ledger
  readonly freeBytes: () => Promise<number>
  readonly minFreeBytes: number
  readonly wake: () => void
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<unknown>
}

/** An intention that may be sent, with the fields as they are sent: its model, its files and whether it costs anything. */
export interface Checked {
  readonly intention: Intention
  readonly model: Model
  readonly files: readonly Asset[]
  readonly isPractice: boolean
  /** The fields as they were typed, where names of the shelf were replaced. */
  readonly typed: Fields | null
}

export interface Queue {
  /** Whether this account can send just now. Faults: no-account, no-key, key-locked, disk-full, practice-unavailable. */
  admit: (accountId: AccountId) => Promise<{ isPractice: boolean }>
  /** Faults: unknown-model, bad-fields, not-found, no-account, no-key, key-locked, disk-full, practice-unavailable. */
  check: (intention: Intention, kinds: readonly Kind[], admitted?: Queue['admit']) => Promise<Checked>
  /** The job of a checked intention; `more` is what a maker adds. */
  jobOf: (
    checked: Checked,
    more?: { kind?: NewJob['kind'], plan?: object, take?: object } & Partial<Omit<NewJob, 'plan' | 'kind'>>,
  ) => Promise<NewJob>
  /** All or none. Answers when durable. */
  add: (jobs: readonly NewJob[]) => Promise<JobId[]>
}

/** Whether what is heard of a file is sent in its place: a film is sent whole to a model that wants its picture. */
function sendsSoundOf(asset: Asset, kind: Kind): boolean {
  return hasOtherSounds(asset) && (kind === 'transcribe' || asset.mime.startsWith('audio/'))
}

/** With what is chosen now of each sound that is sent, whatever these fields had: a choice that changes nothing makes no other request. */
export async function withHeard(fields: Fields, kind: Kind, assets: Pick<Assets, 'get'>): Promise<Fields> {
  const chosen = async ({ assetId }: FileValue): Promise<FileValue> => {
    const asset = await assets.get(assetId)
    return { assetId, ...asset?.heard && sendsSoundOf(asset, kind) && { heard: asset.heard } }
  }
  const entries = Object.entries(fields).map(async ([name, value]): Promise<[string, FieldValue]> =>
    [name, Array.isArray(value) ? await Promise.all(value.map(chosen)) : isFileValue(value) ? await chosen(value) : value])
  return Object.fromEntries(await Promise.all(entries))
}

/** What is sent of an intention: names of the shelf of its project and of the studio become words and images. */
export async function resolvedBy(
  shelf: Pick<Shelf, 'entriesOf'>,
  model: Model,
  { fields, projectId, draw }: Pick<Intention, 'fields' | 'projectId'> & { readonly draw: DrawFrom },
): Promise<ResolvedRequest> {
  return mayName(model, fields)
    ? resolveRequest(model, fields, await shelf.entriesOf(projectId), draw)
    : { fields, typed: null, issues: [] }
}

export function createQueue(ports: QueuePorts): Queue {
  async function checkSpace(): Promise<void> {
    const freeBytes = await ports.freeBytes()
    if (freeBytes < ports.minFreeBytes)
      throw new Fault('disk-full', { neededBytes: ports.minFreeBytes, freeBytes })
  }

  async function filesOf(fields: Fields): Promise<Asset[]> {
    const assets: Asset[] = []
    for (const { assetId } of Object.values(fields).flatMap(fileValuesOf)) {
      const asset = await ports.assets.get(assetId)
      if (!asset)
        throw new Fault('not-found', { word: 'asset', id: assetId })
      assets.push(asset)
    }
    return assets
  }

  async function sourceTakesOf(files: readonly Asset[]): Promise<TakeId[]> {
    const takes = await Promise.all(files.map(file => ports.takes.withAsset(file.id)))
    return takes.flatMap(take => take?.id ?? [])
  }

  async function admit(accountId: AccountId): Promise<{ isPractice: boolean }> {
    const account = await ports.accounts.get(accountId).catch(() => {
      throw new Fault('no-account', {})
    })
    // Read now so that the user hears of a missing key at once; the job reads it again when it is sent.
    await ports.accounts.connectionOf(account.id)
    await checkSpace()
    return { isPractice: account.isPractice }
  }

  return {
    admit,
    async check(intention, kinds, admitted = admit) {
      const model = ports.models().find(each => each.id === intention.modelId && kinds.includes(each.kind))
      if (!model)
        throw new Fault('unknown-model', { model: intention.modelId })
      const { fields, typed, issues: ofNames } = await resolvedBy(ports.shelf, model, {
        draw: { from: intention.requestId, addsSeed: true },
        ...intention,
      })
      const files = await filesOf(fields)
      const issues = [...ofNames, ...checkRequest(model, fields, factsOf(files))].filter(issue => !issue.isWarning)
      if (issues.length > 0)
        throw new Fault('bad-fields', { issues })
      return { intention: { ...intention, fields }, typed, model, files, ...await admitted(intention.accountId) }
    },
    async jobOf({ intention, typed, model, files, isPractice }, { kind, plan, take, ...more } = {}) {
      const fields = await withHeard(intention.fields, model.kind, ports.assets)
      const { encoding, parts } = shapeRequest(model, fields)
      const extracts = files.filter(file => sendsSoundOf(file, model.kind)).map(file => file.id)
      if (extracts.length > 0)
        await ports.needFfmpeg()
      const text = wordsOf(model, fields)
      const title = titleOf(text) || model.label
      const { spokenIn = null } = intention
      const sent: SentRequest = {
        ...{ method: 'POST', path: '/api/v1/generate', encoding, fields, body: shownBody(parts) },
        ...spokenIn !== null && { spokenIn },
        ...typed !== null && { typed },
      }
      return {
        requestId: intention.requestId,
        requestPart: 0,
        kind: kind ?? model.kind,
        title,
        modelId: model.id,
        accountId: intention.accountId,
        projectId: intention.projectId,
        intoClip: intention.into ?? null,
        size: sizeOf(model, fields, files),
        ...more,
        plan: {
          modelId: model.id,
          request: {
            path: '/generate',
            encoding,
            parts,
            files: Object.fromEntries(files.map(file => [
              file.id,
              { extension: file.extension, name: `${file.id.slice(0, 12)}.${file.extension}`, mime: file.mime, sizeBytes: file.sizeBytes },
            ])),
          },
          sent,
          extracts,
          ...plan,
          take: {
            kind: model.kind,
            title,
            text,
            voice: null,
            sourceTakeIds: await sourceTakesOf(files),
            madeFrom: null,
            isPractice,
            ...take,
          },
        },
      }
    },
    async add(jobs) {
      const queued = await ports.ledger.enqueue(jobs)
      ports.wake()
      return queued.map(each => each.id)
    },
  }
}

function fileValuesOf(value: FieldValue): { assetId: AssetId }[] {
  if (Array.isArray(value))
    return value
  return typeof value === 'object' ? [value] : []
}

function factsOf(files: readonly Asset[]): Record<string, FileFacts> {
  return Object.fromEntries(files.map(file => [
    file.id,
    { mime: file.mime, sizeBytes: file.sizeBytes, durationSeconds: file.durationSeconds },
  ]))
}

export function textOf(fields: Fields): string {
  const text = fields.text ?? fields.prompt
  return typeof text === 'string' ? text : ''
}

/** What a take is named and found by, also where a model of one's own has another name for its text. */
export function wordsOf(model: Model, fields: Fields): string {
  const main = model.fields.find(field => field.group === 'main' && field.type === 'text')
  const words = main && fields[main.name]
  return textOf(fields) || (typeof words === 'string' ? words : '')
}
