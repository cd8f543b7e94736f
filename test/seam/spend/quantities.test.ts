/** How much a request asks for: known quantities exactly, unknown ones within their documented range. */
import type { Field } from '#contract/models.ts'
import type { ValuesOfModel } from '#rules/models/sent-values.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unknownModel } from '#rules/models/sent-values.ts'
import { charactersIn, quantitiesOf, quantitiesOfChat } from '#rules/spend/quantities.ts'
import { choices, field } from '../../../src-main/service/catalogue/field.ts'

describe('speech', () => {
  it('characters are counted in code points', () => {
    expect(quantitiesOf('speech', unknownModel, { text: 'Grüße 👋' }).characters).toEqual({ least: 7, most: 7 })
  })

  it('110 Latin letters take 5.5 to 10 seconds, 30 Chinese ones 5 to 10', () => {
    expect(quantitiesOf('speech', unknownModel, { text: 'a'.repeat(110) }).resultMs).toEqual({ least: 5500, most: 10_000 })
    expect(quantitiesOf('speech', unknownModel, { text: '海'.repeat(30) }).resultMs).toEqual({ least: 5000, most: 10_000 })
  })

  it('at half the speed it takes twice as long', () => {
    expect(quantitiesOf('speech', unknownModel, { 'text': 'a'.repeat(110), 'voice_settings.speed': 0.5 }).resultMs).toEqual({
      least: 11_000,
      most: 20_000,
    })
  })

  it('more text never gives a smaller quantity', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (end, more) => {
      const text = `a${end}`
      const [short, long] = [quantitiesOf('speech', unknownModel, { text }), quantitiesOf('speech', unknownModel, { text: text + more })]
      expect(long.characters!.most).toBe(charactersIn(text + more))
      expect(long.resultMs!.most).toBeGreaterThanOrEqual(short.resultMs!.most)
      expect(short.resultMs!.least).toBeLessThanOrEqual(short.resultMs!.most)
    }))
  })
})

it('a picture is one picture, a batch in one request as many as requested', () => {
  expect(quantitiesOf('image', unknownModel, { prompt: 'sea' }).images).toEqual({ least: 1, most: 1 })
  expect(quantitiesOf('edit', unknownModel, { prompt: 'sea', n: 4 }).images).toEqual({ least: 4, most: 4 })
})

it('a shot is four to six seconds without a length, otherwise as long as requested', () => {
  expect(quantitiesOf('video', unknownModel, {}).resultMs).toEqual({ least: 4000, most: 6000 })
  expect(quantitiesOf('video', unknownModel, { duration: 8 }).resultMs).toEqual({ least: 8000, most: 8000 })
  expect(quantitiesOf('video', unknownModel, { frame_num: 96 }).resultMs).toEqual({ least: 3200, most: 6000 })
})

it('a sound for transcription is as long as it is, and up to ten minutes when that is unknown', () => {
  expect(quantitiesOf('transcribe', unknownModel, {}, 61.234).sourceMs).toEqual({ least: 61_234, most: 61_234 })
  expect(quantitiesOf('transcribe', unknownModel, {}, null).sourceMs).toEqual({ least: 0, most: 600_000 })
})

it('a chat counts the whole conversation with its pictures, and for the answer its limit or the documented range', () => {
  expect(quantitiesOfChat({ texts: ['a'.repeat(300)], pictureCount: 0, messageCount: 1 }, {})).toEqual({
    requests: { least: 1, most: 1 },
    tokensIn: { least: 60, most: 110 },
    tokensOut: { least: 50, most: 2000 },
  })
  expect(quantitiesOfChat({ texts: ['海'.repeat(10)], pictureCount: 1, messageCount: 1 }, { max_tokens: 20 })).toMatchObject({
    tokensIn: { least: 90, most: 1625 },
    tokensOut: { least: 20, most: 20 },
  })
})

