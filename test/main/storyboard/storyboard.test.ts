/** The storyboard over a real library: what pictures ask for, which takes they use, and what becomes stale. */
import type { Fields } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import type { PictureEdit } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, ModelId, PictureId, ShelfEntryId, TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { keepTakesOfProject } from '../../../src-main/library/take-rows.ts'
import { usesOf } from '../../../src-main/library/uses.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { createSnapshots } from '../../../src-main/snapshots/snapshots.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { followPictures } from '../../../src-main/storyboard/follow-pictures.ts'
import { madeForPicture } from '../../../src-main/storyboard/picture-states.ts'
import { purgeStoryboard } from '../../../src-main/storyboard/storyboard-version.ts'
import { createStoryboard } from '../../../src-main/storyboard/storyboard.ts'
import { openLibrary } from '../script/open-library.ts'

/** What a new storyboard asks for. */
const filmSize = { width: 1280, height: 720 }

async function openBoard(lineCount = 3, shelfOf?: () => Promise<ShelfEntry[]>) {
  const library = await openLibrary()
  const { projectId } = library
  const models = () => builtInModels
  const script = createScript({ ...library, models })
  const board = createStoryboard({ ...library, models, ...shelfOf && { shelfOf } })
  const texts = Array.from({ length: lineCount }, (_, place) => ({ speaker: '', text: `Line ${place + 1}`, direction: '' }))
  const lines = (await script.add(projectId, null, texts)).map(line => line.id)

  const edit = async (place: number, what: Omit<PictureEdit, 'lineId'>) => {
    const changed = await board.edit(projectId, [{ lineId: lines[place]!, ...what }])
    return changed[0]!
  }
  const shown = async () => (await board.ofProject(projectId)).map(({ picture, lineIds, still, shot }) => ({
    lines: lineIds.map(id => lines.indexOf(id) + 1).join(''),
    still: picture.still,
    shot: picture.shot,
    takes: [still?.title, shot?.title].filter(Boolean).join(' '),
  }))
  const one = async (id: PictureId) => (await board.read(projectId)).find(each => each.picture.id === id)!

  /** Files a take as the job does that a picture asks for. */
  async function make(id: PictureId, part: 'still' | 'shot', has: { title?: string, isPractice?: boolean } = {}): Promise<Take> {
    const { askedStill, askedShot } = await one(id)
    const { model, fields } = (part === 'still' ? askedStill : askedShot)!
    const take = await fileFor(model.id, fields, { madeFrom: madeForPicture(id), medium: part === 'still' ? 'picture' : 'video', ...has })
    await board.noteTakes([take])
    return take
  }
  async function fileFor(modelId: string, fields: Fields, has: object): Promise<Take> {
    return library.file({
      kind: 'image',
      medium: 'picture',
      modelId: modelId as ModelId,
      text: String(fields.prompt),
      request: { method: 'POST', path: '/', encoding: 'json', fields, body: '{}' },
      isPractice: false,
      ...has,
      asset: { mime: 'image/png', extension: 'png' },
    })
  }
  return { ...library, script, board, lines, edit, shown, one, make, fileFor }
}

