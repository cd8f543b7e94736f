/** The search language over real rows: each term finds what it says, alone, together and left out, page by page. */
import type { AccountId, ModelId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

const noon = new Date(2026, 10, 5, 12).getTime()
const day = 86_400_000

async function openSearch() {
  const library = await openTestLibrary()
  const { db, takes } = library
  const models = () => [{ id: 'higgs2p5' as ModelId, label: 'Higgs 2.5' }, { id: 'vidu' as ModelId, label: 'Vidu' }]
  const found = async (text: string, more: Partial<typeof anyQuery> = {}) =>
    (await searchTakes(db, { ...anyQuery, text, ...more }, { names: { models, nowMs: () => noon } })).takes.map(take => take.text).sort()
  const file = async (text: string, more: Parameters<typeof spokenTake>[1], seconds: number, daysAgo: number) => {
    const asset = { ...await plainAsset(library, text), durationSeconds: seconds }
    const take = await takes.file(spokenTake(text, more), asset)
    await db.run(sql`UPDATE takes SET taken_at = ${noon - daysAgo * day} WHERE id = ${take.id}`)
    return take
  }
  const { id: projectId } = await library.projects.create('The boat')
  const gull = await file('gull', { modelId: 'higgs2p5' as ModelId, voice: 'Vivian', projectId }, 5, 0)
  const shot = await file('shot of a gull', { kind: 'video', medium: 'video', modelId: 'vidu' as ModelId, isPractice: true }, 90, 1)
  const still = await file('still', { kind: 'image', medium: 'picture', modelId: 'gone-model' as ModelId }, 1, 40)
  const horn = await file('horn', { kind: 'import', voice: 'Ｖivian ii' }, 600, 400)
  return { ...library, found, gull, shot, still, horn, projectId }
}

it('by kind, model, voice and project: several are alternatives, names are parts of names, case does not matter', async () => {
  const { found, takes, projectId, horn } = await openSearch()
  expect(await found('kind:video')).toEqual(['shot of a gull'])
  expect(await found('kind:video KIND:图片')).toEqual(['shot of a gull', 'still'])
  expect(await found('-kind:video gull')).toEqual(['gull'])
  expect(await found('model:"higgs 2.5"')).toEqual(['gull'])
  expect(await found('model:GONE')).toEqual(['still'])
  expect(await found('model:none')).toEqual([])
  expect(await found('-model:vidu')).toEqual(['gull', 'horn', 'still'])
  expect(await found('voice:vivian'), 'of exactly this name').toEqual(['gull'])
  expect(await found('voice:vivi')).toEqual(['gull', 'horn'])
  expect(await found('-voice:vivi')).toEqual(['shot of a gull', 'still'])
  expect(await found('project:boat')).toEqual(['gull'])
  await takes.addToProject(projectId, [horn.id])
  expect(await found('project:"the boat"')).toEqual(['gull', 'horn'])
  expect(await found('-project:boat')).toEqual(['shot of a gull', 'still'])
})

it('by account, also one that was removed since', async () => {
  const { db, takes, plain } = await openSearch().then(library => ({ ...library, plain: (text: string) => plainAsset(library, text) }))
  const account = '00000000-0000-7000-8000-000000000002' as AccountId // has the form of an id
  await takes.file(spokenTake('bought', { accountId: account }), await plain('bought'))
  const names = { models: () => [], accounts: async () => [{ id: account, name: 'My Studio' }], nowMs: () => noon }
  const found = async (text: string) => (await searchTakes(db, { ...anyQuery, text }, { names })).takes.map(take => take.text).sort()
  expect(await found('account:studio')).toEqual(['bought'])
  expect(await found('账户:"my studio"')).toEqual(['bought'])
  expect(await found('account:other')).toEqual([])
  expect(await found('-account:studio')).toEqual(['gull', 'horn', 'shot of a gull', 'still'])
})

it('by tags, of which all must be there', async () => {
  const { found, takes, gull, shot } = await openSearch()
  await takes.tag([gull.id, shot.id], { add: ['夜', 'Sea'], remove: [] })
  await takes.tag([shot.id], { add: ['seaside'], remove: [] })
  expect(await found('tag:sea')).toEqual(['gull', 'shot of a gull'])
  expect(await found('tag:seas tag:夜')).toEqual(['shot of a gull'])
  expect(await found('tag:sea -tag:seaside')).toEqual(['gull'])
  expect(await found('tag:none')).toEqual([])
})

it('by dates of this time zone and by length, of which a still has none', async () => {
  const { found } = await openSearch()
  expect(await found('after:2026-11-05')).toEqual(['gull'])
  expect(await found('after:today')).toEqual(['gull'])
  expect(await found('after:yesterday before:today')).toEqual(['shot of a gull'])
  expect(await found('before:2026')).toEqual(['horn'])
  expect(await found('before:2026-11 -before:2026')).toEqual(['still'])
  expect(await found('longer:1m')).toEqual(['horn', 'shot of a gull'])
  expect(await found('shorter:90')).toEqual(['gull'])
  expect(await found('-longer:1m')).toEqual(['gull', 'still'])
})

it('by state', async () => {
  const { db, found, takes, gull, shot, projectId } = await openSearch()
  await takes.star([gull.id], true)
  expect(await found('is:starred')).toEqual(['gull'])
  expect(await found('-is:starred is:practice')).toEqual(['shot of a gull'])
  expect(await found('is:used')).toEqual([])
  await db.run(sql`
    INSERT INTO lines (id, project_id, position, speaker, text, chosen_take_id, changed_at)
    VALUES ('line', ${projectId}, 0, '', 'gull', ${gull.id}, 0)`)
  expect([await found('is:used'), await found('-is:unused')]).toEqual([['gull'], ['gull']])
  expect(await found('is:未使用')).toEqual(['horn', 'shot of a gull', 'still'])
  await db.run(sql`UPDATE lines SET removed_at = 1`)
  expect(await found('is:used'), 'a line that was removed uses nothing').toEqual([])
  await db.run(sql`UPDATE assets SET is_missing = 1 WHERE id = ${shot.asset.id}`)
  expect([await found('is:missing'), await found('gull -is:missing')]).toEqual([['shot of a gull'], ['gull']])
  await db.run(sql`UPDATE takes SET arrival = '{"incomplete":{"because":"cut","said":"","receivedBytes":1,"expectedBytes":null},"corrected":null}'
    WHERE id = ${shot.id}`)
  expect([await found('is:incomplete'), await found('gull -is:incomplete')]).toEqual([['shot of a gull'], ['gull']])
})

it('by phrases, by what is left out, and by words where nothing is understood', async () => {
  const { found } = await openSearch()
  expect(await found('"of a"')).toEqual(['shot of a gull'])
  expect(await found('gull -shot')).toEqual(['gull'])
  expect(await found('-gull')).toEqual(['horn', 'still'])
  expect(await found('-gull', { inTrash: true })).toEqual([])
  expect(await found('kind:gull')).toEqual([])
  expect(await found('voice:')).toHaveLength(4)
  expect(await found('-')).toEqual([])
})

it('a half-typed word finds all that begin so, however many they are, and alone or with what leaves few takes', async () => {
  const { takes, found, gull } = await openSearch()
  await takes.tag([gull.id], { add: ['night'], remove: [] })
  for (const count of [1, 3, 40]) {
    const { note } = await takes.get(gull.id)
    await takes.note(gull.id, Array.from({ length: count }, (_, at) => `siren${at}`).join(' '), note)
    expect(await found('sire')).toEqual(['gull'])
    expect(await found('gull sire tag:night')).toEqual(['gull'])
    expect(await found('shot sire')).toEqual([])
    expect(await found('shot sire tag:night')).toEqual([])
    expect(await found('sirem tag:night')).toEqual([])
    expect(await found('"sire"'), 'a phrase has whole words').toEqual([])
  }
  await takes.trash([gull.id])
  expect([await found('sire'), await found('sire', { inTrash: true })]).toEqual([[], ['gull']])
})

it.each(['gull', 'gul', 'gull before:2030', 'tag:x', 'is:unused kind:speech', 'longer:1', 'is:practice', '-nothing'])(
  'pages of %s are stable while takes arrive, and have each take once, newest first',
  async (text) => {
    const library = await openTestLibrary()
    const asset = await plainAsset(library, 'a')
    const file = async (number: number) => {
      const take = await library.takes.file(spokenTake(`gull ${number}`, { isPractice: true }), asset)
      await library.takes.tag([take.id], { add: ['x'], remove: [] })
    }
    for (let number = 0; number < 25; number++)
      await file(number)
    const shown: string[] = []
    for (let cursor: string | null = null, page = 0; page < 5; page++) {
      const answer: Awaited<ReturnType<typeof searchTakes>> = await searchTakes(library.db, { ...anyQuery, text, limit: 10, cursor })
      shown.push(...answer.takes.map(take => take.text))
      cursor = answer.nextCursor
      if (cursor === null)
        break
      await file(100 + page)
    }
    expect(shown).toEqual(Array.from({ length: 25 }, (_, at) => `gull ${24 - at}`))
  },
)

it('a tag of hundreds among hundreds of thousands is listed newest first, page by page, alone and with words', async () => {
  const library = await openTestLibrary()
  const { db } = library
  const asset = await library.takes.file(spokenTake('gull'), await plainAsset(library, 'gull'))
  const horns = Array.from({ length: 400 }, (_, at) => ({ number: 1000 + at * 500, id: newId(), text: `horn ${at}`, isTagged: at < 350 }))
  const all = sql.each(horns)
  await db.run(sql`
    INSERT INTO takes (number, id, kind, medium, title, text, asset_id, is_starred, taken_at)
    SELECT value ->> 'number', value ->> 'id', 'speech', 'audio', '', value ->> 'text', ${asset.asset.id}, 0, 0 FROM ${all}`)
  await db.run(sql`INSERT INTO takes_search (rowid, words) SELECT value ->> 'number', value ->> 'text' FROM ${all}`)
  await db.run(sql`INSERT INTO take_tags (take_id, tag, added_at) SELECT value ->> 'id', 'old', 0 FROM ${all} WHERE value ->> 'isTagged'`)
  for (const text of ['tag:old', 'horn tag:old']) {
    const first = await searchTakes(db, { ...anyQuery, text, limit: 20 })
    const second = await searchTakes(db, { ...anyQuery, text, limit: 20, cursor: first.nextCursor })
    const newest = horns.slice(310, 350).toReversed()
    expect([...first.takes, ...second.takes].map(take => take.text), text).toEqual(newest.map(horn => horn.text))
  }
})
