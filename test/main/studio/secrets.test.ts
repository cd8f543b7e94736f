/** A key is sent to the keychain and the service only: everything else that the studio wrote or sent is searched for it. */
import type { ModelId, RequestId } from '#contract/words.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { lockFileName } from '../../../src-main/storage/lock.ts'
import { ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const key = 'sk-5f3a9c0d_7e1b2a4c6d8e0f1a2b3c4d5e6f7a8b9c'

it('the key is in no file, no feed, no answer and no fault', async () => {
  const practice = await openTestPractice({ key })
  const studio = await openTestStudio()
  const told: string[] = []
  const stop = new AbortController()
  const call = { signal: stop.signal, origin: 'page' } as const
  const listening = Promise.all((['accounts', 'takes', 'jobs', 'projects', 'settings', 'studio', 'models'] as const).map(async (room) => {
    for await (const event of studio.handlers[room].changes({}, call) as AsyncIterable<unknown>)
      told.push(JSON.stringify(event))
  }))
  const { account } = await studio.handlers.accounts.connect({ name: 'Mine', baseUrl: practice.url, key }, call)
  told.push(JSON.stringify(account))
  const speak = () => studio.handlers.make.speech({
    requestId: newId<RequestId>(),
    accountId: account.id,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Hi.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  }, call)
  await ended(studio, (await speak()).jobIds[0])
  // A service that repeats the key in its answer must not get it into our files either.
  practice.faults.set({ do: 'refuse', status: 403, message: `Key ${key} may not do that. Authorization: Bearer ${key}` })
  told.push(JSON.stringify(await ended(studio, (await speak()).jobIds[0])))
  told.push(JSON.stringify(
    await studio.handlers.accounts.connect({ name: 'Mine', baseUrl: practice.url, key: `${key}x` }, call).catch(fault => fault.data),
  ))
  stop.abort()
  await listening
  await studio.close()

  expect(told.filter(text => text.includes(key))).toEqual([])
  expect(account.key).toMatchObject({ state: 'ok', last4: key.slice(-4) })
  const files = (await readdir(studio.folder, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile() && entry.name !== lockFileName).map(entry => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(4)
  for (const file of files)
    expect((await readFile(file)).includes(key), file).toBe(false)
})
