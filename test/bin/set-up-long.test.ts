/**
 * A clone set up by npm from the registry, in a folder whose name shells would read in their own way, with each Node and npm that people
 * have. Part of `test:long`: it downloads a quarter of a gigabyte each time. Skipped where the registry cannot be reached.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../kit/how-long.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const hasRegistry = isLong && await run('npm', ['view', 'npm@12', 'version'], { timeout: 60_000 }).then(() => true, () => false)
const system = `${{ linux: 'linux', darwin: 'darwin', win32: 'win' }[process.platform as string]}-${process.arch}`

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-clone-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** The working tree, without what is not under version control. */
async function cloneTo(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 2 ** 26 })
  for (const name of stdout.split('\0').filter(name => name !== '')) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await cp(join(root, name), join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, and not committed yet.
      if (error.code !== 'ENOENT')
        throw error
    })
  }
}

/** The first Node 24 calls its SQLite an experiment. */
const ofOldNode = /ExperimentalWarning: SQLite|--trace-warnings/

describe.runIf(hasRegistry)('a clone', () => {
  it.each([['20', '11'], ['22', '11'], ['24.0.0', '11'], ['24', '12'], ['26', '12']])('is set up by Node %s with npm %s, and builds the studio', async (node, npm) => {
    const tools = join(home, `tools-${node}-${npm}`)
    await mkdir(tools, { recursive: true })
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, `node-${system}@${node}`, `npm@${npm}`], { cwd: tools })
    const program = join(tools, 'node_modules', `node-${system}`, 'bin', 'node')
    const clone = join(home, `Ünï & Co! "it's" 100% $HOME (${node}); 音`)
    await cloneTo(clone)
    // With the proxy and the certificates of this machine's network; without what belongs to the tests.
    const { NODE_ENV: _env, NODE_OPTIONS: _options, TAKEROOM_TEST_LONG: _long, ...own } = process.env
    const env = {
      ...own,
      npm_execpath: join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      npm_config_cache: join(home, 'cache'),
    }
    const { stdout, stderr } = await run(program, [join(clone, 'bin', 'setup.mjs'), 'start', '--version'], { env, maxBuffer: 2 ** 26 })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    // Nothing was left undone, and nothing blocked.
    expect(stderr.split('\n').filter(line => line !== '' && !ofOldNode.test(line)))
      .toEqual(['Installing packages (once; about a minute)…', 'Building Takeroom…'])
    await rm(clone, { recursive: true, force: true })
  }, 15 * 60_000)
})
