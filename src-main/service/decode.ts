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

const taskNames = ['task_id', 'job_id', 'taskId', 'jobId']
const envelopes = ['data', 'result', 'output']

/** Any answer may have an `id`; these members are a task's only. */
function namesTask(json: unknown): boolean {
  return [json, ...envelopes.map(name => memberOf(json, name))].some(holder => idIn(holder, taskNames) !== null)
}

/** Null for a text without the id of a job. */
export function readTask(text: string): { taskId: string, serviceState: string } | null {
  const found = findId(parseJson(text), taskNames, ['task', 'job'])
  if (found === null)
    return null
  const serviceState = firstText(found.holder, 'task_status', 'status', 'state') ?? 'pending'
  return { taskId: found.id, serviceState: serviceState.slice(0, 100) }
}

/**
 * The id by a name that only this has, or in a member that is this; only then any other `id`: an envelope has one of its own, which is
 * that of the request.
 */
function findId(json: unknown, names: readonly string[], members: readonly string[]): { id: string, holder: unknown } | null {
  const holders = [json, ...envelopes.map(name => memberOf(json, name))]
  const inner = holders.flatMap(holder => members.map(name => memberOf(holder, name)))
  const places = [
    ...[...holders, ...inner].map(holder => ({ holder, id: idIn(holder, names) })),
    ...[...inner, ...holders].map(holder => ({ holder, id: idIn(holder, ['id']) })),
  ]
  for (const { holder, id } of places) {
    if (id !== null && id.length <= longestId)
      return { holder, id }
  }
  return null
}

function idIn(holder: unknown, names: readonly string[]): string | null {
  return firstText(holder, ...names) ?? firstNumber(holder, ...names)?.toString() ?? null
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
  return findId(parseJson(text), ['voice_id', 'voiceId'], ['voice'])?.id.trim() ?? null
}
