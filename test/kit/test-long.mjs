/**
 * `npm run test:long`: what `npm test` tries only a part of, ten times over: kills in the midst of work, and answers gone wrong. About five
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
