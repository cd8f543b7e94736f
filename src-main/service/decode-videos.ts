/** Finds the videos in an answer: the file itself, of any container, base64 in its JSON, or files that it names. */
import type { DecodedFile } from './decode-images.ts'
import { readFile } from 'node:fs/promises'
import { fileExists } from '../base/atomic-file.ts'
import { videoOf } from './answer-format.ts'
import { firstText, memberOf, parseJson } from './json.ts'
import { readVideoStatus } from './poll.ts'
import { readHead, referencePath, referencesOf } from './references.ts'

/** All videos of the answer, at least one; null for one that it names and that was not fetched. */
export async function decodeVideos(partPath: string): Promise<readonly (DecodedFile | null)[]> {
  const references = videoOf(await readHead(partPath)) ? [] : await referencesOf(partPath, 'video')
  // Whatever it is, its type is detected when it is filed.
  if (references.length === 0)
    return [{ path: partPath }]
  return Promise.all(references.map(async (reference, index) => {
    const path = referencePath(partPath, index)
    return 'bytes' in reference ? reference : await fileExists(path) ? { path } : null
  }))
}

/** Whether the answer to a submission is the result already, instead of a task that is to be polled. */
export async function isFinished(partPath: string): Promise<boolean> {
  if (videoOf(await readHead(partPath)))
    return true
  if ((await referencesOf(partPath, 'video')).length === 0)
    return false
  const text = await readFile(partPath, 'utf8')
  const json = parseJson(text)
  const holders = [json, ...['data', 'result', 'output'].map(name => memberOf(json, name))]
  const hasTask = holders.some(holder => firstText(holder, 'task_id', 'job_id', 'taskId', 'jobId') !== null)
  return !hasTask || readVideoStatus(text, [])?.state === 'completed'
}
