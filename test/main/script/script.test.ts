import type { Casting, Line } from '#contract/script.ts'
import type { LineId, ModelId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesChanged, Line as LineShape, SentLines } from '#contract/script.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { sentLines } from '../../../src-main/script/sent-lines.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openLibrary } from './open-library.ts'

const serena: Casting = { speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice: 'Serena' } }

async function openScript() {
  const library = await openLibrary()
  const script = createScript(library)
  const texts = (...all: string[]) => all.map(text => ({ speaker: 'ANN', text, direction: '' }))
  const shown = async () => (await script.lines(library.projectId)).map(line => [line.position, line.text])
  const madeFrom = ({ text, direction }: Line) => fingerprint({
    text,
    direction,
    modelId: serena.modelId,
    voiceId: serena.voiceId,
    voiceFields: serena.fields,
  })
  const addOne = async (text: string): Promise<Line> => {
    const [line] = await script.add(library.projectId, null, texts(text))
    if (!line)
      throw new Error('no line was added')
    return line
  }
  const state = async (lineId: LineId) => (await script.lines(library.projectId)).find(line => line.id === lineId)?.state
  return { ...library, script, texts, shown, madeFrom, addOne, state }
}

describe('lines', () => {
  it('are added at the end or after another, in the form of the contract', async () => {
    const { script, projectId, texts, shown } = await openScript()
    const [, second] = await script.add(projectId, null, texts('one', 'two', 'three'))
    const added = await script.add(projectId, second?.id ?? null, texts('two and a half'))
    expect(added.map(line => LineShape.parse(line))).toMatchObject([
      { position: 2, text: 'two and a half', pauseSeconds: 0.35, state: 'not-made', takeCount: 0 },
    ])
    expect(await shown()).toEqual([[0, 'one'], [1, 'two'], [2, 'two and a half'], [3, 'three']])
  })

  it('keep consecutive positions through any sequence of adding, moving, removing and restoring', async () => {
    const { script, otherProject } = await openScript()
    const step = fc.record({
      act: fc.constantFrom('add', 'move', 'remove', 'restore'),
      which: fc.nat({ max: 20 }),
      place: fc.nat({ max: 20 }),
    })
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const projectId = await otherProject()
      let order: string[] = []
      let gone: { id: LineId, at: number }[] = []
      for (const { act, which, place } of steps) {
        const id = order[which % Math.max(1, order.length)] as LineId | undefined
        if (act === 'add') {
          const added = await script.add(projectId, id ?? null, [{ speaker: '', text: 'x', direction: '' }])
          order = order.toSpliced(id === undefined ? 0 : order.indexOf(id) + 1, 0, ...added.map(line => line.id))
        }
        else if (act === 'restore') {
          const last = gone.at(-1)
          if (last) {
            await script.restore(last.id)
            order = order.toSpliced(last.at, 0, last.id)
            gone = gone.slice(0, -1)
          }
        }
        else if (id !== undefined && act === 'move') {
          await script.move(id, place)
          const rest = order.filter(each => each !== id)
          order = rest.toSpliced(Math.min(place, rest.length), 0, id)
        }
        else if (id !== undefined) {
          gone = [...gone, { id, at: order.indexOf(id) }]
          await script.remove(id)
          order = order.filter(each => each !== id)
        }
      }
      const lines = await script.lines(projectId)
      expect(lines.map(line => line.position)).toEqual(order.map((_, index) => index))
      expect(lines.map(line => line.id)).toEqual(order)
    }), { numRuns: 25 })
  })

  it('of five thousand are added in one step', async () => {
    const { script, projectId, texts } = await openScript()
    const lines = await script.add(projectId, null, texts(...Array.from({ length: 5000 }, (_, index) => `Line ${index}`)))
    expect([lines.length, lines[4999]?.text, lines[4999]?.position]).toEqual([5000, 'Line 4999', 4999])
  })

  it('that do not exist are reported as not found', async () => {
    const { script, projectId, otherProject, addOne, texts } = await openScript()
    const nobody = newId<LineId>()
    const line = await addOne('here')
    await expect(script.move(nobody, 0)).rejects.toMatchObject({ code: 'not-found', data: { word: 'line' } })
    await expect(script.restore(line.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(script.add(await otherProject(), line.id, texts('x'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(script.lines(newId<ProjectId>())).rejects.toMatchObject({ code: 'not-found', data: { word: 'project' } })
    await script.remove(line.id)
    await expect(script.edit(line.id, {
      speaker: '',
      text: '',
      direction: '',
      pauseSeconds: 0,
    })).rejects.toMatchObject({ code: 'not-found' })
    expect(await script.lines(projectId)).toEqual([])
  })
})

describe('takes of a line', () => {
  it('the first is chosen by itself, a later one only when the chosen one is stale', async () => {
    const { script, projectId, speak, addOne, madeFrom, state } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Hello.')
    const first = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, first.id)
    const again = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, again.id)
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: first.id, takeCount: 2, state: 'made' }])

    const edited = await script.edit(line.id, { ...line, text: 'Hello!' })
    expect(edited.state).toBe('stale')
    await script.noteTakeFiled(line.id, first.id)
    const third = await speak(line.id, madeFrom(edited))
    await script.noteTakeFiled(line.id, third.id)
    expect(await script.linesWithTakes(projectId)).toMatchObject([{ line: { chosenTakeId: third.id }, take: { id: third.id } }])
    expect(await state(line.id)).toBe('made')
  })

  it('another is not chosen in place of one that was not expected', async () => {
    const { script, projectId, speak, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Hello.')
    const take = () => speak(line.id, madeFrom(line))
    const [first, second, third] = [await take(), await take(), await take()]
    await script.choose(line.id, second.id)
    await expect(script.choose(line.id, third.id, first.id)).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'line' } })
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: second.id }])
    expect(await script.choose(line.id, third.id, second.id)).toMatchObject({ chosenTakeId: third.id })
  })

  it('a later one is chosen where the file of the chosen one is missing', async () => {
    const { script, assets, projectId, speak, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Hello.')
    const first = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, first.id)
    await assets.markMissing(first.asset.id, true)
    const again = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, again.id)
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: again.id }])
  })

  it('become stale when a cloned voice is cast, which must exist', async () => {
    const { db, script, projectId, speak, addOne, madeFrom, state } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Hello.')
    const take = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, take.id)
    const voiceId = newId<VoiceId>()
    await expect(script.cast(projectId, { ...serena, voiceId, fields: {} })).rejects.toMatchObject({
      code: 'not-found',
      data: { word: 'voice' },
    })
    await db.run(
      sql`INSERT INTO voices (id, name, clip_take_id, consent, created_at) VALUES (${voiceId}, 'Ann', ${take.id}, 'She agreed.', 0)`,
    )
    const casting = { ...serena, voiceId, fields: {} }
    expect(await script.cast(projectId, casting)).toMatchObject({ castings: [casting] })
    expect(await state(line.id)).toBe('stale')
    await script.cast(projectId, serena)
    expect(await state(line.id)).toBe('made')
  })

  it('become stale when the speaker is cast again, and are up to date when the voice is cast back', async () => {
    const { script, projectId, speak, addOne, madeFrom, state } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Hello.')
    await script.noteTakeFiled(line.id, (await speak(line.id, madeFrom(line))).id)
    await script.cast(projectId, { ...serena, fields: { voice: 'Uncle_Fu' } })
    expect(await state(line.id)).toBe('stale')
    expect(await script.cast(projectId, serena)).toMatchObject({ castings: [serena] })
    expect(await state(line.id)).toBe('made')
  })

  it('are told of all lines of a speaker that is cast again, as they are then: those that get other takes, and those that do not', async () => {
    const { script, projectId, speak, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const [line, never] = [await addOne('One.'), await addOne('Two.')]
    const older = await speak(line.id, madeFrom(line))
    await script.noteTakeFiled(line.id, older.id)
    const news = script.changes(projectId, new AbortController().signal)[Symbol.asyncIterator]()
    await news.next()
    for (const [voice, states] of [['Uncle_Fu', ['stale', 'not-made']], ['Serena', ['made', 'not-made']]] as const) {
      await script.cast(projectId, { ...serena, fields: { voice } })
      const all = await script.lines(projectId)
      expect(all.map(each => each.state)).toEqual(states)
      expect((await news.next()).value).toMatchObject({ isWhole: false, changed: all })
      if (voice === 'Uncle_Fu') {
        const other = await speak(line.id, fingerprint({ ...line, ...serena, voiceFields: { voice } }))
        await script.noteTakeFiled(line.id, other.id)
        await news.next()
      }
    }
    expect(await script.lines(projectId)).toMatchObject([{ id: line.id, chosenTakeId: older.id, takeCount: 2 }, { id: never.id }])
  })

  it('may be chosen only for their own line', async () => {
    const { script, projectId, speak, addOne, madeFrom } = await openScript()
    const [line, other] = [await addOne('One.'), await addOne('Two.')]
    const [take, theirs] = [await speak(line.id, madeFrom(line)), await speak(other.id, madeFrom(other))]
    expect(await script.choose(line.id, take.id)).toMatchObject({ chosenTakeId: take.id, state: 'made' })
    await expect(script.choose(line.id, theirs.id)).rejects.toMatchObject({ code: 'not-found', data: { word: 'take' } })
    await expect(script.choose(line.id, newId<TakeId>())).rejects.toMatchObject({ code: 'not-found' })
    expect((await script.lines(projectId))[0]?.chosenTakeId).toBe(take.id)
  })

  it('in the trash are not chosen, and are again when they are restored; deleted ones are forgotten', async () => {
    const { script, projectId, takes, speak, addOne, madeFrom } = await openScript()
    const line = await addOne('One.')
    const take = await speak(line.id, madeFrom(line))
    await script.choose(line.id, take.id)
    await takes.trash([take.id])
    expect(await script.linesWithTakes(projectId)).toMatchObject([
      { line: { chosenTakeId: null, takeCount: 0, state: 'not-made' }, take: null },
    ])
    await takes.restore([take.id])
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: take.id, takeCount: 1, state: 'made' }])
    await takes.trash([take.id])
    await takes.purge([take.id])
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: null, state: 'not-made' }])
  })

  it(
    'that arrive while their line is removed are chosen when it is restored, so none is bought twice; those of other text are not',
    async () => {
      const { script, projectId, speak, addOne, madeFrom } = await openScript()
      await script.cast(projectId, serena)
      const [line, other] = [await addOne('One.'), await addOne('Two.')]
      const [older, newer] = [await speak(line.id, madeFrom(line)), await speak(line.id, madeFrom(line))]
      const late = await speak(line.id, madeFrom({ ...line, text: 'Other words.' }))
      await speak(other.id, madeFrom({ ...other, text: 'Other words.' }))
      for (const { id } of [line, other])
        await script.remove(id)
      for (const { id } of [older, newer, late])
        await script.noteTakeFiled(line.id, id)
      expect(await script.restore(line.id)).toMatchObject({ chosenTakeId: newer.id, state: 'made' })
      expect(await script.restore(other.id)).toMatchObject({ chosenTakeId: null, state: 'not-made' })
    },
  )

  it('that were not chosen before a crash are chosen at the next start', async () => {
    const { script, projectId, speak, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('One.')
    const take = await speak(line.id, madeFrom(line))
    await script.chooseForgotten()
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: take.id, state: 'made' }])
  })
})