describe('a picture of the storyboard', () => {
  it('is planned, made, stale when what it asks for changes, and made again when it is as before', async () => {
    const { edit, shown, make, board, projectId } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp' })
    expect(await shown()).toEqual([{ lines: '1', still: 'none', shot: 'none', takes: '' }])
    await make(id, 'still', { title: 'lamp' })
    expect(await shown()).toEqual([{ lines: '1', still: 'made', shot: 'none', takes: 'lamp' }])
    await edit(0, { prompt: 'A lamp, lit' })
    expect((await shown())[0]!.still).toBe('stale')
    await edit(0, { prompt: ' A lamp ' })
    expect((await shown())[0]!.still).toBe('made')
    await board.setLook(projectId, { style: 'ink' })
    expect((await shown())[0]!.still).toBe('stale')
    await make(id, 'still', { title: 'ink' })
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'ink' })
    await board.setLook(projectId, { still: { modelId: null, fields: { width: 640 } } })
    expect((await shown())[0]!.still).toBe('stale')
    await board.setLook(projectId, { still: { modelId: null, fields: filmSize }, style: '' })
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'lamp' })
  })

  it('shows what was made for a look again when the journal puts that look back', async () => {
    const { db, edit, shown, make, board, projectId } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp' })
    await make(id, 'still', { title: 'lamp' })
    await board.setLook(projectId, { style: 'ink' })
    await make(id, 'still', { title: 'ink' })
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'ink' })
    await db.run(sql`UPDATE storyboard_looks SET style = ''`)
    await board.noteLookTurned(projectId, { style: 'ink' })
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'lamp' })
  })

  it('asks for the shape of a film, and for no size where pictures came before looks were kept', async () => {
    const { db, edit, one, board, projectId } = await openBoard()
    expect((await board.look(projectId)).still.fields).toEqual(filmSize)
    const { id } = await edit(0, { prompt: 'A lamp' })
    expect((await one(id)).askedStill?.fields).toEqual({ prompt: 'A lamp', ...filmSize })
    await db.run(sql`DELETE FROM storyboard_looks`)
    await edit(0, { prompt: 'Another lamp' })
    expect((await one(id)).askedStill?.fields).toEqual({ prompt: 'Another lamp' })
    expect((await board.look(projectId)).still.fields).toEqual({})
  })

  it('has a shot of its still, which is stale when that changes', async () => {
    const { edit, shown, make, fileFor, one } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp', motionPrompt: 'Push in' })
    expect((await one(id)).askedShot).toBeNull()
    await make(id, 'still', { title: 'lamp' })
    await make(id, 'shot', { title: 'push' })
    expect(await shown()).toEqual([{ lines: '1', still: 'made', shot: 'made', takes: 'lamp push' }])
    const other = await fileFor('eigen-image', { prompt: 'Another' }, { title: 'other' })
    await edit(0, { stillTakeId: other.id })
    expect(await shown()).toEqual([{ lines: '1', still: 'made', shot: 'stale', takes: 'other push' }])
  })

  it('may show any picture of the library, which never becomes stale, until a fitting one is wanted again', async () => {
    const { edit, shown, fileFor, make } = await openBoard()
    const given = await fileFor('eigen-image', { prompt: 'From elsewhere' }, { title: 'given' })
    const { id } = await edit(0, { stillTakeId: given.id, prompt: 'A lamp' })
    await edit(0, { prompt: 'Something else' })
    expect(await shown()).toEqual([{ lines: '1', still: 'made', shot: 'none', takes: 'given' }])
    const own = await make(id, 'still', { title: 'own' })
    expect((await shown())[0]!.takes).toBe('given')
    await edit(0, { stillTakeId: own.id })
    await edit(0, { prompt: 'Something new' })
    expect((await shown())[0]).toMatchObject({ still: 'stale', takes: 'own' })
    await expect(edit(0, { shotTakeId: given.id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(edit(0, { stillTakeId: 'x' as TakeId })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('uses a take of the very same request, wherever it was made, but no practice take of another project', async () => {
    const { edit, shown, fileFor, otherProject, board, projectId, one } = await openBoard()
    await fileFor('eigen-image', { prompt: 'A lamp', ...filmSize }, { title: 'trial', isPractice: true, projectId: await otherProject() })
    const { id } = await edit(0, { prompt: 'A lamp' })
    expect((await one(id)).picture.fittingStillId).toBeNull()
    const make = await fileFor('eigen-image', { prompt: 'A lamp', ...filmSize }, { title: 'elsewhere', projectId: null })
    await board.noteTakes([make])
    await edit(1, { prompt: 'A lamp' })
    expect((await shown()).map(each => [each.lines, each.still, each.takes]))
      .toEqual([['1', 'made', 'elsewhere'], ['2', 'made', 'elsewhere']])
    await edit(1, { stillTakeId: make.id })
    await board.setLook(projectId, { style: 'ink' })
    expect((await shown()).map(each => each.still)).toEqual(['stale', 'stale'])
  })

  it('uses the starred one of several takes of its request, although others are newer', async () => {
    const { edit, shown, fileFor, takes } = await openBoard()
    const make = (title: string) => fileFor('eigen-image', { prompt: 'A lamp', ...filmSize }, { title, projectId: null })
    const [, starred] = [await make('first'), await make('starred'), await make('newest')]
    await takes.star([starred.id], true)
    await edit(0, { prompt: 'A lamp' })
    expect(await shown()).toMatchObject([{ still: 'made', takes: 'starred' }])
  })

  it('shows nothing while its take is in the trash, and takes a newer one of an older prompt only in place of an older one', async () => {
    const { edit, shown, make, takes, board, one } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp' })
    const first = await make(id, 'still', { title: 'first' })
    const { askedStill } = await one(id)
    expect(askedStill?.fields).toEqual({ prompt: 'A lamp', ...filmSize })
    await takes.trash([first.id])
    await board.noteTakes(await takes.find([first.id]))
    expect((await shown())[0]).toMatchObject({ still: 'none', takes: '' })
    await takes.restore([first.id])
    await board.noteTakes(await takes.find([first.id]))
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'first' })
    await edit(0, { prompt: 'A lamp, lit' })
    const late = await make(id, 'still', { title: 'late' })
    await edit(0, { prompt: 'The sea' })
    await board.noteTakes([first, late])
    expect((await shown())[0]).toMatchObject({ still: 'stale', takes: 'late' })
    expect((await board.takesOf(id)).map(take => take.title)).toEqual(['late', 'first'])
  })

  it('is changed by what was told of it: none for a take in the trash, or what stands in for it', async () => {
    const { edit, shown, make, takes, board, one, fileFor } = await openBoard()
    const trash = async (take: Take) => {
      await takes.trash([take.id])
      await board.noteTakes(await takes.find([take.id]))
    }
    const { id } = await edit(0, { prompt: 'A lamp' })
    const other = await fileFor('eigen-image', { prompt: 'x' }, { title: 'other' })
    const another = await fileFor('eigen-image', { prompt: 'y' }, {})
    const lamp = await make(id, 'still', { title: 'lamp' })
    await trash(lamp)
    expect((await one(id)).picture.stillTakeId).toBeNull()
    await edit(0, { stillTakeId: other.id, expected: { stillTakeId: null } })
    expect(await shown()).toMatchObject([{ still: 'made', takes: 'other' }])
    // A page that does not know of the trash yet expects the take itself.
    await trash(other)
    const { stillTakeId } = (await one(id)).picture
    expect(stillTakeId).toBeNull()
    await edit(0, { stillTakeId: another.id, expected: { stillTakeId: other.id } })
    await expect(edit(0, { stillTakeId: other.id, expected: { stillTakeId: null } })).rejects.toMatchObject({ code: 'changed-meanwhile' })

    const { id: second } = await edit(1, { prompt: 'The sea' })
    const sea = await make(second, 'still', { title: 'sea' })
    const again = await fileFor('eigen-image', (await one(second)).askedStill!.fields, { title: 'again' })
    await trash(sea)
    expect((await one(second)).picture.stillTakeId).toBe(again.id)
    await edit(1, { prompt: '', stillTakeId: null, expected: { prompt: 'The sea', stillTakeId: again.id } })
    expect((await one(second)).picture).toMatchObject({ stillTakeId: null, prompt: '' })
  })

  it('that shows nothing but a take in the trash makes room, also for a change of the one that is seen there', async () => {
    const { board, lines, projectId, edit, takes, fileFor, shown, script } = await openBoard()
    const given = await fileFor('eigen-image', { prompt: 'x' }, { title: 'given' })
    const { id } = await edit(0, { prompt: 'All', lineIds: lines })
    await edit(1, { stillTakeId: given.id })
    await script.remove(lines[0]!)
    await takes.trash([given.id])
    await board.noteTakes(await takes.find([given.id]))
    expect((await shown()).map(each => each.lines)).toEqual(['23'])
    const changed = await board.edit(projectId, [{ lineId: lines[1]!, prompt: 'Here', expected: { prompt: 'All' } }])
    expect(changed).toMatchObject([{ id, prompt: 'Here' }])
  })

  it('covers a run of lines, keeps its id when it is cleared, and goes with its lines', async () => {
    const { board, projectId, edit, shown, lines, script, make } = await openBoard(4)
    const { id } = await edit(1, { prompt: 'A lamp', lineIds: [lines[1]!, lines[2]!, lines[3]!] })
    expect((await shown()).map(each => each.lines)).toEqual(['234'])
    await edit(2, { prompt: 'The sea' })
    expect((await shown()).map(each => each.lines)).toEqual(['2', '3'])
    await script.remove(lines[1]!)
    expect((await shown()).map(each => each.lines)).toEqual(['3', '4'])
    await script.restore(lines[1]!)
    expect((await edit(1, { prompt: '' })).id).toBe(id)
    expect((await shown()).map(each => each.lines)).toEqual(['3'])
    expect((await edit(1, { prompt: 'A lamp again' })).id).toBe(id)
    await make(id, 'still')
    await expect(board.edit(projectId, [{ lineId: id as never, prompt: 'x' }])).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is told of: each change is sent once, and nothing to another project', async () => {
    const { board, projectId, edit, otherProject } = await openBoard()
    const stop = new AbortController()
    const other = board.changes(await otherProject(), stop.signal)[Symbol.asyncIterator]()
    expect((await other.next()).value).toMatchObject({ isWhole: true, changed: [] })
    const events = board.changes(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ isWhole: true, changed: [] })
    await edit(0, { prompt: 'A lamp' })
    expect((await events.next()).value).toMatchObject({ isWhole: false, changed: [{ prompt: 'A lamp', still: 'none' }] })
    const looks = board.lookChanges(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await looks.next()).value).toMatchObject({ changed: [{ style: '' }] })
    await board.setLook(projectId, { style: 'ink' })
    expect((await looks.next()).value).toMatchObject({
      changed: [{ style: 'ink', still: { modelId: null, fields: filmSize }, whenShort: 'hold' }],
    })
    await board.setLook(projectId, { whenShort: 'loop' })
    await board.setLook(projectId, { shot: { modelId: null, fields: { seed: 7 } } })
    expect(await board.look(projectId)).toMatchObject({ whenShort: 'loop', shot: { modelId: null, fields: { seed: 7 } } })
    stop.abort()
    expect((await other.next()).done).toBe(true)
    await expect(board.edit('00000000-0000-0000-0000-000000000000' as never, [])).rejects.toMatchObject({ code: 'not-found' })
  })

  it('has what stands in for its take when that is deleted for good, and a look is told to be without its reference', async () => {
    const { board, projectId, edit, shown, make, takes, fileFor } = await openBoard()
    takes.onPurge(board.releaseTakes)
    const reference = await fileFor('eigen-image', { prompt: 'A style' }, {})
    const { id } = await edit(0, { prompt: 'A lamp' })
    const first = await make(id, 'still', { title: 'first' })
    const second = await make(id, 'still', { title: 'second' })
    await board.setLook(projectId, { referenceTakeId: reference.id })
    await takes.trash([first.id, reference.id])
    const stop = new AbortController()
    const events = board.changes(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ changed: [{ still: 'made', stillTakeId: second.id }] })
    const looks = board.lookChanges(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await looks.next()).value).toMatchObject({ changed: [{ referenceTakeId: reference.id }] })
    await takes.purge([first.id, reference.id])
    expect((await events.next()).value).toMatchObject({ isWhole: false, changed: [{ still: 'made', stillTakeId: second.id }] })
    const now = (await looks.next()).value!.changed[0]!
    expect(now).toMatchObject({ referenceTakeId: null })
    expect((await shown())[0]).toMatchObject({ still: 'made', takes: 'second' })
    const other = await fileFor('eigen-image', { prompt: 'Another style' }, {})
    expect(await board.setLook(projectId, { referenceTakeId: other.id }, { referenceTakeId: now.referenceTakeId })).toMatchObject({
      referenceTakeId: other.id,
    })
    stop.abort()
  })

  it('gets takes that are filed while nobody looks, and just before a crash', async () => {
    const { board, edit, takes, fileFor, clock, shown } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp' })
    await fileFor('eigen-image', { prompt: 'A lamp' }, { title: 'before', madeFrom: madeForPicture(id) })
    const stop = new AbortController()
    const log = createLog({ write: () => {}, clock })
    const following = followPictures({ takes, storyboard: board, clock: systemClock, log }, stop.signal)
    await expect.poll(async () => (await shown())[0]!.takes).toBe('before')
    await edit(0, { prompt: 'The sea' })
    await fileFor('eigen-image', { prompt: 'The sea' }, { title: 'after', madeFrom: madeForPicture(id) })
    await expect.poll(async () => (await shown())[0]!.takes).toBe('after')
    stop.abort()
    await following
  })
})

