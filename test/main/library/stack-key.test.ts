/** Which takes are of one stack. */
import type { ModelId } from '#contract/words.ts'
import type { Tried } from '../../../src-main/library/stack-key.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stackKeyOf } from '../../../src-main/library/stack-key.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'

const model = 'paint' as ModelId
const image: Tried = {
  ...{ kind: 'image', modelId: model, madeFrom: null, isPractice: false },
  request: { path: '/generate', fields: { prompt: 'a harbour', size: '1:1', seed: 7 } },
}
function withFields(fields: object, more: Partial<Tried> = {}): number {
  return stackKeyOf({ ...image, ...more, request: { path: '/generate', fields } })
}
const key = stackKeyOf(image)

it('the same request is one stack whatever its seed, and in whatever order its fields are', () => {
  expect(withFields({ size: '1:1', prompt: 'a harbour', seed: 8 })).toBe(key)
  expect(withFields({ prompt: 'a harbour', size: '1:1' })).toBe(key)
  expect(withFields({ prompt: 'a harbour', size: '16:9', seed: 7 })).not.toBe(key)
  expect(withFields({ prompt: 'a boat', size: '1:1', seed: 7 })).not.toBe(key)
  expect(stackKeyOf({ ...image, modelId: 'other' as ModelId })).not.toBe(key)
  expect(stackKeyOf({ ...image, kind: 'edit' })).not.toBe(key)
  expect(stackKeyOf({ ...image, isPractice: true }), 'practice is no try of what is paid for').not.toBe(key)
})

it('a line is a stack for each text, voice and setting; a picture of a storyboard is one, whatever its prompts were', () => {
  const asked = { text: 'The lamp.', direction: '', modelId: 'say', voiceId: null, voiceFields: { voice: 'ann', seed: 1 } }
  const spoken = (more: Partial<typeof asked>): number => stackKeyOf({
    ...{ kind: 'speech', modelId: 'say' as ModelId, madeFrom: fingerprint({ ...asked, ...more }), isPractice: false },
    // A voice of one's own is called otherwise after each registration.
    request: { path: '/generate', fields: { voice: JSON.stringify(more) } },
  })
  const first = spoken({})
  expect(spoken({ voiceFields: { voice: 'ann', seed: 2 } })).toBe(first)
  expect(spoken({ text: 'The lamp. ' })).toBe(first)
  expect(spoken({ text: 'The lamp!' })).not.toBe(first)
  expect(spoken({ direction: 'whispers' })).not.toBe(first)
  expect(spoken({ voiceFields: { voice: 'ben', seed: 1 } })).not.toBe(first)
  const picture = (id: number, prompt: string, kind: 'image' | 'video' = 'video'): number =>
    withFields({ prompt }, { kind, madeFrom: `picture:0199c2d4-7b00-7000-8000-00000000000${id}` })
  expect(picture(1, 'a boat')).toBe(picture(1, 'a boat at dusk'))
  expect(picture(1, 'a boat')).not.toBe(picture(2, 'a boat'))
  expect(picture(1, 'a boat'), 'a still is no try of its shot').not.toBe(picture(1, 'a boat', 'image'))
})

it('what was not tried is of no stack', () => {
  expect(stackKeyOf({ ...image, request: null })).toBe(0)
  for (const kind of ['import', 'transcribe', 'chat'] as const)
    expect(stackKeyOf({ ...image, kind })).toBe(0)
})

it('any fields give an exact number above 0, the same for the same fields', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer(), (fields, seed) => {
    const one = withFields({ ...fields, seed })
    expect(Number.isSafeInteger(one) && one > 0).toBe(true)
    expect(withFields(Object.fromEntries(Object.entries({ ...fields, seed: seed + 1 }).toReversed()))).toBe(one)
  }))
})
