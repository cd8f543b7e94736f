/** Checks: in no list unless they are asked for, found in the take that was heard, with it in the trash and back, never lost with it. */
import type { TakeId } from '#contract/words.ts'
import type { NewTake, TakesEvent } from '../../../src-main/library/takes.ts'
import { expect, it } from 'vitest'
import { newestFirst } from '#contract/take-order.ts'
import { readRuns } from '#rules/search/runs.ts'
import { createTranscripts } from '../../../src-main/library/transcripts.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

async function openHeard() {
  const library = await openTestLibrary()
  const { takes, projects } = library
  const project = await projects.create('The lamp')
  const file = async (text: string, name: string, more: Partial<NewTake> = {}) =>
    takes.file(spokenTake(text, { projectId: project.id, ...more }), await plainAsset(library, name))
  const heardAs = (text: string, checkOf: TakeId, more: Partial<NewTake> = {}) =>
    file(text, `heard ${text}`, { kind: 'transcribe', medium: 'text', sourceTakeIds: [checkOf], checkOf, ...more })
  const spoken = await file('The lamp is lit.', 'lamp')
  const check = await heardAs('The lump is lit.', spoken.id)
  const found = async (text: string, more: object = {}) => {
    const page = (await takes.search({ ...anyQuery, text, ...more })).takes.map(take => take.id)
    const { runs } = await takes.order({ ...anyQuery, text, ...more, sort: newestFirst, upTo: null })
    const all = (await takes.numbered(readRuns(runs))).map(take => take.id)
    expect(all).toEqual(page)
    expect(await takes.countFound([text]), text).toEqual(Object.keys(more).length > 0 ? [expect.any(Number)] : [page.length])
    return page
  }
  const shown = async () => {
    const { value } = await takes.changes()[Symbol.asyncIterator]().next() as { value: TakesEvent }
    return { total: value.total, trashed: value.trashed }
  }
  return { ...library, project, file, heardAs, spoken, check, found, shown }
}

it('lists, pages, counts and duplicates leave checks out, unless they are asked for', async () => {
  const { takes, projects, project, heardAs, spoken, check, found, shown, file } = await openHeard()
  expect(check.checkOf).toBe(spoken.id)
  const own = await file('Asked for in Make.', 'own', { kind: 'transcribe', medium: 'text', sourceTakeIds: [spoken.id] })
  const same = await heardAs('The lump is lit.', own.id)
  expect(same.asset.id, 'two files of one content').toBe(check.asset.id)
  expect(await found('')).toEqual([own.id, spoken.id])
  expect(await found('', { projectId: project.id })).toEqual([own.id, spoken.id])
  expect(await found('kind:transcript')).toEqual([own.id])
  expect(await found('', { kinds: ['transcribe'] })).toEqual([own.id])
  expect(await found('is:duplicate')).toEqual([])
  expect(await takes.othersOfContent(check.id)).toEqual([])
  expect(await found('is:check')).toEqual([same.id, check.id])
  expect(await found('is:check', { projectId: project.id })).toEqual([same.id, check.id])
  expect(await found('-is:check')).toEqual([own.id, spoken.id])
  expect(await shown()).toEqual({ total: 2, trashed: 0 })
  expect((await projects.get(project.id)).takeCount).toBe(2)
  const facets = await takes.facets({ text: '', inTrash: false })
  expect(facets.find(({ facet }) => facet === 'kind')!.values).toEqual([{ value: 'speech', count: 1 }, { value: 'transcribe', count: 1 }])
  expect(facets.find(({ facet }) => facet === 'check')!.values).toEqual([{ value: 'is:check', count: 2 }])
})

it('what was heard, also as it was corrected, finds the take that was heard', async () => {
  const { db, takes, assets, clock, spoken, check, heardAs, found } = await openHeard()
  expect(await found('lump')).toEqual([spoken.id])
  expect(await found('is:check lump')).toEqual([check.id])
  const later = await heardAs('The lamp was lit.', spoken.id)
  expect(await found('was')).toEqual([spoken.id])
  expect((await takes.checks(spoken.id)).map(({ take, text }) => [take.id, text]))
    .toEqual([[later.id, 'The lamp was lit.'], [check.id, 'The lump is lit.']])
  const correction = JSON.stringify({ text: 'The camp is lit.', segments: [] })
  await takes.changeWords(check.id, async (tx) => {
    await tx.run(sql`INSERT INTO transcripts (take_id, document, changed_at) VALUES (${check.id}, ${correction}, 1)`)
  })
  expect(await found('lump')).toEqual([])
  expect(await found('camp')).toEqual([spoken.id])
  expect((await takes.checks(spoken.id))[1]!.text).toBe('The camp is lit.')
  const heard = await createTranscripts({ db, takes, assets, clock }).heardOf([spoken.id])
  expect(heard.get(spoken.id)!.transcriptId).toBe(later.id)
})

it('checks are moved to the trash with their take, are deleted with it, and come back with it', async () => {
  const { db, takes, assets, clock, spoken, check, heardAs, found, shown, file } = await openHeard()
  const alone = await heardAs('A lamp.', spoken.id)
  const other = await file('The lamp is lit.', 'lamp')
  const transcripts = createTranscripts({ db, takes, assets, clock })
  expect(await takes.trash([alone.id])).toEqual([alone.id])
  expect(await shown(), 'the trash of the library lists no checks').toEqual({ total: 2, trashed: 0 })
  await db.run(sql`UPDATE takes SET trashed_at = 7 WHERE id = ${alone.id}`)
  expect((await takes.checks(spoken.id)).map(({ take }) => take.id)).toEqual([check.id])
  expect(await takes.trash([spoken.id]), 'what was asked for').toEqual([spoken.id])
  expect(await shown()).toEqual({ total: 1, trashed: 1 })
  expect(await found('', { inTrash: true })).toEqual([spoken.id])
  expect((await takes.get(check.id)).trashedAt).toBe((await takes.get(spoken.id)).trashedAt)
  expect((await takes.checks(spoken.id)).map(({ take }) => take.id)).toEqual([check.id])
  expect((await transcripts.heardOf([other.id])).get(other.id)!.transcriptId, 'a take of the same sound is not heard again').toBe(check.id)
  const late = await heardAs('The lamb is lit.', spoken.id)
  expect(late.trashedAt, 'it came when its take was in the trash').not.toBeNull()
  expect(await takes.restore([spoken.id])).toEqual([spoken.id])
  expect((await takes.checks(spoken.id)).map(({ take }) => take.id)).toEqual([late.id, check.id])
  expect((await takes.get(alone.id)).trashedAt, 'it was moved there by itself').toBe(7)
  expect(await found('lump')).toEqual([spoken.id])

  await takes.trash([spoken.id])
  expect(await takes.purge([spoken.id])).toBe(3)
  await expect(takes.get(check.id)).rejects.toThrow('not-found')
  expect((await takes.get(alone.id)).checkOf, 'what is kept is a take of its own').toBeUndefined()
  await takes.restore([alone.id])
  expect(await found('')).toEqual([other.id, alone.id])
})

it('a check whose take was deleted while it was heard is kept as a take of its own', async () => {
  const { takes, spoken, heardAs, found } = await openHeard()
  await takes.trash([spoken.id])
  await takes.purge([spoken.id])
  const late = await heardAs('The lamp is lit.', spoken.id)
  expect(late).toMatchObject({ trashedAt: null })
  expect(await found('lamp')).toEqual([late.id])
})
