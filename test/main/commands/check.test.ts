/**
 * What a check finds and what a repair does about it, with real files: nothing is deleted, and a second check finds nothing.
 *
 * @module-tag wide
 */
import type { ModelId, RequestId } from '#contract/words.ts'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { checkStudio, isSound } from '../../../src-main/commands/check.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function studioWithTakes(...texts: string[]) {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const takes = []
  for (const text of texts) {
    const [jobId] = await studio.parts.make.speech({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      fields: { text },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
    takes.push(await studio.parts.takes.get((await ended(studio, jobId)).takeIds[0]!))
  }
  return { studio, takes }
}

it('every problem is found, repaired without a loss, and absent from a second check', async () => {
  const kit = await openMediaKit()
  const { studio, takes: [kept, gone, bent] } = await studioWithTakes('Kept.', 'Gone.', 'Bent.')
  const { folder } = studio
  const pathOf = (take: typeof kept) => studio.parts.assets.pathOf(take!.asset)
  await studio.close()
  await rm(pathOf(gone))
  // Another sound of the same length under the name of this one.
  const other = await readFile(pathOf(bent))
  other[other.length - 10] = other[other.length - 10]! ^ 0xFF
  await writeFile(pathOf(bent), other)
  await copyFile(await kit.tone('found.wav', { seconds: 0.4 }), join(folder, 'assets', 'found.wav'))
  await writeFile(join(folder, 'assets', 'notes.txt'), 'no media at all')
  await mkdir(join(folder, 'assets', 'ab'), { recursive: true })
  await writeFile(join(folder, 'assets', 'ab', 'half.wav.part'), 'RIFF')
  // What was found of a sound belongs to it.
  for (const sidecar of ['words', 'voice'] as const)
    await writeFile(studio.parts.assets.pathOf(kept!.asset, sidecar), '{}')
  const db = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
  await db.run(sql`DELETE FROM takes_search WHERE rowid = 1`)
  await db.run(sql`UPDATE takes SET line_id = ${newId()} WHERE id = ${kept!.id}`)
  await db.close()

  const printed: string[] = []
  const look = { print: (line: string) => printed.push(line), isDeep: true, isRepairing: false }
  const found = await checkStudio(folder, look)
  expect(found).toMatchObject({
    takes: 3,
    files: 3,
    damage: [],
    missing: { count: 1 },
    wrong: { count: 1 },
    orphans: { count: 2 },
    halves: { count: 1 },
    outOfStep: 1,
    dangling: { count: 1 },
    setAside: null,
  })
  expect(printed.join('\n')).toContain('takeroom check --repair')
  expect((await checkStudio(folder, look))).toEqual(found)

  const repaired = await checkStudio(folder, { ...look, isRepairing: true })
  expect(repaired?.setAside).not.toBeNull()
  const aside = (await readdir(repaired!.setAside!, {
    recursive: true,
    withFileTypes: true,
  })).filter(entry => entry.isFile()).map(entry => entry.name)
  expect(aside.sort()).toEqual(['found.wav', 'half.wav.part', 'notes.txt', `${bent!.asset.id}.wav`].sort())
  expect(await checkStudio(folder, look)).toMatchObject({
    takes: 4,
    missing: { count: 2 },
    wrong: { count: 0 },
    orphans: { count: 0, examples: [] },
    halves: { count: 0 },
    outOfStep: 0,
    dangling: { count: 0 },
  })

  const again = await openTestStudio({ folder })
  expect((await searchTakes(again.parts.library, { ...anyQuery, text: 'Kept' })).takes).toHaveLength(1)
  const { takes: [offered] } = await searchTakes(again.parts.library, { ...anyQuery, inTrash: true })
  expect(offered).toMatchObject({ kind: 'import', medium: 'audio', title: 'found.wav' })
  await again.parts.takes.restore([offered!.id])
  expect(await readFile(again.parts.assets.pathOf(offered!.asset))).toEqual(await readFile(await kit.tone('found.wav', { seconds: 0.4 })))
  await kit.close()
})

it('a studio is sound while nothing in it is damaged, missing or unknown', async () => {
  const { studio, takes: [take] } = await studioWithTakes('Bent.')
  const path = studio.parts.assets.pathOf(take!.asset)
  await studio.close()
  const look = { print: () => {}, isDeep: true, isRepairing: false }
  const sound = (await checkStudio(studio.folder, look))!
  expect(isSound(sound)).toBe(true)
  const bytes = await readFile(path)
  bytes[bytes.length - 10] = bytes[bytes.length - 10]! ^ 0xFF
  await writeFile(path, bytes)
  expect(isSound((await checkStudio(studio.folder, look))!)).toBe(false)
  const one = { count: 1, examples: ['it'] }
  for (const found of ['missing', 'wrong', 'unreadable', 'unclaimed', 'deliveries'] as const)
    expect(isSound({ ...sound, [found]: one }), found).toBe(false)
  expect(isSound({ ...sound, damage: [{ file: 'library.db', said: '' }] })).toBe(false)
  expect(isSound({ ...sound, wrong: one, isRepaired: true }), 'it was set aside').toBe(true)
  expect(isSound({ ...sound, old: 1, outOfStep: 1, orphans: one, beside: one, previews: one })).toBe(true)
})

it('an open studio checks itself by the same rules', async () => {
  const { studio, takes: [take] } = await studioWithTakes('Here.')
  await rm(studio.parts.assets.pathOf(take!.asset))
  const { report } = await studio.handlers.checks.run({ isDeep: false, isRepairing: false }, call)
  expect(report).toMatchObject({ takes: 1, missing: { count: 1 }, isRepaired: false })
  expect((await studio.parts.takes.get(take!.id)).asset.isMissing).toBe(true)
})

it('a damaged library is only reported unless a repair is requested; then its takes are measured again from their files', async () => {
  const { studio, takes } = await studioWithTakes('One.', 'Two.')
  const { folder } = studio
  await studio.close()
  const path = join(folder, 'library.db')
  // The page of the table of assets: all that is left of a take is the id of its file.
  const db = await openDatabase(path, { migrations: libraryMigrations })
  const root = (await db.get<{ rootpage: number }>(sql`SELECT rootpage FROM sqlite_schema WHERE name = 'assets'`))!.rootpage
  await db.close()
  const bytes = await readFile(path)
  bytes.fill(0xEE, (root - 1) * 4096, root * 4096)
  await writeFile(path, bytes)
  const printed: string[] = []
  const how = { print: (line: string) => printed.push(line), isDeep: false, isRepairing: false }
  const report = await checkStudio(folder, how)
  expect(report).toBeNull()
  expect(printed.join('\n')).toMatch(/The library is damaged.*2 takes.*Nothing was changed/s)
  expect(await readFile(path)).toEqual(bytes)

  await checkStudio(folder, { ...how, isRepairing: true })
  expect(await checkStudio(folder, how)).toMatchObject({ takes: 2, missing: { count: 0 }, orphans: { count: 0 }, damage: [] })
  const again = await openTestStudio({ folder })
  for (const take of takes)
    expect((await again.parts.takes.get(take.id)).asset).toEqual(take.asset)
})
