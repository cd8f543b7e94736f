/** What the practice service has made is given again for an equal request, by any service of the process; nothing else is. */
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { madeOnce } from '../../../src-main/practice/made.ts'
import { needFfmpeg } from '../../kit/ffmpeg.ts'
import { askPractice, bytesOf, generate } from './asking.ts'

it('an equal request to another service starts no ffmpeg and gets the same file; another one is made', async () => {
  const ffmpeg = await needFfmpeg()
  let starts = 0
  const counting: Ffmpeg = {
    ...ffmpeg,
    run: (...how) => {
      starts += 1
      return ffmpeg.run(...how)
    },
  }
  const speak = async (text: string) => {
    const { form } = await askPractice({ ffmpeg: async () => counting })
    return bytesOf(await form(generate, { model: 'qwen3-tts', text, response_format: 'flac' }))
  }
  const text = randomUUID()
  const first = await speak(text)
  expect(starts).toBe(1)
  expect(await speak(text)).toEqual(first)
  expect(starts).toBe(1)
  expect(await speak(`${text}!`)).not.toEqual(first)
  expect(starts).toBe(2)
})

it('keeps no failure', async () => {
  const parts = ['failing', randomUUID()]
  await expect(madeOnce(parts, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect(await madeOnce(parts, async () => Buffer.from('made'))).toEqual(Buffer.from('made'))
})

it('lets go of what was not asked for longest, and keeps nothing large', async () => {
  const name = randomUUID()
  let made = 0
  const ask = (part: string, bytes = 2 ** 21) => madeOnce([name, part], async () => {
    made += 1
    return Buffer.alloc(bytes)
  })
  await ask('asked often')
  await ask('asked once')
  for (let other = 0; other < 23; other++) {
    await ask(`other ${other}`)
    await ask('asked often')
  }
  expect(made).toBe(25)
  await ask('asked often')
  expect(made).toBe(25)
  await ask('asked once')
  expect(made).toBe(26)
  await ask('large', 2 ** 23)
  await ask('large', 2 ** 23)
  expect(made).toBe(28)
})
