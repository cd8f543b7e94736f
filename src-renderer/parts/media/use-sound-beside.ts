/** A sound that is played in place of a film's own, in step with it. */
import type { Ref } from 'vue'
import { onBeforeUnmount, watch } from 'vue'

/** Further apart than this, it is heard. */
const apartSeconds = 0.08

/** `audio` is null while the film sounds by itself. Call `follow` with each event of the film that changes what is played. */
export function useSoundBeside(
  video: Readonly<Ref<HTMLVideoElement | null>>,
  audio: Readonly<Ref<HTMLAudioElement | null>>,
): { follow: () => void } {
  function follow(): void {
    const [film, sound] = [video.value, audio.value]
    if (!film || !sound)
      return
    sound.playbackRate = film.playbackRate
    const isPlayed = !film.paused && !film.ended && !film.seeking && film.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (Math.abs(sound.currentTime - film.currentTime) > apartSeconds)
      sound.currentTime = film.currentTime
    if (!isPlayed)
      sound.pause()
    else if (sound.paused && film.currentTime < sound.duration)
      // Interrupted by a pause: that is what was asked for.
      void sound.play().catch(() => {})
  }
  watch(audio, follow, { flush: 'post' })
  onBeforeUnmount(() => audio.value?.pause())
  return { follow }
}
