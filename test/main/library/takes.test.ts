/** Takes are filed once, found by their texts, and never lost. */
import type { Asset, SentRequest } from '#contract/takes.ts'
import type { JobId, MessageId, ModelId, TakeId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createAssets } from '../../../src-main/library/assets.ts'
import { createConversations } from '../../../src-main/library/conversations.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { createTakes } from '../../../src-main/library/takes.ts'
import { OtherMediumError } from '../../../src-main/media/unreadable.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

describe('a part of a job that is filed again with other bytes', () => {
  it('has them where its file is lost, and otherwise leaves nothing behind', async () => {
    const library = await openTestLibrary()
    const { takes, assets } = library
    const made = { jobId: newId<JobId>(), jobPart: 0 }
    const first = await takes.file(spokenTake('One.', made), await plainAsset(library, 'first'))
    await rm(assets.pathOf(first.asset))
    const second = await takes.file(spokenTake('One.', made), await plainAsset(library, 'second'))
    expect(second).toMatchObject({ id: first.id, asset: { isMissing: false, sizeBytes: 6 } })
    const spare = await plainAsset(library, 'third')
    expect(await takes.file(spokenTake('One.', made), spare)).toEqual(second)
    expect([existsSync(assets.pathOf(second.asset)), existsSync(assets.pathOf(spare))]).toEqual([true, false])
    expect((await searchTakes(library.db, { ...anyQuery, text: 'One' })).takes.map(take => take.asset.id)).toEqual([second.asset.id])
  })
})

describe('a request', () => {
  it('that cannot be read is reported wherever its take is shown, and logged once', async () => {
    const lines: string[] = []
    const library = await openTestLibrary()
    const takes = createTakes({ ...library, log: createLog({ write: line => lines.push(line), clock: library.clock }) })
    const request: SentRequest = { method: 'POST', path: '/v1/audio/speech', encoding: 'json', fields: { voice: 'Linda' }, body: '{}' }
    const file = async (
      name: string,
      sent: SentRequest | null = request,
    ) => takes.file(spokenTake(name, { request: sent }), await plainAsset(library, name))
    const [whole, broken, foreign, imported] = [
      await file('whole'),
      await file('broken'),
      await file('foreign'),
      await file('imported', null),
    ]
    await library.db.run(sql`UPDATE takes SET request = substr(request, 1, 20) WHERE id = ${broken.id}`)
    await library.db.run(sql`UPDATE takes SET request = '{"method":"POST"}' WHERE id = ${foreign.id}`)
    const shown = new Map((await takes.search(anyQuery)).takes.map(take => [take.id, take]))
    expect(shown.get(whole.id)).toMatchObject({ request, isRequestUnreadable: false })
    expect(shown.get(imported.id)).toMatchObject({ request: null, isRequestUnreadable: false })
    for (const { id } of [broken, foreign]) {
      expect(shown.get(id)).toMatchObject({ request: null, isRequestUnreadable: true })
      expect(await takes.get(id)).toEqual(shown.get(id))
    }
    expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([broken, foreign].map(({ id }) => ({
      event: 'take-request-unreadable',
      takeId: id,
    })).reverse())
  })

  it('that cannot be read is kept unchanged', async () => {
    const { db, takes, ...library } = await openTestLibrary()
    const take = await takes.file(spokenTake('kept'), await plainAsset({ db, takes, ...library }, 'kept'))
    await db.run(sql`UPDATE takes SET request = 'nothing that can be read' WHERE id = ${take.id}`)
    await takes.star([take.id], true)
    await takes.note(take.id, 'a note')
    expect(await db.get(sql`SELECT request FROM takes WHERE id = ${take.id}`)).toEqual({ request: 'nothing that can be read' })
  })
})

