/**
 * The catalogue as the user changes it: models are made, changed, hidden and exported, and no file can break it.
 *
 * @module-tag wide
 */
import type { Model } from '#contract/models.ts'
import type { Kind, ModelId } from '#contract/words.ts'
import type { Models } from '../../../src-main/library/models.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFault } from '#contract/faults.ts'
import { Kind as Kinds } from '#contract/words.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { readCatalogue, writeCatalogue } from '../../../src-main/library/catalogue-file.ts'
import { openModels } from '../../../src-main/library/models.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { onUnreadableRow } from '../../../src-main/storage/unreadable-rows.ts'
import { makeFolder } from '../../kit/folder.ts'

const id = (name: string): ModelId => name as ModelId // free text by contract

async function open(folder?: string) {
  const db = await openDatabase(join(folder ?? await makeFolder(), 'library.db'), { migrations: libraryMigrations })
  onTestFinished(() => db.close())
  const logged: string[] = []
  onTestFinished(onUnreadableRow(row => logged.push(`${row.table} ${row.key} ${row.columns.join(' ')}`)))
  return { db, logged, models: await openModels({ db, builtIn: builtInModels, clock: systemClock }) }
}

function modelIn(models: Models, name: string): Model {
  const found = models.all().find(model => model.id === name)
  if (!found)
    throw new Error(`No model ${name}`)
  return found
}

