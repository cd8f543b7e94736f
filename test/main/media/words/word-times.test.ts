/**
 * When words are said: against speech whose times are known, from other voices than the reference.
 *
 * @module-tag wide
 */
import type { Reference, Speaker } from '../../../../src-main/media/words/reference.ts'
import type { WordTimes } from '../../../../src-main/media/words/word-times.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSpeaker } from '../../../../src-main/media/words/reference.ts'
import { spokenWords } from '../../../../src-main/media/words/spoken-words.ts'
import { wordTimes } from '../../../../src-main/media/words/word-times.ts'

let speaker: Speaker
beforeAll(async () => {
  speaker = await openSpeaker()
})

const english = [
  'You are late again, Elias, and you know what that means.',
  'He turned around slowly. The room was empty. Only the clock kept ticking.',
  'Fresh bread, warm butter, and a cup of strong coffee make a good morning.',
]

/** Spoken by another voice, with silence before it. */
function said(text: string, voice: string, { silence = 0.4, noise = 0 } = {}): Reference {
  const spoken = speaker.speak(text, spokenWords(text), voice)!
  const before = Math.round(silence * spoken.sampleRate)
  const samples = new Float32Array(before + spoken.samples.length + before)
  samples.set(spoken.samples, before)
  let seed = 1
  for (const [at, sample] of samples.entries()) {
    seed = (seed * 16_807) % 2_147_483_647
    samples[at] = sample + noise * (seed / 1_073_741_823.5 - 1)
  }
  return { ...spoken, samples, starts: spoken.starts.map(start => start === null ? null : start + before) }
}

function timesOf(sound: Reference, text: string, language: string | null = null): WordTimes {
  const found = wordTimes({ samples: sound.samples, sampleRate: sound.sampleRate, text, language, speaker })
  if (typeof found === 'string')
    throw new TypeError(found)
  return found
}

/** How many seconds each word that the speaker reported is off. */
function errorsOf(sound: Reference, { words }: WordTimes): number[] {
  return sound.starts.flatMap((start, at) => start === null ? [] : [Math.abs(words[at]!.start - start / sound.sampleRate)])
}

function shareWithin(seconds: number, errors: readonly number[]): number {
  return errors.filter(error => error <= seconds).length / errors.length
}

describe('of clean speech', () => {
  it('finds nearly every word within a tenth of a second', () => {
    const errors = english.flatMap((text) => {
      const sound = said(text, 'en')
      return errorsOf(sound, timesOf(sound, text))
    })
    expect(errors.length).toBeGreaterThan(30)
    expect(shareWithin(0.1, errors)).toBeGreaterThanOrEqual(0.95)
  })

  it.each([
    ['German', 'Die Straße ist weg, und der Fluss hat die Brücke mitgenommen. Wir müssen warten.', 'de'],
    ['Spanish', 'La carretera ha desaparecido, y el río se llevó el puente. Tenemos que esperar.', 'es'],
    ['Russian', 'Дороги больше нет, и река унесла мост. Нам придётся подождать до утра.', 'ru'],
    ['Chinese', '路没有了，河水把桥冲走了。我们只能等到明天早上。', 'cmn'],
  ])('finds the words of %s without being told the language', (_, text, voice) => {
    const sound = said(text, voice, { noise: 0.002 })
    const found = timesOf(sound, text)
    expect(found.words).toHaveLength(spokenWords(text).length)
    expect(shareWithin(0.1, errorsOf(sound, found))).toBeGreaterThanOrEqual(0.9)
  })

  it('gives words in their order, inside the sound, and none without a time to be lit', () => {
    const text = 'In the house of the king, 1,250.50 crowns were lost — or "borrowed", he said… in 1984!'
    const sound = said(text, 'en')
    const { words } = timesOf(sound, text)
    expect(words).toHaveLength(spokenWords(text).length)
    for (const [at, { start, end, sureness }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(sound.samples.length / sound.sampleRate + 0.011)
      expect(sureness).toBeGreaterThanOrEqual(0)
      expect(sureness).toBeLessThanOrEqual(1)
    }
  })
})

it('follows a pause that the text does not have', () => {
  const text = english[0]!
  const sound = said(text, 'en')
  const { sampleRate } = sound
  // Before "and", 1.5 s of silence.
  const cut = sound.starts[4]!
  const pause = Math.round(1.5 * sampleRate)
  const samples = new Float32Array(sound.samples.length + pause)
  samples.set(sound.samples.subarray(0, cut))
  samples.set(sound.samples.subarray(cut), cut + pause)
  const moved = { ...sound, samples, starts: sound.starts.map(start => start !== null && start >= cut ? start + pause : start) }
  expect(shareWithin(0.12, errorsOf(moved, timesOf(moved, text)))).toBeGreaterThanOrEqual(0.9)
})

it('tells the right text from another, and judges no text of a few words', () => {
  for (const [at, text] of english.entries()) {
    const sound = said(text, 'en')
    expect(timesOf(sound, text).misfit).toBeLessThan(0.9)
    expect(timesOf(sound, english[(at + 1) % english.length]!).misfit).toBeGreaterThan(0.92)
  }
  expect(timesOf(said('Wait for me.', 'en'), 'Not now, Elias.').misfit).toBe(0)
})

it('says what it cannot do', () => {
  const silence = new Float32Array(22_050)
  const ask = (text: string, samples = silence) => wordTimes({ samples, sampleRate: 22_050, text, language: null, speaker })
  expect(ask('Nobody speaks here.')).toBe('silent')
  expect(ask('…')).toBe('no-voice')
  expect(ask('今日はとても良い天気です。')).toBe('no-voice')
  expect(ask('Nobody speaks here.', new Float32Array(0))).toBe('silent')
})
