/** `npm run e2e [-- ARGS]`: builds the studio and runs the stories; arguments go to Playwright. */
import process from 'node:process'
import { runStories } from './run-stories.mjs'
import { checks, runTool } from './tools.mjs'

if (!runTool(checks.find(check => check.name === 'build')))
  process.exit(1)
const { isOk, flaky } = runStories(process.argv.slice(2))
process.stdout.write(flaky.map(name => `flaky: ${name}\n`).join(''))
process.exit(isOk ? 0 : 1)
