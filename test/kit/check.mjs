/** `npm run check`: what every commit must pass, in under a minute: types, lint, dead code, house rules, seam and renderer tests. */
import process from 'node:process'
import { checks, runTool } from './tools.mjs'

const quick = { name: 'quick tests', tool: 'vitest', args: ['run', '--config', 'test/vitest.config.ts', 'test/house', 'test/seam', 'test/renderer'] }
const isOk = [...checks.filter(check => check.name !== 'build'), quick].map(runTool).every(Boolean)
process.exit(isOk ? 0 : 1)
