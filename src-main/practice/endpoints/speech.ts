/** POST /api/v1/generate with a speech model: an audio file, or the same audio as server-sent events. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, WorkRequest } from '../context.ts'
import type { SpeechFormat } from '../speech.ts'
import { bytesAnswer, eventStreamAnswer, Refusal } from '../answers/answer.ts'
import { accept, requireFfmpeg } from '../context.ts'
import { flagOf, textOf } from '../request/validate.ts'
import { encodeSpeech, speak, speakerOf } from '../speech.ts'
import { streamedSpeech } from '../voice/speech-stream.ts'
import { checkClipLengths } from './voices.ts'

/** The service document sets no limit; this one bounds the memory that a request can take. */
const longestText = 20_000

export async function speech(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const format = formatOf(request)
  const need = () => requireFfmpeg(context, `response_format ${format}`)
  if (format !== 'wav' && format !== 'pcm')
    await need()
  const made = await acceptSpeech(context, request)
  if (flagOf(request.checked, 'stream')) {
    const spoken = await made()
    // As the live service, which streams bare samples when no format is requested.
    const streamed = textOf(request.checked, 'response_format') === undefined ? 'pcm' : format
    const { bytes } = await encodeSpeech(spoken, streamed, need, context.signal)
    return eventStreamAnswer(streamedSpeech(context, request, spoken, { format: streamed, bytes }))
  }
  const { type, bytes } = await encodeSpeech(await made(), format, need, context.signal)
  return bytesAnswer(bytes, type)
}

/** Makes all checks and accepts the request; the returned function does the work. */
export async function acceptSpeech(context: PracticeContext, request: WorkRequest) {
  if ((textOf(request.checked, 'text') ?? '').length > longestText)
    throw new Refusal(400, `text: The practice service speaks at most ${longestText} characters at once`)
  await checkClipLengths(context, request)
  const speaker = speakerOf(context, request)
  const work = accept(context, request)
  return () => speak(context, request, work, speaker)
}

function formatOf({ checked }: WorkRequest): SpeechFormat {
  // `validate` has checked the value against the list of the model's rules.
  return (textOf(checked, 'response_format') ?? 'wav') as SpeechFormat
}
