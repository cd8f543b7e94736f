/** POST /api/v1/generate with a transcription model: the real text for practice speech, only speech times for any other sound. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, WorkRequest } from '../context.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { accept } from '../context.ts'
import { filesOf, textOf } from '../request/validate.ts'
import { readMark } from '../voice/mark.ts'
import { readSound, secondsOf, speechIn } from '../voice/sound.ts'

interface Segment {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly text: string
}

export async function transcribe(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const [file] = filesOf(request.checked, 'file')
  if (!file)
    throw new Refusal(400, 'file: Field required')
  const sound = await readSound(context, file.bytes)
  if (!sound)
    throw new Refusal(503, 'The practice service needs ffmpeg to decode anything but 16-bit WAV, and this machine does not have it')
  accept(context, request)
  const duration = rounded(secondsOf(sound))
  const heard = speechIn(sound).map(({ startSeconds, endSeconds }) => ({ start: rounded(startSeconds), end: rounded(endSeconds) }))
  const words = readMark(file.bytes, duration)
  const segments = words === null ? untranscribedSegments(heard) : sentencesOver(words, heard[0]?.start ?? 0, heard.at(-1)?.end ?? duration)
  const text = words ?? segments.map(segment => segment.text).join(', ')
  return shaped(request, { text, duration, segments })
}

function shaped(
  { model, checked }: WorkRequest,
  { text, duration, segments }: { text: string, duration: number, segments: readonly Segment[] },
): Answer {
  if (model === 'higgs_asr_3') {
    const isTranslation = textOf(checked, 'task') === 'ast'
    return jsonAnswer({ transcription: isTranslation ? `[practice service, not translated] ${text}` : text, duration })
  }
  if (textOf(checked, 'response_format') === 'text')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) }
  return jsonAnswer({ text, language: textOf(checked, 'language') ?? 'en', duration, segments })
}

/** Where someone speaks, without the words. */
function untranscribedSegments(heard: readonly { start: number, end: number }[]): readonly Segment[] {
  return heard.map(({ start, end }, id) => ({ id, start, end, text: `speech at ${start.toFixed(1)}–${end.toFixed(1)} s` }))
}

/** Distributes sentences over the time in proportion to their length. */
function sentencesOver(text: string, start: number, end: number): readonly Segment[] {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
  const at = (index: number) => rounded(start + (end - start) * index / text.length)
  return sentences.map(({ segment, index }, id) => ({ id, start: at(index), end: at(index + segment.length), text: segment.trim() }))
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
