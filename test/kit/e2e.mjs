/** `npm run e2e [-- ARGS]`: builds the studio and runs the stories, with `--electron` all on Electron; other arguments go to Playwright. */
import process from 'node:process'
import { runOnElectron } from './electron-stories.mjs'
import { runStories } from './run-stories.mjs'
import { checks, runTool } from './tools.mjs'

const words = process.argv.slice(2)
if (words.includes('--electron'))
  process.exit(await runOnElectron(words.filter(word => word !== '--electron')) ? 0 : 1)
if (!runTool(checks.find(check => check.name === 'build')))
  process.exit(1)
const { isOk, flaky } = runStories(words)
process.stdout.write(flaky.map(name => `flaky: ${name}\n`).join(''))
process.exit(isOk ? 0 : 1)
