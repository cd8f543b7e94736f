/** The web host and the command line. `bin/takeroom.mjs` calls the built bundle's `runWeb`. */
import '../limit-memory.ts'

import type { Machine } from '../folders.ts'
import type { Command } from './command-line.ts'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { systemClock } from '../../base/clock.ts'
import { errnoOf } from '../../base/errno.ts'
import { backUpFolder, restoreFile } from '../../commands/back-up.ts'
import { checkStudio, hasStudio, isSound } from '../../commands/check.ts'
import { CommandError } from '../../commands/command-error.ts'
import { openPractice } from '../../commands/run-practice.ts'
import { runSample } from '../../commands/run-sample.ts'
import { systemLanguage } from '../../commands/system-language.ts'
import { terminalTexts } from '../../commands/terminal-texts.ts'
import { CannotOpenStudio } from '../../databases/cannot-open.ts'
import { findFolders } from '../folders.ts'
import { asksForJson, readCommand } from './command-line.ts'
import { deliver } from './deliver.ts'
import { openUntilEnded } from './open-until-ended.ts'
import { outputBroken, print, stderr, stdout, watchOutput } from './output.ts'
import { untilSignalled } from './run.ts'
import { UsageError } from './usage-error.ts'
import { openWebPorts } from './web-ports.ts'

const here: Machine = { platform: process.platform, env: process.env, home: homedir() }

/** Runs one command and returns its exit code. Errors have been printed as a sentence. */
export async function runWeb(words: readonly string[]): Promise<number> {
  // Everything that is made from here on is for its owner alone.
  process.umask(0o077)
  watchOutput()
  try {
    return await run(readCommand(words))
  }
  catch (thrown) {
    const [error, code] = [sentenceFor(thrown), thrown instanceof UsageError ? 2 : 1]
    stderr.line(error)
    // A program that asked for JSON reads it also of what nobody expected.
    if (asksForJson(words))
      stdout.json({ error, code })
    return code
  }
}

async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      terminalTexts().help.trimEnd().split('\n').forEach(print)
      return 0
    case 'version':
      print(await readVersion())
      return 0
    case 'practice':
      return runPractice(command.port)
    case 'sample':
      return makeSample(command.out)
    case 'deliver':
      return deliverTo(command)
    case 'check':
      return check(command)
    case 'backup':
      return backUpTo(command)
    case 'restore':
      return restoreFrom(command)
    case 'start':
    case 'serve':
      return open(command)
    default:
      return command satisfies never
  }
}

async function makeSample(out = 'takeroom-sample'): Promise<number> {
  const made = await runSample({ version: await readVersion(), resourcesPath: null }, { out, print, signal: interruptSignal() })
  print(made.video)
  print(made.captions)
  return 0
}

async function check({ folder: chosen, isDeep, isRepairing }: Extract<Command, { name: 'check' }>): Promise<number> {
  const { folder } = await findFolders(here, chosen)
  await assertStudio(folder)
  const report = await checkStudio(folder, { print, isDeep, isRepairing })
  return report !== null && isSound(report) ? 0 : 1
}

/** Before anything is opened: opening a folder makes a studio of it. @throws UsageError */
async function assertStudio(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new UsageError('no-folder', { folder })
  if (!await hasStudio(folder))
    throw new UsageError('no-studio', { folder })
}

async function backUpTo({ file, withFilms, replaces, folder: chosen }: Extract<Command, { name: 'backup' }>): Promise<number> {
  const { folder } = await findFolders(here, chosen)
  await backUpFolder(folder, resolve(file), { madeBy: await readVersion(), withFilms, replaces, print, signal: interruptSignal() })
  return 0
}

async function restoreFrom({ file, into, folder: chosen }: Extract<Command, { name: 'restore' }>): Promise<number> {
  const { folder } = await findFolders(here, chosen)
  await restoreFile(resolve(file), { into, beside: folder, print, signal: interruptSignal() })
  return 0
}

/** Aborts on Ctrl+C, when the system ends the program, and when the terminal closes; the task then removes what it has written. */
function interruptSignal(): AbortSignal {
  const stop = new AbortController()
  const end = (): void => stop.abort(new Error(terminalTexts().stopped))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, end)
  outputBroken.addEventListener('abort', end, { once: true })
  return stop.signal
}

async function deliverTo(command: Extract<Command, { name: 'deliver' }>): Promise<number> {
  const { folder, ...others } = await findFolders(here, command.folder)
  await assertStudio(folder)
  const lent = await openWebPorts({ folder, ...others }, await readVersion(), systemClock)
  try {
    return await deliver({ lent, command, signal: interruptSignal(), stdout, stderr })
  }
  finally {
    await lent.close()
  }
}

async function open(command: Extract<Command, { name: 'start' | 'serve' }>): Promise<number> {
  await openUntilEnded({ command, machine: here, version: await readVersion(), pageFolder: join(import.meta.dirname, '..', 'renderer') })
  return 0
}

async function runPractice(port: number): Promise<number> {
  const wish = untilSignalled()
  const service = await openPractice({ port, resourcesPath: null })
  const words = terminalTexts().practice
  print(words.runningAt(service.url))
  print(words.withKey(service.key))
  await wish
  await service.close()
  return 0
}

/** The bundle is in out/main, two folders below package.json, both in a checkout and in a package. */
async function readVersion(): Promise<string> {
  const about: unknown = JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : ''
}

function sentenceFor(thrown: unknown): string {
  if (thrown instanceof CannotOpenStudio || thrown instanceof CommandError)
    return thrown.sentenceIn(systemLanguage())
  const words = terminalTexts()
  const code = errnoOf(thrown)
  if (code === 'EADDRINUSE')
    return words.portTaken
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return words.addressUnknown
  if (code === 'EACCES' || code === 'EPERM')
    return words.notAllowed(messageOf(thrown))
  return words.unexpected(messageOf(thrown))
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
