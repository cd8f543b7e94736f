#!/usr/bin/env node
/** The command: builds what is out of date, chooses a host for the studio, and passes all other arguments to the built program. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { fetchElectron } from './fetch-electron.mjs'
import { environmentFor, findNode, howToGetNode, oldestNode } from './node.mjs'
import { runElectron } from './run-electron.mjs'
import { texts } from './texts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const caches = join(root, 'node_modules', '.cache')
const webBundle = join(root, 'out', 'main', 'web.js')

const words = process.argv.slice(2)
async function main() {
  const node = findNode(root)
  if (node !== process.execPath)
    return runOn(node)
  await ensureBuilt()
  if (words[0] === 'build')
    return 0
  const { runWeb } = await import(pathToFileURL(webBundle).href)
  const { host, others: all } = takeHost(words)
  const { files, others } = takeFiles(all)
  const isStart = (others[0] === undefined || others[0].startsWith('-') || others[0] === 'start')
    && !others.some(word => ['--help', '-h', '--version'].includes(word))
  if (!isStart)
    return runWeb(others)
  const choice = await chooseHost(host, others)
  process.stderr.write(`${choice.sentence}\n`)
  if (choice.electron) {
    const code = await runElectron(choice.electron, root, others, files)
    if (code !== null)
      return code
    process.stderr.write(`${texts.electron.cannotRun}\n`)
  }
  if (files.length > 0)
    process.stderr.write(`${texts.host.filesNotOpened}\n`)
  return runWeb(others[0] === 'start' ? others : ['start', ...others])
}

/** Takes `--host NAME` out of the arguments; the rest belongs to the program. */
function takeHost(all) {
  const at = all.findIndex(word => word === '--host' || word.startsWith('--host='))
  if (at < 0)
    return { host: null, others: all }
  const host = all[at] === '--host' ? all[at + 1] : all[at].slice('--host='.length)
  if (host !== 'electron' && host !== 'web')
    throw new Error(texts.host.badHost)
  return { host, others: all.toSpliced(at, all[at] === '--host' ? 2 : 1) }
}

/**
 * Takes the files that the app is to open out of the arguments of a start. They are those with a dot or a separator in their names that
 * exist, so that no command is read as a file; npm runs its scripts elsewhere than where the person has typed their names.
 */
function takeFiles(all) {
  const isStart = all[0] === 'start' || fileAt(all[0] ?? '') !== null
  const files = isStart ? all.map((word, at) => all[at - 1] === '--folder' ? null : fileAt(word)) : []
  return { files: files.filter(file => file !== null), others: all.filter((_, at) => (files[at] ?? null) === null) }
}

function fileAt(word) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), word)
  return /^[^-].*[./\\]|^[./\\]/.test(word) && existsSync(path) ? path : null
}

// Choosing a host

async function chooseHost(asked, others) {
  const inBrowser = reason => ({ electron: null, sentence: texts.host.inBrowser(reason) })
  const reason = asked === 'web'
    ? texts.host.asAsked
    : others.some(word => /^--(?:port|no-open)/.test(word)) ? texts.host.portAsked : whyNoElectron()
  if (reason !== null) {
    if (asked === 'electron')
      throw new Error(texts.host.noElectron(reason))
    return inBrowser(reason)
  }
  if (electronPath() === null) {
    const folder = join(root, 'node_modules', 'electron')
    await fetchElectron({ folder, caches, version: electronVersion(), isAsked: asked === 'electron' })
  }
  const path = electronPath()
  if (path === null && asked === 'electron')
    throw new Error(texts.host.noElectron(texts.host.notFetched))
  return path === null
    ? inBrowser(texts.host.notHere)
    : { electron: path, sentence: texts.host.asApp(electronVersion()) }
}

function whyNoElectron() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return texts.host.noDisplay
  if (process.platform === 'linux' && process.getuid?.() === 0)
    return texts.host.isRoot
  if (!existsSync(join(root, 'node_modules', 'electron', 'package.json')))
    return texts.host.notInstalled
  return null
}

function electronVersion() {
  return require('electron/package.json').version
}

/** The runtime that the electron package has downloaded, or the one at ELECTRON_OVERRIDE_DIST_PATH; null when there is none. */
function electronPath() {
  const folder = join(root, 'node_modules', 'electron')
  const name = readOr(join(folder, 'path.txt')) ?? (process.platform === 'win32' ? 'electron.exe' : 'electron')
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
  return existsSync(path) ? path : null
}

// Building

const outputs = [
  'out/main/electron.js',
  'out/main/web.js',
  'out/main/database-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]
const sources = ['src-main', 'src-preload', 'src-renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

async function ensureBuilt() {
  if (!isStale())
    return
  const unlock = await lockBuild()
  try {
    // Another process may have built it while this one waited.
    if (isStale())
      build()
  }
  finally {
    unlock()
  }
}

/** Whether any source is newer than the oldest output. An installed package has no sources and is never stale. */
function isStale() {
  if (!existsSync(join(root, 'src-main')))
    return false
  const built = Math.min(...outputs.map(path => modifiedAt(join(root, path))))
  return sources.some(path => newestIn(join(root, path)) > built)
}

function newestIn(path) {
  const own = statSync(path, { throwIfNoEntry: false })
  if (!own?.isDirectory())
    return own?.mtimeMs ?? 0
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map(entry => entry.isDirectory()
    ? newestIn(join(path, entry.name))
    : modifiedAt(join(path, entry.name))))
}

/** The environment for tools that only build or fetch: the key is for the studio alone. */
function withoutKey() {
  const { TAKEROOM_API_KEY: _, ...others } = process.env
  return others
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function build() {
  process.stderr.write(`${texts.build.begins}\n`)
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...withoutKey(), NO_COLOR: '1' },
  })
  if (status !== 0) {
    const lines = stripVTControlCharacters(error?.message ?? `${stdout}\n${stderr}`).trim().split('\n')
    throw new Error(texts.build.failed(lines.slice(-25).map(line => `  ${line}`).join('\n')))
  }
}

/** One build at a time per folder. The lock of a process that no longer runs is taken over. */
async function lockBuild() {
  const lock = join(caches, 'takeroom-build.lock')
  mkdirSync(caches, { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    }
    catch (error) {
      if (error.code !== 'EEXIST')
        throw error
      if (!isAlive(Number(readOr(lock))))
        rmSync(lock, { force: true })
      await sleep(100)
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return pid > 0
  }
  catch (error) {
    // A process of another user exists, though it may not be signalled.
    return error.code === 'EPERM'
  }
}

// The rest

/** Started by hand with an older Node: uses the one in node_modules once it is installed. */
function runOn(node) {
  if (node === null)
    throw new Error(isSetUp() ? howToGetNode() : texts.node.setUp(oldestNode, process.versions.node))
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: environmentFor(node, root) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

function isSetUp() {
  return existsSync(join(root, 'node_modules', '.takeroom-setup'))
}

function readOr(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Exits once all output has been written, even when something still keeps the process alive. */
function leave(code) {
  process.stdout.write('', () => process.exit(code))
}

main().then(leave, (error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  leave(1)
})
