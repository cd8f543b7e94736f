/**
 * Prompts with names of the shelf, over the real library, queue and practice service: what is sent, what is kept, and what is bought once.
 *
 * @module-tag wide
 */
import type { IntoPlace } from '#contract/into.ts'
import type { Fields } from '#contract/models.ts'
import type { NewShelfEntry } from '#contract/shelf.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, LineId, ModelId, ProjectId, RequestId, ShelfEntryId, TrackId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { hangMs } from '../../kit/hang.ts'
import { call } from '../../kit/paid-inputs.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { blankPng } from '../../kit/small-media.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

let shared: SharedStudio
let projectId: ProjectId
beforeAll(async () => shared = await openSharedStudio())
beforeEach(async () => {
  await shared.studio.parts.order.pauseAll(false)
  projectId = (await shared.studio.parts.projects.create('Named')).id
})
afterAll(() => shared.close())

const words = ['red', 'green', 'blue', 'white', 'black', 'amber', 'grey', 'pink']
function shelve(kind: NewShelfEntry['kind'], name: string, text: string, more: Partial<NewShelfEntry> = {}) {
  const entry = { id: newId<ShelfEntryId>(), projectId, kind, name, text, words: [], takeIds: [], ...more }
  return shared.studio.parts.shelf.write([{ entry }], [])
}
const shelveColours = () => shelve('wildcard', 'colour', '', { words })

function ask(variants: Fields[], { model = 'eigen-image', into }: { model?: string, into?: IntoPlace } = {}) {
  const requestId = newId<RequestId>()
  const where = { requestId, accountId: shared.accountId, projectId, modelId: model as ModelId }
  return shared.studio.handlers.make.images({ ...where, variants, ...into && { into } }, call)
}
async function takesOf({ jobIds }: Awaited<ReturnType<typeof ask>>): Promise<Take[]> {
  const jobs = await Promise.all(jobIds.map(id => ended(shared.studio, id)))
  expect(jobs.map(job => job.failure)).toEqual(jobs.map(() => null))
  return shared.studio.parts.takes.find(jobs.flatMap(job => job.takeIds))
}

it('sends the words, and keeps what was typed next to them', async () => {
  await shelve('look', 'noir', 'hard light')
  const typed = { prompt: 'A pier, @noir, @@home', width: 512, height: 512 }
  const [take] = await takesOf(await ask([typed]))
  const fields = { ...typed, prompt: 'A pier, hard light, @home' }
  expect(take).toMatchObject({ text: fields.prompt, request: { fields, typed } })
  expect(JSON.parse(take!.request!.body)).toMatchObject({ prompt: fields.prompt })
})

it('sends the words of a negative prompt, and keeps what was typed of it', async () => {
  await shelve('look', 'fog', 'thick fog')
  const typed = { prompt: 'A lighthouse', negative_prompt: '@fog', width: 512, height: 512 }
  const [take] = await takesOf(await ask([typed]))
  const fields = { ...typed, negative_prompt: 'thick fog' }
  expect(take).toMatchObject({ text: typed.prompt, request: { fields, typed } })
  expect(JSON.parse(take!.request!.body)).toMatchObject({ negative_prompt: 'thick fog' })
})

it('refuses names that are unknown or ambiguous before anything is queued', async () => {
  await shelve('look', 'noir', 'hard light')
  await shelve('look', 'noir', 'other', { projectId: null })
  const before = shared.practice.ledger().length
  for (const [name, problem] of [['nobody', 'unknown-name'], ['noir', 'ambiguous-name']]) {
    const refused = { code: 'bad-fields', data: { issues: [{ problem, limit: name }] } }
    await expect(ask([{ prompt: 'fine' }, { prompt: `@${name}` }])).rejects.toMatchObject(refused)
  }
  expect((await shared.studio.parts.ledger.open()).filter(row => row.project_id === projectId)).toEqual([])
  expect(shared.practice.ledger()).toHaveLength(before)
  const [own] = (await shared.studio.parts.shelf.entriesOf(null)).filter(entry => entry.name === 'noir')
  await shared.studio.parts.shelf.write([], [own!.id])
})

