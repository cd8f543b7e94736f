/** A sound that is heard under the pointer. */
import { expect, it } from 'vitest'
import { computed, shallowRef } from 'vue'
import { useSoundScrub } from '../../../../src-renderer/parts/takes/use-sound-scrub.ts'

function open({ isOtherPlaying = false } = {}) {
  const isPlaying = shallowRef(false)
  const acts: string[] = []
  let release: (() => void) | null = null
  const scrub = useSoundScrub({
    sound: {
      isPlaying: computed(() => isPlaying.value),
      durationSeconds: computed(() => 8),
      async seek(seconds) {
        acts.push(`seek ${seconds}`)
        await new Promise<void>(resolve => release = resolve)
      },
      async toggle() {
        isPlaying.value = !isPlaying.value
        acts.push(isPlaying.value ? 'play' : 'pause')
      },
    },
    isAnyPlaying: () => isOtherPlaying || isPlaying.value,
  })
  return { ...scrub, acts, isPlaying, sought: () => release?.() }
}

it('plays where the pointer is, follows it one seek at a time, and stops when it leaves', async () => {
  const { moveTo, leave, acts, sought } = open()
  const first = moveTo(0.5)
  void moveTo(0.6)
  void moveTo(0.75)
  expect(acts).toEqual(['seek 4'])
  sought()
  await expect.poll(() => acts).toEqual(['seek 4', 'play', 'seek 6'])
  sought()
  expect(await first).toBe(true)
  await leave()
  expect(acts).toEqual(['seek 4', 'play', 'seek 6', 'pause'])
  expect(await moveTo(0.1)).toBe(false)
})

it('does not play on when the pointer has left while the sound was loaded', async () => {
  const { moveTo, leave, acts, sought, isPlaying } = open()
  const moved = moveTo(0.5)
  await leave()
  sought()
  expect(await moved).toBe(false)
  expect([acts, isPlaying.value]).toEqual([['seek 4'], false])
})

it('neither interrupts nor moves nor stops what somebody plays', async () => {
  const other = open({ isOtherPlaying: true })
  expect(await other.moveTo(0.5)).toBe(false)
  await other.leave()
  expect(other.acts).toEqual([])
  const itself = open()
  itself.isPlaying.value = true
  expect(await itself.moveTo(0.5)).toBe(false)
  await itself.leave()
  expect(itself.acts).toEqual([])
})
