/**
 * Tests every row of the document's tables: it is in the catalogue as documented, the studio really sends it, and the practice service
 * refuses wrong values.
 *
 * @module-tag wide
 */
import type { Field } from '#contract/models.ts'
import type { Asking } from './asking.ts'
import type { Parameter } from './document.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { openAnsweringServer } from '../../main/service/raw-server.ts'
import { client, isSentAsForm, modelNamed, openAsking, signal } from './asking.ts'
import { nameOf } from './document.ts'
import { parameters } from './parameters.ts'

let asking: Asking
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

const typesFor: Readonly<Record<Parameter['type'], readonly Field['type'][]>> = {
  string: ['line', 'text', 'choice', 'address'],
  integer: ['integer'],
  number: ['number', 'integer'],
  boolean: ['yes-no'],
  file: ['file', 'files'],
  array: [],
  object: [],
}

function fieldNamed(model: string, name: string): Field {
  const field = modelNamed(model).fields.find(each => each.name === name)
  if (!field)
    throw new Error(`${model} has no field ${name}`)
  return field
}

/** The catalogue fields of a row, each with a valid value and some invalid ones. */
function fieldsOf(row: Parameter) {
  return row.members
    ? row.members.map(member => ({ ...member, name: `${row.name}.${member.name}`, isRequired: false }))
    : [row]
}

describe.each(parameters.filter(row => row.source === 'field').map(row => [nameOf(row), row] as const))('%s', (_name, row) => {
  it.each(row.on)('is in the catalogue of %s as documented', (model) => {
    for (const documented of fieldsOf(row)) {
      const field = fieldNamed(model, documented.name)
      expect(typesFor[documented.type]).toContain(field.type)
      expect(field.isRequired).toBe(documented.isRequired)
      expect(field.default).toBe(documented.default ?? null)
    }
    if (!row.members)
      expect(fieldNamed(model, row.name)).toMatchObject(factsOf(row))
  })

  it.each(row.on)('is sent by %s and arrives unchanged', async (model) => {
    for (const { name, good } of fieldsOf(row)) {
      const value = await asking.valueFor(model, name, good)
      const work = await asking.send(model, { [name]: value })
      expect(work).toMatchObject({ model, ignored: [] })
      if (row.type === 'file')
        expect(work.files.map(sent => sent.field)).toContain(name)
      else
        expect(inside(work.values, name)).toEqual(value)
    }
  })

  it.each(row.on)('is refused by name when a value for %s is wrong, before sending and by the service', async (model) => {
    for (const { name, bad } of fieldsOf(row)) {
      for (const value of bad) {
        expect(asking.stoppedBy(model, name, value), `form: ${JSON.stringify(value)}`).toContain(name)
        // In a form a number is a text like any other.
        if (!(row.type === 'string' && typeof value === 'number' && isSentAsForm(model)))
          expect(await asking.force(model, name, value), `service: ${JSON.stringify(value)}`).toContain(name)
      }
    }
    if (row.isRequired)
      expect(await asking.force(model, row.name, undefined)).toContain(row.name)
    if (row.min !== undefined && row.max !== undefined)
      await keepsItsEdges(model, row.name, [row.min, row.max])
  })
})

async function keepsItsEdges(model: string, name: string, edges: readonly number[]): Promise<void> {
  for (const edge of edges) {
    expect(asking.stoppedBy(model, name, edge)).toEqual([])
    expect(inside((await asking.send(model, { [name]: edge })).values, name)).toBe(edge)
  }
}

function factsOf({ min, max, oneOf, choiceCount, adviceCharacters, maxSeconds, accepts }: Parameter): Partial<Field> {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(oneOf && {
      choices: expect.toSatisfy((choices: Field['choices']) => choices?.map(choice => choice.value).join() === oneOf.join()) as never,
    }),
    ...(choiceCount !== undefined
      && {
        choices: expect.toSatisfy((choices: Field['choices']) =>
          new Set(choices?.map(choice => choice.value)).size === choiceCount) as never,
      }),
    ...(adviceCharacters !== undefined && { maxCharacters: { count: adviceCharacters, isAdvice: true } }),
    ...(maxSeconds !== undefined && { maxClipSeconds: maxSeconds }),
    ...(accepts && { accepts: expect.arrayContaining([...accepts]) as never }),
  }
}

function inside(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name.split('.').reduce<unknown>(
    (value, step) => typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    values,
  )
}

const rowsOf = (source: Parameter['source']) => parameters.filter(row => row.source === source).map(row => [nameOf(row), row] as const)

