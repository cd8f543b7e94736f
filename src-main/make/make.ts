/**
 * Make: an intention becomes a checked, frozen request in the queue. Nothing here calls the service: all paid work goes
 * through `jobs`. Each maker has a file; this is the list of them.
 */
import type { JobId, RequestId } from '#contract/words.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { AlreadyMade, AlreadyMadePorts } from './already-made.ts'
import type { Chat } from './chat.ts'
import type { Fit, FitPorts } from './fit.ts'
import type { Lines, LinesPorts } from './lines.ts'
import type { ListenBack, ListenBackPorts } from './listen-back.ts'
import type { Pictures } from './pictures.ts'
import type { QueuePorts } from './queue.ts'
import type { VoiceRegistration } from './registration.ts'
import type { Samples, SamplesPorts } from './samples.ts'
import type { Speech, SpeechPorts } from './speech.ts'
import type { StoryboardWork } from './storyboard.ts'
import type { Suggestions } from './suggest-pictures.ts'
import type { Transcribe } from './transcribe.ts'
import { createAlreadyMade } from './already-made.ts'
import { createChat } from './chat.ts'
import { createFit } from './fit.ts'
import { createLines } from './lines.ts'
import { createListenBack } from './listen-back.ts'
import { createPictures } from './pictures.ts'
import { createQueue } from './queue.ts'
import { createVoiceRegistration } from './registration.ts'
import { createSamples } from './samples.ts'
import { createSpeech } from './speech.ts'
import { createStoryboardWork } from './storyboard.ts'
import { createSuggestions } from './suggest-pictures.ts'
import { createTranscribe } from './transcribe.ts'

export interface MakePorts extends QueuePorts {
  readonly script: LinesPorts['script'] & AlreadyMadePorts['script'] & SamplesPorts['script'] & SpeechPorts['script'] & FitPorts['script']
  readonly paces: FitPorts['paces']
  readonly storyboard: Storyboard
  readonly listening: ListenBackPorts['listening']
  readonly voices: Voices
  readonly conversations: Conversations
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
}

export type Make = Pick<Speech, 'speech' | 'speeches'> & Lines & Pictures & Pick<Transcribe, 'transcribe'> & ListenBack & Chat
  & VoiceRegistration & AlreadyMade & StoryboardWork & Suggestions & Samples & Fit

export function createMake(ports: MakePorts): Make {
  const queue = createQueue(ports)
  const { speech, speeches, ...unqueued } = createSpeech(queue, ports)
  const { image, images, video, videos } = createPictures(queue, ports)
  const { transcribe, jobsOf: transcriptJobsOf } = createTranscribe(queue, ports)
  const already = createAlreadyMade(ports)
  const { registerVoice } = createVoiceRegistration(queue, ports)
  const chat = createChat(queue, ports)

  /**
   * The same request again is answered with the jobs that it made: before anything is checked, because what is checked (a key, a model, the
   * room on the disk) may have changed since its answer was lost.
   */
  function once<Asked extends { readonly requestId: RequestId }>(make: (asked: Asked) => Promise<JobId[]>) {
    return async (asked: Asked): Promise<JobId[]> => {
      const made = await ports.ledger.madeBy(asked.requestId)
      return made.length > 0 ? made : make(asked)
    }
  }

  return {
    speech: once(speech),
    speeches: once(speeches),
    ...createLines(queue, unqueued, ports),
    ...createSamples(queue, unqueued, ports),
    image: once(image),
    images: once(images),
    video: once(video),
    videos: once(videos),
    transcribe: once(transcribe),
    registerVoice: once(registerVoice),
    ...already,
    ...createListenBack(queue, { jobsOf: transcriptJobsOf }, ports),
    ...createStoryboardWork(queue, ports),
    // A message has its request's id, and is looked for by it.
    ...chat,
    ...createSuggestions(queue, chat, ports),
    ...createFit(queue, chat, ports),
  }
}
