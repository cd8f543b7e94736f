/** Hearing all voices of a list: what was ended while samples are asked for does not begin when they are. */
import type { OnTrial } from '../../../../../src-renderer/parts/voices/sheet/use-samples.ts'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { ModelId } from '../../../../../src-preload/contract/words.ts'
import { useHearAll } from '../../../../../src-renderer/parts/voices/sheet/use-hear-all.ts'
import { FakeAudio } from '../../../../kit/fake-audio.ts'

vi.stubGlobal('Audio', FakeAudio)

const row: OnTrial = {
  key: 'one',
  ...{ text: 'Whose was it?', direction: '', language: null, spokenIn: null },
  voice: { modelId: ModelId.parse('qwen3-tts'), voiceId: null, fields: {} },
}

function hearing() {
  setActivePinia(createPinia())
  const agreed = Promise.withResolvers<void>()
  let isMade = false
  const hear = vi.fn(async () => {})
  const playing = ref<string | null>(null)
  const samples = {
    ...{ playing, hear, stop: () => {} },
    stateOf: () => isMade ? 'kept' as const : 'none' as const,
    lacking: () => isMade ? [] : [row],
    async make() {
      await agreed.promise
      isMade = true
    },
  }
  const scope = effectScope()
  const all = scope.run(() => useHearAll({ rows: () => [row], samples, point: () => {} }))!
  return { all, hear, scope, agree: () => agreed.resolve() }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

it('hears what was made', async () => {
  const { all, hear, agree } = hearing()
  all.toggle()
  agree()
  await settled()
  expect(hear).toHaveBeenCalledTimes(1)
})

it.for(['end', 'leave'] as const)('hears nothing after %s', async (by) => {
  const { all, hear, scope, agree } = hearing()
  all.toggle()
  if (by === 'end')
    all.end()
  else
    scope.stop()
  agree()
  await settled()
  expect([hear.mock.calls.length, all.isOn.value]).toEqual([0, false])
})
