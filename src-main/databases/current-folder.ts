/**
 * Where a studio is that was moved to another folder. Each folder that it has left names the next one, so that it is found by the name that
 * a person, a script or the system has always used; and a copy that is not complete is never opened.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folderIdFile } from '../storage/folder-id.ts'
import { hasArrived, readMark, UnreadableMark } from '../storage/folder-marks.ts'
import { CannotOpenStudio } from './cannot-open.ts'

/** Nobody moves a studio more often. */
const mostMoves = 100

/** The folder itself where the studio was not moved. @throws CannotOpenStudio when it was, and is not there */
export function currentFolder(asked: string): string {
  try {
    return follow(asked)
  }
  catch (error) {
    if (!(error instanceof UnreadableMark))
      throw error
    throw new CannotOpenStudio('mark-unreadable', { file: error.file }, { cause: error })
  }
}

function follow(asked: string): string {
  let folder = asked
  for (let moves = 0; moves < mostMoves; moves++) {
    const arrival = readMark(folder, 'arrival')
    const isUnfinished = arrival !== null && !arrival.isSettled
    // It was moved back to a folder that it had left before.
    if (isUnfinished && hasArrived(arrival))
      return folder
    const moved = readMark(folder, 'moved')
    if (moved === null && isUnfinished)
      throw new CannotOpenStudio('unfinished-copy', { folder, from: arrival.from })
    if (moved === null)
      return folder
    if (idOf(moved.to) !== moved.folderId)
      throw new CannotOpenStudio('moved-away', { folder: asked, to: moved.to })
    folder = moved.to
  }
  throw new CannotOpenStudio('moved-in-circle', { folder: asked })
}

/** @throws CannotOpenStudio unless this folder is the studio. Call it with the folder's lock: nobody moves it from then on. */
export function assertCurrent(folder: string): void {
  const current = currentFolder(folder)
  if (resolve(current) !== resolve(folder))
    throw new CannotOpenStudio('moved-meanwhile', { folder, to: current })
}

function idOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, folderIdFile), 'utf8').trim()
  }
  catch {
    // There is no such folder, or its disk does not answer.
    return null
  }
}
