/** Whether a folder can be searched for missing files, and which folder that is exactly. Changes nothing. */
import type { RelinkProblem } from '#contract/relink-words.ts'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import process from 'node:process'
import { Fault } from '#contract/faults.ts'
import { errnoOf } from '../base/errno.ts'
import { isWithin } from '../base/within.ts'

/** Answers the folder without links in its path. @throws Fault relink-refused */
export async function judgeSearched(asked: string, studioFolder: string): Promise<string> {
  const refuse = (because: RelinkProblem): never => {
    throw new Fault('relink-refused', { because, folder: asked })
  }
  // Looking at a path of another computer already signs in there.
  if (isOfNetwork(asked))
    return refuse('on-network')
  if (!isAbsolute(asked) || asked.includes('\0'))
    return refuse('not-absolute')
  try {
    const folder = await realpath(asked)
    if (isOfNetwork(folder))
      return refuse('on-network')
    if (!(await stat(folder)).isDirectory())
      return refuse('not-a-folder')
    if (isWithin(folder, await realpath(studioFolder)))
      return refuse('in-studio')
    await access(folder, constants.R_OK | constants.X_OK)
    return folder
  }
  catch (error) {
    if (error instanceof Fault)
      throw error
    return refuse(['EACCES', 'EPERM'].includes(errnoOf(error)) ? 'not-readable' : 'not-there')
  }
}

/** `\\computer\share` of Windows, with either slash; everywhere else that is a path like any other. */
export function isOfNetwork(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && /^[/\\]{2}(?![.?][/\\](?!UNC[/\\]))/i.test(path)
}
