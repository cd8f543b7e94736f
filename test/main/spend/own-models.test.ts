/** What a model of one's own calls otherwise, or writes as text, is counted, so that a hard limit holds it. */
import type { Fields, Model } from '#contract/models.ts'
import type { Rates } from '#contract/spend.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnModel, withCountField } from '../../kit/own-model.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openSharedStudio, until } from '../../kit/studio.ts'

let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
  const limit = { period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros: 1_000_000 } as const
  await shared.studio.handlers.spend.setBudget(limit, call)
})
afterAll(() => shared.close())

const choices = ['1', '4'].map(value => ({ value, label: value }))
const ofText: Partial<Rates> = { thousandCharacters: 1_000_000 }
const ofImage: Partial<Rates> = { image: 2_000_000 }

function renamed({ fields }: Model): Partial<Model> {
  return { fields: fields.map(field => field.name === 'text' ? { ...field, name: 'input' } : field) }
}
function withoutText({ fields }: Model): Partial<Model> {
  return { fields: fields.map(field => field.name === 'text' ? { ...field, name: 'input', type: 'choice', choices } : field) }
}

it.each([
  ['a text in another field', 'higgs2p5', renamed, ofText, { input: 'a'.repeat(2000) }, [2_000_000, 2_000_000]],
  ['a text that cannot be found', 'higgs2p5', withoutText, ofText, { input: '4' }, [0, 12_000_000]],
  [
    'a number in a choice',
    'eigen-image',
    model => withCountField(model, { type: 'choice', choices }),
    ofImage,
    { prompt: 'sea', n: '4' },
    [8_000_000, 8_000_000],
  ],
  ['a fixed number', 'eigen-image', () => ({ fixed: { n: '3' } }), ofImage, { prompt: 'sea' }, [6_000_000, 6_000_000]],
  [
    'a number of the service',
    'eigen-image',
    model => withCountField(model, { default: 2 }),
    ofImage,
    { prompt: 'sea' },
    [4_000_000, 4_000_000],
  ],
] as [string, string, (model: Model) => Partial<Model>, Partial<Rates>, Fields, [number, number]][])(
  '%s',
  async (_, builtIn, change, rates, fields, [leastMicros, mostMicros]) => {
    const { service, make, cost } = await openOwnModel(shared.studio, { body: {} }, builtIn, change, rates)
    const job = await until(shared.studio, await make(fields), ({ state }) => ['blocked', 'done', 'failed', 'unsure'].includes(state))
    expect(job).toMatchObject({ state: 'blocked', blockedBy: 'budget' })
    expect(await cost(job.id)).toMatchObject({ leastMicros, mostMicros })
    expect(service.asked).toEqual([])
  },
)