it('draws a word for each try, with a seed by which it is repeated', async () => {
  await shelveColours()
  const takes = await takesOf(await ask(Array.from({ length: 4 }, () => ({ prompt: 'A @colour door' }))))
  expect(new Set(takes.map(take => take.request!.fields.seed)).size).toBe(4)
  expect(new Set(takes.map(take => take.text)).size).toBeGreaterThan(1)
  const [first] = takes
  const { accountId } = shared
  const { found } = await shared.studio.handlers.make.alreadyMade({
    ...{ accountId, modelId: 'eigen-image' as ModelId, voiceId: null, projectId, variants: [first!.request!.typed!] },
  }, call)
  expect(found).toEqual([{ takeId: first!.id, jobId: null }])
})

it('sends the reference images of a character to a model that takes them', async () => {
  const ticket = await shared.studio.receiveFile('anna.png', (async function* () {
    yield blankPng()
  })(), null)
  const { take: image } = await shared.studio.handlers.takes.import({ ticket, projectId: null }, call)
  await shelve('character', 'anna', 'tall', { takeIds: [image.id] })
  const [edited] = await takesOf(await ask([{ prompt: '@anna waves' }], { model: 'qwen-image-edit-2511' }))
  expect(edited).toMatchObject({ kind: 'edit', text: 'anna (tall) waves', sourceTakeIds: [image.id] })
  expect(edited!.request!.typed).toEqual({ prompt: '@anna waves' })
  const [drawn] = await takesOf(await ask([{ prompt: '@anna waves' }]))
  expect(drawn).toMatchObject({ kind: 'image', text: 'anna (tall) waves', sourceTakeIds: [] })
})

it('buys tries for a place once, whichever page asks, and again when a name means something else', async () => {
  await shared.studio.parts.order.pauseAll(true)
  await shelveColours()
  const { id: sequenceId } = await storeSequence(shared.studio.parts.sequences, projectId)
  const place = { sequenceId, trackId: newId<TrackId>(), frame: 0, frames: 10 }
  const tries = () => ask([{ prompt: '@colour' }, { prompt: '@colour' }], { into: { ...place, clipId: newId<ClipId>() } })
  const first = await tries()
  expect(first.jobIds).toHaveLength(2)
  expect((await tries()).jobIds.toSorted()).toEqual(first.jobIds.toSorted())
  const [colour] = (await shared.studio.parts.shelf.entriesOf(projectId)).filter(entry => entry.name === 'colour')
  const { stills: _, ...entry } = colour!
  await shared.studio.parts.shelf.write([{ entry: { ...entry, words: ['teal'] } }], [])
  const others = await tries()
  expect(others.jobIds.some(id => first.jobIds.includes(id))).toBe(false)
  await Promise.all([...first.jobIds, ...others.jobIds].map(id => shared.studio.parts.engine.cancel(id)))
})

it('a picture of the storyboard is outdated when what it names is changed, and fits again when that is put back', async () => {
  const { storyboard, script, shelf } = shared.studio.parts
  await shelve('look', 'noir', `hard light ${projectId}`)
  await shelveColours()
  const [line] = await script.add(projectId, null, [{ speaker: '', text: 'One', direction: '' }])
  await storyboard.edit(projectId, [{ lineId: line!.id satisfies LineId, prompt: 'A @colour pier, @noir' }])
  const picture = async () => (await storyboard.ofProject(projectId))[0]!.picture
  const where = { requestId: newId<RequestId>(), accountId: shared.accountId, projectId }
  const asked = { ...where, stills: [(await picture()).id], shots: [], isAgain: false }
  expect(await shared.studio.handlers.make.storyboard(asked, call)).toMatchObject({ stillCount: 1, refused: [] })
  await expect.poll(async () => (await picture()).still, { timeout: hangMs }).toBe('made')
  const [take] = await shared.studio.parts.takes.find([(await picture()).stillTakeId!])
  expect(take!.text).toMatch(new RegExp(`^A (?:${words.join('|')}) pier, hard light ${projectId}$`))

  const { stills: _, ...noir } = (await shelf.entriesOf(projectId)).find(entry => entry.name === 'noir')!
  await shelf.write([{ entry: { ...noir, text: 'soft light' } }], [])
  expect((await picture()).still).toBe('stale')
  await shelf.write([{ entry: noir }], [])
  expect((await picture()).still).toBe('made')
  expect(await shared.studio.handlers.make.storyboard({ ...asked, requestId: newId<RequestId>() }, call)).toMatchObject({ stillCount: 0 })

  await shelf.write([], [noir.id])
  expect(await shared.studio.handlers.make.storyboard({ ...asked, requestId: newId<RequestId>() }, call)).toMatchObject({
    stillCount: 0,
    refused: [{ issues: [{ problem: 'unknown-name', limit: 'noir' }] }],
  })
})
