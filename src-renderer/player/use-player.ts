/** The one player and the one output of the page, wherever they are asked for. */
import type { LiveSound } from './live.ts'
import type { Output } from './output.ts'
import type { Player } from './player.ts'
import { defineStore } from 'pinia'
import { openLiveSound } from './live.ts'
import { createOutput } from './output.ts'
import { createPlayer } from './player.ts'

const useSound = defineStore('sound', () => {
  const output = createOutput()
  const player: Player = createPlayer({
    element: new Audio(),
    output,
    onFrame: callback => requestAnimationFrame(callback),
    offFrame: handle => cancelAnimationFrame(handle),
    now: () => performance.now(),
  })
  let context: AudioContext | null = null
  /** Made on first use: a context made before any click starts suspended. */
  const listenLive = (url: string, isMuted: boolean): LiveSound => {
    context ??= new AudioContext({ sampleRate: 48_000, latencyHint: 'playback' })
    return openLiveSound(url, { context, output, fetch: (address, init) => fetch(address, init) }, isMuted)
  }
  // Handed out by functions: a store would unwrap the refs inside.
  return { heldOutput: () => output, heldPlayer: () => player, listenLive }
})

/** The page's player; the same one everywhere. */
export function usePlayer(): Player {
  return useSound().heldPlayer()
}

/** The page's output, for things that sound by themselves, such as a video. */
export function useOutput(): Output {
  return useSound().heldOutput()
}

/** Starts live listening on the page's output. */
export function useLiveListening(): (url: string, isMuted: boolean) => LiveSound {
  return useSound().listenLive
}