describe('filing', () => {
  it('a repeated job finds its take already filed', async () => {
    const library = await openTestLibrary()
    const jobId = newId<JobId>()
    const first = await library.takes.file(spokenTake('once', { jobId }), await plainAsset(library, 'a'))
    const second = await library.takes.file(spokenTake('once', { jobId }), await plainAsset(library, 'a'))
    expect(second.id).toBe(first.id)
    expect((await searchTakes(library.db, anyQuery)).takes).toHaveLength(1)
  })

  it('the same bytes are stored once, however often they arrive', async () => {
    const kit = await openMediaKit()
    const library = await openTestLibrary()
    const adopt = async (name: string) => {
      await kit.tone(name, { seconds: 0.3 })
      return library.assets.adopt(kit.file(name))
    }
    const [first, second] = [await adopt('a.wav'), await adopt('b.wav')]
    expect(second.asset.id).toBe(first.asset.id)
    expect(first.asset).toMatchObject({ mime: 'audio/wav', sampleRate: 48_000, channels: 2, hasPeaks: true, hasPoster: false })
    await expect(stat(kit.file('b.wav'))).rejects.toThrow('ENOENT')
    await kit.close()
  })

  it('new bytes replace a file that was truncated or found damaged', async () => {
    const library = await openTestLibrary()
    const bring = async () => plainAsset(library, 'the very same bytes')
    const asset = await bring()
    const take = await library.takes.file(spokenTake('once'), asset)
    const path = library.assets.pathOf(asset)
    const whole = await readFile(path)
    for (const [damaged, isFound] of [[whole.subarray(0, whole.length - 1), false], [Buffer.alloc(whole.length), true]] as const) {
      await writeFile(path, damaged)
      if (isFound)
        await library.db.run(sql`UPDATE assets SET is_missing = 1`)
      await library.takes.file(spokenTake('again'), await bring())
      expect(await readFile(path)).toEqual(whole)
      expect((await library.takes.get(take.id)).asset.isMissing).toBe(false)
    }
  })

  it('other takes of the same bytes are announced when their file is back, and not each time', async () => {
    const library = await openTestLibrary()
    const bring = async () => plainAsset(library, 'the same for all')
    const first = await library.takes.file(spokenTake('first'), await bring())
    const told: TakeId[][] = []
    const stop = new AbortController()
    const done = (async () => {
      for await (const { changed } of library.takes.changes(stop.signal))
        told.push(changed.map(take => take.id))
    })()
    const second = await library.takes.file(spokenTake('second'), await bring())
    await library.db.run(sql`UPDATE assets SET is_missing = 1`)
    const third = await library.takes.file(spokenTake('third'), await bring())
    await vi.waitUntil(() => told.flat().includes(third.id), { timeout: hangMs })
    stop.abort()
    await done.catch(() => {})
    const [ofSecond, ofThird] = [second, third].map(take => told.find(ids => ids.includes(take.id)))
    expect(ofSecond).toEqual([second.id])
    expect(ofThird?.toSorted()).toEqual([first.id, second.id, third.id].toSorted())
    expect((await library.takes.ofSameFiles([second.id])).toSorted()).toEqual(ofThird?.toSorted())
  })

  it('a take that is restored while it is deleted permanently is either complete or gone', async () => {
    const library = await openTestLibrary()
    for (let round = 0; round < 20; round++) {
      const { id } = await library.takes.file(spokenTake(`take ${round}`), await plainAsset(library, `take ${round}`))
      await library.takes.trash([id])
      const [count, restored] = await Promise.all([library.takes.purge([id]), library.takes.restore([id])])
      expect(count + restored.length).toBe(1)
      expect(await library.takes.find([id])).toHaveLength(restored.length)
    }
  })

  it('speech gets its waveform on a machine without ffmpeg, and compressed sound is kept without one', async () => {
    const kit = await openMediaKit()
    const { db, root, clock } = await openTestLibrary()
    const assets = createAssets({
      db,
      folder: join(root, 'assets'),
      ffmpeg: async () => null,
      clock,
      log: createLog({ write: () => {}, clock }),
    })
    const { asset } = await assets.adopt(await kit.tone('a.wav', { seconds: 0.3 }))
    expect(asset).toMatchObject({ mime: 'audio/wav', hasPeaks: true })
    expect((await stat(assets.pathOf(asset, 'peaks'))).size).toBe(24 + 60)
    expect((await assets.adopt(await kit.tone('b.mp3', { seconds: 0.3 }))).asset).toMatchObject({ mime: 'audio/mpeg', hasPeaks: false })
    await kit.close()
  })

  it('a picture gets a poster, and damaged bytes are refused with a reason', async () => {
    const kit = await openMediaKit()
    const library = await openTestLibrary()
    const { asset } = await library.assets.adopt(await kit.picture('p.png', { width: 1600, height: 900 }))
    expect(asset).toMatchObject({ width: 1600, height: 900, hasPoster: true })
    expect((await stat(library.assets.pathOf(asset, 'poster'))).size).toBeGreaterThan(100)
    const bad = join(library.root, 'bad.wav')
    await writeFile(bad, 'RIFF????WAVEjunk')
    await expect(library.assets.adopt(bad)).rejects.toThrow(/damaged|cut-short|empty/)
    await kit.close()
  })

  it.each([
    ['an answer in JSON', 'picture', async (folder: string) => {
      await writeFile(join(folder, 'answer'), '{"detail":"no picture"}')
      return join(folder, 'answer')
    }],
    ['a sound', 'picture', async (_folder: string, kit: MediaKit) => kit.tone('t.wav', { seconds: 0.1 })],
    ['no media at all', 'media', async (folder: string) => {
      await writeFile(join(folder, 'note'), 'just words')
      return join(folder, 'note')
    }],
  ] as const)('%s is left where it is when %s is wanted, since no take would ever name it', async (_, wanted, make) => {
    const kit = await openMediaKit()
    const library = await openTestLibrary()
    const path = await make(library.root, kit)
    await expect(library.assets.adopt(path, wanted)).rejects.toThrow(OtherMediumError)
    expect(existsSync(path)).toBe(true)
    expect(await readdir(library.assets.folder).catch(() => [])).toEqual([])
    await kit.close()
  })
})