describe.each(rowsOf('model'))('%s', (_name, row) => {
  it.each(row.on)('is %s, which the catalogue has, and is required', async (model) => {
    expect(builtInModels.map(each => each.id)).toContain(model)
    expect(await asking.send(model, {})).toMatchObject({ model })
    expect(await asking.force(model, 'model', undefined)).toContain('model: Field required')
    expect(await asking.force(model, 'model', 'nobody')).toMatch(/nobody|Unsupported category/)
  })
})

describe.each(rowsOf('conversation'))('%s', (_name, row) => {
  it.each(row.on)('is sent to %s unchanged, and is refused by name when it is wrong', async (model) => {
    const { values } = await asking.send(model, {}, { messages: row.good })
    expect(values.messages).toMatchObject([{ role: 'system', text: 'Be brief.' }, { role: 'user', text: 'Hello' }])
    for (const bad of [undefined, ...row.bad])
      expect(await asking.force(model, 'messages', bad)).toContain('messages')
  })
})

describe.each(rowsOf('mode'))('%s', (_name, row) => {
  it.each(row.on)('is image-editing as soon as %s is given a source, and the default is not sent', async (model) => {
    const field = modelNamed(model).fields.find(each => each.type === 'files')?.name ?? 'image_file'
    expect(
      (await asking.send(model, { [field]: await asking.valueFor(model, field, { file: 'still' }) })).values.mode,
    ).toBe('image-editing')
    if (modelNamed(model).kind === 'image') {
      expect(await asking.send(model, {})).toMatchObject({
        kind: 'image',
        values: expect.not.objectContaining({ mode: expect.anything() as unknown }) as unknown,
      })
    }
    for (const bad of row.bad)
      expect(await asking.force(model, row.name, bad)).toContain('mode')
  })
})

describe.each(rowsOf('upload'))('%s', (_name, row) => {
  it.each(row.on)('is sent for %s and arrives, and is required', async (model) => {
    expect(modelNamed(model).registersVoices).toBe(true)
    const clip = await asking.valueFor(model, row.name, { file: 'clip' })
    const words = await asking.valueFor(model, row.name, { file: 'words' })
    const parts = [['model', model], ['voice_reference_file', clip]] as const
    const upload = (
      sent: readonly (readonly [string, unknown])[],
    ) => asking.submit({ path: '/generate/upload', encoding: 'multipart', kind: 'upload', parts: sent })
    await upload(parts)
    expect(asking.practice.ledger().at(-1)).toMatchObject({
      kind: 'upload',
      model,
      ignored: [],
      files: [{ field: 'voice_reference_file' }],
    })
    await expect(upload(parts.filter(([name]) => name !== row.name))).rejects.toMatchObject({
      kind: 'validation',
      said: expect.stringContaining(row.name) as string,
    })
    await expect(upload(parts.map(([name, value]) => name === row.name
      ? [name, name === 'model' ? 'eigen-image' : words]
      : [name, value]))).rejects.toMatchObject({ said: expect.stringContaining(row.name) as string })
  })
})

describe.each(rowsOf('question'))('%s', (_name, row) => {
  it.each(row.on)('is sent in a request about %s, and is required', async (model) => {
    const path = row.endpoint === '2c' ? 'status' : 'result'
    const server = await openAnsweringServer(() => [404, {}, '{}'])
    const task = { taskId: 'the task', modelId: model }
    const partPath = `${asking.files[Object.keys(asking.files)[0] ?? '']?.path}.shot`
    const asked = path === 'status'
      ? client.pollVideo({ baseUrl: server.url, key: 'key' }, task, signal)
      : client.downloadVideo({ baseUrl: server.url, key: 'key' }, task, { partPath, resume: null, signal })
    await expect(asked).rejects.toMatchObject({ kind: 'not-found' })
    const [line = ''] = server.visits[0]?.head().split('\r\n') ?? []
    const sent = new URL(line.split(' ')[1] ?? '', server.url)
    expect(sent.pathname).toBe(`/api/v1/generate/${path}`)
    expect(sent.searchParams.get(row.name)).toBe(row.name === 'jobId' ? 'the task' : model)

    const query = new URLSearchParams({ jobId: 'x', model })
    query.delete(row.name)
    const refused = await fetch(`${asking.practice.url}/api/v1/generate/${path}?${query}`, {
      headers: { authorization: `Bearer ${asking.practice.key}` },
    })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(row.name)])
  })
})
