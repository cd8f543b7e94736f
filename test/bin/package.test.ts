/**
 * The packages for Linux: what is in their archive, the fuses of the binary, what the .deb and the AppImage tell the system. A stub is
 * packed in place of Electron's binary. The tools that electron-builder would download are replaced: the .deb is made by dpkg-deb, and of
 * the AppImage only what would be compressed is looked at, so that its runtime and its compression are not tried.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fontFamilies, fontFiles } from '#rules/captions/fonts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)
const run = promisify(execFile)
let folder: string
let unpacked: string
let said: string
/** Where a target was made. */
const made = { deb: '', appImage: '', staged: '' }
const hasDpkg = existsSync('/usr/bin/dpkg-deb')

beforeAll(async () => {
  await run(process.execPath, [join(root, 'bin', 'takeroom.mjs'), 'build'])
  folder = await mkdtemp(join(tmpdir(), 'takeroom-package-'))
  await makeElectronStub(join(folder, 'electron'))

  const fpm = await makeProgram(join(folder, 'fpm'), Buffer.from(`#!/bin/sh\nexec "${process.execPath}" "${join(root, 'test', 'kit', 'fpm-stand-in.mjs')}" "$@"\n`))
  const tools = await makeAppImageTools(join(folder, 'tools'))
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  const { stdout } = await run(process.execPath, [
    builder,
    '--linux',
    ...(hasDpkg ? ['deb'] : []),
    'AppImage',
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
    env: { ...process.env, CUSTOM_FPM_PATH: fpm, APPIMAGE_TOOLS_PATH: tools },
    maxBuffer: 2 ** 26,
  })
  said = stdout
  for (const name of await readdir(join(folder, 'dist'))) {
    if (name.endsWith('.deb'))
      made.deb = join(folder, 'dist', name)
    if (name.endsWith('.AppImage'))
      made.appImage = join(folder, 'dist', name)
  }
  unpacked = join(folder, 'dist', 'linux-unpacked')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder that electron-builder accepts as Electron: a "binary" with the fuse wire of a release, and the files next to it. */
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

/** In place of what makes the file system of an AppImage: keeps the folder instead, and writes a file as long as it was asked to. */
async function makeAppImageTools(tools: string): Promise<string> {
  made.staged = join(folder, 'staged')
  const script = `#!/bin/sh\ncp -R "$1" "${made.staged}" && head -c "$4" /dev/zero > "$2" && printf 'file system' >> "$2"\n`
  await makeProgram(join(tools, 'mksquashfs'), Buffer.from(script))
  await makeProgram(join(tools, 'desktop-file-validate'), Buffer.from('#!/bin/sh\n'))
  await makeProgram(join(tools, 'runtimes', 'runtime-x64'), Buffer.from('the runtime'))
  await mkdir(join(tools, 'lib', 'x64'), { recursive: true })
  return tools
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

  it('contains what its main process imports, directly and indirectly, and no other package', async () => {
    const app = join(folder, 'app')
    extractAll(join(unpacked, 'resources', 'app.asar'), app)
    const program = `
      const { runWeb } = await import(${JSON.stringify(pathToFileURL(join(app, 'out', 'main', 'web.js')).href)})
      await import(${JSON.stringify(pathToFileURL(join(app, 'node_modules', 'conf', 'dist', 'source', 'index.js')).href)})
      process.exitCode = await runWeb(['--version'])`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder })
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/)

    const entries = (await readdir(join(app, 'out', 'main')))
      .filter(name => name.endsWith('.js'))
      .map(name => join(app, 'out', 'main', name))
    const walk = join(root, 'test', 'kit', 'reached-modules.mjs')
    const { stdout: text } = await run(process.execPath, ['--experimental-import-meta-resolve', walk, ...entries], { cwd: app })
    const reached = JSON.parse(text) as { packages: string[], missing: string[], files: number } // As it prints.
    expect(reached.files).toBeGreaterThan(200)
    // ws tries these two, and does without them.
    expect(reached.missing.filter(each => !/^(?:bufferutil|utf-8-validate) in ws/.test(each))).toEqual([])
    // npm leaves an optional package out where its installation fails.
    const optional = existsSync(join(root, 'node_modules', 'ffmpeg-static')) ? ['ffmpeg-static'] : []
    expect(await packagesIn(join(app, 'node_modules'))).toEqual([...reached.packages, ...optional].sort())
    expect(reached.packages).toContain('electron-store')
  })

  it('contains the keychain for its own system alone', async () => {
    const place = join(unpacked, 'resources', 'app.asar.unpacked', 'node_modules', 'keytar', 'prebuilds')
    expect(await readdir(place)).toEqual(['linux-x64'])
    expect(await readdir(join(place, 'linux-x64'))).toEqual(['keytar.node'])
  })

  it('is no larger than it must be', async () => {
    // It was 53.4 MB when this limit was set: eSpeak NG's voices 25, Content Credentials 9, the build without fonts 12, other packages 7.
    expect((await stat(join(unpacked, 'resources', 'app.asar'))).size).toBeLessThan(55e6)
  })
})