describe('a take that was made by the very request of a line', () => {
  it('serves every line that asks for the same, also one of another project, and the feed says so', async () => {
    const { script, projectId, otherProject, file, addOne, madeFrom, texts } = await openScript()
    await script.cast(projectId, serena)
    const [line, twin] = [await addOne('Yes.'), await addOne(' Yes. ')]
    const elsewhere = await otherProject()
    await script.cast(elsewhere, serena)
    await script.add(elsewhere, null, texts('Yes.'))
    const stop = new AbortController()
    const news = script.changes(elsewhere, stop.signal)[Symbol.asyncIterator]()
    await news.next()
    const take = await file({ lineId: line.id, madeFrom: madeFrom(line), isPractice: false })
    await script.noteTakeFiled(line.id, take.id)
    expect((await news.next()).value).toMatchObject({ changed: [{ chosenTakeId: take.id, state: 'made', takeCount: 1 }] })
    stop.abort()
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: take.id }, { id: twin.id, chosenTakeId: take.id, state: 'made' }])
    expect(await script.choose(twin.id, take.id)).toMatchObject({ chosenTakeId: take.id })
  })

  it('serves other projects only if it was not made for practice', async () => {
    const { script, projectId, otherProject, speak, addOne, madeFrom, texts } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    await speak(line.id, madeFrom(line))
    expect(await addOne('Yes.')).toMatchObject({ state: 'made' })
    const elsewhere = await otherProject()
    await script.cast(elsewhere, serena)
    expect(await script.add(elsewhere, null, texts('Yes.'))).toMatchObject([{ fittingTakeId: null }])
  })

  it('is the starred one of several, although others are newer', async () => {
    const { script, takes, projectId, file, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    const first = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await takes.star([first.id], true)
    await script.edit(line.id, { ...line, text: 'No.' })
    expect(await script.edit(line.id, line)).toMatchObject({ chosenTakeId: first.id, state: 'made' })
  })

  it('is offered, not forced, where the person chose another one', async () => {
    const { script, projectId, file, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    const old = await file({ lineId: line.id, madeFrom: madeFrom({ ...line, text: 'Yes?' }) })
    const take = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await script.noteTakeFiled(line.id, take.id)
    expect(await script.choose(line.id, old.id)).toMatchObject({ chosenTakeId: old.id, state: 'stale', fittingTakeId: take.id })
    expect(await script.edit(line.id, { ...line, pauseSeconds: 2 })).toMatchObject({ chosenTakeId: old.id })
    await script.cast(projectId, serena)
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: old.id, fittingTakeId: take.id }])
    await script.edit(line.id, { ...line, text: 'No.' })
    expect(await script.edit(line.id, line)).toMatchObject({ chosenTakeId: take.id, state: 'made' })
  })

  it('stands in while the chosen one is in the trash', async () => {
    const { script, projectId, takes, file, addOne, madeFrom } = await openScript()
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    const first = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    const second = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await script.choose(line.id, first.id)
    await takes.trash([first.id])
    await script.noteTakeFiled(line.id, first.id)
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: second.id, state: 'made' }])
    await takes.restore([first.id])
    expect(await script.lines(projectId)).toMatchObject([{ chosenTakeId: first.id, state: 'made' }])
  })

  it('is chosen when the one that it stands in for is deleted for good, and the feed says so', async () => {
    const { script, db, projectId, takes, file, addOne, madeFrom } = await openScript()
    takes.onPurge(script.releaseTakes)
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    const first = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    const second = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await script.choose(line.id, first.id)
    await takes.trash([first.id])
    const stop = new AbortController()
    const news = script.changes(projectId, stop.signal)[Symbol.asyncIterator]()
    const standIn = { chosenTakeId: second.id, state: 'made' }
    expect((await news.next()).value).toMatchObject({ changed: [standIn] })
    await takes.purge([first.id])
    expect((await news.next()).value).toMatchObject({ isWhole: false, changed: [standIn] })
    expect(await script.lines(projectId)).toMatchObject([standIn])
    expect(await db.all(sql`SELECT chosen_take_id AS id FROM lines`)).toEqual([{ id: second.id }])
    stop.abort()
  })

  it('is chosen in no template, whose lines are told as not made when their take is deleted for good', async () => {
    const { script, db, projectId, takes, file, addOne, madeFrom } = await openScript()
    takes.onPurge(script.releaseTakes)
    await script.cast(projectId, serena)
    const line = await addOne('Yes.')
    const first = await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await file({ lineId: line.id, madeFrom: madeFrom(line) })
    await script.choose(line.id, first.id)
    await db.run(sql`UPDATE projects SET template_at = 1`)
    await takes.trash([first.id])
    const stop = new AbortController()
    const news = script.changes(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await news.next()).value).toMatchObject({ changed: [{ state: 'made' }] })
    await takes.purge([first.id])
    expect((await news.next()).value).toMatchObject({ isWhole: false, changed: [{ chosenTakeId: null, state: 'not-made' }] })
    stop.abort()
  })
})

