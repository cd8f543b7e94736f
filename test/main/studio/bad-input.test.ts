/**
 * Bad input and failures lead to a message with the cause and the next step, and lose nothing.
 *
 * @module-tag wide
 */
import type { ModelId, RequestId } from '#contract/words.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { checkStudio } from '../../../src-main/commands/check.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openMediaKit } from '../../kit/media.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
function line(accountId: never | Awaited<ReturnType<typeof connect>>) {
  return {
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Hello.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  }
}

describe('connecting an account', () => {
  it('a wrong key is refused with the service\'s own message, and nothing is stored', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const wrong = studio.handlers.accounts.connect({ name: 'Mine', baseUrl: practice.url, key: 'sk-wrong' }, call)
    await expect(wrong).rejects.toMatchObject({ code: 'account-refused', data: { reason: 'wrong-key', status: 401 } })
    expect((await studio.parts.accounts.list()).filter(account => !account.isPractice)).toEqual([])
  })

  it.each([
    ['', 'not-an-address'],
    ['not an address', 'not-an-address'],
    ['ftp://example.com', 'not-an-address'],
    ['http://example.com', 'unencrypted'],
    ['http://127.0.0.1:9', 'wrong-address'],
  ])('the address %j is reported as %s', async (baseUrl, reason) => {
    const studio = await openTestStudio()
    await expect(studio.parts.accounts.connect({ name: 'Mine', baseUrl, key: 'k' })).rejects.toMatchObject({
      code: 'account-refused',
      data: { reason },
    })
  })

  it('a service that does not tell can be added unchecked; the first real request says whether its key is accepted', async () => {
    const server = createServer((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
    const { port } = server.address() as { port: number }
    const studio = await openTestStudio()
    const { accounts } = studio.parts
    const mine = { name: 'Mine', baseUrl: `http://127.0.0.1:${port}`, key: 'k-123456' }
    await expect(accounts.connect(mine)).rejects.toMatchObject({ data: { reason: 'cannot-tell', said: 'Not Found' } })
    expect((await accounts.list()).filter(account => !account.isPractice)).toEqual([])
    const { account } = await studio.handlers.accounts.connect({ ...mine, isUnchecked: true }, call)
    expect(account).toMatchObject({ creditsRemaining: null, key: { state: 'ok', last4: '3456', lastSuccessAt: null } })
    await accounts.recordSuccess(account.id, { creditsRemaining: 7 })
    expect(await accounts.get(account.id)).toMatchObject({ creditsRemaining: 7, key: { lastSuccessAt: expect.any(Number) } })
    // Another key has not been used yet.
    const replaced = await studio.handlers.accounts.replaceKey({
      accountId: account.id,
      key: 'k-6789',
      baseUrl: null,
      isUnchecked: true,
    }, call)
    expect(replaced.account.key).toMatchObject({ last4: '6789', lastSuccessAt: null })
    // What is no address is not added in any case.
    await expect(accounts.connect({ ...mine, baseUrl: 'http://example.com', isUnchecked: true }))
      .rejects
      .toMatchObject({ data: { reason: 'unencrypted' } })
  })

  it('another kind of server is reported as such', async () => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
    const { port } = server.address() as { port: number }
    const studio = await openTestStudio()
    await expect(studio.parts.accounts.connect({ name: 'Mine', baseUrl: `http://127.0.0.1:${port}`, key: 'k' }))
      .rejects
      .toMatchObject({ code: 'account-refused', data: { reason: 'not-this-service' } })
  })
})

it('a locked keychain is reported as locked, never as a missing key, and the key is not asked for again', async () => {
  const practice = await openTestPractice()
  const kept = createMemoryStore()
  let isLocked = false
  const store: SecretStore = {
    ...kept,
    backend: 'Secret Service',
    read: name => isLocked ? Promise.resolve({ state: 'locked' }) : kept.read(name),
  }
  const studio = await openTestStudio({ ports: { secrets: { store, fallbackReason: null } } })
  const accountId = await connect(studio, practice)
  isLocked = true
  expect((await studio.parts.accounts.get(accountId)).key).toMatchObject({ state: 'locked', last4: practice.key.slice(-4) })
  await expect(studio.parts.make.speech(line(accountId))).rejects.toMatchObject({ code: 'key-locked', data: { backend: 'Secret Service' } })
  isLocked = false
  expect(await ended(studio, (await studio.parts.make.speech(line(accountId)))[0])).toMatchObject({ state: 'done' })
})

describe('files', () => {
  const send = async function* (text: string | Uint8Array) {
    yield typeof text === 'string' ? new TextEncoder().encode(text) : text
  }

  it('a file that is not media is refused with its actual type, and leaves nothing behind', async () => {
    const studio = await openTestStudio()
    await expect(studio.receiveFile('../../etc/notes.wav', send('just words, no sound'), null)).rejects.toMatchObject({
      code: 'unsupported-file',
      data: { name: 'notes.wav', found: 'text/plain' },
    })
  })

  it('a damaged file is refused when it is filed, with a reason', async () => {
    const studio = await openTestStudio()
    const ticket = await studio.receiveFile(
      'broken.png',
      send(Uint8Array.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])),
      null,
    )
    await expect(studio.handlers.takes.import({ ticket, projectId: null }, call)).rejects.toMatchObject({
      code: 'unreadable-file',
      data: { name: 'broken.png' },
    })
    await expect(studio.handlers.takes.import({ ticket, projectId: null }, call)).rejects.toMatchObject({ code: 'ticket-expired' })
  })

  it('a good file becomes a take under its own name', async () => {
    const kit = await openMediaKit()
    const studio = await openTestStudio()
    const bytes = await readFile(await kit.tone('t.wav', { seconds: 0.5 }))
    const ticket = await studio.receiveFile('C:\\Users\\me\\theme.wav', send(bytes), bytes.length)
    const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
    expect(take).toMatchObject({ kind: 'import', medium: 'audio', title: 'theme.wav', request: null, asset: { hasPeaks: true } })
    await kit.close()
  })
})

