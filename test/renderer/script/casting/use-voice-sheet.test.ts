/** The round of the voice sheet is for speakers whom no model of the catalogue speaks for; voices are heard in the language of the line. */
import type { Line, ScriptLanguages } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../../src-main/base/ids.ts'
import { ModelId } from '../../../../src-preload/contract/words.ts'
import { useVoiceSheet } from '../../../../src-renderer/rooms/script/casting/use-voice-sheet.ts'

const said = vi.hoisted(() => ({ all: null as Omit<ScriptLanguages, 'id'> | null }))
vi.mock('../../../../src-renderer/stores/script-languages.ts', () => ({ useScriptLanguages: () => said }))

it('goes from one speaker without a voice to the next', () => {
  const voices = new Set(['ANNA'])
  const cast = vi.fn(({ speaker }: { speaker: string }) => void voices.add(speaker))
  const sheet = useVoiceSheet({
    lines: () => [],
    activeId: () => null,
    cast,
    hasVoice: speaker => voices.has(speaker),
  })
  sheet.openRound(['ANNA', 'BEN', 'CLEO'])
  expect([sheet.opened.value?.speaker, sheet.place.value]).toEqual(['BEN', { number: 1, count: 2 }])
  sheet.choose({ modelId: ModelId.parse('qwen3-tts'), voiceId: null, fields: {} })
  expect([sheet.opened.value?.speaker, sheet.place.value]).toEqual(['CLEO', { number: 2, count: 2 }])
  sheet.skip()
  expect(sheet.opened.value).toBe(null)
  sheet.openRound(['ANNA', 'BEN'])
  expect(sheet.opened.value).toBe(null)
})

it('has no voice on trial speak the language that the casting of today is sent: that of the line with another voice is heard', () => {
  const line = (text: string, language: string | null) => ({
    ...{ id: newId<LineId>(), speaker: 'ANNA', text, direction: '', role: 'speech' as const, language },
    spokenIn: language ?? 'de',
  }) as unknown as Line
  const lines = [line('Good morning.', null), line('Bonjour.', 'fr')]
  const sheet = useVoiceSheet({
    lines: () => lines,
    activeId: () => null,
    cast: () => {},
    hasVoice: () => false,
  })
  const heard = () => sheet.lines.value.map(({ spokenIn }) => spokenIn)
  // Before it is known.
  sheet.open('ANNA')
  expect(heard()).toEqual(['de', 'fr'])
  said.all = { script: 'en', speakers: [] }
  sheet.open('BEN')
  sheet.open('ANNA')
  expect(heard()).toEqual(['en', 'fr'])
  said.all = { script: 'en', speakers: [{ speaker: 'ANNA', language: 'it' }] }
  sheet.open('BEN')
  sheet.open('ANNA')
  expect(heard()).toEqual(['it', 'fr'])
})
