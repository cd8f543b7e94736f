/** POST /api/v1/generate with a speech model: a sound file, or the same sound as server-sent events. */
import type { Answer } from '../answers/answer.ts'
import type { SpeechFormat } from '../speech.ts'
import type { Order, Workshop } from '../workshop.ts'
import { bytesAnswer, eventStreamAnswer, Refusal } from '../answers/answer.ts'
import { flagOf, textOf } from '../request/validate.ts'
import { encodeSpeech, speak, speakerOf } from '../speech.ts'
import { streamedSpeech } from '../voice/speech-stream.ts'
import { accept, needFfmpeg } from '../workshop.ts'
import { checkClipLengths } from './voices.ts'

/** The document sets no limit; ours keeps one request from filling the memory. */
const longestText = 20_000

export async function speech(workshop: Workshop, order: Order): Promise<Answer> {
  const format = formatOf(order)
  const need = () => needFfmpeg(workshop, `response_format ${format}`)
  if (format !== 'wav' && format !== 'pcm')
    need()
  const made = await takeOnSpeech(workshop, order)
  if (flagOf(order.checked, 'stream'))
    return eventStreamAnswer(streamedSpeech(workshop, order, await made()))
  const { type, bytes } = await encodeSpeech(await made(), format, need, workshop.signal)
  return bytesAnswer(bytes, type)
}

/** Everything that can be refused is refused here; the work that is returned was accepted. */
export async function takeOnSpeech(workshop: Workshop, order: Order) {
  if ((textOf(order.checked, 'text') ?? '').length > longestText)
    throw new Refusal(400, `text: The practice service speaks at most ${longestText} characters at once`)
  await checkClipLengths(workshop, order)
  const speaker = speakerOf(workshop, order)
  const work = accept(workshop, order)
  return () => speak(workshop, order, work, speaker)
}

function formatOf({ checked }: Order): SpeechFormat {
  // The rules of the model have checked that it is one of these.
  return (textOf(checked, 'response_format') ?? 'wav') as SpeechFormat
}
