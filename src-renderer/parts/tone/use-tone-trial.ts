/** Hears a take with a chain of filters and without, in turns: the other one continues where the first was. */
import type { ToneChain } from '#contract/tone.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { toneKey } from '#rules/tone/tone-key.ts'
import { usePlayer } from '../../player/use-player.ts'
import { takeThrough } from '../../stores/speaker-tones.ts'
import { useTakes } from '../../stores/takes.ts'
import { soundNameOf, useAssetSound } from '../takes/use-asset-sound.ts'

/** While a value is being chosen, not every step is made. */
const restMs = 200

export interface ToneTrial {
  readonly id: string
  readonly label: string
  readonly takeId: TakeId
  /** Where it is heard from, in seconds of the take. Absent: from its start. */
  readonly from?: number
  /** What is heard of the take. Absent: what is chosen of it. */
  readonly heard?: SoundChoice | undefined
}

export function useToneTrial(trial: () => ToneTrial | undefined, chain: () => ToneChain) {
  const player = usePlayer()
  const takes = useTakes()
  const load = useAssetSound()
  const isWith = shallowRef(true)
  const isMaking = shallowRef(false)
  watch(() => trial()?.takeId, id => id && void takes.load(id), { immediate: true })
  const take = computed(() => {
    const [found, heard] = [takes.get(trial()?.takeId), trial()?.heard]
    return found && heard ? { ...found, asset: { ...found.asset, heard } } : found
  })
  const asset = computed(() => take.value && takeThrough(take.value, isWith.value ? toneKey(chain()) : '').asset)
  const name = computed(() => asset.value ? soundNameOf(asset.value) : null)
  /** What of this trial is in the player. */
  const loaded = shallowRef<string | null>(null)
  const isPlaying = computed(() => player.isPlaying.value && loaded.value !== null && player.sound.value?.name === loaded.value)

  async function play(atSeconds: number): Promise<void> {
    const wanted = asset.value
    if (!wanted || wanted.isMissing)
      return
    isMaking.value = true
    const isLoaded = await load(wanted, atSeconds)
    isMaking.value = false
    if (!isLoaded)
      return
    loaded.value = soundNameOf(wanted)
    player.seek(atSeconds)
    await player.play()
  }

  let resting: ReturnType<typeof setTimeout> | undefined
  watch(name, (now, before) => {
    clearTimeout(resting)
    // Another one may be on its way already.
    if (now !== null && before !== null && (isPlaying.value || isMaking.value))
      resting = setTimeout(() => void play(isPlaying.value ? player.seconds.value : trial()?.from ?? 0), restMs)
  })
  onScopeDispose(() => {
    clearTimeout(resting)
    if (isPlaying.value)
      player.pause()
  })

  return {
    isWith,
    isPlaying,
    /** The sound with the chain is on its way. */
    isMaking,
    mayPlay: computed(() => asset.value !== undefined && !asset.value.isMissing),
    async toggle(): Promise<void> {
      if (isPlaying.value)
        player.pause()
      else
        await play(trial()?.from ?? 0)
    },
  }
}
