/** Starts the studio as an app, in Electron. */
import { spawn } from 'node:child_process'
import process from 'node:process'
import { texts } from './texts.mjs'

const soonMs = 10_000
/** Exit codes of Electron when a library is missing or its sandbox is not permitted. */
const cannotRun = { codes: [126, 127], signals: ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL'] }

/**
 * The environment for Electron: with the studio folder that was asked for, and without what would make it another program. Editors
 * built on Electron leave ELECTRON_RUN_AS_NODE to the terminals in them, where it would start a bare Node instead of the app.
 */
export function electronEnvironment(env, words) {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env
  const at = words.findIndex(word => word === '--folder' || word.startsWith('--folder='))
  const folder = at < 0 ? undefined : words[at] === '--folder' ? words[at + 1] : words[at].slice('--folder='.length)
  return { ...rest, ...(folder ? { TAKEROOM_FOLDER: folder } : {}) }
}

/** A terminal signals every process in it, and those that started this one pass it on as well: what comes this soon is the same signal. */
const sameSignalMs = 1_000

/**
 * Calls `pass` once for each signal that was meant: Electron takes the first as the wish to quit, and a second ends it at once, which cuts
 * off the answers that it waits for.
 */
export function passSignals(pass, now = Date.now) {
  let at = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const isMeant = now() - at >= sameSignalMs
      at = now()
      if (isMeant)
        pass(signal)
    })
  }
}

/** The exit code; null when Electron failed at once, so that another host should be tried. The app opens the files: absolute paths. */
export function runElectron(path, root, words, files = []) {
  const startedAt = Date.now()
  const isWindows = process.platform === 'win32'
  // Out of the terminal's group, Electron gets no signal but those that are passed on here.
  const child = spawn(path, files.length > 0 ? [root, '--', ...files] : [root], {
    stdio: 'inherit',
    detached: !isWindows,
    env: electronEnvironment(process.env, words),
  })
  passSignals((signal) => {
    // Windows knows no signals: this would end Electron at once.
    if (isWindows)
      process.stderr.write(`${texts.electron.closeWindow}\n`)
    else
      child.kill(signal)
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) => {
      const fell = Date.now() - startedAt < soonMs && (cannotRun.codes.includes(code) || cannotRun.signals.includes(signal))
      resolve(fell ? null : code ?? 1)
    })
  })
}
