/** A sound that is heard where the pointer is on its waveform, and on from there; it stops when the pointer leaves. */
import type { TakeSound } from './use-take-sound.ts'

export function useSoundScrub({ sound, isAnyPlaying }: {
  readonly sound: Pick<TakeSound, 'isPlaying' | 'durationSeconds' | 'seek' | 'toggle'>
  /** Something is heard on this page, whichever sound it is. */
  readonly isAnyPlaying: () => boolean
}) {
  /** It was started here: what somebody plays by a key or a button is neither interrupted nor moved. */
  let isOurs = false
  let isLeft = false
  let isBusy = false
  let wanted: number | null = null

  /** One seek at a time: the next one begins when this place is there. */
  async function follow(): Promise<void> {
    isBusy = true
    while (wanted !== null) {
      const to = wanted
      wanted = null
      await sound.seek(to)
      if (isLeft)
        break
      if (!sound.isPlaying.value)
        await sound.toggle()
    }
    isBusy = false
    if (isLeft)
      await stop()
  }
  async function stop(): Promise<void> {
    if (isOurs && sound.isPlaying.value)
      await sound.toggle()
  }

  return {
    /** `share` is the place, from 0 to 1. Answers whether it is heard there. */
    async moveTo(share: number): Promise<boolean> {
      if (isLeft || (!isOurs && isAnyPlaying()))
        return false
      isOurs = true
      wanted = share * sound.durationSeconds.value
      if (!isBusy)
        await follow()
      return !isLeft
    },
    async leave(): Promise<void> {
      isLeft = true
      if (!isBusy)
        await stop()
    },
  }
}
