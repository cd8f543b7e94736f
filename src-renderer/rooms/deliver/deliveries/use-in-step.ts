/** Two players that play, are, seek and step together; the first one leads. */
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

interface Both {
  readonly first: () => Player | null
  readonly second: () => Player | null
  readonly durationSeconds: () => number
  /** Calls back when the next frame is drawn. */
  readonly nextFrame: (then: () => void) => void
  readonly onPlay: () => void
  readonly onPause: () => void
}

const frameSeconds = 1 / 30

export function useInStep({ first, second, durationSeconds, nextFrame, onPlay, onPause }: Both) {
  const isPlaying = shallowRef(false)
  const seconds = shallowRef(0)

  /** Standing, both show the very same moment. */
  function align(): void {
    const [one, other] = [first(), second()]
    if (one && other)
      other.currentTime = one.currentTime
  }
  function pause(): void {
    first()?.pause()
    second()?.pause()
    isPlaying.value = false
    onPause()
    align()
  }
  function follow(): void {
    const [one, other] = [first(), second()]
    if (!one || !other)
      return
    seconds.value = one.currentTime
    if (one.ended || other.ended)
      return void pause()
    const { seekTo, rate } = correction(one.currentTime, other.currentTime)
    if (seekTo !== null)
      other.currentTime = seekTo
    other.playbackRate = rate
    if (isPlaying.value)
      nextFrame(follow)
  }
  async function play(): Promise<void> {
    align()
    onPlay()
    isPlaying.value = true
    await Promise.all([first()?.play(), second()?.play()]).catch(() => pause())
    follow()
  }
  function seek(to: number): void {
    seconds.value = Math.min(durationSeconds(), Math.max(0, to))
    for (const player of [first(), second()]) {
      if (player)
        player.currentTime = seconds.value
    }
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
