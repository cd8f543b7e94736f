/** One recorder for a dialog: its state, devices and level as refs, and what the user chose, remembered. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, RecordingId } from '#contract/words.ts'
import type { MeterReading } from '../../player/recorder/levels.ts'
import type { RecordingPlace } from '../../player/recorder/place-recording.ts'
import type { Microphone, RecorderHost } from '../../player/recorder/recorder.ts'
import type { RecorderState } from '../../player/recorder/states.ts'
import type { AnyFault } from '../../studio.ts'
import { useEventListener, useLocalStorage } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { pageHost } from '../../player/recorder/host.ts'
import { createLevelMeter } from '../../player/recorder/levels.ts'
import { placeOf } from '../../player/recorder/place-recording.ts'
import { createRecorder } from '../../player/recorder/recorder.ts'
import { useOutput } from '../../player/use-player.ts'
import { attempt, studio } from '../../studio.ts'
import { useTexts } from '../../texts/texts.ts'
import { pageKeys } from '../../wire/page-keys.ts'
import { studioSink } from './recording-sink.ts'

/** `2026-11-22 14:05`, in the time of this place. */
export function showMinute(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

export interface UseRecorderOptions {
  readonly projectId: () => ProjectId | null
  /** Whether something plays along, as at a punch-in: then the page's output is left alone. */
  readonly playsAlong: () => boolean
  readonly host?: RecorderHost
}

export function useRecorder({ projectId, playsAlong, host = pageHost() }: UseRecorderOptions) {
  const t = useTexts()
  const output = useOutput()
  const state = shallowRef<RecorderState<Take>>({ is: 'closed' })
  const devices = shallowRef<readonly Microphone[]>([])
  const deviceId = shallowRef('')
  const reading = shallowRef<MeterReading | null>(null)
  const elapsedSeconds = shallowRef(0)
  const fault = shallowRef<AnyFault | null>(null)
  const isMonitoring = shallowRef(false)
  const chosenId = useLocalStorage(pageKeys.recordDevice, '')
  const counts = useLocalStorage(pageKeys.recordCounts, true)
  /** Where recordings come too late or too early on this machine, in ms. */
  const offsetMs = useLocalStorage(pageKeys.recordOffset, 0)
  const meter = createLevelMeter()
  const sink = studioSink({
    name: () => t.value.recording.takeName(showMinute(new Date())),
    projectId,
    onFault: (told) => {
      fault.value = told
    },
  })
  const recorder = createRecorder(host, sink, {
    onState(next) {
      state.value = next
      deviceId.value = recorder.deviceId
      if (next.is !== 'ready' && next.is !== 'counting' && next.is !== 'recording')
        reading.value = null
    },
    onDevices: (found) => {
      devices.value = found
    },
    onLevel(level) {
      reading.value = meter.add(level, host.now())
      // The level is reported twenty times a second anyway.
      if (state.value.is === 'recording')
        elapsedSeconds.value = (host.now() - state.value.sinceMs) / 1000
    },
  })
  const silence = (): void => {}

  async function open(wanted: string | null = chosenId.value || null): Promise<void> {
    fault.value = null
    await recorder.open(wanted)
    // The microphone that was chosen once is not plugged in today.
    if (wanted !== null && state.value.is === 'blocked' && state.value.because === 'none')
      await recorder.open(null)
  }

  async function record(): Promise<void> {
    fault.value = null
    elapsedSeconds.value = 0
    meter.reset()
    if (!playsAlong())
      output.take(silence)
    await recorder.record(counts.value ? 3 : 0)
    output.release(silence)
  }

  watch(isMonitoring, recorder.setMonitoring)
  // The page closes: what has arrived becomes a take at once, and the next page shows it.
  useEventListener('pagehide', () => {
    if (recorder.recordingId !== null)
      void attempt(studio.recordings.leave({ recordingId: recorder.recordingId as RecordingId })) // From `begin`.
  })
  useEventListener('beforeunload', (event) => {
    recorder.noteLeaving()
    // A browser asks before it leaves a recording. A window of the app would not close then, without a word.
    if (recorder.recordingId !== null && location.protocol.startsWith('http'))
      event.preventDefault()
  })
  onScopeDispose(() => void recorder.close())

  return {
    state: shallowReadonly(state),
    devices: shallowReadonly(devices),
    deviceId: shallowReadonly(deviceId),
    reading: shallowReadonly(reading),
    elapsedSeconds: shallowReadonly(elapsedSeconds),
    fault: shallowReadonly(fault),
    isMonitoring,
    counts,
    offsetMs,
    open,
    record,
    stop: recorder.stop,
    again: recorder.again,
    choose(id: string) {
      chosenId.value = id
      return open(id)
    },
    resetClipping() {
      meter.reset()
      if (reading.value)
        reading.value = { ...reading.value, isClipped: false }
    },
    place: (): RecordingPlace => placeOf({ ...recorder.timing, offsetSeconds: offsetMs.value / 1000 }),
  }
}
