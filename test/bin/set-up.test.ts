/**
 * Setting a clone up: which Node runs it, how npm is started, and what is said. In a folder whose name has spaces, quotes, umlauts and what
 * shells read in their own way, with a stand-in for npm; `test:long` does the same with npm and the registry (`set-up-long.test.ts`).
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
let home: string
let clone: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-set-up-'))
  clone = join(home, `Ünï & Co! "it's" 100% $HOME (1); 音`)
  await mkdir(join(clone, 'test'), { recursive: true })
  await mkdir(join(home, 'programs'))
  await cp(join(root, 'bin'), join(clone, 'bin'), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{ "type": "module" }')
  await writeFile(join(clone, 'package-lock.json'), '{}')

  await writeFile(join(clone, 'test', 'says.mjs'), 'console.log(JSON.stringify({ node: process.execPath, words: process.argv.slice(2), path: process.env.PATH }))')
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** In place of npm: notes how it was called, installs what `makes` says, prints `says` as a warning. */
async function standInForNpm({ makes = ['keytar/build/Release/keytar.node'], says = '', code = 0 } = {}): Promise<string> {
  const path = join(home, 'npm', 'bin', 'npm-cli.js')
  await mkdir(join(home, 'npm', 'bin'), { recursive: true })
  await writeFile(path, `
    const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
    const { dirname, join } = require('node:path')
    const called = { words: process.argv.slice(2), folder: process.cwd(), key: process.env.TAKEROOM_API_KEY ?? null }
    appendFileSync(${JSON.stringify(join(home, 'called'))}, JSON.stringify(called) + '\\n')
    for (const name of ${JSON.stringify(makes)}) {
      mkdirSync(dirname(join('node_modules', name)), { recursive: true })
      writeFileSync(join('node_modules', name), '')
    }
    mkdirSync('node_modules', { recursive: true })
    process.stderr.write(${JSON.stringify(says)})
    process.exitCode = ${code}`)
  return path
}

async function calls(): Promise<Record<string, unknown>[]> {
  return (await readFile(join(home, 'called'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>)
}

async function setUp(env: Record<string, string>, node = process.execPath): Promise<{ code: number, out: string, err: string }> {
  const child = { env: { PATH: join(home, 'programs'), HOME: home, ...env }, cwd: home }
  return run(node, [join(clone, 'bin', 'setup.mjs'), 'run', 'test/says.mjs', 'a b', '--c=ü'], child)
    .then(({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }), (failed: { code: number, stdout: string, stderr: string }) =>
      ({ code: failed.code, out: failed.stdout, err: failed.stderr }))
}

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(home, 'programs', name), `#!/bin/sh\n${script}\n`)
  await chmod(join(home, 'programs', name), 0o755)
}

const newEnough = 'echo "ffmpeg version 7.1 Copyright"'

