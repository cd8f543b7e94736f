/** Several players that play, are, seek and step together; the first one leads. */
import { shallowReadonly, shallowRef } from 'vue'
import { correction } from './in-step.ts'

/** What is used of a video element. */
export interface Player {
  currentTime: number
  playbackRate: number
  readonly ended: boolean
  play: () => Promise<void>
  pause: () => void
}

interface InStep {
  /** Those that are loaded; none plays before all are. */
  readonly players: () => readonly (Player | null)[]
  readonly durationSeconds: () => number
  /** Calls back when the next frame is drawn. */
  readonly nextFrame: (then: () => void) => void
  readonly onPlay: () => void
  readonly onPause: () => void
}

const frameSeconds = 1 / 30

export function useInStep({ players, durationSeconds, nextFrame, onPlay, onPause }: InStep) {
  const isPlaying = shallowRef(false)
  const seconds = shallowRef(0)

  const there = (): Player[] => players().filter(player => player !== null)

  /** Paused, all show the very same moment. */
  function align(): void {
    const [first, ...others] = there()
    for (const other of others) {
      if (first)
        other.currentTime = first.currentTime
    }
  }
  function pause(): void {
    for (const player of there())
      player.pause()
    isPlaying.value = false
    onPause()
    align()
  }
  function follow(): void {
    const [first, ...others] = there()
    if (!first || others.length < players().length - 1)
      return
    seconds.value = first.currentTime
    if (first.ended || others.some(other => other.ended))
      return void pause()
    for (const other of others) {
      const { seekTo, rate } = correction(first.currentTime, other.currentTime)
      if (seekTo !== null)
        other.currentTime = seekTo
      other.playbackRate = rate
    }
    if (isPlaying.value)
      nextFrame(follow)
  }
  async function play(): Promise<void> {
    align()
    onPlay()
    isPlaying.value = true
    await Promise.all(there().map(player => player.play())).catch(() => pause())
    follow()
  }
  function seek(to: number): void {
    seconds.value = Math.min(durationSeconds(), Math.max(0, to))
    for (const player of there())
      player.currentTime = seconds.value
  }

  return {
    isPlaying: shallowReadonly(isPlaying),
    seconds: shallowReadonly(seconds),
    pause,
    seek,
    step(frames: number): void {
      pause()
      // The middle of a frame: its very edge may still show the one before.
      seek((Math.floor(seconds.value / frameSeconds + 1e-3) + frames + 0.5) * frameSeconds)
    },
    toggle: (): void => isPlaying.value ? pause() : void play(),
  }
}
