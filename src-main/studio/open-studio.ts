/**
 * Opens a studio: creates its parts in order, starts what runs in the background, and gives the host what it needs. What is opened
 * registers with one scope and is closed in reverse order. This file only says the order; it makes no decisions.
 */
import type { Opening } from './base-parts.ts'
import type { HostPorts, Studio, UnderWay } from './ports.ts'
import type { OnlyThis } from './queue-parts.ts'
import { join } from 'node:path'
import process from 'node:process'
import { createScope } from '../base/scope.ts'
import { createDiagnostics } from '../check/diagnostics.ts'
import { createSaves } from '../files/saves.ts'
import { createMediaServer } from '../files/serve-media.ts'
import { applyQueueOnStart } from '../jobs/queue-rules.ts'
import { createMoves } from '../move/moves.ts'
import { environmentSecret } from '../secrets/environment-secret.ts'
import { rememberSecrets } from '../secrets/redacting-store.ts'
import { aroundCalls } from './around-calls.ts'
import { startFollowers, startSchedule, startUpkeep, watchMachine } from './background.ts'
import { createBaseParts } from './base-parts.ts'
import { createFileParts } from './file-parts.ts'
import { createHandlers } from './handlers.ts'
import { createLibraryParts } from './library-parts.ts'
import { createMakingParts } from './making-parts.ts'
import { createQueueParts } from './queue-parts.ts'
import { recordSteps } from './record-steps.ts'
import { createServiceParts } from './service-parts.ts'
import { createShownProgress } from './shown-progress.ts'

/** How long closing waits for calls that still run; with the 30 s for answers it stays below what a desktop allows. */
const longestCallMs = 10_000

/** Everything an open studio is made of: whatever `openParts` answers. */
type Parts = Awaited<ReturnType<typeof openParts>>

export interface OpenStudio extends Studio {
  /** The parts behind the contract, for the command line and tests. */
  readonly parts: Parts
  /** `drainMs`: how long to wait for answers that are already paid for. */
  close: (options?: { drainMs: number }) => Promise<void>
}

/**
 * @throws CannotOpenStudio: another studio has the folder, a database is damaged or newer, no room
 */
export async function openStudio(lent: HostPorts, only: OnlyThis | null = null): Promise<OpenStudio> {
  const scope = createScope()
  const knownSecrets = new Set([environmentSecret(process.env)])
  const ports = { ...lent, secrets: rememberSecrets(lent.secrets, knownSecrets) }
  try {
    return forHost(await openParts({ ports, scope, knownSecrets }, only))
  }
  catch (error) {
    await scope.close()
    throw error
  }
}

async function openParts(opening: Opening, only: OnlyThis | null) {
  const { ports, knownSecrets } = opening
  const saves = createSaves()
  const shown = createShownProgress(ports.showProgress)
  saves.onProgress(shown.ofSaves)

  const base = await createBaseParts(opening)
  const forLibrary = { ...base, ...await createServiceParts(base), ...await createLibraryParts(base) }
  const forFiles = { ...forLibrary, ...await createQueueParts({ ...forLibrary, showProgress: shown.ofJobs }, only) }
  const all = { ...forFiles, ...createMakingParts(forFiles), ...await createFileParts(forFiles) }
  const { engine, order, settings, sample, log } = all

  startFollowers(all)
  if (only) {
    await engine.start()
  }
  else {
    watchMachine(all)
    await applyQueueOnStart(order, settings)
    await engine.start()
    sample.resume()
    startSchedule(all)
  }
  startUpkeep(all)
  log.info('studio-opened', { host: ports.host, version: ports.version, node: process.versions.node, sqlite: process.versions.sqlite })
  return { ...all, saves, diagnostics: createDiagnostics(all, knownSecrets) }
}

function forHost(parts: Parts): OpenStudio {
  const { backups, doubtedFiles, engine, imports, measuring, opened, ports, recordings, relinks, renditions, saves, scope } = parts
  let incoming = 0
  const isSo: Readonly<Record<UnderWay, () => boolean>> = {
    jobs: engine.isWorking,
    recording: recordings.isRecording,
    saving: () => saves.count() > 0,
    importing: () => incoming > 0,
  }
  // The record has these keys.
  const underWay = (): Set<UnderWay> => new Set((Object.keys(isSo) as UnderWay[]).filter(work => isSo[work]()))
  const moves = createMoves({
    ...parts,
    ...ports,
    losesKeys: () => ports.host === 'electron' && !ports.secrets.store.persistent,
    isBusy: () => underWay().size > 0 || backups.isRunning() || relinks.isRunning(),
  })
  scope.add(moves.stop)
  scope.join(moves.tidy())
  const calls = aroundCalls(recordSteps(createHandlers({ ...parts, moves }), parts), parts)
  return {
    parts,
    handlers: calls.handlers,
    openMedia: createMediaServer({
      ...parts,
      workFolder: join(ports.folder, 'work'),
      onPoster: measuring.see,
      onDoubt: doubtedFiles.doubt,
    }),
    async receiveFile(...file) {
      incoming += 1
      return imports.receive(...file).finally(() => incoming -= 1)
    },
    openFiles: opened.add,
    underWay,
    async close(options) {
      await saves.stop()
      // Nothing that can be made again keeps paid work from ending.
      await renditions.close()
      await calls.finish(longestCallMs)
      await engine.stop(options?.drainMs)
      await scope.close()
    },
  }
}
