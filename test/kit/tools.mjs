/** The project's own tools and the checks that run before any test. */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

export const checks = [
  { name: 'lint', tool: 'eslint', args: ['--config', 'test/eslint.config.ts', '--cache', '--cache-location', 'node_modules/.cache/eslint/', '.'] },
  { name: 'types', tool: 'vue-tsc', args: ['-b'] },
  { name: 'dead code', tool: 'knip', args: ['--config', 'test/knip.json', '--no-progress'] },
  { name: 'build', tool: 'electron-vite', args: ['build', '--logLevel', 'warn'] },
]

/** Runs a tool of node_modules, shows what it says, and answers whether it was content. */
export function runTool({ name, tool, args, env = {} }) {
  const startedAt = Date.now()
  process.stdout.write(`\n── ${name}\n`)
  const { status, error } = spawnSync(join(bin, process.platform === 'win32' ? `${tool}.cmd` : tool), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
    shell: process.platform === 'win32',
  })
  if (error)
    process.stdout.write(`${tool} could not be started: ${error.message}\n`)
  process.stdout.write(`── ${name}: ${status === 0 ? 'ok' : 'failed'} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`)
  return status === 0
}
