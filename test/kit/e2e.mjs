/** `npm run e2e [-- ARGS]`: builds the studio and runs the stories; arguments go to Playwright. */
import process from 'node:process'
import { checks, runTool } from './tools.mjs'

const build = checks.find(check => check.name === 'build')
const isOk = runTool(build) && runTool({ name: 'stories', tool: 'playwright', args: ['test', '--config', 'test/playwright.config.ts', ...process.argv.slice(2)] })
process.exit(isOk ? 0 : 1)
