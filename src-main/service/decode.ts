/** What an answer that lies on the disk holds: pictures, speech, a transcript, or the name of a video job. Reads all variants, believes only bytes. */
import { readFile, stat } from 'node:fs/promises'
import { firstNumber, firstText, memberOf, parseJson } from './json.ts'
import { undecodable } from './service-error.ts'

export type { DecodedFile } from './decode-images.ts'
export { decodeImages } from './decode-images.ts'
export { decodeSpeech } from './decode-speech.ts'
export { decodeTranscript } from './decode-transcript.ts'

const longestTicket = 2 ** 20

/** The service's name for an accepted video job, and its word for how it stands. Throws ServiceError `undecodable` when there is no name. */
export async function decodeVideoSubmission(partPath: string, contentType: string): Promise<{ taskId: string, serviceState: string }> {
  const isTicket = (await stat(partPath)).size <= longestTicket
  const ticket = isTicket ? readTicket(await readFile(partPath, 'utf8')) : null
  if (!ticket)
    throw undecodable(`The answer names no job (${contentType || 'of no type'})`)
  return ticket
}

/** Null for a text that names no job. */
export function readTicket(text: string): { taskId: string, serviceState: string } | null {
  const json = parseJson(text)
  for (const holder of [json, memberOf(json, 'data'), memberOf(json, 'result'), memberOf(json, 'output')]) {
    const names = ['task_id', 'job_id', 'taskId', 'jobId', 'id']
    const taskId = firstText(holder, ...names) ?? firstNumber(holder, ...names)?.toString() ?? null
    if (taskId !== null && taskId.length <= 500) {
      const serviceState = firstText(holder, 'task_status', 'status', 'state') ?? 'pending'
      return { taskId, serviceState: serviceState.slice(0, 100) }
    }
  }
  return null
}

/** The service's name for an uploaded voice. Throws ServiceError `undecodable` when there is none. */
export async function decodeVoiceUpload(partPath: string, contentType: string): Promise<string> {
  const isTicket = (await stat(partPath)).size <= longestTicket
  const voiceId = isTicket ? readVoiceId(await readFile(partPath, 'utf8')) : null
  if (voiceId === null)
    throw undecodable(`The answer names no voice (${contentType || 'of no type'})`)
  return voiceId
}

/** Null for a text that names no voice. */
export function readVoiceId(text: string): string | null {
  const json = parseJson(text)
  for (const holder of [json, ...['data', 'result', 'output', 'voice'].map(name => memberOf(json, name))]) {
    const voiceId = firstText(holder, 'voice_id', 'voiceId', 'id')?.trim() ?? firstNumber(holder, 'voice_id', 'voiceId', 'id')?.toString()
    if (voiceId !== undefined && voiceId.length <= 500)
      return voiceId
  }
  return null
}
