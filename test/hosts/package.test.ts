/** The packaged program: contents of its archive and fuses of its binary. Packed with a stub in place of Electron's binary. */
import { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fontFamilies, fontFiles } from '#rules/captions/fonts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)
const run = promisify(execFile)
let folder: string
let unpacked: string
let said: string

beforeAll(async () => {
  await run(process.execPath, [join(root, 'bin', 'takeroom.mjs'), 'build'])
  folder = await mkdtemp(join(tmpdir(), 'takeroom-package-'))
  await makeElectronStub(join(folder, 'electron'))
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  const { stdout } = await run(process.execPath, [
    builder,
    '--linux',
    'dir',
    '--x64',
    '--publish',
    'never',
    `-c.electronDist=${join(folder, 'electron')}`,
    `-c.directories.output=${join(folder, 'dist')}`,
    // What ffmpeg-static has downloaded where packages are made.
    `-c.extraResources.from=${await makeProgram(join(folder, 'ffmpeg'), elf(0x3E))}`,
    '-c.extraResources.to=ffmpeg',
  ], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  said = stdout
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

/** The header of a program for Linux; the number names its processor. */
function elf(machine: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\x7FELF', 'latin1')
  bytes.writeUInt16LE(machine, 18)
  return bytes
}

async function makeProgram(path: string, bytes: Uint8Array, mode = 0o755): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes, { mode })
  return path
}

describe('the packaged program', () => {
  it('contains an ffmpeg, which the build has checked', () => {
    expect(said).toContain('The package contains ffmpeg: resources/ffmpeg')
  })

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

  it('keeps the fonts of captions outside the archive, where ffmpeg can read them, with their licences', async () => {
    const fonts = await readdir(join(unpacked, 'resources', 'app.asar.unpacked', 'out', 'renderer', 'fonts'))
    expect(fonts).toEqual(expect.arrayContaining(fontFamilies.flatMap(fontFiles)))
    expect(fonts.filter(name => name.endsWith('_OFL.txt'))).toHaveLength(fontFamilies.length)
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

describe('a package', () => {
  let checkPackage: (context: object) => void
  beforeAll(async () => {
    // The hook's shape.
    const hook = await import(pathToFileURL(join(root, 'bin', 'check-package.mjs')).href) as { default: typeof checkPackage }
    checkPackage = hook.default
  })
  const pack = (appOutDir: string, electronPlatformName: string, arch: number): void =>
    checkPackage({ appOutDir, electronPlatformName, arch, packager: { appInfo: { productFilename: 'Takeroom' } } })
  const machO = Buffer.alloc(64)
  machO.writeUInt32LE(0xFEEDFACF, 0)
  machO.writeUInt32LE(0x0100000C, 4)
  const pe = Buffer.alloc(256)
  pe.write('MZ', 'latin1')
  pe.writeUInt32LE(128, 0x3C)
  pe.write('PE\0\0', 128, 'latin1')
  pe.writeUInt16LE(0x8664, 132)

  it.each<[string, string, number, string, Buffer]>([
    ['linux x64', 'linux', 1, 'resources/app.asar.unpacked/node_modules/ffmpeg-static/ffmpeg', elf(0x3E)],
    ['linux arm64', 'linux', 3, 'resources/ffmpeg', elf(0xB7)],
    ['macOS arm64', 'darwin', 3, 'Takeroom.app/Contents/Resources/ffmpeg/ffmpeg', machO],
    ['Windows x64', 'win32', 1, 'resources/ffmpeg.exe', pe],
  ])('for %s may be made with an ffmpeg for it', async (_, system, arch, path, bytes) => {
    const out = join(folder, `${system}-${arch}`)
    await makeProgram(join(out, path), bytes)
    expect(() => pack(out, system, arch)).not.toThrow()
  })

  it.each<[string, string, Buffer | null, number, RegExp]>([
    ['without an ffmpeg', '', null, 0o755, /for linux x64 has no ffmpeg \(none was found\).*platform=linux .*arch=x64/],
    ['with an empty file', 'resources/ffmpeg', Buffer.alloc(0), 0o755, /resources\/ffmpeg is no program/],
    ['with a script', 'resources/ffmpeg', Buffer.from('#!/bin/sh\n'.padEnd(80)), 0o755, /is no program/],
    ['with one for another system', 'resources/ffmpeg', machO, 0o755, /is for darwin/],
    ['with one for another processor', 'resources/ffmpeg', elf(0xB7), 0o755, /is for arm64/],
    ['with one that may not be started', 'resources/ffmpeg', elf(0x3E), 0o644, /is not executable/],
    ['with a folder of that name', 'resources/ffmpeg/readme', Buffer.alloc(64), 0o644, /none was found/],
  ])('is not made %s', async (name, path, bytes, mode, reason) => {
    const out = join(folder, name)
    await mkdir(out, { recursive: true })
    if (bytes)
      await makeProgram(join(out, path), bytes, mode)
    expect(() => pack(out, 'linux', 1)).toThrow(reason)
  })

  it('for macOS may ask for the microphone, and says why', async () => {
    const { build } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { build: { mac: Record<string, unknown> } } // Ours.
    expect(build.mac).toMatchObject({
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
      extendInfo: { NSMicrophoneUsageDescription: expect.stringContaining('voice') },
    })
    const entitlements = await readFile(join(root, 'resources', 'entitlements.mac.plist'), 'utf8')
    const granted = [...entitlements.matchAll(/<key>com\.apple\.security\.([\w.-]+)<\/key>\s*<true\/>/g)].map(([, name]) => name)
    expect(granted).toEqual(['cs.allow-jit', 'cs.allow-unsigned-executable-memory', 'cs.disable-library-validation', 'device.audio-input'])
  })

  it.each([
    ['allows', 0, ''],
    ['forbids', 1, '--no-sandbox'],
  ])('as an AppImage finds out whether the system %s the sandbox', async (_, code, passed) => {
    const { build } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as
      { build: { toolsets: { appimage: string }, linux: { executableArgs: string[] } } } // Ours.
    // The older runtime's desktop entry switches the sandbox off everywhere.
    expect([Number.parseInt(build.toolsets.appimage), build.linux.executableArgs]).toEqual([1, []])
    const { generateAppRunScript } = require('app-builder-lib/out/targets/appimage/appImageUtil') as
      { generateAppRunScript: (config: Record<string, unknown>) => string } // As its declaration says.
    const app = join(folder, `AppDir-${code}`)
    const script = (text: string): Uint8Array => Buffer.from(`#!/bin/sh\n${text}\n`)
    await makeProgram(join(app, 'unshare'), script(`exit ${code}`))
    await makeProgram(join(app, 'takeroom'), script('echo "$@"'))
    const config = {
      ExecutableName: 'takeroom',
      ProductName: 'Takeroom',
      DesktopFileName: 'takeroom.desktop',
      ProductFilename: 'Takeroom',
      ResourceName: 'takeroom',
    }
    const launcher = await makeProgram(join(app, 'AppRun'), Buffer.from(generateAppRunScript(config)))
    const { stdout } = await run(launcher, [], { env: { PATH: process.env.PATH, APPDIR: app, DESKTOPINTEGRATION: '0' } })
    expect(stdout.trim()).toBe(passed)
  })
})
