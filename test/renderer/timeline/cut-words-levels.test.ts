/** Words are cut at quiet places: each clip that is shown is measured, and not the first one alone. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it, onTestFinished, vi } from 'vitest'
import { computed, effectScope, nextTick, shallowRef } from 'vue'
import { useCutWords } from '../../../src-renderer/rooms/timeline/inspector/use-cut-words.ts'
import { documentOf, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'

const measured = vi.hoisted(() => [] as object[])
vi.mock('../../../src-renderer/studio.ts', () => ({
  attempt: (asked: Promise<unknown>) => asked.then(value => ({ value })),
  patientStudio: { levels: { measure: async ({ sounds }: { sounds: object[] }) => {
    measured.push(...sounds)
    return { levels: sounds.map(() => btoa('quiet')) }
  } } },
}))
vi.mock('../../../src-renderer/actions/notices.ts', () => ({ useNotices: () => ({ say: () => {} }) }))
vi.mock('../../../src-renderer/stores/takes.ts', () => ({ useTakes: () => ({ get: (id: string) => ({ id, text: 'lamp' }) }) }))
const spoken = vi.hoisted(() => ({ silent: '' }))
vi.mock('../../../src-renderer/parts/takes/use-spoken-words.ts', () => ({
  useSpokenWords: (take: { value: { id: string } }) => ({
    words: computed(() => take.value.id === spoken.silent ? [] : [{ from: 0, to: 4, start: 0, end: 0.3, sureness: 1 }]),
  }),
}))

async function open(...clips: [SoundClip, ...SoundClip[]]) {
  setActivePinia(createPinia())
  measured.length = 0
  const clip = shallowRef(clips[0])
  const editor = { sequence: { settled: documentOf(soundTrack(9, clips)) }, rate: shallowRef(rate) } as unknown as Editor // what it reads
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const words = scope.run(() => useCutWords(editor, () => clip.value))!
  await nextTick()
  return {
    words,
    async show(next: SoundClip): Promise<void> {
      clip.value = next
      await nextTick()
    },
  }
}

it('each clip that is selected is measured, once for what is heard of it', async () => {
  const left = { track: null, channel: 'left' } as const
  const clips = [sound(1, 0, 30), sound(2, 60, 30), sound(3, 120, 30, { takeId: takeId(2), heard: left })] as const
  const { show } = await open(...clips)
  for (const clip of [clips[1], clips[2], clips[0], clips[1]])
    await show(clip)
  expect(measured).toEqual([{ takeId: takeId(1) }, { takeId: takeId(2) }, { takeId: takeId(2), heard: left }])
})

it('a clip without words is not measured', async () => {
  const clips = [sound(1, 0, 30), sound(2, 60, 30), sound(3, 120, 30)] as const
  spoken.silent = takeId(2)
  const { words, show } = await open(...clips)
  await show(clips[1])
  expect(words.words.value).toEqual([])
  await show(clips[2])
  expect(measured).toEqual([{ takeId: takeId(1) }, { takeId: takeId(3) }])
})
