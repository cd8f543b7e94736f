/** The sound of a clip, decoded on the page: what it tells, and a stretch of it as it would be sent, to be heard. */
import type { Asset } from '#contract/takes.ts'
import type { ClipCut } from '#contract/voices.ts'
import type { ClipSound } from './clip-sound.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useSoundRef } from '../../parts/takes/use-asset-sound.ts'
import { useOutput } from '../../player/use-player.ts'
import { mediaUrls } from '../../stores/media.ts'
import { attempt } from '../../studio.ts'
import { listenToAll } from './clip-sound.ts'

/** Longer files are no clips: they would fill the memory. */
const mostSeconds = 1800
/** What every browser can decode to. */
const rates = { least: 8000, most: 96_000, usual: 44_100 }

function channelsOf(buffer: AudioBuffer): Float32Array[] {
  return Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel))
}

export function useClipSound(asset: () => Asset | null) {
  const refOf = useSoundRef()
  const output = useOutput()
  const decoded = shallowRef<AudioBuffer | null>(null)
  /** The browser cannot decode it. */
  const isDeaf = shallowRef(false)
  const isPlaying = shallowRef(false)
  let context: AudioContext | null = null
  let source: AudioBufferSourceNode | null = null

  async function decode(wanted: Asset): Promise<AudioBuffer | null> {
    const ref = (wanted.durationSeconds ?? 0) > mostSeconds ? null : await refOf(wanted)
    const [url] = ref ? (await attempt(mediaUrls([ref]))).value ?? [] : []
    const answer = url === undefined ? undefined : await fetch(url)
    if (!answer?.ok)
      return null
    // At its own rate: another one rounds off the flat tops of what is clipped.
    const sampleRate = Math.max(rates.least, Math.min(rates.most, wanted.sampleRate ?? rates.usual))
    return new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await answer.arrayBuffer())
  }
  watch(() => asset()?.id, async (id) => {
    stop()
    decoded.value = null
    isDeaf.value = false
    const wanted = asset()
    const buffer = wanted && await decode(wanted).catch(() => null)
    if (asset()?.id !== id || !wanted)
      return
    decoded.value = buffer
    isDeaf.value = buffer === null
  }, { immediate: true })

  function stop(): void {
    source?.stop()
    source = null
    isPlaying.value = false
    output.release(stop)
  }
  onScopeDispose(() => {
    stop()
    void context?.close()
  })

  return {
    isDeaf: shallowReadonly(isDeaf),
    isPlaying: shallowReadonly(isPlaying),
    /** What all of it tells, or a stretch. Null while it is decoded, and where it cannot be. */
    whole: computed<ClipSound | null>(() => decoded.value && listenToAll(channelsOf(decoded.value), decoded.value.sampleRate)),
    of({ fromSeconds, toSeconds }: Omit<ClipCut, 'gainDb'>): ClipSound | null {
      const buffer = decoded.value
      const at = (seconds: number): number => Math.round(seconds * (buffer?.sampleRate ?? 0))
      return buffer && listenToAll(channelsOf(buffer).map(each => each.subarray(at(fromSeconds), at(toSeconds))), buffer.sampleRate)
    },
    /** As it would be sent. A second time stops it. */
    toggle({ fromSeconds, toSeconds, gainDb }: ClipCut): void {
      if (isPlaying.value || !decoded.value)
        return stop()
      context ??= new AudioContext()
      const gain = context.createGain()
      gain.gain.value = 10 ** (gainDb / 20)
      gain.connect(context.destination)
      source = context.createBufferSource()
      source.buffer = decoded.value
      source.connect(gain)
      source.onended = stop
      output.take(stop)
      source.start(0, fromSeconds, toSeconds - fromSeconds)
      isPlaying.value = true
    },
  }
}
