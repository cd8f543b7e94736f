/**
 * Word times of takes: found in a thread, kept next to the sound, found again when they are gone, and never of another text.
 *
 * @module-tag wide
 */
import type { Take } from '#contract/takes.ts'
import type { WordTimes } from '#contract/word-times.ts'
import type { TakeId } from '#contract/words.ts'
import type { TakeWordTimes } from '../../../src-main/library/word-times.ts'
import type { findWordTimes as FindWordTimes } from '../../../src-main/media/words/words-thread.ts'
import type { MediaKit } from '../../kit/media.ts'
import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createTakeWordTimes } from '../../../src-main/library/word-times.ts'
import { findWordTimes } from '../../../src-main/media/words/words-thread.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

const said = 'The lamp is lit. Nobody came to the door.'
const other = 'Eleven blue elephants were dancing on an iceberg in July.'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await promisify(execFile)('espeak-ng', ['-v', 'en-gb', '-s', '160', '-w', kit.file('said.wav'), said])
  await kit.make('silence.wav', ['-f', 'lavfi', '-i', 'anullsrc=r=24000:cl=mono', '-t', '1'])
})
afterAll(() => kit.close())

async function openWords({ find = findWordTimes }: { find?: typeof FindWordTimes } = {}) {
  const library = await openTestLibrary()
  const asked: string[] = []
  const settings = { hasFfmpeg: true }
  const open = (): TakeWordTimes => {
    const words = createTakeWordTimes({
      takes: library.takes,
      assets: library.assets,
      ffmpeg: async () => settings.hasFfmpeg ? kit.ffmpeg : null,
      find: (question, signal) => {
        asked.push(question.text)
        return find(question, signal)
      },
      workFolder: join(library.root, 'work'),
      log: createLog({ write: () => {}, clock: library.clock }),
    })
    onTestFinished(() => words.close())
    return words
  }
  async function take(text: string, file = 'said.wav'): Promise<Take> {
    const part = join(library.root, `${text.length}.in`)
    await copyFile(kit.file(file), part)
    const { asset } = await library.assets.adopt(part)
    return library.takes.file(spokenTake(text), asset)
  }
  return { ...library, open, take, asked, settings }
}

async function found(words: TakeWordTimes, takeId: TakeId): Promise<WordTimes> {
  const [asked] = await words.want([takeId])
  if (asked!.state !== 'waiting')
    return asked!
  for await (const { changed } of words.changes(AbortSignal.timeout(hangMs))) {
    const state = changed.findLast(each => each.takeId === takeId && each.state !== 'waiting')
    if (state)
      return state
  }
  throw new Error('The feed ended')
}

it('are found once, and kept next to the sound', async () => {
  const { open, take, assets, asked, root } = await openWords()
  const spoken = await take(said)
  const first = await found(open(), spoken.id)
  expect(first).toMatchObject({ state: 'ready', isDoubtful: false })
  const { words } = first as Extract<WordTimes, { state: 'ready' }>
  expect(words.map(({ from, to }) => said.slice(from, to))).toEqual(['The', 'lamp', 'is', 'lit', 'Nobody', 'came', 'to', 'the', 'door'])
  expect(words.at(-1)!.end).toBeGreaterThan(1)
  // After a restart.
  const again = open()
  expect(await found(again, spoken.id)).toEqual(first)
  expect(await again.known(spoken)).toEqual(words)
  expect(asked).toHaveLength(1)
  expect((await stat(assets.pathOf(spoken.asset, 'words'))).size).toBeLessThan(1000)
  expect(await readdir(join(root, 'work'))).toEqual([])
})

it('are doubtful for a take that says something else, and never those of another text', async () => {
  const { open, take, asked } = await openWords()
  const [right, wrong] = [await take(said), await take(other)]
  const words = open()
  expect(await found(words, wrong.id)).toMatchObject({ state: 'ready', isDoubtful: true })
  // Both have the same bytes.
  expect(right.asset.id).toBe(wrong.asset.id)
  expect(await words.known(right)).toBe(null)
  expect(await found(words, right.id)).toMatchObject({ state: 'ready', isDoubtful: false })
  expect(asked).toEqual([other, said])
})

it('are found again when their file is damaged or of an earlier version, and go with the sound', async () => {
  const { open, take, takes, assets, asked } = await openWords()
  const spoken = await take(said)
  await found(open(), spoken.id)
  const path = assets.pathOf(spoken.asset, 'words')
  const kept = await readFile(path, 'utf8')
  for (const damaged of ['{"version":', kept.replace(/"version":\d+/, '"version":0')]) {
    await writeFile(path, damaged)
    expect(await found(open(), spoken.id)).toMatchObject({ state: 'ready' })
    expect(await readFile(path, 'utf8')).toMatch(/^\{"version":[1-9].*\}$/)
  }
  expect(asked).toHaveLength(3)
  await takes.trash([spoken.id])
  await takes.purge([spoken.id])
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

it('say why there are none, and are tried again when that may have changed', async () => {
  const { open, take, takes, assets, settings, asked } = await openWords()
  const silent = await take(said, 'silence.wav')
  const japanese = await take('今日はとても良い天気です。')
  const mute = await take('…')
  const words = open()
  settings.hasFfmpeg = false
  expect(await found(words, silent.id)).toMatchObject({ because: 'no-ffmpeg' })
  settings.hasFfmpeg = true
  expect(await found(words, silent.id)).toMatchObject({ because: 'silent' })
  expect(await found(words, japanese.id)).toMatchObject({ because: 'no-voice' })
  expect(await found(words, mute.id)).toMatchObject({ because: 'no-speech' })
  // Known for good: nobody looks a second time.
  expect(await found(open(), silent.id)).toMatchObject({ because: 'silent' })
  expect(asked).toHaveLength(2)
  const lost = await take(said)
  await rm(assets.pathOf(lost.asset))
  expect(await found(words, lost.id)).toMatchObject({ because: 'missing' })
  expect(await takes.get(lost.id)).toMatchObject({ text: said })
})

it('of what is shown are found first, one at a time, and closing waits for nothing', async () => {
  let running = 0
  const { open, take, asked } = await openWords({
    find: (_, signal) => new Promise((_resolve, reject) => {
      running++
      expect(running).toBe(1)
      signal.addEventListener('abort', () => {
        running--
        reject(new Error('Stopped'))
      })
    }),
  })
  const [filed, shown] = [await take(said), await take(other)]
  const words = open()
  await words.findLater(filed)
  await expect.poll(() => asked).toEqual([said])
  await words.want([shown.id])
  await expect.poll(() => asked).toEqual([said, other])
  await words.close()
  expect(running).toBe(0)
})