describe('searching', () => {
  it('finds words of the text, the voice and the note, in any order, also Chinese', async () => {
    const library = await openTestLibrary()
    await library.takes.file(spokenTake('The lighthouse burns all night', { voice: 'Serena' }), await plainAsset(library, 'a'))
    const noted = await library.takes.file(spokenTake('宇航员牵着一只柴犬'), await plainAsset(library, 'b'))
    await library.takes.note(noted.id, 'for the trailer')
    const found = async (text: string) => (await searchTakes(library.db, { ...anyQuery, text })).takes.map(take => take.text)
    expect(await found('night lighthouse')).toEqual(['The lighthouse burns all night'])
    expect(await found('serena')).toEqual(['The lighthouse burns all night'])
    expect(await found('柴犬')).toEqual(['宇航员牵着一只柴犬'])
    expect(await found('trailer')).toEqual(['宇航员牵着一只柴犬'])
    expect(await found('"AND ( -x col:')).toEqual([])
  })

  it('keeps its pages stable when a take arrives in between', async () => {
    const library = await openTestLibrary()
    const asset = await plainAsset(library, 'a')
    for (let number = 1; number <= 25; number++)
      await library.takes.file(spokenTake(`take ${number}`), asset)
    const first = await searchTakes(library.db, { ...anyQuery, limit: 10 })
    await library.takes.file(spokenTake('newcomer'), asset)
    const second = await searchTakes(library.db, { ...anyQuery, limit: 10, cursor: first.nextCursor })
    const third = await searchTakes(library.db, { ...anyQuery, limit: 10, cursor: second.nextCursor })
    const shown = [...first.takes, ...second.takes, ...third.takes].map(take => take.text)
    expect(shown).toEqual(Array.from({ length: 25 }, (_, index) => `take ${25 - index}`))
    expect(third.nextCursor).toBeNull()
  })
})

