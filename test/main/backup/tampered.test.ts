/**
 * A backup that somebody has changed: a recording server stands in for the host that its account now names. It must get nothing:
 * no key of the keychain or the environment, and before the user has confirmed it, no request at all.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeService } from '../../../src-main/practice/index.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { backUpFolder } from '../../../src-main/commands/back-up.ts'
import { confirmHosts } from '../../../src-main/commands/confirm-hosts.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { connect, openSharedStudio, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'
import { tamperedBackup } from '../../kit/tampered.ts'
import { picture } from '../../torture/props.ts'

const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }
const call = { signal: quiet.signal, origin: 'page' } as const

afterEach(() => void vi.unstubAllEnvs())

/** Records every connection, request and byte. */
async function openRecorder(): Promise<{ url: string, heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`)
    response.writeHead(500).end()
  })
  server.on('connection', () => heard.push('connection'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, heard }
}

interface Original {
  readonly practice: PracticeService
  readonly store: SecretStore
  readonly accountId: AccountId
  readonly jobId: JobId
  readonly path: string
  readonly close: () => Promise<void>
}

/** A studio with a shot that its service is still making, backed up. */
async function backUpWhileShooting(): Promise<Original> {
  const { studio, practice, accountId, close } = await openSharedStudio({ shotTimes: { pendingMs: 60_000, processingMs: 60_000 } })
  const ticket = await studio.receiveFile('still.png', bytesOf(await picture()), null)
  const still = (await studio.handlers.takes.import({ ticket, projectId: null }, call)).take
  const [jobId] = await studio.parts.make.video({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
    projectId: null,
    fields: { prompt: 'Waves.', image: { assetId: still.asset.id } },
  })
  await until(studio, jobId, job => job.state === 'accepted')
  await studio.close()
  const path = `${studio.folder}.tar`
  await backUpFolder(studio.folder, path, { madeBy: '0', withFilms: false, print: () => {}, signal: quiet.signal })
  const closeAll = async (): Promise<void> => {
    await rm(path)
    await close()
  }
  return { practice, store: studio.parts.ports.secrets.store, accountId, jobId: jobId!, path, close: closeAll }
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Restores and opens it, until the shot's poll has been due. */
async function openRestored({ store, jobId }: Original, path: string): Promise<OpenStudio> {
  const { folder } = await restore(path, join(await makeFolder(), 'restored'), quiet)
  const studio = await openTestStudio({ folder, ports: { secrets: { store, fallbackReason: null } } })
  await until(studio, jobId, job => job.failure !== null)
  return studio
}

const keyState = async (studio: OpenStudio, accountId: AccountId) => (await studio.parts.accounts.get(accountId)).key.state
function speech(accountId: AccountId) {
  return {
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Hi.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  }
}

/** Everything that a person, or the studio by itself, would ask the account's service for. */
async function tryEverything({ handlers }: OpenStudio, accountId: AccountId): Promise<unknown[]> {
  const answers = await Promise.allSettled([
    handlers.accounts.check({ accountId }, call),
    handlers.models.refresh({ accountId }, call),
    handlers.make.speech(speech(accountId), call),
    handlers.make.speech({ ...speech(accountId), isOverSocket: true }, call),
  ])
  return answers.map(answer => answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'sent')
}

let original: Original
beforeAll(async () => {
  original = await backUpWhileShooting()
})
afterAll(() => original.close())

it.each<[string, { key?: true, url?: true }]>([
  ['with the key in the keychain', {}],
  ['with a key in the environment that names no address', { key: true }],
  ['with a key in the environment for the true address', { key: true, url: true }],
])('nothing reaches the host that a changed backup names, %s', async (_, environment) => {
  const { practice, accountId } = original
  if (environment.key)
    vi.stubEnv('TAKEROOM_API_KEY', practice.key)
  if (environment.url)
    vi.stubEnv('TAKEROOM_API_URL', practice.url)
  const recorder = await openRecorder()
  const path = await tamperedBackup(original.path, `UPDATE accounts SET base_url = '${recorder.url}', is_confirmed = 1 WHERE is_practice = 0`)
  const studio = await openRestored(original, path)
  expect(await keyState(studio, accountId)).toBe('unconfirmed')
  expect(new Set(await tryEverything(studio, accountId))).toEqual(new Set(['host-unconfirmed']))
  // Even when the user is deceived and confirms it: no key goes where it was not given for.
  await studio.handlers.accounts.confirmHost({ accountId, baseUrl: recorder.url, socketUrl: null }, call)
  expect(await keyState(studio, accountId)).toBe('elsewhere')
  expect(new Set(await tryEverything(studio, accountId))).toEqual(new Set(['no-key']))
  expect(recorder.heard).toEqual([])
})

it('a changed address for live speech gets neither the key nor a connection', async () => {
  const { practice, accountId } = original
  const recorder = await openRecorder()
  const socketUrl = recorder.url.replace('http', 'ws')
  const path = await tamperedBackup(original.path, `UPDATE accounts SET socket_url = '${socketUrl}' WHERE is_practice = 0`)
  const studio = await openRestored(original, path)
  expect(new Set(await tryEverything(studio, accountId))).toEqual(new Set(['host-unconfirmed']))
  await studio.handlers.accounts.confirmHost({ accountId, baseUrl: practice.url, socketUrl }, call)
  expect(new Set(await tryEverything(studio, accountId))).toEqual(new Set(['no-key']))
  expect(recorder.heard).toEqual([])
  // The key was given for the base URL: without the foreign address it works again, and with one that the user sets.
  await studio.handlers.accounts.setSocketUrl({ accountId, socketUrl: null }, call)
  expect(await keyState(studio, accountId)).toBe('ok')
  await studio.handlers.accounts.setSocketUrl({ accountId, socketUrl: 'ws://localhost:9' }, call)
  expect(await keyState(studio, accountId)).toBe('ok')
})

it('an unchanged backup asks once, and its shot is followed as soon as the user has confirmed the address', async () => {
  const { practice, accountId, jobId } = original
  const studio = await openRestored(original, original.path)
  const { baseUrl, socketUrl } = await studio.parts.accounts.get(accountId)
  await expect(studio.handlers.accounts.confirmHost({ accountId, baseUrl: `${baseUrl}/other`, socketUrl }, call))
    .rejects
    .toMatchObject({ code: 'not-found' })
  expect(await keyState(studio, accountId)).toBe('unconfirmed')
  const told: string[] = []
  await confirmHosts(studio.parts.accounts, [], line => told.push(line))
  expect(told.join(' ')).toContain(`--confirm-host ${practice.url}`)
  await confirmHosts(studio.parts.accounts, [practice.url], line => told.push(line))
  expect(told).toHaveLength(2)
  await until(studio, jobId, job => job.failure === null)
  expect(await keyState(studio, accountId)).toBe('ok')
})

it('a key in the environment is used for the address it is for, and for no other', async () => {
  const { practice, path, accountId, jobId } = original
  vi.stubEnv('TAKEROOM_API_KEY', practice.key)
  const states = async (url: string): Promise<string> => {
    vi.stubEnv('TAKEROOM_API_URL', url)
    const studio = await openRestored({ ...original, store: createMemoryStore(), jobId }, path)
    await confirmHosts(studio.parts.accounts, [practice.url], () => {})
    return keyState(studio, accountId)
  }
  expect(await states('https://api.example.com')).toBe('elsewhere')
  expect(await states(`https://api.example.com, ${practice.url}/`)).toBe('ok')
})

