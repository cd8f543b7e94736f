/** Asks for the files that the preview of a sequence plays, as its takes come to be known. */
import type { AssetId } from '#contract/words.ts'
import type { PlacedSource } from './placed-sources.ts'
import { watch } from 'vue'
import { heardOfKey } from '#rules/sequence/heard.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { useTakes } from '../../stores/takes.ts'

/** `asked` is called each time: the preview may have looked for one before it was asked for. */
export function useWantedRenditions(placed: () => readonly PlacedSource[], asked: () => void): void {
  const takes = useTakes()
  const renditions = useRenditions()

  /** `asset` or `asset speed course choice` of everything that is placed, each once. */
  function wantedNow(): string[] {
    return placed().flatMap(({ takeId, speed, along = '', heard }) => {
      const asset = takes.get(takeId)?.asset
      return asset ? speed === null ? asset.id : `${asset.id} ${speed} ${along} ${heard}` : []
    })
  }
  // Takes come one after another; each change of the list asks once.
  watch(() => wantedNow().join(), () => {
    const wanted = wantedNow().map(one => one.split(' '))
    const assetIds = wanted.flatMap(([id, speed]) => speed === undefined ? [id as AssetId] : []) // as it was joined
    const sounds = wanted.flatMap(([id, speed, along, key = '']) => {
      const heard = heardOfKey(key)
      return speed === undefined ? [] : [{ assetId: id as AssetId, speed: Number(speed), ...along && { along }, ...heard && { heard } }]
    })
    if (wanted.length > 0)
      void renditions.want(assetIds, sounds)
    asked()
  }, { immediate: true })
}
