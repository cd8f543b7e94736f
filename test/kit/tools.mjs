/** The project's own tools and the checks that run before any test. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

// The compiler makes many short-lived objects: with more room for them, it spends less on clearing them away.
const roomForYoung = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64` }

export const checks = [
  { name: 'types', tool: 'vue-tsc', args: ['-b'], env: roomForYoung },
  // In one thread: a second one would read all rules again, and the compiler works on the other core.
  {
    name: 'lint',
    tool: 'eslint',
    args: ['--config', 'test/eslint.config.ts', '--cache', '--cache-location', 'node_modules/.cache/eslint/', '.'],
  },
  { name: 'dead code', tool: 'knip', args: ['--config', 'test/knip.json', '--no-progress'] },
  {
    name: 'code that only tests use',
    tool: 'knip',
    args: ['--config', 'test/knip-production.json', '--no-progress', '--include', 'files,exports,types'],
  },
  { name: 'build', tool: 'electron-vite', args: ['build', '--logLevel', 'warn'] },
]

/** Runs a tool of node_modules with its output shown; returns whether it succeeded. */
export function runTool({ name, ...tool }) {
  const startedAt = Date.now()
  process.stdout.write(`\n── ${name}\n`)
  const { command, args, options } = startOf(tool)
  const { status, error } = spawnSync(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error)
    process.stdout.write(`${tool.tool} could not be started: ${error.message}\n`)
  process.stdout.write(endLine(name, status === 0, startedAt))
  return status === 0
}

/**
 * Runs independent tools two at a time, as a small machine has two cores. The output of each is shown when it ends. Returns whether each
 * succeeded, in the given order.
 */
export async function runTools(tools) {
  const waiting = tools.map((tool, index) => ({ ...tool, index }))
  const isOk = tools.map(() => false)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      isOk[next.index] = await runQuietly(next)
  }
  await Promise.all([work(), work()])
  return isOk
}

async function runQuietly({ name, ...tool }) {
  const startedAt = Date.now()
  const { command, args, options } = startOf(tool)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => said += text)
  const status = await once(child, 'close').then(([code]) => code, (error) => {
    said += `${tool.tool} could not be started: ${error.message}\n`
    return null
  })
  process.stdout.write(`\n── ${name}\n${said}${endLine(name, status === 0, startedAt)}`)
  return status === 0
}

function startOf({ tool, args, env = {} }) {
  const isWindows = process.platform === 'win32'
  return {
    command: join(bin, isWindows ? `${tool}.cmd` : tool),
    args,
    options: { cwd: root, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env }, shell: isWindows },
  }
}

function endLine(name, isOk, startedAt) {
  return `── ${name}: ${isOk ? 'ok' : 'failed'} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`
}
