/** The studio's player: one sound at a time over one audio element; knows URLs and seconds only. */
import type { ShallowRef } from 'vue'
import type { Output } from './output.ts'
import type { Rate } from './shuttle.ts'
import { readonly, shallowRef } from 'vue'
import { nextRate } from './shuttle.ts'

export interface Sound {
  /** Tells one sound from another; URLs change when they are signed again. */
  name: string
  url: string
  /** Another address once this one has expired; null while it is good. */
  renew?: () => Promise<string | null>
  /** Known before the file is: the waveform and the time can be shown at once. */
  durationSeconds: number
  /** From 0 to 1, the default: lower for a sound that is compared with quieter ones. */
  volume?: number
}

export interface Player {
  sound: Readonly<ShallowRef<Sound | null>>
  seconds: Readonly<ShallowRef<number>>
  isPlaying: Readonly<ShallowRef<boolean>>
  /** 0 while paused; negative while the shuttle runs backwards, which is silent. */
  rate: Readonly<ShallowRef<Rate>>
  /** The name of the sound that the file could not be played for. */
  unplayable: Readonly<ShallowRef<string | null>>
  /** Call it when a sound is asked for, before its address is known: the answer tells whether no other was asked for since. */
  want: (name: string) => () => boolean
  /** Loads the sound, paused at its beginning or at `atSeconds`. The same name again changes nothing. */
  load: (sound: Sound, atSeconds?: number) => void
  play: () => Promise<void>
  pause: () => void
  toggle: () => Promise<void>
  /** Kept within the sound. */
  seek: (seconds: number) => void
  /** J (−1), K (0), L (1). */
  shuttle: (way: -1 | 0 | 1) => Promise<void>
  close: () => void
}

/** What the player asks of the page; a test lends its own. */
export interface PlayerHost {
  element: HTMLAudioElement
  output: Output
  onFrame: (callback: () => void) => number
  offFrame: (handle: number) => void
  /** Milliseconds, rising. */
  now: () => number
}

/** Of MediaError, which a test does not have. */
const MediaErrorCode = { aborted: 1, network: 2 } as const

export function createPlayer(host: PlayerHost): Player {
  const { element, output } = host
  const sound = shallowRef<Sound | null>(null)
  const seconds = shallowRef(0)
  const isPlaying = shallowRef(false)
  const rate = shallowRef<Rate>(0)
  const unplayable = shallowRef<string | null>(null)
  let wanted: string | null = null
  /** The address that the element has: a sound that plays may be given a fresh one. */
  let loadedUrl = ''
  let failing: Promise<void> | null = null
  let frame = 0
  let lastTick = 0

  element.preload = 'auto'
  element.preservesPitch = true

  function settle(): void {
    host.offFrame(frame)
    isPlaying.value = false
    rate.value = 0
    output.release(pause)
  }

  function pause(): void {
    element.pause()
    settle()
  }

  function tick(): void {
    const now = host.now()
    if (rate.value < 0) {
      // An audio element cannot run backwards; the shuttle moves the time itself and the sound waits.
      const back = seconds.value + rate.value * (now - lastTick) / 1000
      seek(back)
      if (back <= 0)
        return pause()
    }
    else {
      seconds.value = Math.min(element.currentTime, sound.value?.durationSeconds ?? element.currentTime)
    }
    lastTick = now
    frame = host.onFrame(tick)
  }

  function seek(to: number): void {
    const end = sound.value?.durationSeconds ?? 0
    seconds.value = Math.min(Math.max(0, to), end)
    element.currentTime = seconds.value
  }

  function give(url: string, atSeconds: number): void {
    loadedUrl = element.src = url
    seek(atSeconds)
  }

  /** Continues with a fresh address where the element's has expired: it was refused what it had not loaded yet. */
  async function fail(): Promise<void> {
    const failed = sound.value
    if (!failed)
      return
    const code = element.error?.code
    const fresh = failed.url === loadedUrl ? await failed.renew?.() ?? null : failed.url
    if (sound.value?.name !== failed.name)
      return
    if (fresh !== null) {
      sound.value = { ...sound.value, url: fresh }
      give(fresh, seconds.value)
      if (isPlaying.value && rate.value > 0)
        void run(rate.value)
      return
    }
    // Not where it was aborted or the network failed: the file may be good.
    if (code !== MediaErrorCode.aborted && code !== MediaErrorCode.network)
      unplayable.value = failed.name
    settle()
  }

  /** The event and the refused play tell of the same failure. */
  function failOnce(): Promise<void> {
    failing ??= fail().finally(() => failing = null)
    return failing
  }

  async function run(at: Rate): Promise<void> {
    if (!sound.value)
      return
    output.take(pause)
    host.offFrame(frame)
    isPlaying.value = true
    rate.value = at
    lastTick = host.now()
    frame = host.onFrame(tick)
    if (at < 0)
      return element.pause()
    if (seconds.value >= sound.value.durationSeconds - 0.02)
      seek(0)
    element.playbackRate = at
    const asked = sound.value.name
    try {
      await element.play()
    }
    catch (cause) {
      // AbortError only says that a pause, another sound or a fresh address came first, which is what was asked for.
      if (cause instanceof DOMException && cause.name === 'AbortError')
        return
      if (sound.value?.name === asked)
        await failOnce()
    }
  }

  element.addEventListener('ended', () => {
    seconds.value = sound.value?.durationSeconds ?? 0
    settle()
  })
  // By a media key, by headphones that were pulled out, by the browser: whatever stopped it, it is not playing.
  element.addEventListener('pause', () => {
    // The event comes late: by now it may play again, or the shuttle runs backwards over a paused element. At the end `ended` follows.
    if (element.paused && !element.ended && isPlaying.value && rate.value > 0)
      settle()
  })
  element.addEventListener('error', () => {
    void failOnce()
  })

  function load(next: Sound, atSeconds = 0): void {
    if (sound.value?.name === next.name) {
      const isOther = loadedUrl !== next.url && !isPlaying.value
      sound.value = next
      if (isOther) {
        unplayable.value = null
        give(next.url, seconds.value)
      }
      element.volume = next.volume ?? 1
      return
    }
    pause()
    sound.value = next
    element.volume = next.volume ?? 1
    unplayable.value = null
    give(next.url, atSeconds)
  }

  return {
    sound: readonly(sound) as Readonly<ShallowRef<Sound | null>>, // `readonly` deepens the type although the value is shallow
    seconds: readonly(seconds),
    isPlaying: readonly(isPlaying),
    rate: readonly(rate),
    unplayable: readonly(unplayable),
    want(name) {
      wanted = name
      return () => wanted === name
    },
    load,
    play: () => run(1),
    pause,
    toggle: async () => isPlaying.value ? pause() : run(1),
    seek,
    shuttle: async (way) => {
      const next = nextRate(rate.value, way)
      return next === 0 ? pause() : run(next)
    },
    close() {
      pause()
      element.removeAttribute('src')
      element.load()
      sound.value = null
    },
  }
}