describe('a custom model', () => {
  it.each(Kinds.options)('starts from a valid template for the kind %s', async (kind: Kind) => {
    const { models } = await open()
    const template = models.template(kind, id(`my-${kind}`))
    expect(template).toMatchObject({ id: `my-${kind}`, kind, isBuiltIn: false, isHidden: false })
    expect(template.fields.length).toBe(Math.max(...builtInModels.filter(model => model.kind === kind).map(model => model.fields.length)))
    expect(models.all()).toEqual(builtInModels)
    expect(await models.save(template)).toEqual(template)
    expect(models.all().at(-1)).toEqual(template)
  })

  it('survives a restart', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    const made = await first.models.save({ ...first.models.template('speech', id('new-voice')), label: 'New Voice' })
    await first.models.hide(id('chatterbox'), true)
    const before = first.models.all()
    await first.db.close()
    const second = await open(folder)
    expect(second.models.all()).toEqual(before)
    expect(modelIn(second.models, 'new-voice')).toEqual(made)
  })

  it.each([
    ['mine-1', '{"id":"mine-1","kind":'],
    ['mine-2', '7'],
    ['mine-3', '{"id":"mine-3"}'],
  ])('that cannot be read (%s: %s) is told and kept, and the others open', async (mine, text) => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.models.save({ ...first.models.template('speech', id('new-voice')), label: 'New Voice' })
    await first.db.run(sql`INSERT INTO models (id, model, changed_at) VALUES (${mine}, ${text}, 0)`)
    await first.db.close()
    const second = await open(folder)
    expect(second.models.all().map(model => model.id)).toEqual([...builtInModels.map(model => model.id), 'new-voice'])
    expect(second.logged.join('\n')).toContain(`models ${mine} model`)
    expect(await second.db.get(sql`SELECT model FROM models WHERE id = ${mine}`)).toEqual({ model: text })
  })

  it('replaces a built-in one until it is removed', async () => {
    const { models } = await open()
    const place = models.all().findIndex(model => model.id === 'higgs2p5')
    await models.save({ ...modelIn(models, 'higgs2p5'), label: 'Mine' })
    expect(models.all()[place]).toMatchObject({ id: 'higgs2p5', label: 'Mine', isBuiltIn: false })
    await models.remove(id('higgs2p5'))
    expect(models.all()).toEqual(builtInModels)
    await expect(models.remove(id('higgs2p5'))).rejects.toMatchObject({ code: 'built-in-model', data: { model: 'higgs2p5' } })
    await expect(models.remove(id('nobody'))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('that could never be sent is refused, and nothing is stored', async () => {
    const { models } = await open()
    const template = models.template('image', id('broken'))
    const fields = template.fields.map(field => field.name === 'width' ? { ...field, min: 9000 } : field)
    await expect(models.save({ ...template, fields })).rejects.toMatchObject({ code: 'bad-model', data: { where: 'broken › width' } })
    await expect(models.save({ ...template, kind: 'poem' } as never)).rejects.toMatchObject({
      code: 'bad-model',
      data: { where: 'broken › kind' },
    })
    expect(models.all()).toEqual(builtInModels)
  })

  it('from before models had a vision flag is read as one without vision', async () => {
    const folder = await makeFolder()
    const { db, models } = await open(folder)
    const { seesPictures: _unsaid, ...older } = { ...models.template('chat', id('older')), seesPictures: true }
    await db.run(sql`INSERT INTO models (id, model, changed_at) VALUES ('older', ${JSON.stringify(older)}, 0)`)
    await db.close()
    const again = await open(folder)
    expect(modelIn(again.models, 'older')).toMatchObject({ seesPictures: false })
    const file = JSON.stringify({ format: 'takeroom-catalogue', version: 1, models: [{ ...older, id: 'from-a-file' }] })
    await again.models.importFile(file)
    expect(modelIn(again.models, 'from-a-file')).toMatchObject({ seesPictures: false })
  })

  it('of a newer version keeps its row, and the built-in one is shown', async () => {
    const folder = await makeFolder()
    const { db } = await open(folder)
    await db.run(sql`INSERT INTO models (id, model, changed_at) VALUES ('higgs2p5', '{"id":"higgs2p5","kind":"smell"}', 0)`)
    const { models } = await open(folder)
    expect(models.all()).toEqual(builtInModels)
    expect(await db.all(sql`SELECT id FROM models`)).toHaveLength(1)
  })
})

describe('a hidden model', () => {
  it('is still known, and can be shown again', async () => {
    const { models } = await open()
    expect(await models.hide(id('eigen-image'), true)).toMatchObject({ isHidden: true, isBuiltIn: true })
    expect(modelIn(models, 'eigen-image').isHidden).toBe(true)
    expect(await models.hide(id('eigen-image'), false)).toMatchObject({ isHidden: false })
    await expect(models.hide(id('nobody'), true)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('two changes at once', () => {
  it('a model that is hidden while it is saved stays hidden', async () => {
    const { models } = await open()
    const made = await models.save(models.template('speech', id('my-own')))
    await Promise.all([models.hide(made.id, true), models.save({ ...made, label: 'Renamed' }, made)])
    expect(modelIn(models, 'my-own')).toMatchObject({ label: 'Renamed', isHidden: true })
  })

  it('a model that is hidden while it is removed is shown when it is restored', async () => {
    const { models } = await open()
    const made = await models.save(models.template('speech', id('my-own')))
    const ends = await Promise.allSettled([models.remove(made.id), models.hide(made.id, true)])
    expect(ends).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'not-found' } }])
    await models.restore(made.id)
    expect(modelIn(models, 'my-own').isHidden).toBe(false)
  })
})

it('the feed of the catalogue sends all of it first, then what changed and what was removed', async () => {
  const { models } = await open()
  const stop = new AbortController()
  const events = models.changes(stop.signal)[Symbol.asyncIterator]()
  const next = async () => (await events.next()).value as { isWhole: boolean, changed: Model[], removed: ModelId[] }
  expect(await next()).toMatchObject({ isWhole: true, changed: { length: builtInModels.length } })
  await models.save(models.template('video', id('mine')))
  expect(await next()).toMatchObject({ isWhole: false, changed: [{ id: 'mine' }], removed: [] })
  await models.hide(id('mine'), true)
  expect(await next()).toMatchObject({ changed: [{ id: 'mine', isHidden: true }] })
  await models.remove(id('mine'))
  expect(await next()).toMatchObject({ changed: [], removed: ['mine'] })
  await models.importFile(writeCatalogue([models.template('chat', id('a')), models.template('chat', id('b'))]))
  expect(await next()).toMatchObject({ changed: [{ id: 'a' }, { id: 'b' }] })
  stop.abort()
})

describe('a catalogue file', () => {
  it('contains the custom models, the same text for the same models, and imports them into another studio', async () => {
    const [here, there] = [await open(), await open()]
    await here.models.save(here.models.template('speech', id('b-voice')))
    await here.models.save({ ...modelIn(here.models, 'chatterbox'), label: 'My Chatterbox', isHidden: true })
    const { text, fileName } = here.models.exportFile()
    expect(fileName).toMatch(/^[\w-]+\.json$/)
    expect(await there.models.importFile(text)).toEqual(['b-voice', 'chatterbox'])
    expect(there.models.exportFile().text).toBe(text)
    expect(there.models.all()).toEqual(here.models.all())
    expect(text).not.toContain('isBuiltIn')
  })

  const good = (): Model => ({ ...builtInModels.find(model => model.kind === 'video')!, id: id('good'), isBuiltIn: false })
  const file = (more: object) => JSON.stringify({ ...JSON.parse(writeCatalogue([good()])), ...more })

  it.each<[string, () => string, string, RegExp]>([
    ['invalid JSON', () => 'models: []', 'file', /not-json/],
    ['other JSON', () => '{"models":[]}', 'file', /no catalogue file/],
    ['a newer format', () => file({ version: 2 }), 'file', /newer Takeroom.*format 2/],
    ['no version', () => file({ version: 'one' }), 'file', /version/],
    ['no list', () => file({ models: {} }), 'file', /no list/],
    ['an invalid entry', () => file({ models: [good(), null] }), 'entry 2', /./],
    ['an entry without a name', () => file({ models: [{ ...good(), id: '' }] }), 'entry 1 › id', /./],
    [
      'a field of a type that is none',
      () => file({ models: [{ ...good(), fields: [{ ...good().fields[0], type: 'colour' }] }] }),
      'good › prompt › type',
      /./,
    ],
    ['an invalid field', () => file({
      models: [{ ...good(), fields: good().fields.map(field => field.name === 'infer_steps' ? { ...field, min: 30 } : field) }],
    }), 'good › infer_steps', /above/],
    ['a model twice', () => file({ models: [good(), good()] }), 'good', /twice/],
  ])('with %s is refused completely, and the fault says where', async (_what, text, where, said) => {
    const { models } = await open()
    const refused: unknown = await models.importFile(text()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'bad-model', data: { where, said: expect.stringMatching(said) } })
    expect(models.all()).toEqual(builtInModels)
  })

  it('survives being written and read, for any valid models', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.constantFrom(...builtInModels), { selector: model => model.id }), (picked) => {
      const text = writeCatalogue(picked)
      expect(writeCatalogue(readCatalogue(text))).toBe(text)
      expect(writeCatalogue(readCatalogue(`\uFEFF${text}`))).toBe(text)
    }))
  })

  it('of any content is either read or refused with a location, without another effect', () => {
    const text = writeCatalogue(builtInModels.slice(0, 4))
    const cut = fc.tuple(fc.nat(text.length), fc.nat(40), fc.string()).map(([at, length, put]) => text.slice(0, at)
      + put
      + text.slice(at + length))
    const replaced = fc.tuple(fc.nat(3), fc.constantFrom(...Object.keys(builtInModels[0]!)), fc.jsonValue()).map(([at, member, value]) => {
      const parsed = JSON.parse(text)
      parsed.models[at][member] = value
      return JSON.stringify(parsed)
    })
    const inField = fc.tuple(
      fc.nat(3),
      fc.nat(5),
      fc.constantFrom(...Object.keys(builtInModels[0]!.fields[0]!)),
      fc.oneof(fc.jsonValue(), fc.constantFrom('__proto__', 'constructor', '', 'model', 1e308, -0)),
    ).map(([at, field, member, value]) => {
      const parsed = JSON.parse(text)
      parsed.models[at].fields[field][member] = value
      return JSON.stringify(parsed)
    })
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), cut, replaced, inField), (content) => {
      try {
        const models = readCatalogue(content)
        expect(writeCatalogue(readCatalogue(writeCatalogue(models)))).toBe(writeCatalogue(models))
      }
      catch (error) {
        if (!isFault(error, 'bad-model'))
          throw error
        expect(error.data.where).not.toBe('')
        expect(error.data.said).not.toBe('')
      }
    }), { numRuns: 8000 })
  })
})
