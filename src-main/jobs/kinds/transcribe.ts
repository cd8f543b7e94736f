/** Transcribe: one paid request with a sound, answered with its transcript. Of a film only the sound is sent. */
import type { Take } from '#contract/takes.ts'
import type { AssetId, SoundChoice } from '#contract/words.ts'
import type { Assets } from '../../library/assets.ts'
import type { TranscriptDocument } from '../../library/transcript-document.ts'
import type { WireFile } from '../../service/client.ts'
import type { KindOfWork, StepResult, Work } from '../kind.ts'
import type { KeepAsItCame } from './partial.ts'
import { copyFile, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { AssetId as AssetIdShape } from '#contract/words.ts'
import { filesOf } from '#rules/models/presence.ts'
import { fileExists } from '../../base/atomic-file.ts'
import { inside } from '../../base/inside.ts'
import { titleOf, titleOfSource } from '../../library/title.ts'
import { transcriptFile } from '../../library/transcript-document.ts'
import { FfmpegError } from '../../media/ffmpeg/ffmpeg.ts'
import { decodeToSpeechWav } from '../../media/sound/decode.ts'
import { UnreadableMediaError } from '../../media/unreadable.ts'
import { payloadOf } from '../../service/decode-part.ts'
import { decodeTranscript, textOf } from '../../service/decode.ts'
import { parseJson } from '../../service/json.ts'
import { failureOf } from '../rows.ts'
import { fileTakes, recordAnswer } from './answers.ts'
import { answerPath, PaidPlan, prepare, send, sourceOf, takeFrom } from './paid.ts'
import { keepsParts } from './partial.ts'

/** `extracts`: files of the request whose sound is extracted and sent instead of them. */
const TranscribePlan = PaidPlan.extend({ extracts: z.array(AssetIdShape) })
type TranscribePlan = z.infer<typeof TranscribePlan>

const longestKept = 200_000

async function extract(work: Work<TranscribePlan>): Promise<StepResult> {
  for (const assetId of work.plan.extracts) {
    const obstacle = await extractOne(work, assetId)
    if (obstacle)
      return obstacle
  }
  return prepare(work)
}

async function extractOne(work: Work<TranscribePlan>, assetId: AssetId): Promise<StepResult | null> {
  const { extension = '', name = '' } = work.plan.request.files[assetId] ?? {}
  // Written completely or not at all: an existing file was made by an earlier try.
  if (await fileExists(soundPath(work, assetId)))
    return null
  const source = await sourceOf(work, { id: assetId, extension })
  if (source === null)
    return { refused: failureOf('missing-file', name), charged: 'no' }
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  try {
    await decodeToSpeechWav(source, soundPath(work, assetId), { ffmpeg, signal: work.signal, choice: heardOf(work.plan, assetId) })
    return null
  }
  catch (error) {
    if (error instanceof FfmpegError)
      return { refused: failureOf('media', error.stderr.slice(-500)), charged: 'no' }
    if (error instanceof UnreadableMediaError)
      return { refused: failureOf('media', error.message), charged: 'no' }
    throw error
  }
}

/** What was chosen of the sound when the request was made. */
function heardOf({ request }: TranscribePlan, assetId: AssetId): SoundChoice | undefined {
  return request.parts.flatMap(([, value]) => filesOf(value)).find(file => file.assetId === assetId)?.heard
}

function soundPath(work: Work<unknown>, assetId: AssetId): string {
  return inside(work.folder, `${assetId}.wav`)
}

async function ask(work: Work<TranscribePlan>): Promise<StepResult> {
  const converted: Record<string, WireFile> = {}
  for (const assetId of work.plan.extracts) {
    const path = soundPath(work, assetId)
    converted[assetId] = { path, name: `${assetId.slice(0, 12)}.wav`, mime: 'audio/wav', sizeBytes: (await stat(path)).size }
  }
  return send(work, 'transcribe', { onAnswer: async answer => recordAnswer(answer), converted })
}

/** The take keeps the transcript and the service's whole answer; the transcript is also its text, so that search finds it. */
async function fileTranscript(work: Work<TranscribePlan>, contentType: string): Promise<Take> {
  const transcript = await decodeTranscript(answerPath(work), contentType)
  const document: TranscriptDocument = {
    ...transcript,
    segments: [...transcript.segments],
    answer: { contentType, body: textOf(await readFile(answerPath(work)), contentType) ?? '' },
  }
  const asset = await work.assets.adoptText(JSON.stringify(document), transcriptFile)
  const take = takeFrom(work, 'text', 0)
  return work.takes.file({ ...take, title: titleOfSource(take.title) || titleOf(transcript.text), text: transcript.text }, asset)
}

/** An answer that is no transcript, or not to its end: its words, as far as they can be told, and else the text that came. */
const keepText: KeepAsItCame = async ({ assets }, { path, contentType }) => {
  const payload = await payloadOf(path)
  const body = payload === null ? null : textOf(await readFile(payload), contentType)
  if (body === null || body.trim() === '')
    return payload === null ? null : asBytes(assets, payload)
  const found = /"(?:text|transcript|transcription)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body)?.[1]
  const text = (found === undefined ? body : unescaped(found)).slice(0, longestKept)
  const document: TranscriptDocument = { text, language: null, durationSeconds: null, segments: [], answer: { contentType, body } }
  return { asset: await assets.adoptText(JSON.stringify(document), transcriptFile), medium: 'text', title: titleOf(text), text }
}

async function asBytes(assets: Assets, path: string): ReturnType<KeepAsItCame> {
  const copy = `${path}.as-it-came`
  await copyFile(path, copy)
  return { asset: await assets.adoptAsItIs(copy), medium: 'audio' }
}

function unescaped(text: string): string {
  const known = parseJson(`"${text}"`)
  return typeof known === 'string' ? known : text
}

export const transcribe: KindOfWork<TranscribePlan> = {
  nature: 'asks',
  plan: TranscribePlan,
  steps: {
    preparing: extract,
    sending: ask,
    verifying: work => fileTakes(work, async contentType => [await fileTranscript(work, contentType)]),
  },
  ...keepsParts(['transcribe'], 'text', async () => [], keepText),
}