describe('setting up', () => {
  it('runs on the Node that runs it, with npm started without a shell and without the key', async () => {
    await program('ffmpeg', newEnough)
    const { code, out, err } = await setUp({ npm_execpath: await standInForNpm(), TAKEROOM_API_KEY: 'secret' })
    expect([code, err]).toEqual([0, 'Installing packages (once; about a minute)…\n'])
    const said = JSON.parse(out) as { node: string, words: string[], path: string } // As the script prints.
    expect(said).toMatchObject({ node: process.execPath, words: ['a b', '--c=ü'] })
    expect(said.path.split(':').slice(1, 2)).toEqual([join(clone, 'node_modules', '.bin')])
    expect(await calls()).toEqual([{ words: ['ci', '--no-audit', '--no-fund', '--loglevel=warn'], folder: clone, key: null }])

    expect(await setUp({ npm_execpath: await standInForNpm() }), 'the second time').toMatchObject({ code: 0, err: '' })
    expect(await calls()).toHaveLength(1)
    await writeFile(join(clone, 'package-lock.json'), '{ "packages": {} }')
    await setUp({ npm_execpath: await standInForNpm() })
    expect(await calls(), 'after other packages are wanted').toHaveLength(2)
  })

  it('says what could not be done, each time', async () => {
    await program('ffmpeg', 'echo "ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright"')
    const npm = await standInForNpm({
      makes: [],

      says: 'npm warn EBADENGINE Unsupported engine {\nnpm warn deprecated old@1: gone\nnpm warn install-scripts 1 package had install scripts blocked: ffmpeg-static@5.3.0\n',
    })
    const first = await setUp({ npm_execpath: npm })
    expect(first.code).toBe(0)

    expect(first.err).toContain('npm installed the packages, and says:\n  npm warn install-scripts 1 package had install scripts blocked: ffmpeg-static@5.3.0\n')
    expect(first.err).not.toMatch(/EBADENGINE|deprecated/)
    for (const { err } of [first, await setUp({ npm_execpath: npm })]) {
      expect(err).toMatch(/There is no ffmpeg 5\.1 or newer \(.*programs\/ffmpeg is older\), and npm could not fetch one: videos cannot be rendered\./)
      expect(err).toMatch(/no program for the keychain of this system \(linux \w+\): keys are kept in memory only/)
    }
  })

  it('speaks the language of the system', async () => {
    const npm = await standInForNpm({ makes: [] })
    const { err } = await setUp({ npm_execpath: npm, LANG: 'zh_CN.UTF-8' })
    expect(err).toMatch(/正在安装依赖包.*未找到 5\.1 或更新版本的 ffmpeg.*没有可用的钥匙串程序/s)
  })

  it('passes over an old ffmpeg where npm has fetched one, and a missing one that another variable names', async () => {
    await program('ffmpeg', 'echo "ffmpeg version 4.4"')
    const makes = ['keytar/build/Release/keytar.node', 'ffmpeg-static/ffmpeg']
    expect((await setUp({ npm_execpath: await standInForNpm({ makes }) })).err).toBe('Installing packages (once; about a minute)…\n')
  })

  it('says why npm failed, and starts nothing', async () => {
    const { code, out, err } = await setUp({
      npm_execpath: await standInForNpm({ says: 'npm error code ENOTFOUND\nnpm error network', code: 1 }),
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('npm could not install the packages:\n  npm error code ENOTFOUND')
    const inspected = await setUp({ npm_execpath: await standInForNpm({ says: 'npm error code SELF_SIGNED_CERT_IN_CHAIN', code: 1 }) })
    expect(inspected.err).toMatch(/SELF_SIGNED.*\nYour network inspects encrypted connections.*npm config set cafile FILE\n$/s)
  })

  it('finds npm next to Node where another program than npm has started it', async () => {
    const node = join(home, 'of its own', 'bin', 'node')
    await mkdir(join(home, 'of its own', 'bin'), { recursive: true })
    await cp(process.execPath, node)
    const npm = await standInForNpm()
    await mkdir(join(home, 'of its own', 'lib', 'node_modules', 'npm', 'bin'), { recursive: true })
    await cp(npm, join(home, 'of its own', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'))
    await rm(npm)
    await program('ffmpeg', newEnough)
    expect(await setUp({ npm_execpath: '/usr/lib/yarn/yarn.js' }, node)).toMatchObject({ code: 0 })
    expect(await calls()).toHaveLength(1)
  })
})

/** The machine's own Node, where that is an older one. */
const older = await (async () => {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = join(folder, 'node')
    if (!existsSync(path) || path.includes('node_modules'))
      continue
    const { stdout } = await run(path, ['--version'])
    if (/^v2[0-3]\./.test(stdout))
      return path
  }
  return null
})()

describe.runIf(older !== null)('with an older Node', () => {
  it('runs on the one that npm has fetched', async () => {
    await program('ffmpeg', newEnough)
    await mkdir(join(clone, 'node_modules', 'node', 'bin'), { recursive: true })
    await cp(process.execPath, join(clone, 'node_modules', 'node', 'bin', 'node'))
    const { code, out } = await setUp({ npm_execpath: await standInForNpm() }, older!)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ node: join(clone, 'node_modules', 'node', 'bin', 'node') })
  })

  it('says which one to install where npm has fetched none, and tries again the next time', async () => {
    const npm = await standInForNpm()
    const { code, err } = await setUp({ npm_execpath: npm }, older!)
    expect(code).toBe(1)

    expect(err).toMatch(/Takeroom runs on Node 24 or newer; this is 2\d\.[\d.]+, and npm could not fetch a newer one.*Install Node 24 from https:\/\/nodejs\.org/)
    await setUp({ npm_execpath: npm }, older!)
    expect(await calls()).toHaveLength(2)
    // By then the user has installed one.
    await program('ffmpeg', newEnough)
    expect((await setUp({ npm_execpath: npm })).code).toBe(0)
  })

  it('the command alone says so, too', async () => {
    const failed = await run(older!, [join(clone, 'bin', 'takeroom.mjs')], { env: { PATH: process.env.PATH } })
      .catch((error: { stderr: string }) => error)
    expect(failed.stderr).toMatch(/Takeroom runs on Node 24 or newer; this is 2\d.*"npm start" sets everything up/)
  })
})

describe('which Node', () => {
  it.each<[string, NodeJS.Platform, RegExp]>([
    ['20.20.2', 'darwin', /brew install node@24/],
    ['22.1.0', 'win32', /winget install OpenJS\.NodeJS\.LTS/],
    ['20.0.0', 'linux', /nvm install 24/],
    ['20.0.0', 'freebsd', /nodejs\.org\/en\/download, then run this again/],
  ])('to install instead of %s is said for %s', async (version, platform, words) => {
    const { howToGetNode } = await import(pathToFileURL(join(root, 'bin', 'node.mjs')).href) as { // Ours.
      howToGetNode: (machine: object) => string
    }
    expect(howToGetNode({ version, platform })).toMatch(words)
  })

  it('lets glibc keep little memory for its threads, unless it is told otherwise', async () => {
    const { environmentFor } = await import(pathToFileURL(join(root, 'bin', 'node.mjs')).href) as {
      environmentFor: (node: string, root: string, env: object, machine: object) => object
    } // Ours.
    const arenas = (env: object, platform: string) => environmentFor('/bin/node', '/studio', env, { platform })
    expect(arenas({}, 'linux')).toMatchObject({ MALLOC_ARENA_MAX: '2' })
    expect(arenas({ MALLOC_ARENA_MAX: '8' }, 'linux')).toMatchObject({ MALLOC_ARENA_MAX: '8' })
    expect(arenas({}, 'win32')).not.toHaveProperty('MALLOC_ARENA_MAX')
  })

  it('runs the studio: this one from 24 on, else the fetched one', async () => {
    const { findNode } = await import(pathToFileURL(join(root, 'bin', 'node.mjs')).href) as { // Ours.
      findNode: (root: string, machine: object) => string | null
    }
    for (const version of ['24.0.0', '25.1.0', '26.10.0', '100.0.0'])
      expect(findNode(clone, { version, execPath: '/this', platform: 'linux' })).toBe('/this')
    expect(findNode(clone, { version: '23.11.1', execPath: '/this', platform: 'linux' })).toBe(null)
    await mkdir(join(clone, 'node_modules', 'node', 'bin'), { recursive: true })
    await writeFile(join(clone, 'node_modules', 'node', 'bin', 'node.exe'), '')
    expect(findNode(clone, { version: '22.0.0', execPath: '/this', platform: 'win32' }))
      .toBe(join(clone, 'node_modules', 'node', 'bin', 'node.exe'))
  })
})

describe('package.json', () => {
  type Lock = Record<string, { hasInstallScript?: boolean, name?: string, optional?: boolean, dev?: boolean }>
  const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(root, name), 'utf8')) as T

  it('says of every package with an install script whether it may run, since npm 12 runs no other', async () => {
    const { packages } = await read<{ packages: Lock }>('package-lock.json')
    const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>('package.json')
    const named = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path, { name }]) => name ?? path.split('node_modules/').at(-1)!)
    expect(Object.keys(allowScripts).sort()).toEqual(named.sort())
    expect(allowScripts).toMatchObject({ '@github/keytar': true, 'ffmpeg-static': true, 'node': true })
  })

  it('lets npm continue without what some systems cannot have', async () => {
    const { packages } = await read<{ packages: Lock }>('package-lock.json')
    expect([packages['node_modules/node']?.optional, packages['node_modules/ffmpeg-static']?.optional]).toEqual([true, true])
  })
})
