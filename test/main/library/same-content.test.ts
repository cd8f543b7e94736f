/** Takes of one content, over real rows: by their bytes, or by what a file was before it left with settings. */
import type { AssetId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from '../../../src-main/base/hash.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

async function openContents() {
  const library = await openTestLibrary()
  const { db, takes } = library
  const file = async (text: string, content: string, of?: string) => {
    const contentId = of === undefined ? null : sha256(of) as AssetId // 64 hexadecimal digits
    return takes.file(spokenTake(text), { ...await plainAsset(library, content), contentId })
  }
  const found = async (text: string, inTrash = false) =>
    (await searchTakes(db, { ...anyQuery, text, inTrash })).takes.map(take => take.text).sort()
  const othersOf = async ({ id }: { id: Awaited<ReturnType<typeof file>>['id'] }) => {
    const others = await takes.othersOfContent(id)
    return Promise.all(others.map(async ({ takeId, isUsed }) => `${(await takes.get(takeId)).text}${isUsed ? ' is used' : ''}`))
  }
  return { ...library, file, found, othersOf }
}

it('of the same bytes, or of bytes that have settings in them, whichever was there first', async () => {
  const { file, found, othersOf, takes } = await openContents()
  const first = await file('first', 'gull')
  const alone = await file('alone', 'horn')
  expect(await found('is:duplicate')).toEqual([])
  const back = await file('back', 'gull with settings', 'gull')
  const other = await file('other settings', 'gull with other settings', 'gull')
  await file('boat with settings', 'boat with settings', 'boat')
  expect(await found('is:duplicate')).toEqual(['back', 'first', 'other settings'])
  expect(await found('is:重复 -first')).toEqual(['back', 'other settings'])
  expect(await found('-is:duplicate')).toEqual(['alone', 'boat with settings'])
  await file('boat', 'boat')
  expect(await found('is:duplicate boat')).toEqual(['boat', 'boat with settings'])
  expect(await othersOf(first)).toEqual(['back', 'other settings'])
  expect(await othersOf(back)).toEqual(['first', 'other settings'])
  expect(await othersOf(alone)).toEqual([])
  // Known only from now on: nothing is read of files that were there before.
  await takes.trash([first.id, other.id])
  expect([await found('is:duplicate gull'), await othersOf(back)]).toEqual([[], []])
  expect(await found('is:duplicate', true), 'their content is still there').toEqual(['first', 'other settings'])
  await takes.trash([back.id])
  expect(await found('is:duplicate', true)).toEqual([])
  await takes.restore([first.id, other.id])
  expect(await found('is:duplicate')).toEqual(['boat', 'boat with settings', 'first', 'other settings'])
  expect(await found('is:duplicate', true)).toEqual(['back'])
})

it('finds the take that a file of a content is: the named one, else one of the project, else the first one', async () => {
  const { file, takes, projects } = await openContents()
  const { id: projectId } = await projects.create('The boat')
  const first = await file('first', 'gull')
  const second = await file('second', 'gull')
  const back = await file('back', 'gull with settings', 'gull')
  const gone = await file('gone', 'horn')
  await takes.trash([gone.id])
  const hash = first.asset.id
  const found = async (...files: Parameters<typeof takes.ofContents>[0]) =>
    (await takes.ofContents(files, projectId)).map(take => take?.text ?? null)
  const asked = [...[null, second.id, back.id].map(takeId => ({ hash, takeId })), { hash: gone.asset.id, takeId: gone.id }]
  expect(await found(...asked))
    .toEqual(['first', 'second', 'back', null])
  expect(await found({ hash: back.asset.id, takeId: null }, { hash: sha256('none') as AssetId, takeId: first.id })).toEqual(['back', null])
  await takes.addToProject(projectId, [second.id])
  expect(await found({ hash, takeId: null })).toEqual(['second'])
})

it('says which are used, and what came again without settings keeps the content that it had', async () => {
  const { db, file, othersOf, projects, found } = await openContents()
  const first = await file('first', 'gull')
  const back = await file('back', 'gull with settings', 'gull')
  const { id } = await projects.create('The boat')
  await db.run(sql`
    INSERT INTO lines (id, project_id, position, speaker, text, chosen_take_id, changed_at)
    VALUES ('line', ${id}, 0, '', '', ${first.id}, 0)`)
  expect(await othersOf(back)).toEqual(['first is used'])
  await file('again', 'gull with settings')
  expect(await othersOf(first)).toEqual(['back', 'again'])
  expect(await found('is:duplicate')).toEqual(['again', 'back', 'first'])
})

it('what is in the trash brings back what is lost where the file of the other one is missing', async () => {
  const { assets, file, found, othersOf, takes } = await openContents()
  const first = await file('first', 'gull')
  const back = await file('back', 'gull with settings', 'gull')
  await assets.markMissing(first.asset.id, true)
  await takes.trash([back.id])
  expect(await found('is:duplicate', true)).toEqual([])
  expect(await othersOf(back)).toEqual(['first'])
  await assets.markMissing(first.asset.id, false)
  expect(await found('is:duplicate', true)).toEqual(['back'])
  await takes.restore([back.id])
  await assets.markMissing(first.asset.id, true)
  await takes.trash([first.id])
  expect(await found('is:duplicate', true), 'its content is in the other one').toEqual(['first'])
})

it('whatever takes there are', async () => {
  const content = fc.constantFrom('a', 'b', 'c', 'd')
  const made = fc.record({ bytes: content, isSaved: fc.boolean(), isTrashed: fc.boolean() })
  const lost = fc.constantFrom('a', 'a with settings', 'b', 'none')
  await fc.assert(fc.asyncProperty(fc.array(made, { maxLength: 12 }), lost, async (all, lostFile) => {
    const { assets, file, found, takes, othersOf, db } = await openContents()
    const filed: { take: Awaited<ReturnType<typeof file>>, bytes: string, isTrashed: boolean }[] = []
    for (const [at, { bytes, isSaved, isTrashed }] of all.entries()) {
      const take = await file(`t${at}`, isSaved ? `${bytes} with settings` : bytes, isSaved ? bytes : undefined)
      if (isTrashed)
        await takes.trash([take.id])
      filed.push({ take, bytes, isTrashed })
    }
    const lostId = sha256(lostFile)
    await assets.markMissing(lostId as AssetId, true) // 64 hexadecimal digits
    for (const { take, bytes } of filed) {
      const same = filed.filter(other => other.take.id !== take.id && other.bytes === bytes && !other.isTrashed)
      expect(await othersOf(take)).toEqual(same.map(other => other.take.text))
    }
    for (const inTrash of [false, true]) {
      const expected = filed.filter(({ take, bytes, isTrashed }) => isTrashed === inTrash
        && filed.some(other => other.take.id !== take.id && other.bytes === bytes && !other.isTrashed
          && (!inTrash || other.take.asset.id !== lostId || take.asset.id === lostId)))
      expect(await found('is:duplicate', inTrash)).toEqual(expected.map(({ take }) => take.text).sort())
    }
    await db.close()
  }), { numRuns: 15 })
})
