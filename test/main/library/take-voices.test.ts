/**
 * The voice of takes: measured in a thread one at a time, kept next to the sound, measured again when it is gone or damaged.
 *
 * @module-tag wide
 */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { TakeVoices } from '../../../src-main/library/take-voices.ts'
import type { findVoice as FindVoice } from '../../../src-main/media/voice/voice-thread.ts'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createTakeVoices } from '../../../src-main/library/take-voices.ts'
import { findVoice } from '../../../src-main/media/voice/voice-thread.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary, spokenTake } from '../../kit/library.ts'
import { spokenVoice, wavOf } from '../../kit/spoken-voice.ts'

async function openVoices({ find = findVoice }: { find?: typeof FindVoice } = {}) {
  const library = await openTestLibrary()
  const settings = { hasFfmpeg: true, asked: 0 }
  const open = (): TakeVoices => {
    const voices = createTakeVoices({
      takes: library.takes,
      assets: library.assets,
      ffmpeg: async () => settings.hasFfmpeg ? findFfmpeg() : null,
      find: (question, signal) => {
        settings.asked++
        return find(question, signal)
      },
      workFolder: join(library.root, 'work'),
      log: createLog({ write: () => {}, clock: library.clock }),
    })
    onTestFinished(() => voices.close())
    return voices
  }
  async function take(hz: number, seconds = 1): Promise<Take> {
    const part = join(library.root, `${hz}.in`)
    await writeFile(part, wavOf(spokenVoice({ hz: [hz, hz], seconds })))
    const { asset } = await library.assets.adopt(part)
    return library.takes.file(spokenTake(`A voice of ${hz} hertz`), asset)
  }
  return { ...library, open, take, settings }
}

async function measured(voices: TakeVoices, take: Take) {
  if (await voices.measureLater(take)) {
    for await (const takeIds of voices.measured(AbortSignal.timeout(hangMs))) {
      if (takeIds.includes(take.id))
        break
    }
  }
  return voices.known(take)
}

it('is measured once, and kept next to the sound', async () => {
  const { open, take, assets, settings, root } = await openVoices()
  const spoken = await take(150)
  const voices = open()
  expect(await voices.known(spoken)).toBe(null)
  const voice = await measured(voices, spoken)
  expect(voice?.pitchHz).toBeCloseTo(150, 0)
  // After a restart.
  const again = open()
  expect(await again.known(spoken)).toEqual(voice)
  expect(await again.measureLater(spoken)).toBe(false)
  expect(settings.asked).toBe(1)
  expect((await stat(assets.pathOf(spoken.asset, 'voice'))).size).toBeLessThan(250)
  expect(await readdir(join(root, 'work'))).toEqual([])
})

it('is measured again when its file is damaged, of an earlier version or of another choice of sound, and goes with the sound', async () => {
  const { open, take, takes, assets, settings } = await openVoices()
  const spoken = await take(150)
  await measured(open(), spoken)
  const path = assets.pathOf(spoken.asset, 'voice')
  const kept = await readFile(path, 'utf8')
  for (const damaged of ['{"version":', kept.replace(/"version":\d+/, '"version":0'), kept.replace('"heard":""', '"heard":"1/left"')]) {
    await writeFile(path, damaged)
    expect((await measured(open(), spoken))?.pitchHz).toBeCloseTo(150, 0)
    expect(await readFile(path, 'utf8')).toBe(kept)
  }
  expect(settings.asked).toBe(4)
  await takes.trash([spoken.id])
  await takes.purge([spoken.id])
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

it('is not measured of what is no speech or has no file, nor without ffmpeg, nor again where it failed', async () => {
  const { open, take, takes, assets, settings } = await openVoices({ find: () => Promise.reject(new Error('Not today')) })
  const voices = open()
  const spoken = await take(150)
  settings.hasFfmpeg = false
  expect(await voices.measureLater(spoken)).toBe(false)
  settings.hasFfmpeg = true
  expect(await measured(voices, spoken)).toBe(null)
  expect(await voices.measureLater(spoken)).toBe(false)
  const imported = await takes.file({ ...spokenTake('A file'), kind: 'import' }, spoken.asset)
  expect(await voices.measureLater(imported)).toBe(false)
  const lost = await take(160)
  await rm(assets.pathOf(lost.asset))
  expect(await voices.measureLater(lost)).toBe(false)
  expect(settings.asked).toBe(1)
})

it('of several takes is measured one at a time, and closing waits for none', async () => {
  let running = 0
  const { open, take, settings } = await openVoices({
    find: (_, signal) => new Promise((_resolve, reject) => {
      running++
      expect(running).toBe(1)
      signal.addEventListener('abort', () => {
        running--
        reject(new Error('Stopped'))
      })
    }),
  })
  const all = [await take(150), await take(160)]
  const voices = open()
  const waits: TakeId[] = []
  for (const each of all) {
    if (await voices.measureLater(each))
      waits.push(each.id)
  }
  expect(waits).toEqual(all.map(each => each.id))
  await expect.poll(() => settings.asked).toBe(1)
  await voices.close()
  expect(running).toBe(0)
  expect(settings.asked).toBe(1)
})
