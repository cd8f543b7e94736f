/** Ties the player of sequences to the open one: its document, its playhead, and the files of its takes. */
import type { Ref } from 'vue'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { DeliveredGains } from '#rules/sequence/levelling.ts'
import type { Preview, PreviewState } from '../../../player/preview/preview.ts'
import type { Editor } from '../use-editor.ts'
import { computed, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import { afterPaint } from '../../../parts/pauses/after-paint.ts'
import { placedSources } from '../../../parts/preview/placed-sources.ts'
import { usePreviewSources } from '../../../parts/preview/use-preview-sources.ts'
import { useWantedRenditions } from '../../../parts/preview/use-wanted-renditions.ts'
import { createCaptionPainter } from '../../../player/preview/captions.ts'
import { createPreview } from '../../../player/preview/preview.ts'
import { nextRate } from '../../../player/shuttle.ts'
import { useOutput } from '../../../player/use-player.ts'
import { useChosenPlatform } from '../../../stores/chosen-platform.ts'
import { useSpeakerTones } from '../../../stores/speaker-tones.ts'
import { looksOf } from '../gestures/trim-look.ts'
import { isSeenAlike } from '../view/rows.ts'

/** What is not seen at the playhead waits until edits rest: all captions are laid out again, and all sounds that are under others. */
const restMs = 150
/** The first picture waits no longer for a pause of the page. */
const openingMs = 250

export function usePreview(editor: Editor, canvas: Readonly<Ref<HTMLCanvasElement | null>>) {
  const output = useOutput()
  const { view } = editor
  const tones = useSpeakerTones()
  const state = shallowRef<PreviewState | null>(null)
  const heard = computed(() => {
    const [edited, silenced] = [editor.document.value, editor.silenced.value]
    const now = edited && tones.heardIn(editor.inner.flat(edited))
    const track = silenced ? now?.tracks[silenced] : undefined
    return now && track ? { ...now, tracks: { ...now.tracks, [track.id]: { ...track, isMuted: true } } } : now
  })
  /** Words and sound have no pictures of their own: what the sequence shows at their edge is looked at. */
  const peekAt = computed(() => {
    const [now, trims] = [editor.document.value, editor.trims.value]
    const looks = now && trims ? looksOf(now, trims.trimmed) : []
    return looks.some(({ picture }) => picture) ? null : looks[0]?.frame ?? null
  })
  let preview: Preview | null = null
  const { sourceOf, soundUrlOf, lutTextOf, sizeOf, tellSoon } = usePreviewSources(() => preview?.refresh())
  let wasPlaying = false
  /** What the preview has. */
  let given: SequenceDocument | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  let giveUp = (): void => {}

  function onChange(): void {
    if (!preview)
      return
    const now = preview.state()
    state.value = now
    if (now.isPlaying || wasPlaying) {
      view.playhead.value = now.frame
      if (now.isPlaying)
        editor.reveal(now.frame)
    }
    wasPlaying = now.isPlaying
  }
  const platform = useChosenPlatform()
  watch(platform, now => preview?.setPlatform(now))
  watch(editor.isUngraded, now => preview?.setUngraded(now))
  onMounted(() => {
    if (!canvas.value)
      return
    const size = { width: canvas.value.width, height: canvas.value.height }
    preview = createPreview({
      canvas: canvas.value,
      sourceOf,
      soundUrlOf,
      lutTextOf,
      output,
      captions: createCaptionPainter(size),
    })
    preview.setPlatform(platform.value)
    preview.onChange(onChange)
    editor.player.value = preview
    onChange()
    giveSoon()
  })
  onBeforeUnmount(() => {
    clearTimeout(resting)
    giveUp()
    editor.player.value = null
    preview?.close()
    preview = null
  })

  /** To lay out all captions of an hour takes longer than to show its tracks: they are seen first. */
  function giveSoon(): void {
    giveUp()
    giveUp = afterPaint(give, openingMs)
  }
  function give(): void {
    clearTimeout(resting)
    if (!heard.value || !preview || heard.value === given)
      return
    const isFirst = given === null
    preview.setDocument(given = heard.value)
    if (isFirst)
      preview.seek(view.playhead.value)
  }
  watch([heard, editor.silenced], ([document, silenced], [, before]) => {
    clearTimeout(resting)
    if (!given)
      return giveSoon()
    // What is recorded over must not be heard for even a moment.
    // While an edge is looked at, the picture at the playhead is covered by it.
    const isCovered = peekAt.value === null && editor.trims.value !== null
    if (document && silenced === before && (isCovered || isSeenAlike(given, document, peekAt.value ?? view.playhead.value)))
      resting = setTimeout(give, restMs)
    else
      give()
  })
  watch(peekAt, frame => preview?.peek(frame), { flush: 'sync' })
  watch(() => editor.trims.value === null, isOver => isOver && given && give())
  watch(view.playhead, (frame) => {
    if (!preview || frame === preview.position())
      return
    give()
    preview.seek(frame, { isHeard: !preview.state().isPlaying })
  })
  useWantedRenditions(() => {
    const { settled } = editor.sequence
    return settled ? placedSources(tones.heardIn(editor.inner.flat(settled))) : []
  }, tellSoon)

  return {
    setDelivered: (gains: DeliveredGains | null) => preview?.setDelivered(gains),
    state,
    sizeOf,
    platform,
    toggle: () => {
      give()
      return preview?.toggle()
    },
    pause: () => preview?.pause(),
    shuttle: (way: -1 | 0 | 1) => {
      give()
      return preview?.shuttle(nextRate(preview.state().rate, way))
    },
    step: (frames: number) => {
      preview?.pause()
      editor.seek(view.playhead.value + frames)
      editor.reveal(view.playhead.value)
    },
    loop: () => preview?.setLoop(!preview.state().isLooping),
    setQuality: (quality: Parameters<Preview['setQuality']>[0]) => preview?.setQuality(quality),
    /** Of what is heard: all tracks together. */
    level: () => preview?.meters().master ?? null,
    resetMeters: () => preview?.resetMeters(),
  }
}
