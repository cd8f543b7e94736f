/** What the service may send as one result, and how much room the disk has to have for it. */
import { Buffer } from 'node:buffer'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { createServiceClient } from '../../../../src-main/service/client.ts'
import { createRoom } from '../../../../src-main/service/wire/room-for-result.ts'
import { DiskError } from '../../../../src-main/service/wire/transport.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { openAnsweringServer, silentLog } from '../raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const signal = new AbortController().signal
const megabyte = 1e6

it('a result may be as large as its medium can be, and no larger', async () => {
  const room = createRoom('/x/part', 'picture', { mostBytes: 10 * megabyte, freeBytes: async () => Infinity })
  await room.check(10 * megabyte)
  const said = expect.stringMatching(/result-too-large 10 MB/) as string
  await expect(room.check(10 * megabyte + 1)).rejects.toMatchObject({ kind: 'undecodable', status: null, charged: 'no', said })
  await expect(createRoom('/x/part', 'picture', { mostBytes: 10 * megabyte }).check(0, 11 * megabyte)).rejects.toThrow('result-too-large 10 MB')
})

it('the disk keeps some room, whether the size is declared or not', async () => {
  let free = 1_000 * megabyte
  const options = { freeBytes: async () => free }
  await createRoom('/x/part', 'video', options).check(0, 700 * megabyte)
  await expect(createRoom('/x/part', 'video', options).check(0, 800 * megabyte)).rejects.toThrow(/disk-left-coming 1,000 MB\/800 MB/)
  const room = createRoom('/x/part', 'video', options)
  await room.check(0)
  free = 100 * megabyte
  await room.check(1, null)
  await expect(room.check(40 * megabyte)).rejects.toThrow(DiskError)
})

it('a picture that an answer names is not fetched when it is said to be far too large', async () => {
  const server = await openAnsweringServer(() =>
    [200, { 'content-type': 'image/png', 'content-length': 600 * 2 ** 20 }, Buffer.from('89504e470d0a1a0a', 'hex')])
  const partPath = join(await makeFolder(), 'answer.part')
  await writeFile(partPath, JSON.stringify({ data: [{ url: `${server.url}/picture.png` }] }))
  const client = createServiceClient({ clock: systemClock, log: silentLog })
  const { error, isAnyHere } = await client.fetchNamed({ baseUrl: server.url, key }, partPath, 'picture', signal)
  expect([error?.kind, error?.status, isAnyHere]).toEqual(['undecodable', null, false])
  expect(error?.said).toMatch(/result-too-large 536 MB/)
  expect(await stat(`${partPath}.named-0`).catch(() => null)).toBe(null)
})