describe('a storyboard in the library', () => {
  it('is kept by snapshots, restored in place, and copied with its own lines', async () => {
    const { db, clock, board, edit, make, projectId, otherProject, lines, fileFor } = await openBoard()
    const snapshots = createSnapshots({ db, clock })
    const { id } = await edit(0, { prompt: 'A lamp', lineIds: [lines[0]!, lines[1]!] })
    await make(id, 'still', { title: 'lamp' })
    const reference = await fileFor('eigen-image', { prompt: 'ref' }, { title: 'ref' })
    const other = newId<PictureId>()
    await board.setLook(projectId, { whenShortOf: { [id]: 'loop', [other]: 'next' } })
    await board.setLook(projectId, { style: 'ink', referenceTakeId: reference.id, whenShort: 'slow', whenShortOf: { [other]: null } })
    expect(await snapshots.take(projectId)).toBe(true)
    expect(await snapshots.take(projectId)).toBe(false)
    const [kept] = await snapshots.list(projectId)
    expect(kept!.missingTakes).toBe(0)
    await edit(0, { prompt: 'The sea', stillTakeId: null, lineIds: [lines[0]!] })
    await board.setLook(projectId, { style: '', referenceTakeId: null, whenShort: 'hold', whenShortOf: { [id]: null } })

    await snapshots.restore(kept!.id, projectId)
    expect((await board.ofProject(projectId))[0]).toMatchObject({
      picture: { id, prompt: 'A lamp', still: 'stale' },
      lineIds: lines.slice(0, 2),
      still: { title: 'lamp' },
    })
    const look = { style: 'ink', referenceTakeId: reference.id, whenShort: 'slow', whenShortOf: { [id]: 'loop' } }
    expect(await board.look(projectId)).toMatchObject(look)

    const copy = await otherProject()
    await snapshots.restore(kept!.id, copy)
    const [copied] = await board.ofProject(copy)
    expect(copied).toMatchObject({ picture: { prompt: 'A lamp' }, still: { title: 'lamp' } })
    expect(copied!.lineIds).toHaveLength(2)
    expect([copied!.picture.id, ...copied!.lineIds].filter(each => each === id || lines.includes(each as LineId))).toEqual([])
    expect(await board.look(copy)).toMatchObject({ style: 'ink', whenShort: 'slow' })
    expect((await board.look(copy)).whenShortOf).toEqual({ [copied!.picture.id]: 'loop' })
  })

  it('draws the words of its wildcards in a copy, and in a copy of that, as where it was made', async () => {
    const words = ['red', 'green', 'blue', 'white', 'black', 'amber', 'grey', 'pink']
    const colourId = newId<ShelfEntryId>()
    const colour: ShelfEntry = { id: colourId, projectId: null, kind: 'wildcard', name: 'colour', text: '', words, takeIds: [], stills: [] }
    const { db, clock, board, edit, make, projectId, otherProject } = await openBoard(3, async () => [colour])
    const snapshots = createSnapshots({ db, clock })
    const { id } = await edit(0, { prompt: 'A @colour lamp before a @colour and @colour house' })
    const still = await make(id, 'still')
    const [copy, second, older] = [await otherProject(), await otherProject(), await otherProject()]
    await snapshots.copy(projectId, copy, async () => {})
    await snapshots.copy(copy, second, async () => {})
    for (const of of [copy, second]) {
      const [copied] = await board.read(of)
      expect(copied!.picture).toMatchObject({ still: 'made', stillTakeId: still.id })
      expect(copied!.askedStill!.fields.prompt).toBe(still.text)
    }
    // A version from before it said so has the id by which was drawn.
    await snapshots.take(projectId)
    await db.run(sql`UPDATE snapshots SET content = json_remove(content, '$.storyboard.pictures[0].drawFrom')`)
    const [kept] = await snapshots.list(projectId)
    await snapshots.restore(kept!.id, older)
    expect((await board.read(older))[0]!.picture.still).toBe('made')
    // Restored in its place, a copy draws as before.
    await snapshots.take(second)
    await db.run(sql`UPDATE snapshots SET content = json_remove(content, '$.storyboard.pictures[0].drawFrom')`)
    await snapshots.restore((await snapshots.list(second))[0]!.id, second)
    expect((await board.read(second))[0]!.picture.still).toBe('made')
  })

  it('names its takes before they are deleted, and is deleted with its project', async () => {
    const { db, board, edit, make, projectId, projects, takes } = await openBoard()
    const { id } = await edit(0, { prompt: 'A lamp' })
    const still = await make(id, 'still')
    await createSnapshots({ db, clock: { now: () => 1 } as never }).take(projectId)
    const going = { take: [still.id], voice: [], conversation: [], project: [], line: [], model: [], sequence: [] }
    expect((await usesOf(db, going, [])).map(use => use.kind).toSorted()).toEqual(['script', 'version'])
    await takes.trash([still.id])
    await takes.purge([still.id])
    expect((await board.ofProject(projectId))[0]).toMatchObject({ still: null, picture: { still: 'none' } })
    await projects.trash(projectId)
    await db.transaction(async (tx) => {
      await keepTakesOfProject(tx, projectId)
      await purgeStoryboard(tx, projectId)
    })
    expect(await db.all(sql`SELECT id FROM storyboard UNION SELECT project_id FROM storyboard_looks`)).toEqual([])
  })
})
