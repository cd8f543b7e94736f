/** The loudness of takes, measured on the page from their files and kept while it is open. */
import type { Asset } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { mediaUrls } from '../../../stores/media.ts'
import { useTakes } from '../../../stores/takes.ts'
import { loudnessOfSamples } from './loudness.ts'

const sampleRate = 24_000

export const useLoudness = defineStore('loudness', () => {
  const takes = useTakes()
  const known = new Map<string, Promise<number | null>>()

  async function measure({ id }: Asset): Promise<number | null> {
    const [url = ''] = await mediaUrls([{ of: 'asset', assetId: id, variant: 'original' }])
    const answer = await fetch(url)
    if (!answer.ok)
      throw new Error(`HTTP ${answer.status}`)
    // The browser resamples.
    const decoder = new OfflineAudioContext(1, 1, sampleRate)
    const decoded = await decoder.decodeAudioData(await answer.arrayBuffer())
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, at) => decoded.getChannelData(at))
    return loudnessOfSamples(channels, decoded.sampleRate)
  }

  return {
    /** Decibels below full scale; null for silence, and for what could not be measured this time. */
    async of(takeId: TakeId): Promise<number | null> {
      const answer = await takes.load(takeId)
      const asset = answer.value?.take.asset
      if (!asset || asset.isMissing)
        return null
      const measured = known.get(asset.id) ?? measure(asset)
      known.set(asset.id, measured)
      try {
        return await measured
      }
      catch {
        // The failure does not concern the sound, so the next request measures it again.
        known.delete(asset.id)
        return null
      }
    },
  }
})