it('an entry that names no address is sent nowhere, in the studio that has it and in a restored one', async () => {
  const practice = await openTestPractice()
  const store = createMemoryStore()
  const ports = { secrets: { store, fallbackReason: null } }
  const first = await openTestStudio({ ports })
  const accountId = await connect(first, practice)
  await first.close()
  const name = `account:${accountId}`
  await store.write(name, practice.key)
  const path = join(await makeFolder(), 'backup.tar')
  await backUpFolder(first.folder, path, { madeBy: '0', withFilms: false, print: () => {}, signal: quiet.signal })
  const { folder } = await restore(path, join(await makeFolder(), 'restored'), quiet)
  const restored = await openTestStudio({ folder, ports })
  await restored.parts.accounts.confirmHost(accountId, { baseUrl: practice.url, socketUrl: null })
  expect(await keyState(restored, accountId)).toBe('elsewhere')
  const again = await openTestStudio({ folder: first.folder, ports })
  expect(await keyState(again, accountId)).toBe('elsewhere')
  await expect(again.parts.accounts.connectionOf(accountId)).rejects.toMatchObject({ code: 'no-key' })
  expect(await store.read(name)).toEqual({ state: 'ok', secret: practice.key })
  await again.parts.accounts.replaceKey(accountId, practice.key)
  expect(await keyState(again, accountId)).toBe('ok')
})

it.each([
  ['a trigger', 'CREATE TRIGGER undo AFTER UPDATE ON accounts BEGIN UPDATE accounts SET is_confirmed = 1; END'],
  ['a view', 'CREATE VIEW mine AS SELECT 1'],
])('a backup with %s in its ledger is restored without it', async (_, statement) => {
  const path = await tamperedBackup(original.path, statement)
  const { folder, leftOut } = await restore(path, join(await makeFolder(), 'restored'), quiet)
  expect(leftOut).toMatchObject({ things: 1, rows: {} })
  const studio = await openTestStudio({ folder })
  expect(await studio.parts.ledgerDb.all(sql`SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')`)).toEqual([])
  expect(await keyState(studio, original.accountId)).toBe('unconfirmed')
})
