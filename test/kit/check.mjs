/** `npm run check`: what every commit must pass, in about a minute: types, lint, dead code, house rules (subjects of commits, too), seam and renderer tests. */
import process from 'node:process'
import { checks, runTools } from './tools.mjs'

const quick = {
  name: 'quick tests',
  tool: 'vitest',
  args: ['run', '--config', 'test/vitest.config.ts', '--maxWorkers=1', 'test/house', 'test/seam', 'test/renderer'],
}
const isOk = (await runTools([quick, ...checks.filter(check => check.name !== 'build')])).every(Boolean)
process.stdout.write(isOk
  ? '\nAll checks passed. Next: npm test runs the tests of every feature, too; npm start opens the studio.\n'
  : '\nSome checks failed, see above. Fix them, then run npm run check again.\n')
process.exit(isOk ? 0 : 1)
