/** Plays the take of the source viewer, as long as it is on the screen. */
import type { Ref } from 'vue'
import type { PreviewState } from '../../../player/preview/preview.ts'
import type { SourceViewer } from './use-source.ts'
import { onBeforeUnmount, onMounted, shallowReadonly, shallowRef, watch } from 'vue'
import { placedSources } from '../../../parts/preview/placed-sources.ts'
import { usePreviewSources } from '../../../parts/preview/use-preview-sources.ts'
import { useWantedRenditions } from '../../../parts/preview/use-wanted-renditions.ts'
import { createPreview } from '../../../player/preview/preview.ts'
import { useOutput } from '../../../player/use-player.ts'

export function useSourcePlayer(source: SourceViewer, canvas: Readonly<Ref<HTMLCanvasElement | null>>) {
  const output = useOutput()
  const state = shallowRef<PreviewState | null>(null)
  const { sourceOf, soundUrlOf, tellSoon } = usePreviewSources(() => source.player.value?.refresh())
  let wasPlaying = false

  function onChange(): void {
    const now = source.player.value?.state() ?? null
    state.value = now
    if (now && (now.isPlaying || wasPlaying))
      source.seek(now.frame)
    wasPlaying = now?.isPlaying ?? false
  }
  function give(): void {
    const { player, document } = source
    if (!player.value || !document.value)
      return
    player.value.setDocument(document.value)
    player.value.seek(source.frame.value)
  }
  onMounted(() => {
    if (!canvas.value)
      return
    // The one output of the page: what plays here silences the film, and the other way round.
    const preview = createPreview({ canvas: canvas.value, sourceOf, soundUrlOf, output })
    preview.onChange(onChange)
    source.player.value = preview
    give()
  })
  onBeforeUnmount(() => {
    source.player.value?.close()
    source.player.value = null
  })
  watch(source.document, give)
  watch(source.frame, (frame) => {
    const { value: player } = source.player
    if (player && frame !== player.position())
      player.seek(frame, { isHeard: !player.state().isPlaying })
  })
  useWantedRenditions(() => source.document.value ? placedSources(source.document.value) : [], tellSoon)
  return { state: shallowReadonly(state) }
}
