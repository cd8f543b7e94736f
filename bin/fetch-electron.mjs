/** Fetches Electron by its own installer, over the proxy that npm uses and past what such a line does to long downloads. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { texts } from './texts.mjs'

/** After a try that brought nothing. A machine without a network starts without a wait in between. */
const againAfterMs = 3_600_000

/** npm hands its own settings to what it runs, where they are not in the environment anyway. */
export function downloadEnvironment(env) {
  const { TAKEROOM_API_KEY: _, ...others } = env
  const read = (...names) => names.map(name => env[name]).find(value => value)
  const given = {
    HTTPS_PROXY: read('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy'),
    HTTP_PROXY: read('HTTP_PROXY', 'http_proxy', 'npm_config_proxy', 'npm_config_https_proxy'),
    NO_PROXY: read('NO_PROXY', 'no_proxy', 'npm_config_noproxy'),
    NODE_EXTRA_CA_CERTS: read('NODE_EXTRA_CA_CERTS', 'npm_config_cafile'),
  }
  return { ...others, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)), NODE_USE_ENV_PROXY: '1' }
}

/**
 * `folder` is that of the electron package, `caches` a folder for what has arrived and when it was tried. Resolves when the installer has
 * ended; whether it succeeded shows in the folder.
 */
export async function fetchElectron({ folder, caches, version, isAsked, now = Date.now() }) {
  const part = join(caches, 'takeroom-electron.part')
  const note = join(caches, 'takeroom-electron')
  const [triedVersion, triedAt] = (existsSync(note) ? readFileSync(note, 'utf8') : '').split(' ')
  // What has arrived shows that it can be had.
  if (!isAsked && !existsSync(part) && triedVersion === version && Math.abs(now - Number(triedAt)) < againAfterMs)
    return
  mkdirSync(caches, { recursive: true })
  writeFileSync(note, `${version} ${now}`)
  process.stderr.write(`${existsSync(part) ? texts.electron.fetchingRest : texts.electron.fetching}\n`)
  const args = ['--use-system-ca', '--import', new URL('steady-fetch.mjs', import.meta.url).href, join(folder, 'install.js')]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    env: { ...downloadEnvironment(process.env), TAKEROOM_PART: part, ELECTRON_GET_NO_PROGRESS: '1' },
  })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  if (code === 0)
    rmSync(note, { force: true })
}