describe('a model of one\'s own', () => {
  const own = (...fields: Field[]): ValuesOfModel => ({ fields, fixed: {} })
  const choice = (name: string, more: Partial<Field> = {}): Field =>
    field(name, 'choice', 'main', '', { choices: choices('1', '4', '10'), ...more })

  it('may call the text otherwise', () => {
    const text = 'a'.repeat(110)
    for (const [type, group] of [['text', 'main'], ['line', 'main'], ['text', 'style']] as const) {
      const { characters, resultMs } = quantitiesOf('speech', own(field('input', type, group, '')), { input: text })
      expect([characters, resultMs]).toEqual([{ least: 110, most: 110 }, { least: 5500, most: 10_000 }])
    }
    expect(quantitiesOf('speech', { fields: [], fixed: { text } }, {}).characters).toEqual({ least: 110, most: 110 })
  })

  it('whose text cannot be found is not free', () => {
    expect(quantitiesOf('speech', unknownModel, { input: 'a' })).toMatchObject({
      characters: { least: 0, most: 12_000 },
      resultMs: { least: 0, most: 600_000 },
    })
    expect(quantitiesOf('speech', unknownModel, { input: 'a'.repeat(20_000) }).characters!.most).toBe(20_000)
    expect(quantitiesOf('speech', own(field('text', 'text', 'main', '')), { text: ' ' }).characters!.most).toBeGreaterThan(0)
  })

  it('has numbers in choices, which are texts', () => {
    expect(quantitiesOf('image', own(choice('n')), { n: '4' }).images).toEqual({ least: 4, most: 4 })
    expect(quantitiesOf('video', own(choice('duration')), { duration: '10' }).resultMs).toEqual({ least: 10_000, most: 10_000 })
    expect(quantitiesOf('video', own(choice('duration')), { duration: '8s' }).resultMs).toEqual({ least: 8000, most: 8000 })
    expect(quantitiesOf('video', own(choice('duration')), { duration: 'long' }).resultMs).toEqual({ least: 4000, most: 6000 })
    expect(quantitiesOfChat({ texts: [], pictureCount: 0, messageCount: 1 }, { max_tokens: '4' }).tokensOut).toEqual({ least: 4, most: 4 })
  })

  it('has fixed values, which are sent, and then those that the service uses', () => {
    const model = own(choice('n', { default: '4' }))
    expect(quantitiesOf('image', model, {}).images).toEqual({ least: 4, most: 4 })
    expect(quantitiesOf('image', model, { n: '1' }).images).toEqual({ least: 1, most: 1 })
    expect(quantitiesOf('image', model, { num_images: 2 }).images).toEqual({ least: 2, most: 2 })
    expect(quantitiesOf('image', { ...model, fixed: { n: '3' } }, { n: 1 }).images).toEqual({ least: 3, most: 3 })
    const usual = own(choice('duration', { default: '10' }), field('frame_num', 'integer', 'main', ''))
    expect(quantitiesOf('video', usual, {}).resultMs).toEqual({ least: 10_000, most: 10_000 })
    expect(quantitiesOf('video', usual, { frame_num: 96 }).resultMs).toEqual({ least: 3200, most: 6000 })
    const talker = own(field('max_tokens', 'integer', 'main', '', { default: 8000 }))
    expect(quantitiesOfChat({ texts: [], pictureCount: 0, messageCount: 1 }, {}, talker).tokensOut).toEqual({ least: 50, most: 8000 })
  })

  it('has other names for how many it makes', () => {
    for (const name of ['n', 'num_images', 'numImages', 'num_images_per_prompt', 'batch_size', 'number_of_images', 'num_outputs'])
      expect([name, quantitiesOf('image', own(choice(name)), { [name]: '4' }).images]).toEqual([name, { least: 4, most: 4 }])
    expect(quantitiesOf('edit', unknownModel, { 'parameters.sampleCount': 4 }).images).toEqual({ least: 4, most: 4 })
    expect(quantitiesOf('image', { ...unknownModel, fixed: { batch_size: '4' } }, {}).images).toEqual({ least: 4, most: 4 })
    expect(quantitiesOf('image', own(field('batch_size', 'integer', 'main', '', { default: 4 })), {}).images).toEqual({ least: 4, most: 4 })
    expect(quantitiesOf('image', unknownModel, { image_strength: 4, sample_steps: 20 }).images).toEqual({ least: 1, most: 1 })
  })

  it('may make batches of batches, or say the same number twice', () => {
    expect(quantitiesOf('image', unknownModel, { num_images: 2, batch_size: 4 }).images).toEqual({ least: 4, most: 8 })
  })

  it('may make several shots or answers', () => {
    expect(quantitiesOf('video', unknownModel, { duration: 8, num_videos: 2 }).resultMs).toEqual({ least: 16_000, most: 16_000 })
    expect(quantitiesOf('video', unknownModel, { n: 2 }).resultMs).toEqual({ least: 8000, most: 12_000 })
    const said = { texts: [], pictureCount: 0, messageCount: 1 }
    expect(quantitiesOfChat(said, { max_tokens: 20, n: 3 }).tokensOut).toEqual({ least: 60, most: 60 })
  })

  it('never has a part of a picture, nor more than can be counted', () => {
    expect(quantitiesOf('image', unknownModel, { n: 0.4 }).images).toEqual({ least: 1, most: 1 })
    expect(quantitiesOf('video', unknownModel, { duration: 1e306, n: 1e306 }).resultMs!.most).toBeLessThan(Infinity)
    const many = Object.fromEntries(['n', 'num_images', 'batch_size', 'num_outputs', 'samples'].map(name => [name, 1e306]))
    expect(quantitiesOf('image', unknownModel, many).images!.most).toBeLessThan(Infinity)
  })
})
