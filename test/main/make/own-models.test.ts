/** What a model of one's own makes is named by its words, whatever its field for them is called. */
import type { Model } from '#contract/models.ts'
import { expect, it } from 'vitest'
import { openOwnModel } from '../../kit/own-model.ts'
import { openTestStudio, until } from '../../kit/studio.ts'

it.each([
  ['higgs2p5', 'text'],
  ['eigen-image', 'prompt'],
])('by what is written into a field of %s that is not called “%s”', async (builtIn, name) => {
  const studio = await openTestStudio()
  const renamed = ({ fields }: Model): Partial<Model> =>
    ({ fields: fields.map(field => field.name === name ? { ...field, name: 'input' } : field) })
  const { make } = await openOwnModel(studio, { status: 400, body: { error: 'no' } }, builtIn, renamed, {})
  const job = await until(studio, await make({ input: 'The sea was quiet.' }), ({ state }) => state === 'failed')
  expect(job.title).toBe('The sea was quiet.')
})