it('lines are sent as one text, which says the same', async () => {
  const { script, projectId, addOne } = await openScript()
  await script.cast(projectId, serena)
  await addOne('"One"\u2028 \\ 雨 🌧')
  const stop = new AbortController()
  for await (const event of script.changes(projectId, stop.signal)) {
    const read = linesChanged(SentLines.parse(sentLines(event)))
    expect(read).toEqual(event)
    expect(LineShape.array().parse(read.changed)).toEqual(await script.lines(projectId))
    stop.abort()
  }
})

it('the feed sends the whole script first, then each change, and nothing of other projects', async () => {
  const { script, projectId, otherProject, speak, addOne, madeFrom, texts } = await openScript()
  const line = await addOne('One.')
  const stop = new AbortController()
  const news = script.changes(projectId, stop.signal)[Symbol.asyncIterator]()
  expect((await news.next()).value).toMatchObject({ isWhole: true, changed: [{ text: 'One.' }] })
  await script.add(await otherProject(), null, texts('elsewhere'))
  const take = await speak(line.id, madeFrom(line))
  await script.noteTakeFiled(line.id, take.id)
  expect((await news.next()).value).toMatchObject({
    isWhole: false,
    changed: [{ id: line.id, chosenTakeId: take.id, takeCount: 1 }],
    removed: [],
  })
  await script.add(projectId, null, texts('Two.'))
  expect((await news.next()).value).toMatchObject({ changed: [{ text: 'Two.', position: 1 }] })
  await script.remove(line.id)
  expect([(await news.next()).value, (await news.next()).value]).toMatchObject([
    { changed: [{ text: 'Two.', position: 0 }] },
    { removed: [line.id] },
  ])
  stop.abort()
  expect((await news.next()).done).toBe(true)
})
