/** A folder for one run in which files of media that several tests draw in the same way are kept; see `media.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** For this process and all that it starts; the folder goes with the process that made it. */
export function shareMadeMedia(): void {
  if (process.env.TAKEROOM_MADE_MEDIA !== undefined)
    return
  const made = mkdtempSync(join(tmpdir(), 'takeroom-made-'))
  process.env.TAKEROOM_MADE_MEDIA = made
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
}
