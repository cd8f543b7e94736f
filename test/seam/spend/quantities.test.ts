/** How much a request asks for: known quantities exactly, unknown ones within their documented range. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersIn, quantitiesOf, quantitiesOfChat } from '#rules/spend/quantities.ts'

describe('speech', () => {
  it('characters are counted in code points', () => {
    expect(quantitiesOf('speech', { text: 'Grüße 👋' }).characters).toEqual({ least: 7, most: 7 })
  })

  it('110 Latin letters take 5.5 to 10 seconds, 30 Chinese ones 5 to 10', () => {
    expect(quantitiesOf('speech', { text: 'a'.repeat(110) }).resultMs).toEqual({ least: 5500, most: 10_000 })
    expect(quantitiesOf('speech', { text: '海'.repeat(30) }).resultMs).toEqual({ least: 5000, most: 10_000 })
  })

  it('at half the speed it takes twice as long', () => {
    expect(quantitiesOf('speech', { 'text': 'a'.repeat(110), 'voice_settings.speed': 0.5 }).resultMs).toEqual({
      least: 11_000,
      most: 20_000,
    })
  })

  it('more text never gives a smaller quantity', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, more) => {
      const [short, long] = [quantitiesOf('speech', { text }), quantitiesOf('speech', { text: text + more })]
      expect(long.characters!.most).toBe(charactersIn(text + more))
      expect(long.resultMs!.most).toBeGreaterThanOrEqual(short.resultMs!.most)
      expect(short.resultMs!.least).toBeLessThanOrEqual(short.resultMs!.most)
    }))
  })
})

it('a picture is one picture, a batch in one request as many as requested', () => {
  expect(quantitiesOf('image', { prompt: 'sea' }).images).toEqual({ least: 1, most: 1 })
  expect(quantitiesOf('edit', { prompt: 'sea', n: 4 }).images).toEqual({ least: 4, most: 4 })
})

it('a shot is four to six seconds without a length, otherwise as long as requested', () => {
  expect(quantitiesOf('video', {}).resultMs).toEqual({ least: 4000, most: 6000 })
  expect(quantitiesOf('video', { duration: 8 }).resultMs).toEqual({ least: 8000, most: 8000 })
  expect(quantitiesOf('video', { frame_num: 96 }).resultMs).toEqual({ least: 3200, most: 6000 })
})

it('a sound for transcription is as long as it is, and up to ten minutes when that is unknown', () => {
  expect(quantitiesOf('transcribe', {}, 61.234).sourceMs).toEqual({ least: 61_234, most: 61_234 })
  expect(quantitiesOf('transcribe', {}, null).sourceMs).toEqual({ least: 0, most: 600_000 })
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
