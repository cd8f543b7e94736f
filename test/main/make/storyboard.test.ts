/**
 * Making a storyboard: stills, then shots of them, by one call each; and asking a chat model for prompts.
 *
 * @module-tag wide
 */
import type { AccountId, LineId, ModelId, PictureId, ProjectId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSuggestions } from '#rules/storyboard/read-suggestions.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { openSharedStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

let shared: SharedStudio
let projectId: ProjectId
let lines: LineId[]
beforeAll(async () => {
  shared = await openSharedStudio()
})
beforeEach(async () => {
  const { projects, script, order } = shared.studio.parts
  await order.pauseAll(false)
  projectId = (await projects.create('A storyboard')).id
  const texts = ['The boat is gone.', 'It was never ours.', 'Then whose was it?']
  lines = (await script.add(projectId, null, texts.map(text => ({ speaker: 'MARA', text, direction: '' })))).map(line => line.id)
})
afterAll(() => shared.close())

const pictures = async () => shared.studio.parts.storyboard.ofProject(projectId)

async function anyPicture() {
  const bytes = readFileSync('resources/pictures/library.jpg')
  const ticket = await shared.studio.receiveFile('library.jpg', (async function* () {
    yield bytes
  })(), null)
  return (await shared.studio.handlers.takes.import({ ticket, projectId: null }, call)).take
}

async function plan(...prompts: [prompt: string, motionPrompt?: string][]): Promise<PictureId[]> {
  const edits = prompts.map(([prompt, motionPrompt = ''], place) => ({ lineId: lines[place]!, prompt, motionPrompt }))
  await shared.studio.handlers.storyboard.edit({ projectId, edits }, call)
  return (await pictures()).map(each => each.picture.id)
}

function make(stills: PictureId[], shots: PictureId[] = [], more: { isAgain?: boolean, requestId?: RequestId } = {}) {
  const how = { requestId: newId<RequestId>(), accountId: shared.accountId, projectId, stills, shots, isAgain: false, ...more }
  return shared.studio.handlers.make.storyboard(how, call)
}

const open = async () => (await shared.studio.parts.ledger.open()).filter(row => row.project_id === projectId)

describe('the storyboard', () => {
  it('is made: stills come into their pictures, shots are made of them, and none is bought twice', async () => {
    const before = shared.practice.ledger().length
    const ids = await plan([`A pier ${projectId}`, 'Waves roll'], [`A rope ${projectId}`], [`A pier ${projectId}`])
    expect(await make(ids, ids)).toMatchObject({ stillCount: 2, shotCount: 0, refused: [] })
    expect(await make(ids)).toMatchObject({ stillCount: 0 })
    await expect.poll(async () => (await pictures()).map(each => each.picture.still), { timeout: hangMs }).toEqual(['made', 'made', 'made'])
    const [first, , third] = await pictures()
    expect(third!.still!.id).toBe(first!.still!.id)
    const requestId = newId<RequestId>()
    const answer = await make(ids, ids, { requestId })
    expect(answer).toMatchObject({ stillCount: 0, shotCount: 1 })
    expect(await make(ids, ids, { requestId })).toEqual(answer)
    await expect.poll(async () => (await pictures())[0]!.picture.shot, { timeout: hangMs }).toBe('made')
    const shot = (await pictures())[0]!.shot!
    expect(shot).toMatchObject({ medium: 'video', sourceTakeIds: [first!.still!.id] })
    expect((await shared.studio.handlers.storyboard.takes({ pictureId: ids[0]! }, call)).takes.map(take => take.medium))
      .toEqual(['video', 'picture'])
    expect(await make(ids, ids)).toMatchObject({ jobIds: [] })
    expect(shared.practice.ledger().slice(before).map(work => work.kind).toSorted()).toEqual(['image', 'image', 'video'])
  })

  it('is made again only when that is asked for, and not while it is under way', async () => {
    await shared.studio.parts.order.pauseAll(true)
    const ids = await plan(['One'], ['Two'])
    const taken = await anyPicture()
    await shared.studio.handlers.storyboard.edit({ projectId, edits: [{ lineId: lines[0]!, stillTakeId: taken.id }] }, call)
    expect(await make(ids)).toMatchObject({ stillCount: 1 })
    expect(await make([ids[0]!], [], { isAgain: true })).toMatchObject({ stillCount: 1 })
    expect(await make([ids[0]!], [], { isAgain: true })).toMatchObject({ stillCount: 0 })
    expect(await open()).toHaveLength(2)
  })

  it('uses the reference picture, and names what the model would refuse', async () => {
    await shared.studio.parts.order.pauseAll(true)
    const ids = await plan(['One'], ['Two'])
    await shared.studio.handlers.storyboard.setLook({
      projectId,
      still: { modelId: 'qwen-image-edit-2511' as ModelId, fields: {} },
    }, call)
    const refused = await make(ids)
    expect(refused).toMatchObject({ jobIds: [], refused: [{ pictureId: ids[0]! }, { pictureId: ids[1]! }] })
    const all = await shared.studio.parts.storyboard.read(projectId)
    expect(all.map(each => each.askedStill!.fields.prompt).sort()).toEqual(['One', 'Two'])
    const taken = await anyPicture()
    await shared.studio.handlers.storyboard.setLook({ projectId, referenceTakeId: taken.id }, call)
    expect(await make(ids)).toMatchObject({ stillCount: 2, refused: [] })
    expect((await open()).map(row => [row.kind, row.title])).toEqual([['edit', 'One'], ['edit', 'Two']])
  })

  it('is suggested by a chat model in its own conversation, and nothing of it is used by itself', async () => {
    const { handlers, parts } = shared.studio
    await handlers.storyboard.setLook({ projectId, style: 'ink' }, call)
    const how = { requestId: newId<RequestId>(), accountId: shared.accountId, modelId: 'gpt-oss-120b' as ModelId, projectId }
    const asked = { ...how, lineIds: [lines[2]!, lines[0]!] }
    const { conversationId } = await handlers.make.suggestPictures(asked, call)
    expect((await handlers.make.suggestPictures(asked, call)).conversationId).toBe(conversationId)
    const { suggestion } = await parts.storyboard.look(projectId)
    expect(suggestion).toMatchObject({ conversationId, lines: [{ number: 1, lineId: lines[0] }, { number: 3, lineId: lines[2] }] })
    const answer = async () => (await parts.conversations.after(how.requestId as never))[0]
    await expect.poll(async () => (await answer())?.state, { timeout: hangMs }).toBe('whole')
    const text = (await answer())!.parts.flatMap(part => part.type === 'text' ? part.text : []).join('')
    expect(readSuggestions(text).map(each => each.line)).toEqual([1, 3])
    expect(await pictures()).toEqual([])
    // One that is refused leaves what is on the screen as it is, and no empty conversation.
    const count = async () => (await parts.library.all(sql`SELECT id FROM conversations`)).length
    const before = await count()
    const refused = { ...asked, requestId: newId<RequestId>(), accountId: newId<AccountId>() }
    await expect(handlers.make.suggestPictures(refused, call)).rejects.toMatchObject({ code: 'no-account' })
    expect((await parts.storyboard.look(projectId)).suggestion).toEqual(suggestion)
    expect(await count()).toBe(before)
    // The same again, now that it is not refused, is sent.
    const again = await handlers.make.suggestPictures({ ...refused, accountId: shared.accountId }, call)
    expect((await parts.storyboard.look(projectId)).suggestion).toMatchObject({ conversationId: again.conversationId })
    expect((await handlers.storyboard.setLook({ projectId, suggestion: null }, call)).look.suggestion).toBeNull()
  })
})
