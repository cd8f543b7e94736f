/** Comparing films: several players play, are, seek and step as one, also where one begins late, refuses or ends. */
import type { Player } from '../../../../../src-renderer/parts/media/in-step/use-in-step.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useInStep } from '../../../../../src-renderer/parts/media/in-step/use-in-step.ts'

class FakePlayer implements Player {
  currentTime = 0
  playbackRate = 1
  isPlaying = false
  readonly #lasts: number
  readonly #refuses: boolean
  constructor({ lasts = 10, refuses = false } = {}) {
    this.#lasts = lasts
    this.#refuses = refuses
  }

  get ended(): boolean {
    return this.currentTime >= this.#lasts
  }

  async play(): Promise<void> {
    if (this.#refuses)
      throw new Error('NotAllowedError')
    this.isPlaying = true
  }

  pause(): void {
    this.isPlaying = false
  }
}

function open(...players: FakePlayer[]) {
  let next: (() => void) | null = null
  const said: string[] = []
  const all = useInStep({
    ...{ players: () => players, durationSeconds: () => 10 },
    nextFrame: (then) => {
      next = then
    },
    ...{ onPlay: () => said.push('play'), onPause: () => said.push('pause') },
  })
  /** All run for a sixtieth of a second. */
  function frame(): void {
    for (const player of players) {
      if (player.isPlaying)
        player.currentTime += player.playbackRate / 60
    }
    const then = next
    next = null
    then?.()
  }
  return { ...all, said, frame, isFollowed: () => next !== null }
}

it('plays both from the same moment, and brings a late one nearer', async () => {
  const [one, other] = [new FakePlayer(), new FakePlayer()]
  const { toggle, seek, seconds, isPlaying, frame, said } = open(one, other)
  seek(2)
  expect([one.currentTime, other.currentTime]).toEqual([2, 2])
  toggle()
  await turn()
  expect([isPlaying.value, one.isPlaying, other.isPlaying, said]).toEqual([true, true, true, ['play']])
  other.currentTime -= 0.1
  for (let frames = 0; frames < 200; frames++)
    frame()
  expect(Math.abs(other.currentTime - one.currentTime)).toBeLessThan(1 / 30)
  expect(seconds.value).toBeCloseTo(one.currentTime, 3)
  other.currentTime -= 2
  frame()
  expect(Math.abs(other.currentTime - one.currentTime)).toBeLessThan(1 / 30)
  toggle()
  expect([isPlaying.value, one.isPlaying, other.isPlaying, other.currentTime === one.currentTime]).toEqual([false, false, false, true])
  expect(said).toEqual(['play', 'pause'])
})

it('steps by whole frames of both, never before the beginning or behind the end', () => {
  const [one, other] = [new FakePlayer(), new FakePlayer()]
  const { step, seek, seconds } = open(one, other)
  const frameOf = (): number => Math.floor(seconds.value * 30 + 1e-6)
  step(1)
  step(1)
  expect([frameOf(), one.currentTime, other.currentTime]).toEqual([2, seconds.value, seconds.value])
  step(-1)
  expect(frameOf()).toBe(1)
  step(-5)
  expect(seconds.value).toBe(0)
  seek(99)
  expect([one.currentTime, other.currentTime]).toEqual([10, 10])
})

it('does not move where one ends or will not play', async () => {
  const [one, short] = [new FakePlayer(), new FakePlayer({ lasts: 1 })]
  const ending = open(one, short)
  ending.seek(0.99)
  ending.toggle()
  await turn()
  for (let frames = 0; frames < 3; frames++)
    ending.frame()
  expect([ending.isPlaying.value, one.isPlaying, short.isPlaying, ending.isFollowed()]).toEqual([false, false, false, false])

  const refusing = open(new FakePlayer(), new FakePlayer({ refuses: true }))
  refusing.toggle()
  await expect.poll(() => refusing.said).toEqual(['play', 'pause'])
  expect(refusing.isPlaying.value).toBe(false)
})

it('brings each of several nearer by itself', async () => {
  const players = [new FakePlayer(), new FakePlayer(), new FakePlayer(), new FakePlayer()]
  const { toggle, seek, frame } = open(...players)
  seek(1)
  toggle()
  await turn()
  players[1]!.currentTime += 0.1
  players[2]!.currentTime -= 0.1
  players[3]!.currentTime += 3
  for (let frames = 0; frames < 200; frames++)
    frame()
  const [first] = players
  expect(players.every(player => Math.abs(player.currentTime - first!.currentTime) < 1 / 30)).toBe(true)
})

it('plays none for itself while another is not there yet', async () => {
  const one = new FakePlayer()
  const waiting = useInStep({
    ...{ players: () => [one, null], durationSeconds: () => 10, nextFrame: () => {}, onPlay: () => {}, onPause: () => {} },
  })
  waiting.seek(4)
  expect(one.currentTime).toBe(4)
})
