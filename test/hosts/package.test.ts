/** The packaged program: contents of its archive and fuses of its binary. Packed with a stub in place of Electron's binary. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)
const run = promisify(execFile)
let folder: string
let unpacked: string

beforeAll(async () => {
  await run(process.execPath, [join(root, 'bin', 'takeroom.mjs'), 'build'])
  folder = await mkdtemp(join(tmpdir(), 'takeroom-package-'))
  await makeElectronStub(join(folder, 'electron'))
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  await run(process.execPath, [
    builder,
    '--linux',
    'dir',
    '--x64',
    '--publish',
    'never',
    `-c.electronDist=${join(folder, 'electron')}`,
    `-c.directories.output=${join(folder, 'dist')}`,
  ], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  unpacked = join(folder, 'dist', 'linux-unpacked')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder that electron-builder accepts as Electron: a "binary" with the fuse wire of a release, and the files beside it. */
async function makeElectronStub(electron: string): Promise<void> {
  await Promise.all(['resources', 'locales'].map(name => mkdir(join(electron, name), { recursive: true })))
  const { version } = require('electron/package.json') as { version: string } // Every package.json has one.
  await Promise.all([
    ['version', version],
    ['LICENSE', ''],
    ['LICENSES.chromium.html', ''],
  ].map(([name = '', text = '']) => writeFile(join(electron, name), text)))
  // Sentinel, version 1, nine fuses as Electron ships them: on is '1', off is '0'.
  await writeFile(join(electron, 'electron'), `stub${'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'}\u0001\u0009101100011stub`, { mode: 0o755 })
}

describe('the packaged program', () => {
  it('has exactly the configured fuses, read back from the binary', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'takeroom'))
    const states = Object.fromEntries(Object.entries(FuseV1Options)
      .filter(([, option]) => typeof option === 'number')
      .map(([name, option]) => [name, wire[option as FuseV1Options] === FuseState.ENABLE])) // The enum's numbers are the options.
    expect(states).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      // electron-builder's fuse tool does not know this one and leaves Electron's default: on.
      WasmTrapHandlers: true,
    })
  })

  it('contains the build and its dependencies, and no source, test or secret', () => {
    const files = listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false }).map(path => path.replaceAll('\\', '/'))
    const top = new Set(files.map(path => path.split('/')[1]))
    expect([...top].sort()).toEqual(['node_modules', 'out', 'package.json'])
    for (const path of [
      '/out/main/electron.js',
      '/out/main/database-worker.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/node_modules/@orpc/server/package.json',
      '/node_modules/keytar/package.json',
      '/node_modules/electron-store/package.json',
      '/node_modules/undici/package.json',
      '/node_modules/zod/package.json',
    ])
      expect(files, path).toContain(path)
    for (const path of files)
      expect(path).not.toMatch(/\.env|\.pem$|^\/node_modules\/(?:vite|vitest|electron|typescript|eslint|naive-ui|vue)\//)
  })

  it('keeps native modules outside the archive', async () => {
    const outside = await readdir(join(unpacked, 'resources', 'app.asar.unpacked'), { recursive: true })
    expect(outside.some(path => path.endsWith('.node'))).toBe(true)
  })

  it('contains every dependency of its main process, direct and indirect', async () => {
    const app = join(folder, 'app')
    extractAll(join(unpacked, 'resources', 'app.asar'), app)
    const program = `
      const { runWeb } = await import(${JSON.stringify(pathToFileURL(join(app, 'out', 'main', 'web.js')).href)})
      await import(${JSON.stringify(pathToFileURL(join(app, 'node_modules', 'conf', 'dist', 'source', 'index.js')).href)})
      process.exitCode = await runWeb(['--version'])`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder })
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/)
    const main = await readFile(join(app, 'out', 'main', 'electron.js'), 'utf8')
    const wanted = [...main.matchAll(/^import (?:.* from )?"([^."][^"]*)";$/gm)].map(([, name = '']) => name)
    expect(wanted).toContain('electron-store')
    for (const name of wanted.filter(name => !name.startsWith('node:') && name !== 'electron')) {
      expect(
        await readdir(join(app, 'node_modules', ...name.split('/').slice(0, name.startsWith('@') ? 2 : 1))),
        name,
      ).toContain('package.json')
    }
  })
})
