import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
/**
 * `npm run e2e -- --electron`: fetches Electron where it is missing, runs every story that has a meaning in a window on it, and writes a
 * report for this system. Returns whether all passed.
 */
import { createRequire } from 'node:module'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { fetchElectron } from '../../bin/fetch-electron.mjs'
import { electronReport } from './electron-report.ts'
import { checks, runTool } from './tools.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = join(root, 'test-results')
const manifest = createRequire(import.meta.url).resolve('electron/package.json')
const electron = JSON.parse(readFileSync(manifest, 'utf8')).version

/** `args` go to Playwright. */
export async function runOnElectron(args) {
  const folder = dirname(manifest)
  const isThere = () => existsSync(join(folder, 'dist'))
  if (!isThere())
    await fetchElectron({ folder, caches: join(root, 'node_modules', '.cache'), version: electron, isAsked: true })
  if (!isThere()) {
    process.stderr.write('Electron is not on this machine and could not be fetched, so no story was run on it.\n')
    return false
  }
  if (!runTool(checks.find(check => check.name === 'build')))
    return false
  mkdirSync(results, { recursive: true })
  const path = join(results, 'stories-electron.json')
  const isOk = runTool({
    name: `stories on Electron ${electron}`,
    tool: 'playwright',
    args: ['test', '--config', 'test/playwright.config.ts', '--project', 'electron', '--workers=1', '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  const name = join(results, `electron-${process.platform}-${process.arch}.md`)
  const system = `${process.platform} ${release()}, ${process.arch}`
  writeFileSync(name, electronReport(report, { electron, system, at: new Date().toISOString() }))
  process.stdout.write(`The report of this system: ${name}\n`)
  return isOk
}
