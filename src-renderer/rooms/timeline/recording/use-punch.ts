/** A punch-in: plays the sequence from the playhead while it is recorded, ends at the out point, and places what was kept. */
import type { Take } from '#contract/takes.ts'
import type { TrackId } from '#contract/words.ts'
import type { Begun } from '../../../player/preview/transport.ts'
import type { RecordingPlace } from '../../../player/recorder/place-recording.ts'
import type { Editor } from '../use-editor.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watchEffect } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { heardAtMs } from '../../../player/recorder/place-recording.ts'
import { useTakes } from '../../../stores/takes.ts'
import { pageKeys } from '../../../wire/page-keys.ts'
import { randomId } from '../../../wire/random-id.ts'
import { placeRecording } from '../acts/place-recording.ts'
import { groupOf, orderedTracks } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'

/** What was spoken up to the out point arrives a little later. */
const tailMs = 400
/** The dialog is over the right end of the tracks; the playhead is to be seen next to it. */
const dialogPixels = 420

/** `stop` ends the recording. Once for a dialog: it begins at the frame at which the playhead is now. */
export function usePunch(editor: Editor, stop: () => void) {
  const takes = useTakes()
  const notices = useNotices()
  const { view } = editor
  const frame = view.playhead.value
  const mutes = useLocalStorage(pageKeys.recordMutes, true)
  const tracks = computed(() => editor.document.value
    ? orderedTracks(editor.document.value).filter(track => groupOf(track.kind) === 'sound' && !track.isLocked)
    : [])
  const selected = view.selection.value.at
  const first = tracks.value.find(track => selected !== null && track.clips[selected])
    ?? tracks.value.find(track => track.kind === 'speech') ?? tracks.value[0]
  const trackId = shallowRef<TrackId | null>(first?.id ?? null)
  const outFrame = computed(() => {
    const out = editor.document.value?.outFrame ?? null
    return out !== null && out > frame ? out : null
  })
  let wasLooping = false
  /** When the user heard the frame of the punch-in; null while nothing plays along. */
  let heardMs: number | null = null
  /** The start that was recorded with; a lost output may bring another one. */
  let begun: Begun | null = null
  let ending: ReturnType<typeof setTimeout> | undefined
  /** Rises with each recording. */
  let turn = 0

  editor.reveal(frame, dialogPixels)
  watchEffect(() => editor.silenced.value = mutes.value ? trackId.value : null)
  onScopeDispose(() => {
    editor.silenced.value = null
    stopped()
  })

  /** Only a context that runs knows when it is heard. */
  function noteHeard(): void {
    if (begun && (heardMs === null || begun.context.state === 'running'))
      heardMs = heardAtMs(begun.context, begun.contextTime)
  }
  async function started(): Promise<void> {
    const [mine, player] = [++turn, editor.player.value]
    heardMs = begun = null
    clearTimeout(ending)
    player?.pause()
    wasLooping = player?.state().isLooping ?? false
    player?.setLoop(false)
    player?.seek(frame)
    editor.seek(frame)
    // Behind the end nothing plays, and what is recorded begins where the playhead is.
    if (player && frame < player.state().durationFrames) {
      await player.play()
      if (mine !== turn)
        return
      begun = player.begun()
      noteHeard()
    }
    const rate = editor.document.value?.rate
    if (outFrame.value === null || !rate)
      return
    const leftMs = (heardMs ?? performance.now()) - performance.now() + (outFrame.value - frame) * rate.denominator / rate.numerator * 1000
    ending = setTimeout(stop, leftMs + tailMs)
  }
  function stopped(): void {
    turn++
    clearTimeout(ending)
    const player = editor.player.value
    noteHeard()
    player?.pause()
    if (wasLooping)
      player?.setLoop(true)
    wasLooping = false
  }
  function keep(take: Take, place: RecordingPlace): void {
    const document = editor.sequence.settled
    takes.remember([take])
    const sample = heardMs === null ? 0 : place.sampleSpokenAt(heardMs) ?? 0
    const placed = document
      && placeRecording(document, take, { frame, outFrame: outFrame.value, trackId: trackId.value }, { sample, newId: randomId })
    if (placed)
      editor.edit('record', placed.edits, selectOnly(placed.clipId))
    else
      notices.say(t => t.timeline.record.notPlaced, { tone: 'bad' })
  }
  return { frame, outFrame, tracks, trackId, mutes, started, stopped, keep }
}
