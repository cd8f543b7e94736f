/** The `deliver` command: says what it does on stderr, and the result on stdout. */
import type { Delivery } from '#contract/deliveries.ts'
import type { TerminalWords } from '#rules/text/terminal/words.ts'
import type { DeliverCommand, DeliverWords } from './deliver-options.ts'
import type { Output } from './output.ts'
import type { WebPorts } from './web-ports.ts'
import { join, resolve } from 'node:path'
import { CannotDeliver } from '../../commands/cannot-deliver.ts'
import { listDeliverable } from '../../commands/find-deliverable.ts'
import { runDeliver } from '../../commands/run-deliver.ts'
import { runPlan } from '../../commands/run-plan.ts'
import { systemLanguage } from '../../commands/system-language.ts'
import { terminalTexts } from '../../commands/terminal-texts.ts'
import { CannotOpenStudio } from '../../databases/cannot-open.ts'

/** As documented in the help. */
const codes = { failed: 1, folderInUse: 3, interrupted: 130 }

export interface DeliverRun {
  readonly lent: Pick<WebPorts, 'ports'>
  readonly command: DeliverCommand
  /** Aborts when the user wants no delivery any more. */
  readonly signal: AbortSignal
  readonly stdout: Output
  readonly stderr: Output
}

/** Returns the exit code. */
export async function deliver({ lent, command, signal, stdout, stderr }: DeliverRun): Promise<number> {
  const { isJson, order } = command
  const words = terminalTexts()
  const end = (code: number, sentence: string): number => {
    stderr.line(sentence)
    if (isJson)
      stdout.json({ error: sentence, code })
    return code
  }
  const progress = createProgress(stderr)
  try {
    if (order === null) {
      const found = await listDeliverable(lent.ports)
      if (isJson)
        stdout.json(found)
      else
        listed(found, words.deliver).forEach(stdout.line)
      return 0
    }
    const told = { signal, say: stderr.line, onProgress: progress.show }
    const cover = order.cover == null ? {} : { cover: resolve(order.cover) }
    if ('plan' in order.into) {
      const planned = await runPlan(lent.ports, { ...order, ...cover, folder: resolve(order.into.plan) }, told)
      if (isJson)
        stdout.json(planned)
      else
        stdout.line(planned.folder)
      return 0
    }
    const delivery = await runDeliver(lent.ports, { ...order, ...cover, out: resolve(order.into.out) }, told)
    progress.end()
    if (isJson)
      stdout.json(reportOf(delivery, order))
    else
      delivery.files.forEach(({ name }) => stdout.line(join(delivery.folder, name)))
    return 0
  }
  catch (thrown) {
    progress.end()
    if (signal.aborted)
      return end(codes.interrupted, words.stopped)
    if (thrown instanceof CannotOpenStudio && thrown.isLocked)
      return end(codes.folderInUse, words.deliver.folderOpen(lent.ports.folder))
    if (thrown instanceof CannotOpenStudio || thrown instanceof CannotDeliver)
      return end(codes.failed, thrown.sentenceIn(systemLanguage()))
    throw thrown
  }
}

function reportOf({ id, folder, files, durationSeconds, loudness, ...made }: Delivery, { project }: DeliverWords): object {
  const { width, height, captionMode, presetId } = made
  return {
    ...{ deliveryId: id, project, presetId, captionMode, width, height, durationSeconds, loudness },
    // Of an image sequence, the first of so many files.
    files: files.map(({ role, name, sizeBytes, signedBy, frames }) =>
      ({ role, path: join(folder, name), sizeBytes, ...frames && { frames: frames.count }, ...signedBy !== undefined && { signedBy } })),
  }
}

function listed({ projects, presets }: Awaited<ReturnType<typeof listDeliverable>>, words: TerminalWords['deliver']): string[] {
  return [
    words.projects,
    ...projects.flatMap(({ id, name, sequences }) => [
      `  ${id}  ${name}`,
      ...sequences.map(each => `    ${each.id}  ${each.name} ${words.sequence(each.seconds)}`),
    ]),
    ...projects.length === 0 ? [`  ${words.noProjects}`] : [],
    words.presets,
    ...presets.map(({ id, name, width, height }) => `  ${id}  ${name && `${name}  `}${width === null ? words.sound : `${width}×${height}`}`),
  ]
}

/** One line that changes on a terminal; elsewhere a line for each tenth. */
function createProgress(stderr: Output): { show: (share: number) => void, end: () => void } {
  let shown = -1
  let isOpen = false
  return {
    show(share) {
      const percent = Math.floor(share * 100)
      const step = stderr.isTerminal ? percent : Math.floor(percent / 10) * 10
      if (step <= shown)
        return
      shown = step
      isOpen = stderr.isTerminal
      stderr.percent(step)
    },
    end() {
      if (isOpen)
        stderr.line('')
      isOpen = false
    },
  }
}
