/**
 * `npm run test:long`: the crash tests (`test/torture`) and fuzz tests at about ten times the size of `npm test`. Takes about five
 * minutes.
 */
import process from 'node:process'
import { runTool } from './tools.mjs'

const files = ['test/torture', 'test/main/service/fuzz.test.ts', 'test/main/service/fuzz-wire.test.ts']
const isOk = runTool({
  name: 'long tests',
  tool: 'vitest',
  args: ['run', '--config', 'test/vitest.config.ts', ...files],
  env: { TAKEROOM_TEST_LONG: '1' },
})
process.exit(isOk ? 0 : 1)