describe('the trash', () => {
  it('restores takes, and deletes only what is in it', async () => {
    const library = await openTestLibrary()
    const asset = await plainAsset(library, 'a')
    const kept = await library.takes.file(spokenTake('kept'), asset)
    const thrown = await library.takes.file(spokenTake('thrown'), asset)
    expect(await library.takes.trash([thrown.id])).toEqual([thrown.id])
    expect(await library.takes.purge([kept.id])).toBe(0)
    expect(await library.takes.restore([thrown.id])).toEqual([thrown.id])
    expect((await searchTakes(library.db, anyQuery)).takes).toHaveLength(2)
    await library.takes.trash([thrown.id])
    expect(await library.takes.purge([thrown.id])).toBe(1)
    // The other take still needs the file.
    expect((await stat(library.assets.pathOf(asset))).isFile()).toBe(true)
    await library.takes.trash([kept.id])
    await library.takes.purge([kept.id])
    await expect(stat(library.assets.pathOf(asset))).rejects.toThrow('ENOENT')
    expect((await searchTakes(library.db, { ...anyQuery, text: 'kept', inTrash: true })).takes).toEqual([])
  })

  it('keeps bytes that arrived again and whose take is about to be filed', async () => {
    const kit = await openMediaKit()
    const library = await openTestLibrary()
    const adopt = async () => (await library.assets.adopt(await kit.tone('same.wav', { seconds: 0.3 }))).asset
    const thrown = await library.takes.file(spokenTake('thrown'), await adopt())
    await library.takes.trash([thrown.id])
    const asset = await adopt()
    expect(await library.takes.purge([thrown.id])).toBe(1)
    const kept = await library.takes.file(spokenTake('paid for again'), asset)
    expect((await stat(library.assets.pathOf(kept.asset))).size).toBe(asset.sizeBytes)
    expect((await stat(library.assets.pathOf(kept.asset, 'peaks'))).isFile()).toBe(true)

    // The removal comes too late: by now a take refers to the file.
    await library.assets.discard(asset)
    expect((await stat(library.assets.pathOf(asset))).isFile()).toBe(true)
    await library.takes.trash([kept.id])
    await library.takes.purge([kept.id])
    await expect(stat(library.assets.pathOf(asset))).rejects.toThrow('ENOENT')
    await kit.close()
  })

  it.each<[string, (library: Awaited<ReturnType<typeof openTestLibrary>>, asset: Asset) => Promise<unknown>]>([
    ['a chat shows', async ({ db, clock }, asset) => {
      const conversations = createConversations({ db, clock })
      const { id } = await conversations.create({ title: '', projectId: null, system: '' })
      return conversations.ask({
        conversationId: id,
        message: {
          id: newId<MessageId>(),
          parentId: null,
          parts: [{ type: 'text', text: 'What is this?' }, { type: 'image', assetId: asset.id }],
        },
        answer: { id: newId<MessageId>(), jobId: newId<JobId>(), modelId: 'a-model' as ModelId },
        words: 'What is this?',
      })
    }],
    ['a speaker is cast with', async ({ db, projects }, asset) => {
      const { id } = await projects.create('Film')
      return db.run(
        sql`INSERT INTO castings (project_id, speaker, model_id, fields) VALUES (${id}, 'Ada', 'a-model', ${JSON.stringify({ clips: [{ assetId: asset.id }] })})`,
      )
    }],
  ])('keeps the file that %s, though its take is deleted', async (_, use) => {
    const library = await openTestLibrary()
    const asset = await plainAsset(library, 'a')
    const take = await library.takes.file(spokenTake('thrown'), asset)
    await use(library, asset)
    await library.takes.trash([take.id])
    expect(await library.takes.purge([take.id])).toBe(1)
    expect((await stat(library.assets.pathOf(asset))).isFile()).toBe(true)
    expect(await library.assets.get(asset.id)).toMatchObject({ id: asset.id })
  })
})

it('listeners are informed of filed takes, and of changes in a project', async () => {
  const library = await openTestLibrary()
  const project = await library.projects.create('Film')
  const stop = new AbortController()
  const heard: string[] = []
  const listening = (async () => {
    for await (const event of library.takes.changes(stop.signal)) {
      heard.push(...event.changed.map(take => take.text))
      if (heard.length === 1)
        stop.abort()
    }
  })()
  await library.takes.file(spokenTake('hello', { projectId: project.id }), await plainAsset(library, 'a'))
  await listening
  expect(heard).toEqual(['hello'])
  expect(await library.projects.get(project.id)).toMatchObject({ takeCount: 1, lineCount: 0 })
})
