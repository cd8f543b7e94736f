/**
 * `npm run test:long`: the crash tests (`test/torture`), fuzz tests, and the preview against the delivery, at about ten times the size
 * of `npm test`, clones set up with each Node and npm, and on the bundle of the app the stories that `npm test` runs only on the web host.
 * Its slowest part, a hundred kills of deliveries, takes about ten minutes by itself; the preview takes about four.
 */
import process from 'node:process'
import { runTool } from './tools.mjs'

const files = ['test/torture', 'test/power', 'test/main/service/fuzz.test.ts', 'test/main/service/fuzz-wire.test.ts', 'test/main/media/render/escaping.test.ts', 'test/main/jobs/stop.test.ts', 'test/main/media/render/constant-rate.test.ts', 'test/bin/set-up-long.test.ts']
const isOk = runTool({
  name: 'long tests',
  tool: 'vitest',
  args: ['run', '--config', 'test/vitest.config.ts', ...files],
  env: { TAKEROOM_TEST_LONG: '1' },
})
const isTrue = runTool({
  name: 'the preview against the delivery',
  tool: 'playwright',
  args: ['test', '--config', 'test/playwright.config.ts', '--reporter=list', 'test/e2e/truth.spec.ts'],
  env: { TAKEROOM_TEST_LONG: '1' },
})
const isSame = runTool({
  name: 'the stories of the pages on the bundle of the app',
  tool: 'playwright',
  args: ['test', '--config', 'test/playwright.config.ts', '--reporter=list', '--project=app bundle'],
  env: { TAKEROOM_TEST_LONG: '1' },
})
process.exit(isOk && isTrue && isSame ? 0 : 1)
