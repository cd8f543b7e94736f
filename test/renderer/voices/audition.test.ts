/** The audition: what its keys do, blindness, variants, and one loudness for all. */
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import {
  beginAudition,
  chooseCandidate,
  foldCandidate,
  mostCandidates,
  pressNumber,
  setBlind,
  settingsThatDiffer,
  withVariant,
} from '../../../src-renderer/parts/voices/audition/candidates.ts'
import { loudnessOfSamples, matchedVolume } from '../../../src-renderer/parts/voices/audition/loudness.ts'

const model = builtInModels.find(each => each.id === 'qwen3-tts')!
const candidate = (name: string) => ({ key: name, name, model, voice: { modelId: model.id, voiceId: null, fields: { voice: name } } })
const three = beginAudition(['Serena', 'Ryan', 'Aiden'].map(candidate))

it('a number lets its voice be heard, and chooses it when pressed again: the others fold', () => {
  const first = pressNumber(three, 2)
  expect(first).toMatchObject({ isToHear: true, audition: { heardKey: 'Ryan', chosenKey: null } })
  expect(pressNumber(first.audition, 1)).toMatchObject({ isToHear: true, audition: { heardKey: 'Serena', chosenKey: null } })
  const second = pressNumber(first.audition, 2)
  expect(second).toMatchObject({ isToHear: false, audition: { chosenKey: 'Ryan' } })
  expect([...second.audition.foldedKeys]).toEqual(['Serena', 'Aiden'])
  expect(pressNumber(three, 4)).toEqual({ audition: three, isToHear: false })
})

it('a loser is folded and opened again, which opens the choice again', () => {
  const chosen = chooseCandidate(three, 'Aiden')
  expect(foldCandidate(three, 'Ryan').foldedKeys).toEqual(new Set(['Ryan']))
  expect(foldCandidate(chosen, 'Ryan')).toMatchObject({ chosenKey: null, foldedKeys: new Set(['Serena']) })
  expect(foldCandidate(chosen, 'Aiden').chosenKey).toBeNull()
})

it('a blind audition is in another order, and nothing of it is chosen yet', () => {
  const blind = setBlind(chooseCandidate(three, 'Ryan'), true, () => 0.99)
  expect(blind.candidates.map(each => each.name)).toEqual(['Aiden', 'Ryan', 'Serena'])
  expect(blind).toMatchObject({ isBlind: true, chosenKey: null, foldedKeys: new Set() })
  expect(setBlind(blind, false).candidates).toEqual(blind.candidates)
})

it('a voice is a candidate again with other settings, which tell the two apart', () => {
  const faster = withVariant(three, 'Ryan', { 'voice': 'Ryan', 'voice_settings.speed': 1.2 })
  expect(faster.candidates.map(each => each.name)).toEqual(['Serena', 'Ryan', 'Ryan', 'Aiden'])
  expect(settingsThatDiffer(faster.candidates, faster.candidates[2]!)).toEqual(['voice_settings.speed'])
  expect(settingsThatDiffer(faster.candidates, faster.candidates[0]!)).toEqual([])
  expect(withVariant(faster, 'Ryan', { 'voice': 'Ryan', 'voice_settings.speed': 1.2 })).toBe(faster)
  const full = beginAudition(Array.from({ length: 12 }, (_, place) => candidate(`Voice ${place}`)))
  expect(full.candidates).toHaveLength(mostCandidates)
  expect(withVariant(full, 'Voice 1', { speed: 2 })).toBe(full)
})

it('measures loudness without the pauses, and lowers the louder ones to the quietest', () => {
  const rate = 8000
  const tone = (amplitude: number, seconds: number) => Float32Array.from({ length: rate * seconds }, (_, at) => amplitude * Math.sin(at))
  const paused = Float32Array.from([...tone(0.5, 2), ...new Float32Array(rate * 4), ...tone(0.5, 2)])
  expect(loudnessOfSamples([tone(0.5, 2)], rate)).toBeCloseTo(-9, 0)
  expect(loudnessOfSamples([paused], rate)).toBeCloseTo(loudnessOfSamples([tone(0.5, 2)], rate)!, 1)
  expect(loudnessOfSamples([new Float32Array(rate)], rate)).toBeNull()
  // Two channels that are the same are heard as one is; what only one side has is half of that, whichever side it is.
  const [voice, silence] = [tone(0.5, 2), new Float32Array(2 * rate)]
  expect(loudnessOfSamples([voice, voice], rate)).toBe(loudnessOfSamples([voice], rate))
  expect(loudnessOfSamples([silence, voice], rate)).toBeCloseTo(loudnessOfSamples([voice], rate)! - 3, 0)
  expect(loudnessOfSamples([silence, voice], rate)).toBe(loudnessOfSamples([voice, silence], rate))
  expect(matchedVolume(-14, [-14, -20])).toBeCloseTo(0.5, 1)
  expect(matchedVolume(-20, [-14, -20, null])).toBe(1)
  expect(matchedVolume(-14, [-14, -60]), 'a broken one does not silence the others').toBeCloseTo(10 ** (-12 / 20), 3)
  expect(matchedVolume(null, [-14])).toBe(1)
})
