/** Keeps the studio open until the user ends it; when its folder is moved, opens it again at the new place, at the same address. */
import type { PreparedMove } from '../../move/prepared-move.ts'
import type { Opened, Run } from './run.ts'
import type { WebPorts } from './web-ports.ts'
import process from 'node:process'
import { systemClock } from '../../base/clock.ts'
import { terminalTexts } from '../../commands/terminal-texts.ts'
import { CannotOpenStudio } from '../../databases/cannot-open.ts'
import { finishMove } from '../../move/finish-move.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { findFolders } from '../folders.ts'
import { catchUncaught } from '../uncaught.ts'
import { stackOf } from '../wire.ts'
import { stderr } from './output.ts'
import { keepOpen, untilSignalled } from './run.ts'
import { openWebPorts } from './web-ports.ts'

export async function openUntilEnded(
  { command, machine, version, pageFolder }: Pick<Run, 'command' | 'machine' | 'pageFolder'> & { readonly version: string },
): Promise<void> {
  // Signals are handled from here on, so that a studio that is still opening is closed in order, too.
  const ended = untilSignalled()
  const secrets = openSecretStore()
  let before: Opened | null = null
  let lent: WebPorts | undefined
  catchUncaught({
    log: { error: (...entry) => lent?.log.error(...entry) },
    flush: async () => lent?.flush(),
    end: endBroken,
  })
  for (;;) {
    const moving = Promise.withResolvers<PreparedMove>()
    const folders = await findFolders(machine, command.folder)
    lent = await openWebPorts(folders, version, systemClock, { moveOn: moving.resolve, secrets })
    const end = await keepOpenOnce({
      ...{ lent, machine, pageFolder, command, before },
      namedFolder: folders.namedFolder,
      wish: Promise.race([ended.then(() => 'end' as const), moving.promise]),
    })
    if (end.wish === 'end')
      return
    // With every file of the former folder closed.
    if (await finishMove(end.wish) === 'lost')
      throw new CannotOpenStudio('disk-gone', { folder: end.wish.from })
    before = end.opened
  }
}

async function keepOpenOnce(run: Run): Promise<Awaited<ReturnType<typeof keepOpen>>> {
  try {
    return await keepOpen(run)
  }
  catch (thrown) {
    run.lent.log.error('command-failed', { command: run.command.name, error: stackOf(thrown) })
    throw thrown
  }
  finally {
    await run.lent.close()
  }
}

function endBroken(reference: string): void {
  stderr.line(terminalTexts().broke(reference))
  process.exit(1)
}
