/** Transcribe: one paid request with a sound, answered with its transcript. Of a film only the sound is sent. */
import type { StepResult } from '../jobs/kind.ts'
import type { Assets } from '../library/assets.ts'
import type { TranscriptDocument } from '../library/transcript-document.ts'
import type { Filed } from './answers.ts'
import type { PaidPorts, PaidWork } from './paid.ts'
import type { KeepAsItCame } from './partial.ts'
import { copyFile, readFile } from 'node:fs/promises'
import { defineKind } from '../jobs/kind.ts'
import { titleOf, titleOfSource } from '../library/title.ts'
import { transcriptFile } from '../library/transcript-document.ts'
import { payloadOf } from '../service/decode-part.ts'
import { decodeTranscript, textOf } from '../service/decode.ts'
import { parseJson } from '../service/json.ts'
import { fileTakes, recordAnswer } from './answers.ts'
import { answerPath, PaidPlan, prepare, send, takeFrom } from './paid.ts'
import { keepsParts } from './partial.ts'

const longestKept = 200_000

function ask(work: PaidWork<PaidPlan>): Promise<StepResult> {
  return send(work, 'transcribe', { onAnswer: async answer => recordAnswer(answer) })
}

/** The take keeps the transcript and the service's whole answer; the transcript is also its text, so that search finds it. */
async function fileTranscript(work: PaidWork<PaidPlan>, contentType: string): Promise<Filed> {
  const transcript = await decodeTranscript(answerPath(work), contentType)
  const document: TranscriptDocument = {
    ...transcript,
    segments: [...transcript.segments],
    answer: { contentType, body: textOf(await readFile(answerPath(work)), contentType) ?? '' },
  }
  const asset = await work.assets.adoptText(JSON.stringify(document), transcriptFile)
  const take = takeFrom(work, 'text', 0)
  const title = titleOfSource(take.title) || titleOf(transcript.text)
  return { takes: [await work.takes.file({ ...take, title, text: transcript.text }, asset)], resultCount: 1, isWhole: true }
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

export const transcribeKind = defineKind<PaidPlan, PaidPorts>({
  nature: 'synchronous',
  plan: PaidPlan,
  steps: {
    preparing: work => prepare(work, 'speech'),
    sending: ask,
    verifying: work => fileTakes(work, contentType => fileTranscript(work, contentType)),
  },
  ...keepsParts(['transcribe'], 'text', async () => [], keepText),
})
