/** The player over an audio element that stops by itself, as browsers' do for media keys and headphones that are pulled out. */
import { expect, it } from 'vitest'
import { createOutput } from '../../../src-renderer/player/output.ts'
import { createPlayer } from '../../../src-renderer/player/player.ts'
import { FakeAudio } from '../../kit/fake-audio.ts'

function openPlayer() {
  const audio = new FakeAudio()
  const player = createPlayer({
    element: audio as unknown as HTMLAudioElement, // What the player uses of it is there.
    output: createOutput(),
    onFrame: () => 0,
    offFrame: () => {},
    now: () => 0,
  })
  player.load({ name: 'one', url: '/one', durationSeconds: 4 })
  return { audio, player }
}
/** Until the events that are under way have come. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

it('says that it is paused when the browser has paused it', async () => {
  const { audio, player } = openPlayer()
  await player.play()
  await settled()
  expect(player.isPlaying.value).toBe(true)
  audio.pause()
  await settled()
  expect([player.isPlaying.value, player.rate.value]).toEqual([false, 0])
})

it('continues when it was paused and played again before the browser told of the pause', async () => {
  const { player } = openPlayer()
  await player.play()
  player.pause()
  await player.play()
  await settled()
  expect(player.isPlaying.value).toBe(true)
})

it('is at its end, not paused before it, when the sound has ended', async () => {
  const { audio, player } = openPlayer()
  await player.play()
  audio.end()
  await settled()
  expect([player.isPlaying.value, player.seconds.value]).toEqual([false, 4])
})

it('runs backwards over a paused element', async () => {
  const { player } = openPlayer()
  await player.play()
  player.seek(3)
  await player.shuttle(-1)
  await settled()
  expect(player.rate.value).toBe(-1)
})

it('continues at its second with a fresh address when its own has expired, and knows a file that it cannot decode', async () => {
  const { audio, player } = openPlayer()
  const fresh: (string | null)[] = ['/two?2', null]
  player.load({ name: 'two', url: '/two?1', durationSeconds: 4, renew: async () => fresh.shift() ?? null })
  await player.play()
  player.seek(3)
  audio.paused = true
  audio.fail(4)
  await settled()
  expect([audio.src, audio.currentTime, audio.paused]).toEqual(['/two?2', 3, false])
  expect([player.isPlaying.value, player.unplayable.value]).toEqual([true, null])
  audio.fail(4)
  await settled()
  expect([player.isPlaying.value, player.unplayable.value]).toEqual([false, 'two'])
})

it('uses the address that it was given while it played', async () => {
  const { audio, player } = openPlayer()
  await player.play()
  player.load({ name: 'one', url: '/one?2', durationSeconds: 4 })
  expect(audio.src, 'it plays on').toBe('/one')
  player.seek(2)
  audio.fail(4)
  await settled()
  expect([audio.src, audio.currentTime, player.unplayable.value]).toEqual(['/one?2', 2, null])
  await player.play()
  player.load({ name: 'one', url: '/one?3', durationSeconds: 4 })
  player.pause()
  player.load({ name: 'one', url: '/one?3', durationSeconds: 4 })
  expect(audio.src).toBe('/one?3')
})

it('does not call a file undecodable when the network failed', async () => {
  const { audio, player } = openPlayer()
  await player.play()
  audio.fail(2)
  await settled()
  expect([player.isPlaying.value, player.unplayable.value]).toEqual([false, null])
})
