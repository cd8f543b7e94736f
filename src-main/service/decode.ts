/** Decodes stored answers: images, speech, transcripts, ids of video jobs and voices. Relies on the bytes, not on the content type. */
import { readFile, stat } from 'node:fs/promises'
import { firstNumber, firstText, memberOf, parseJson } from './json.ts'
import { referencesOf } from './references.ts'
import { undecodable } from './service-error.ts'

export type { DecodedFile } from './decode-images.ts'
export { decodeImages } from './decode-images.ts'
export { decodeSounds } from './decode-sounds.ts'
export { decodeTranscript, textOf } from './decode-transcript.ts'
export { decodeVideos, isFinished } from './decode-videos.ts'

const longestTaskAnswer = 2 ** 20
/** Some ids carry what they are about. */
const longestId = 65_536

/** The id of an accepted video job, and the service's word for its state. Throws ServiceError `undecodable` without an id. */
export async function decodeVideoSubmission(partPath: string, contentType: string): Promise<{ taskId: string, serviceState: string }> {
  const isShort = (await stat(partPath)).size <= longestTaskAnswer
  const task = isShort ? readTask(await readFile(partPath, 'utf8')) : null
  if (!task)
    throw undecodable(`The answer names no job (${contentType || 'of no type'})`)
  return task
}

/** The task with which a picture was answered instead; null for an answer that contains or names one, or names no task as such. */
export async function decodePictureTask(partPath: string): Promise<{ taskId: string, serviceState: string } | null> {
  if ((await stat(partPath)).size > longestTaskAnswer || (await referencesOf(partPath, 'picture')).length > 0)
    return null
  const text = await readFile(partPath, 'utf8')
  return namesTask(parseJson(text)) ? readTask(text) : null
}

/** Any answer may have an `id`; these members are a task's only. */
function namesTask(json: unknown): boolean {
  const names = ['task_id', 'job_id', 'taskId', 'jobId']
  return [json, ...['data', 'result', 'output'].map(name => memberOf(json, name))]
    .some(holder => firstText(holder, ...names) !== null || firstNumber(holder, ...names) !== null)
}

/** Null for a text without the id of a job. */
export function readTask(text: string): { taskId: string, serviceState: string } | null {
  const json = parseJson(text)
  for (const holder of [json, memberOf(json, 'data'), memberOf(json, 'result'), memberOf(json, 'output')]) {
    const names = ['task_id', 'job_id', 'taskId', 'jobId', 'id']
    const taskId = firstText(holder, ...names) ?? firstNumber(holder, ...names)?.toString() ?? null
    if (taskId !== null && taskId.length <= longestId) {
      const serviceState = firstText(holder, 'task_status', 'status', 'state') ?? 'pending'
      return { taskId, serviceState: serviceState.slice(0, 100) }
    }
  }
  return null
}

/** The id of an uploaded voice. Throws ServiceError `undecodable` without one. */
export async function decodeVoiceUpload(partPath: string, contentType: string): Promise<string> {
  const isShort = (await stat(partPath)).size <= longestTaskAnswer
  const voiceId = isShort ? readVoiceId(await readFile(partPath, 'utf8')) : null
  if (voiceId === null)
    throw undecodable(`The answer names no voice (${contentType || 'of no type'})`)
  return voiceId
}

/** Null for a text without the id of a voice. */
export function readVoiceId(text: string): string | null {
  const json = parseJson(text)
  for (const holder of [json, ...['data', 'result', 'output', 'voice'].map(name => memberOf(json, name))]) {
    const voiceId = firstText(holder, 'voice_id', 'voiceId', 'id')?.trim() ?? firstNumber(holder, 'voice_id', 'voiceId', 'id')?.toString()
    if (voiceId !== undefined && voiceId.length <= longestId)
      return voiceId
  }
  return null
}
