/** The voice sheet's list: what descriptions say of a voice, filters, and the voice as it would be cast. */
import type { Fields } from '#contract/models.ts'
import type { Voice } from '#contract/voices.ts'
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import {
  anyVoice,
  entriesOf,
  entryOf,
  filterVoices,
  mainLanguage,
  onTrial,
  settingsFor,
  valuesOf,
} from '../../../src-renderer/parts/voices/sheet/entries.ts'
import { modelFacts } from '../../../src-renderer/parts/voices/sheet/model-facts.ts'
import { traitsOf } from '../../../src-renderer/parts/voices/sheet/traits.ts'

const ada = {
  id: 'v1',
  name: 'Ada',
  clip: { durationSeconds: 40 },
  consent: 'It is me.',
  language: 'English',
  tags: ['warm', 'older woman'],
  notes: '',
  registrations: [],
  trashedAt: null,
} as unknown as Voice // what the list reads of it
const entries = entriesOf({ models: builtInModels, voices: [ada], say: words => words, plainName: model => `Voice of ${model}` })
const named = (name: string) => entries.find(entry => entry.name === name)!
const model = (id: string) => builtInModels.find(each => each.id === id)!
const cast = (name: string, id: string, present: Fields) => onTrial(named(name), model(id), settingsFor(model(id), present))

it('reads sex, age and style from a description, in both languages', () => {
  expect(traitsOf('Young woman, bright, a little edgy.')).toEqual({ sex: 'woman', age: 'young', styles: ['bright', 'edgy'] })
  expect(traitsOf('Older man, low and mellow.')).toEqual({ sex: 'man', age: 'old', styles: ['low', 'mellow'] })
  expect(traitsOf('A middle-aged man from Bath')).toEqual({ sex: 'man', age: 'middle', styles: [] })
  expect(traitsOf('Man, sunny American with a clear middle range.').styles).toEqual(['sunny american'])
  expect(traitsOf('年长男声，低沉醇厚。')).toEqual({ sex: 'man', age: 'old', styles: ['低沉醇厚'] })
  expect(traitsOf('A preset voice of the model.')).toEqual({ sex: null, age: null, styles: [] })
})

it('lists own voices with the models that their clip fits, presets, and the voice of a model without any', () => {
  expect(entries[0]).toMatchObject({ name: 'Ada', kind: 'own' })
  expect(entries[0]!.models.map(each => each.id), 'its clip is too long for Chatterbox').toEqual(['higgs2p5', 'qwen3-tts'])
  expect(named('Uncle Fu')).toMatchObject({ kind: 'preset', preset: 'Uncle_Fu', sex: 'man', age: 'old', language: 'Chinese' })
  expect(named('Voice of Chatterbox')).toMatchObject({ kind: 'plain', preset: null })
  const hidden = entriesOf({ models: builtInModels.map(each => ({ ...each, isHidden: true })), voices: [], say: String, plainName: String })
  expect(hidden).toEqual([])
})

it('finds by language, sex, age, style, model and words', () => {
  const names = (filter: object) => filterVoices(entries, { ...anyVoice, ...filter }).map(entry => entry.name)
  expect(names({ languages: ['Chinese'], sex: 'man' })).toEqual(['Uncle Fu', 'Dylan', 'Eric'])
  expect(names({ age: 'old' })).toEqual(['Ada', 'Uncle Fu'])
  expect(names({ styles: ['warm', 'playful'] })).toEqual(['Ada', 'Serena', 'Ono Anna', 'Sohee'])
  expect(names({ modelIds: ['higgs2p5'] })).toEqual(['Ada', 'Linda', 'Jack'])
  expect(names({ words: 'WARM korean' })).toEqual(['Sohee'])
  expect(names({ words: 'me.', tags: [] })).toEqual(['Ada'])
  expect(mainLanguage('Chinese (Beijing)')).toBe('Chinese')
  expect(valuesOf(entries, entry => [mainLanguage(entry.language)])).toEqual(['Chinese', 'English', 'Japanese', 'Korean'])
  expect(names({ tags: ['warm'] })).toEqual(['Ada'])
})

it('a voice on trial has the settings that the speaker keeps, and no other voice', () => {
  const present = { 'voice': 'Ryan', 'voice_id': 'x', 'voice_settings.speed': 1.2, 'exaggeration': 1 }
  expect(cast('Serena', 'qwen3-tts', present).fields).toEqual({ 'voice': 'Serena', 'voice_settings.speed': 1.2 })
  const own = cast('Ada', 'qwen3-tts', present)
  expect(own).toEqual({ modelId: 'qwen3-tts', voiceId: 'v1', fields: { 'voice_settings.speed': 1.2 } })
  expect(cast('Voice of Chatterbox', 'chatterbox', present).fields).toEqual({ exaggeration: 1 })
})

it('knows the voice that a speaker has; one by address is none of the list', () => {
  const casting = (fields: object, modelId = 'qwen3-tts', voiceId: string | null = null) =>
    ({ speaker: 'MARA', modelId, voiceId, fields }) as never
  expect(entryOf(entries, casting({ voice: 'Serena', language: 'English' }))?.name).toBe('Serena')
  expect(entryOf(entries, casting({}, 'qwen3-tts', 'v1'))?.name).toBe('Ada')
  expect(entryOf(entries, casting({ exaggeration: 1 }, 'chatterbox'))?.kind).toBe('plain')
  expect(entryOf(entries, casting({ preset_url: 'https://a.example/b.wav' }, 'chatterbox'))).toBeUndefined()
  expect(entryOf(entries, undefined)).toBeUndefined()
})

it('tells what each model can do', () => {
  const told = (id: string) => modelFacts(model(id)).map(({ is, number }) => number === 0 ? is : `${is} ${number}`)
  expect(told('qwen3-tts')).toEqual(['presets 9', 'clones 60', 'directions', 'speed', 'languages 10'])
  expect(told('chatterbox')).toEqual(['clones 30', 'no-directions', 'emotion', 'languages 23', 'characters 1000', 'seed'])
})
