/** The peaks of an asset, or of what is chosen of its sound, fetched once and kept while they are likely to be drawn again. */
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import type { Asset } from '#contract/takes.ts'
import type { SoundChoice } from '#contract/words.ts'
import type { Peaks } from '../../player/peaks.ts'
import type { ChosenSound } from './use-chosen-sound.ts'
import { defineStore } from 'pinia'
import { shallowRef, toValue, watch } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { parsePeaks } from '../../player/peaks.ts'
import { useMediaUrl } from '../../stores/media.ts'
import { chosenOf, partOfSound, useChosenSound } from './use-chosen-sound.ts'

/** A take of ten seconds has 2 kB of peaks. */
const kept = 500

const usePeaksKept = defineStore('peaks', () => {
  const byName = new Map<string, Promise<Peaks | null>>()

  async function fetchPeaks(url: string): Promise<Peaks | null> {
    const answer = await fetch(url)
    if (!answer.ok)
      throw new Error(`HTTP ${answer.status}`)
    return parsePeaks(await answer.arrayBuffer())
  }

  function peaksOf(name: string, url: string): Promise<Peaks | null> {
    const known = byName.get(name)
    if (known)
      return known
    const asked = fetchPeaks(url).catch(() => {
      // Disconnected or refused: a plain line is drawn now, and the next card asks again.
      byName.delete(name)
      return null
    })
    byName.set(name, asked)
    for (const oldest of byName.keys()) {
      if (byName.size <= kept)
        break
      byName.delete(oldest)
    }
    return asked
  }
  return { peaksOf }
})

/**
 * Null until they are there, and for assets that have none. Of what is chosen for the file; with `heard`, of what a clip has chosen, which
 * is the file's default sound where that gives undefined.
 */
export function usePeaks(
  asset: MaybeRefOrGetter<Pick<Asset, 'id' | 'hasPeaks' | 'heard' | 'isMissing'> | null>,
  heard?: () => SoundChoice | undefined,
): Readonly<ShallowRef<Peaks | null>> {
  const store = usePeaksKept()
  const peaks = shallowRef<Peaks | null>(null)
  function chosenNow(): ChosenSound | null {
    const wanted = toValue(asset)
    return wanted?.hasPeaks && !wanted.isMissing ? chosenOf(wanted.id, heard ? heard() : wanted.heard) : null
  }
  const ready = useChosenSound(chosenNow)
  const url = useMediaUrl(() => {
    const wanted = toValue(asset)
    if (!wanted?.hasPeaks)
      return null
    if (chosenNow() !== null)
      return ready.value && partOfSound(ready.value, 'peaks')
    return { of: 'asset', assetId: wanted.id, variant: 'peaks' }
  })
  function nameNow(): string | undefined {
    const wanted = toValue(asset)
    return wanted ? `${wanted.id} ${heardKey(chosenNow()?.heard)}` : undefined
  }
  watch([url, nameNow], async ([address, name], before) => {
    if (name !== before[1])
      peaks.value = null
    if (!address || !name)
      return
    const found = await store.peaksOf(name, address)
    if (nameNow() === name)
      peaks.value = found
  }, { immediate: true })
  return peaks
}
