/**
 * Make: an intention becomes a checked, frozen request in the queue. Nothing here calls the service: all paid work goes
 * through `jobs`. Each maker has a file; this is the list of them.
 */
import type { LineId } from '#contract/words.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg.ts'
import type { Chat } from './chat.ts'
import type { Pictures } from './pictures.ts'
import type { QueuePorts } from './queue.ts'
import type { VoiceRegistration } from './registration.ts'
import type { Speech } from './speech.ts'
import type { Transcribe } from './transcribe.ts'
import { createChat } from './chat.ts'
import { createPictures } from './pictures.ts'
import { createQueue } from './queue.ts'
import { createVoiceRegistration } from './registration.ts'
import { createSpeech } from './speech.ts'
import { createTranscribe } from './transcribe.ts'

export interface MakePorts extends QueuePorts {
  readonly script: { directionOf: (lineId: LineId) => Promise<string> }
  readonly voices: Voices
  readonly conversations: Conversations
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** The command that installs ffmpeg here. */
  readonly ffmpegHint: string
}

export type Make = Speech & Pictures & Transcribe & Chat & VoiceRegistration

export function createMake(ports: MakePorts): Make {
  const queue = createQueue(ports)
  return {
    ...createSpeech(queue, ports),
    ...createPictures(queue),
    ...createTranscribe(queue, ports),
    ...createChat(queue, ports),
    ...createVoiceRegistration(queue, ports),
  }
}
