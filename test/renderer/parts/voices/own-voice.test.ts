/** A cloned voice replaces every other choice of a voice, and is recognised by its id at the service. */
import type { Model } from '#contract/models.ts'
import type { Voice } from '#contract/voices.ts'
import type { AccountId, ModelId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '#rules/models/check-request.ts'
import { builtInModels } from '../../../../src-main/service/catalogue/index.ts'
import {
  fitsModel,
  hasVoiceFields,
  registrationOf,
  voiceBehind,
  withoutVoiceFields,
} from '../../../../src-renderer/parts/voices/own-voice.ts'

const speech = builtInModels.filter(model => model.kind === 'speech')
const chatterbox = speech.find(model => model.id === 'chatterbox') as Model

/** Only the members that are read here. */
function voice(seconds: number, registrations: Partial<Voice['registrations'][number]>[] = []): Voice {
  return { clip: { durationSeconds: seconds }, registrations } as unknown as Voice
}

describe('a cloned voice', () => {
  it('removes every other choice of a voice from the request, and changes nothing else', () => {
    for (const model of speech) {
      const touched = Object.fromEntries(model.fields.filter(field => field.type === 'line' || field.type === 'address').map(field =>
        [field.name, 'https://a.example/x']))
      const fields = withoutVoiceFields(model, { text: 'Hello.', seed: 1, ...touched })
      expect(hasVoiceFields(model, fields)).toBe(false)
      expect(fields).toMatchObject({ text: 'Hello.', seed: 1 })
      expect(checkRequest(model, { text: 'Hello.', voice_id: 'v' }).filter(issue => !issue.isWarning), model.id).toEqual([])
    }
  })

  it('fits a model that accepts a clip of its length', () => {
    expect([0.5, 1, 30, 31].map(seconds => fitsModel(voice(seconds), chatterbox))).toEqual([false, true, true, false])
  })

  it('is registered for one account and model, and found by its id', () => {
    const [modelId, accountId] = ['chatterbox' as ModelId, 'a' as AccountId]
    const own = voice(10, [{ modelId, accountId, registeredAs: 'vc_1', isRefused: false }])
    expect(registrationOf(own, modelId, accountId)?.registeredAs).toBe('vc_1')
    expect(registrationOf(own, modelId, 'b' as AccountId)).toBeUndefined()
    expect(voiceBehind([own], modelId, { voice_id: 'vc_1' })).toBe(own)
    expect(voiceBehind([own], 'qwen3-tts' as ModelId, { voice_id: 'vc_1' })).toBeUndefined()
    expect(voiceBehind([own], modelId, {})).toBeUndefined()
  })
})