async function packagesIn(modules: string): Promise<string[]> {
  const names = await readdir(modules)
  const scoped = await Promise.all(names.filter(name => name.startsWith('@')).map(async scope =>
    (await readdir(join(modules, scope))).map(name => `${scope}/${name}`)))
  return [...names.filter(name => !/^[@.]/.test(name)), ...scoped.flat()].sort()
}

const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]

function entryOf(text: string): Record<string, string> {
  expect(text.startsWith('[Desktop Entry]\n')).toBe(true)
  return Object.fromEntries(text.trim().split('\n').slice(1).map(line => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]))
}

/** Of a PNG. */
async function sizeOf(path: string): Promise<[number, number]> {
  const bytes = await readFile(path)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe.runIf(hasDpkg)('the .deb', () => {
  const dpkg = async (...args: string[]): Promise<string> => (await run('dpkg-deb', args, { maxBuffer: 2 ** 26 })).stdout
  const field = async (name: string): Promise<string> => (await dpkg('--field', made.deb, name)).trim()

  it('says what it is, who makes it, and what it needs', async () => {
    expect(await Promise.all(['Package', 'Version', 'Architecture', 'Section', 'Priority', 'Maintainer', 'Homepage'].map(field))).toEqual([
      'takeroom',
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'amd64',
      'video',
      'optional',
      // Nobody has published it yet: names under .invalid lead to nobody.
      'The Takeroom authors <authors@takeroom.invalid>',
      'https://takeroom.invalid/',
    ])
    expect(await field('Description')).toMatch(/^Studio for generated audio and video\n A desktop studio .*Nothing paid for is ever lost/)
    expect(Number(await field('Installed-Size'))).toBeGreaterThan(50_000)
    const needed = (await field('Depends')).split(', ')
    for (const name of ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libsecret-1-0', 'xdg-utils'])
      expect(needed.some(group => group.split(' | ').includes(name)), name).toBe(true)
    expect((await field('Recommends')).split(', ')).toEqual(['ffmpeg', 'espeak-ng | espeak', expect.stringContaining('gnome-keyring')])
  })

  it('needs only what this system offers, too', async () => {
    const groups = (await field('Depends')).split(', ').map(group => group.split(' | '))
    const listed = (await run('apt-cache', ['policy', 'libc6', ...groups.flat()]).catch(() => ({ stdout: '' }))).stdout
    const offered = new Set([...listed.matchAll(/^(\S+):\n.*\n\s+Candidate: (?!\(none\))/gm)].map(([, name]) => name))
    // Another system, or one without lists.
    if (!offered.has('libc6'))
      return
    expect(groups.filter(group => !group.some(name => offered.has(name)))).toEqual([])
  })

  it('puts the program, its icons and its entry in the menu where systems look for them', async () => {
    const files = join(folder, 'deb')
    await dpkg('--extract', made.deb, files)
    expect((await stat(join(files, 'opt', 'Takeroom', 'takeroom'))).mode & 0o111).toBe(0o111)
    for (const path of ['app.asar', 'ffmpeg', 'apparmor-profile'])
      expect(existsSync(join(files, 'opt', 'Takeroom', 'resources', path)), path).toBe(true)
    for (const size of iconSizes) {
      const path = join(files, 'usr', 'share', 'icons', 'hicolor', `${size}x${size}`, 'apps', 'takeroom.png')
      expect(await sizeOf(path)).toEqual([size, size])
    }
    expect(await readdir(join(files, 'usr', 'share', 'applications'))).toEqual(['takeroom.desktop'])
    const entry = entryOf(await readFile(join(files, 'usr', 'share', 'applications', 'takeroom.desktop'), 'utf8'))
    expect(entry).toMatchObject({
      Name: 'Takeroom',
      Type: 'Application',
      Terminal: 'false',
      Exec: '/opt/Takeroom/takeroom %U',
      Icon: 'takeroom',
      Categories: 'AudioVideo;',
      // Electron names its windows after it: the taskbar finds the icon by that.
      StartupWMClass: 'takeroom',
    })
    expect(entry.MimeType?.split(';')).toEqual(expect.arrayContaining(['audio/mpeg', 'video/mp4', 'image/png', 'text/plain']))
    // The system already knows these types, and which program the user opens them with.
    expect(existsSync(join(files, 'usr', 'share', 'mime'))).toBe(false)
    if (existsSync('/usr/bin/desktop-file-validate'))
      await run('desktop-file-validate', [join(files, 'usr', 'share', 'applications', 'takeroom.desktop')])
    else
      process.stderr.write('The entry in the menu was not validated: there is no desktop-file-validate.\n')
  })

  it('lets the program keep its sandbox', async () => {
    const control = join(folder, 'control')
    await dpkg('--control', made.deb, control)
    const script = await readFile(join(control, 'postinst'), 'utf8')
    expect(script).toContain(`chmod 4755 '/opt/Takeroom/chrome-sandbox'`)
    expect(script).toContain(`APPARMOR_PROFILE_TARGET='/etc/apparmor.d/takeroom'`)
    await run('bash', ['-n', join(control, 'postinst')])
    await run('bash', ['-n', join(control, 'postrm')])
    expect(await readFile(join(folder, 'deb', 'opt', 'Takeroom', 'resources', 'apparmor-profile'), 'utf8'))
      .toContain('"/opt/Takeroom/takeroom"')
  })

  it('names its windows as its entry in the menu is named', async () => {
    const packed = extractFile(join(unpacked, 'resources', 'app.asar'), 'package.json').toString()
    const { desktopName } = JSON.parse(packed) as { desktopName: string } // Ours.
    expect(desktopName).toBe('takeroom.desktop')
  })
})

describe('"Open with" of other systems', () => {
  const { build } = require('../../package.json') as {
    build: { linux: object, mac: { fileAssociations: { rank: string, ext: string[] }[] }, win: object, fileAssociations?: unknown }
  } // Ours.
  const endings = build.mac.fileAssociations.flatMap(each => each.ext)

  it('offers the program on macOS without making it the usual one', () => {
    expect(new Set(build.mac.fileAssociations.map(each => each.rank))).toEqual(new Set(['Alternate']))
    expect(new Set(endings).size).toBe(endings.length)
  })

  it('offers it on Windows for the same files, in keys of its own', async () => {
    const script = await readFile(join(root, 'resources', 'installer.nsh'), 'utf8')
    expect([...script.matchAll(/SupportedTypes" "\.(\w+)"/g)].map(([, ending]) => ending)).toEqual(endings)
    const keys = [...script.matchAll(/(?:WriteRegStr|DeleteRegKey) SHELL_CONTEXT "([^"]*)"/g)].map(([, key]) => key)
    // eslint-disable-next-line no-template-curly-in-string
    expect(keys.every(key => key?.startsWith('${OPEN_WITH}'))).toBe(true)
  })

  it('registers no kinds of files, which would replace the programs that the user has chosen', () => {
    expect(build).not.toHaveProperty('fileAssociations')
    for (const system of [build.win, build.linux])
      expect(system).not.toHaveProperty('fileAssociations')
  })
})

describe('the AppImage', () => {
  it('contains the program, its icon and its entry in the menu, and can be started', async () => {
    const entry = entryOf(await readFile(join(made.staged, 'takeroom.desktop'), 'utf8'))
    expect(entry).toMatchObject({ Name: 'Takeroom', Icon: 'takeroom', Exec: 'AppRun %U', StartupWMClass: 'takeroom' })
    expect(entry.MimeType).toContain('audio/mpeg;')
    expect(await sizeOf(join(made.staged, 'takeroom.png'))).toEqual([512, 512])
    expect(existsSync(join(made.staged, 'resources', 'app.asar'))).toBe(true)
    await run('bash', ['-n', join(made.staged, 'AppRun')])
    expect((await stat(join(made.staged, 'AppRun'))).mode & 0o111).toBe(0o111)
    expect((await readFile(made.appImage)).toString('latin1', 0, 22)).toBe('the runtimefile system')
    expect((await stat(made.appImage)).mode & 0o777).toBe(0o755)
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
