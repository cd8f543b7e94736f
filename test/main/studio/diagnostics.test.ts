/**
 * Diagnostics contain what helps and no secret: keys are planted everywhere, then searched for in all that was written,
 * sent or printed.
 *
 * @module-tag wide
 */
import type { ModelId, RequestId } from '#contract/words.ts'
import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog, openFileLog } from '../../../src-main/base/log.ts'
import { readPage } from '../../../src-main/hosts/page.ts'
import { createMediaAddresses } from '../../../src-main/hosts/web/media.ts'
import { openWebHost } from '../../../src-main/hosts/web/server.ts'
import { lockFileName } from '../../../src-main/storage/lock.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'
import { clientOverSocket, openSocket, tokenFor } from '../../kit/wire-client.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
/** One of the usual form, one that no pattern matches. */
const keys = ['sk-5f3a9c0d_7e1b2a4c6d8e0f1a2b3c4d5e6f7a8b9c', 'HarbourLanternQuietThursday']
const environmentKey = 'the-machine-says-so-4711'

it('include versions, counts, jobs with their moves, and texts only on request', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 400, message: 'Your poem about Thursday is too long', times: 1 })
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'A secret poem.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  await ended(studio, jobId)
  const { text, fileName } = await studio.handlers.diagnostics.gather({ withTexts: false }, call)
  expect(fileName).toMatch(/^takeroom-diagnostics-\d{4}-\d\d-\d\d\.txt$/)
  for (const found of ['## Versions', process.versions.sqlite ?? '', '"takes": 0', 'commit → committed', '"status": 400', 'studio-opened'])
    expect(text).toContain(found)
  for (const absent of ['A secret poem', 'too long', practice.key])
    expect(text).not.toContain(absent)
  const full = (await studio.handlers.diagnostics.gather({ withTexts: true }, call)).text
  expect(full).toContain('A secret poem')
  expect(full).toContain('too long')
})

it('no key is in any file, any frame of the wire, any line on the terminal, the backup or the diagnostics', async () => {
  const services = new Map<string, Awaited<ReturnType<typeof openTestPractice>>>()
  for (const key of [...keys, environmentKey])
    services.set(key, await openTestPractice({ key }))
  vi.stubEnv('TAKEROOM_API_KEY', environmentKey)
  vi.stubEnv('TAKEROOM_API_URL', services.get(environmentKey)!.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const said: string[] = []
  const writes = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream)
    stream.write = ((piece: string | Uint8Array, ...rest: never[]) => {
      said.push(Buffer.from(piece as Uint8Array).toString())
      return write(piece, ...rest)
    }) as typeof stream.write // the same function, which also records
    return () => {
      stream.write = write
    }
  })
  onTestFinished(() => writes.forEach(restore => restore()))

  const folder = await makeFolder()
  const media = createMediaAddresses(systemClock)
  const studio = await openTestStudio({ folder, ports: { mediaUrl: media.sign } })
  const hostLog = openFileLog(join(folder, 'logs', 'host.log'), { maxBytes: 2 ** 20 })
  const host = await openWebHost({
    studio,
    media,
    page: await readPage(await makeFolder()),
    clock: systemClock,
    log: createLog({ write: hostLog.write, clock: systemClock }),
    port: 0,
  })
  const address = host.newAddress()
  const socket = await openSocket(new URL(address).origin, await tokenFor(address))
  const frames: string[] = []
  socket.on('message', data => frames.push(String(data)))
  const page = clientOverSocket(socket)
  const stop = new AbortController()
  const listening = Promise.allSettled(([
    'accounts',
    'takes',
    'jobs',
    'projects',
    'settings',
    'studio',
    'backups',
  ] as const).map(async (room) => {
    for await (const event of await page[room].changes({}, { signal: stop.signal }) as AsyncIterable<unknown>)
      void event
  }))

  for (const [key, practice] of services) {
    const { account } = await page.accounts.connect({ name: 'Mine', baseUrl: practice.url, key })
    // The key from the environment serves an account that has none of its own.
    if (key === environmentKey)
      await studio.parts.ports.secrets.store.remove(`account:${account.id}`)
    const speak = async () => ended(
      studio,
      (await page.make.speech({
        requestId: newId<RequestId>(),
        accountId: account.id,
        modelId: 'higgs2p5' as ModelId,
        fields: { text: 'Hi.' },
        projectId: null,
        lineId: null,
        voiceId: null,
        isOverSocket: false,
      })).jobIds[0],
    )
    await speak()
    practice.faults.set({
      do: 'refuse',
      status: 403,
      message: `Key ${key} may not. GET https://example.test/v1?api_key=${encodeURIComponent(key)}&x=1 ${Buffer.from(key).toString('base64')}`,
      times: 1,
    })
    expect(await speak()).toMatchObject({ state: 'failed' })
    await page.accounts.connect({ name: 'Wrong', baseUrl: practice.url, key: `${key}x` }).catch(() => {})
  }
  await page.backups.make({ withFilms: true })
  for await (const event of studio.parts.backups.changes(AbortSignal.timeout(hangMs))) {
    if (event.last)
      break
  }
  const { text } = await page.diagnostics.gather({ withTexts: true })
  stop.abort()
  await listening
  socket.terminate()
  await host.close()
  await hostLog.close()

  const files = (await filesBelow(folder)).filter(file => basename(file) !== lockFileName)
  expect(files.some(file => file.endsWith('.tar'))
    && files.some(file => file.endsWith('-wal'))
    && files.some(file => file.endsWith('studio.log'))).toBe(true)
  expect(frames.length).toBeGreaterThan(10)
  // The studio still works: what was only being written may have its final name by now.
  const contents = await Promise.all(files.map(async (file): Promise<[string, Buffer]> =>
    [file, await readFile(file).catch((error: NodeJS.ErrnoException) => file.endsWith('.part') || file.includes('.part/')
      ? Buffer.alloc(0)
      : Promise.reject(error))]))
  for (const secret of [...keys, environmentKey]) {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    for (const form of forms) {
      expect(text.includes(form), 'the diagnostics').toBe(false)
      expect(frames.filter(frame => frame.includes(form)), 'a frame').toEqual([])
      expect(said.filter(line => line.includes(form)), 'the terminal').toEqual([])
      for (const [file, content] of contents)
        expect(content.includes(form), file).toBe(false)
    }
  }
})
