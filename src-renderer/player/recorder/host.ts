/** The page as a recorder's host. */
import type { RecorderHost } from './recorder.ts'
import { openMeter } from './meter.ts'

export function pageHost(): RecorderHost {
  const canRecord = typeof MediaRecorder === 'function'
  return {
    // Missing where the page is not secure, whatever its type says.
    devices: navigator.mediaDevices as MediaDevices | undefined,
    canRecord: format => canRecord && MediaRecorder.isTypeSupported(format),
    openRecorder: (stream, mimeType) => new MediaRecorder(stream, { mimeType }),
    openMeter,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
  }
}
