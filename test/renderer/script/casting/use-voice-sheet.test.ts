/** The round of the voice sheet is for speakers whom no model of the catalogue speaks for. */
import { expect, it, vi } from 'vitest'
import { ModelId } from '../../../../src-preload/contract/words.ts'
import { useVoiceSheet } from '../../../../src-renderer/rooms/script/casting/use-voice-sheet.ts'

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