const quietly = { print: () => {}, isDeep: false, isRepairing: false }

describe('the studio folder', () => {
  it('an unreadable ledger is kept as it is, a new one is created, and the page shows it', async () => {
    const studio = await openTestStudio()
    const { folder } = studio
    await studio.close()
    await rm(join(folder, 'ledger.db-wal'), { force: true })
    const nonsense = 'this was a ledger once'.repeat(400)
    await writeFile(join(folder, 'ledger.db'), nonsense)
    const again = await openTestStudio({ folder })
    const { ledgerRecovery } = await again.parts.status.get()
    expect(ledgerRecovery).toMatchObject({ trouble: 'damaged', isReadable: false, jobs: 0 })
    expect(await readFile(ledgerRecovery!.kept!, 'utf8')).toBe(nonsense)
  })

  it('a library from a newer Takeroom is not changed', async () => {
    const folder = await makeFolder()
    const db = await openDatabase(join(folder, 'library.db'), { migrations: [
      ...libraryMigrations,
      { version: libraryMigrations.at(-1)!.version + 1, name: 'future', statements: ['CREATE TABLE later (x INTEGER) STRICT'] },
    ] })
    await db.close()
    await expect(openTestStudio({ folder })).rejects.toMatchObject({ reason: 'newer' })
  })

  it('check finds a missing file, marks its take, and finds it again when it is back', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const job = await ended(studio, (await studio.parts.make.speech(line(await connect(studio, practice))))[0])
    const take = await studio.parts.takes.get(job.takeIds[0]!)
    const path = join(studio.folder, 'assets', take.asset.id.slice(0, 2), `${take.asset.id}.wav`)
    const bytes = await readFile(path)
    await studio.close()
    await rm(path)
    await writeFile(join(studio.folder, 'assets', 'stray.wav'), 'x')
    const report = await checkStudio(studio.folder, quietly)
    expect(report).toMatchObject({
      damage: [],
      takes: 1,
      missing: { count: 1, examples: [path.slice(studio.folder.length + 1)] },
      orphans: { count: 1, examples: [join('assets', 'stray.wav')] },
    })
    await writeFile(path, bytes)
    expect((await checkStudio(studio.folder, quietly))?.missing.count).toBe(0)
  })

  const disk = mountSmallDisk(60 * 2 ** 20)
  it(disk
    ? 'a full disk is reported before anything is paid'
    : 'a full disk: not proven here, since mounting a small one is not permitted', async () => {
    if (!disk)
      return
    const practice = await openTestPractice()
    onTestFinished(() => disk.remove())
    const studio = await openTestStudio({ folder: join(disk.folder, 'studio') })
    const accountId = await connect(studio, practice)
    await expect(studio.parts.make.speech(line(accountId))).rejects.toMatchObject({ code: 'disk-full' })
    expect(practice.ledger()).toEqual([])
  })
})

it('without ffmpeg speech is still made and stored, and a film is refused with the command that installs it', async () => {
  const practice = await openTestPractice()
  const before = { path: process.env.PATH, bin: process.env.FFMPEG_BIN }
  onTestFinished(() => {
    process.env.PATH = before.path
    if (before.bin !== undefined)
      process.env.FFMPEG_BIN = before.bin
  })
  process.env.PATH = '/nowhere'
  delete process.env.FFMPEG_BIN
  const studio = await openTestStudio()
  const status = await studio.parts.status.get()
  expect(status.ffmpeg === null || status.ffmpeg.path !== '').toBe(true)
  expect(status.ffmpegHint).toMatch(/install/)
  const accountId = await connect(studio, practice)
  const project = await studio.parts.projects.create('Film')
  const [added] = await studio.parts.script.add(project.id, null, [{ speaker: '', text: 'Hello.', direction: '' }])
  const job = await ended(studio, (await studio.parts.make.speech({ ...line(accountId), projectId: project.id, lineId: added!.id }))[0])
  expect(job).toMatchObject({ state: 'done' })
  // The script chooses a take soon after it was filed.
  await expect.poll(async () => (await studio.parts.script.lines(project.id))[0]?.chosenTakeId).toBe(job.takeIds[0])
  const { sequence } = await studio.handlers.sequences.layOut(
    { projectId: project.id, width: 640, height: 360, rate: { numerator: 25, denominator: 1 } },
    call,
  )
  const render = studio.handlers.deliveries.render(
    { requestId: newId<RequestId>(), sequenceId: sequence.id, presetId: 'landscape-720', captionMode: 'sidecar', name: 'x' },
    call,
  )
  // Known folders are searched too, so a machine may still have one.
  if (status.ffmpeg === null)
    await expect(render).rejects.toMatchObject({ code: 'no-ffmpeg', data: { command: status.ffmpegHint } })
  else
    expect((await render).delivery.name).toBe('x')
})
