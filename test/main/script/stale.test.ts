import type { Casting } from '#contract/script.ts'
import type { ModelId, TakeId, VoiceId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, madeFromOf, stateOf } from '../../../src-main/script/stale.ts'
import { idOf } from '../../seam/sequence/arbitrary.ts'

const casting: Casting = { speaker: 'ANN', modelId: 'speech-1' as ModelId, voiceId: null, fields: { voice: 'Vivian', speed: 1 } }
const line = { text: 'Hello.', direction: '', role: 'speech' as const, chosenTakeId: idOf(1) as TakeId }
const madeFrom = fingerprint({ ...line, modelId: casting.modelId, voiceId: null, voiceFields: casting.fields })

function stateWith(of: typeof line, cast: Casting | null, takeMadeFrom: string | null): string {
  return stateOf(of, madeFromOf(of, cast), takeMadeFrom)
}

describe('a line', () => {
  it('without a take is not made', () => {
    expect(stateOf({ ...line, chosenTakeId: null }, madeFrom, null)).toBe('not-made')
  })

  it('is made while nothing changed, stale after each change, and made again when that is undone', () => {
    expect(stateWith(line, casting, madeFrom)).toBe('made')
    expect(stateWith({ ...line, text: 'Hello!' }, casting, madeFrom)).toBe('stale')
    expect(stateWith({ ...line, direction: 'softly' }, casting, madeFrom)).toBe('stale')
    expect(stateWith(line, { ...casting, fields: { voice: 'Ryan', speed: 1 } }, madeFrom)).toBe('stale')
    expect(stateWith(line, { ...casting, modelId: 'speech-2' as ModelId }, madeFrom)).toBe('stale')
    expect(stateWith(line, { ...casting, voiceId: idOf(2) as VoiceId }, madeFrom)).toBe('stale')
    expect(stateWith({ ...line, text: ' Hello. ' }, { ...casting, fields: { speed: 1, voice: 'Vivian' } }, madeFrom)).toBe('made')
  })

  it('does not depend on whether a request or a casting has the voice', () => {
    expect(fingerprint({
      ...line,
      modelId: casting.modelId,
      voiceId: null,
      voiceFields: { ...casting.fields, text: 'Hello.', stream: true },
    })).toBe(madeFrom)
  })

  it('is made when its direction was sent as instructions, whatever those of the casting are', () => {
    const directed = { ...line, direction: 'softly' }
    const made = fingerprint({
      ...directed,
      modelId: casting.modelId,
      voiceId: null,
      voiceFields: { ...casting.fields, instructions: 'softly' },
    })
    expect(stateWith(directed, casting, made)).toBe('made')
    expect(stateWith(directed, { ...casting, fields: { ...casting.fields, instructions: 'as a host' } }, made)).toBe('made')
    expect(stateWith({ ...directed, direction: 'loudly' }, casting, made)).toBe('stale')
    const hosted = fingerprint({
      ...line,
      modelId: casting.modelId,
      voiceId: null,
      voiceFields: { ...casting.fields, instructions: 'as a host' },
    })
    expect(stateWith(line, casting, hosted)).toBe('stale')
  })

  it('without a casting is stale only when its text changes', () => {
    expect(stateWith(line, null, madeFrom)).toBe('made')
    expect(stateWith({ ...line, text: 'Hello. Again.' }, null, madeFrom)).toBe('stale')
  })

  it('with the user\'s own recording is never stale', () => {
    expect(stateWith({ ...line, text: 'Anything.' }, casting, null)).toBe('made')
  })

  it('different texts or voices never share a fingerprint', () => {
    const from = fc.record({
      text: fc.string(),
      direction: fc.string(),
      modelId: fc.string(),
      voiceId: fc.constantFrom(null, idOf(1) as VoiceId),
      voiceFields: fc.dictionary(fc.string().filter(name => name !== '__proto__'), fc.oneof(fc.string(), fc.boolean(), fc.integer())),
    })
    const same = (value: { text: string, direction: string }) => JSON.stringify({
      ...value,
      text: value.text.normalize('NFC').trim(),
      direction: value.direction.normalize('NFC').trim(),
    })
    fc.assert(fc.property(from, from, (a, b) => {
      expect(fingerprint(a)).toBe(fingerprint({ ...a, voiceFields: Object.fromEntries(Object.entries(a.voiceFields).reverse()) }))
      if (same(a) !== same(b))
        expect(fingerprint(a)).not.toBe(fingerprint(b))
    }))
  })
})
