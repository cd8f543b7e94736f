/**
 * Renditions reach a page like all media: by ids in an address of either host, whole or by range.
 *
 * @module-tag wide
 */
import type { MediaRef } from '#contract/studio.ts'
import type { ImportTicket } from '#contract/words.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp } from '../../../src-main/backup/backup.ts'
import { inspectStudio } from '../../../src-main/check/inspect-studio.ts'
import { readMediaRef, writeMediaRef } from '../../../src-main/hosts/media-address.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a dropped shot is asked for, made, read by range, left alone by checks and left out of backups', async () => {
  const kit = await openMediaKit()
  const studio = await openTestStudio()
  const bytes = await readFile(await kit.clip('shot.mp4', { seconds: 0.4, withSound: true }))
  const ticket: ImportTicket = await studio.receiveFile('shot.mp4', (async function* () {
    yield bytes
  })(), bytes.length)
  const { take: { asset } } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
  const { renditions: [asked] } = await studio.handlers.renditions.want({ assetIds: [asset.id] }, call)
  expect(asked).toEqual({ state: 'waiting', assetId: asset.id, speed: 100 })
  let madeAt = 0
  for await (const { changed } of studio.handlers.renditions.changes({}, call)) {
    const ready = changed.find(each => each.state === 'ready')
    madeAt = ready?.madeAt ?? 0
    if (ready)
      break
  }
  const ask = async (ref: MediaRef, range: string | null) => {
    const kept = readMediaRef(writeMediaRef(ref))
    expect(kept).toEqual(ref)
    return studio.openMedia(kept ?? ref, { method: 'GET', range, ifRange: null, ifNoneMatch: null })
  }
  const proxy = { of: 'rendition', assetId: asset.id, speed: 100, part: 'proxy', madeAt } as const
  const whole = await ask(proxy, null)
  expect(whole).toMatchObject({ status: 200, headers: { 'Content-Type': 'video/mp4', 'Accept-Ranges': 'bytes' } })
  const file = Buffer.from(await new Response(whole.body).arrayBuffer())
  expect(file.subarray(4, 8).toString()).toBe('ftyp')
  const part = await ask(proxy, 'bytes=4-7')
  expect(part).toMatchObject({ status: 206, headers: { 'Content-Range': `bytes 4-7/${file.length}` } })
  expect(await new Response(part.body).text()).toBe('ftyp')
  const sound = await ask({ ...proxy, part: 'sound' }, 'bytes=0-3')
  expect([sound.headers['Content-Type'], await new Response(sound.body).text()]).toEqual(['audio/wav', 'RIFF'])
  expect(await ask({ ...proxy, madeAt: madeAt - 1 }, null)).toMatchObject({ status: 404 })
  expect(await ask({ ...proxy, part: 'picture' }, null)).toMatchObject({ status: 404 })

  const { parts, folder } = studio
  const ports = { ...parts, folder, ledger: parts.ledgerDb }
  const how = { strayAgeMs: 0, signal: call.signal }
  const report = await inspectStudio(ports, { ...how, isDeep: true, isRepairing: true })
  const nothing = { count: 0, examples: [] }
  expect(report).toMatchObject({ missing: nothing, wrong: nothing, orphans: nothing, halves: nothing, unclaimed: nothing, setAside: null })
  const manifest = await backUp(join(folder, 'x.backup'), { ...ports, ...how, madeBy: '0', withFilms: true, onProgress: () => {} })
  expect(manifest.files.filter(({ name }) => !/^(?:ledger\.db|library\.db|assets\/.*)$/.test(name))).toEqual([])
  expect(await ask(proxy, null)).toMatchObject({ status: 200 })

  expect(await studio.handlers.renditions.clear({}, call)).toMatchObject({ freedBytes: expect.any(Number) })
  expect(await ask(proxy, null)).toMatchObject({ status: 404 })
  await kit.close()
})
