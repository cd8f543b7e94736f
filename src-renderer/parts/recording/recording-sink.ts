/** Where the recordings of this page go: to the studio, slice by slice. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, RecordingId } from '#contract/words.ts'
import type { RecordingSink } from '../../player/recorder/recorder.ts'
import type { AnyFault } from '../../studio.ts'
import { attempt, studio } from '../../studio.ts'

export interface StudioSinkOptions {
  /** The title of the take. */
  readonly name: () => string
  readonly projectId: () => ProjectId | null
  /** Why the studio did not begin or file a recording. */
  readonly onFault: (fault: AnyFault) => void
}

/** As Chromium's `toBase64` would, which older browsers lack. */
function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('A slice could not be read'))
    reader.readAsDataURL(blob)
  })
}

export function studioSink({ name, projectId, onFault }: StudioSinkOptions): RecordingSink<Take> {
  // The recorder knows ids as text; they come from `begin`.
  const asId = (id: string): RecordingId => id as RecordingId
  return {
    async begin(format) {
      const answer = await attempt(studio.recordings.begin({ name: name(), format, projectId: projectId() }))
      if (answer.fault)
        onFault(answer.fault)
      return answer.value?.recordingId ?? null
    },
    async append(id, at, slice) {
      const { fault } = await attempt(studio.recordings.append({ recordingId: asId(id), at, base64: await base64Of(slice) }))
      switch (fault?.code) {
        case undefined: return 'kept'
        case 'disk-full': return 'disk-full'
        case 'not-found': return 'over'
        default: return 'lost'
      }
    },
    async leave(id) {
      // A studio that does not hear of it ends it by itself.
      await attempt(studio.recordings.leave({ recordingId: asId(id) }))
    },
    async finish(id, slices) {
      const answer = await attempt(studio.recordings.finish({ recordingId: asId(id), slices: [...slices] }))
      // Nothing was recorded: the recorder says so.
      if (answer.fault && answer.fault.code !== 'not-found')
        onFault(answer.fault)
      return answer.value ? { kept: answer.value.take, startedAtMs: answer.value.startedAtMs } : null
    },
  }
}
