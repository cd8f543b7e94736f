/** What a studio keeps in memory before anybody does anything: its heap for new objects is limited, and tables that few need are not loaded. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeStudioFolder, startStudio } from '../../kit/web-studio.ts'

const probe = `
const { isMainThread } = require('node:worker_threads')
const { getHeapSpaceStatistics } = require('node:v8')
const told = process.argv.find(word => word.endsWith('studio-of-memory')) // the folder
if (isMainThread && told)
  process.on('exit', () => {
    const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')
    require('node:fs').writeFileSync(told + '.json', JSON.stringify({ young: young.space_size, used: process.memoryUsage().heapUsed }))
  })
`

it('is small', async () => {
  const parent = await makeStudioFolder()
  const [folder, script] = [join(parent, 'studio-of-memory'), join(parent, 'probe.cjs')]
  await writeFile(script, probe)
  const studio = await startStudio({ folder, env: { NODE_OPTIONS: `--require ${script}` } })
  await studio.close({ forget: true })
  const { young, used } = JSON.parse(await readFile(`${folder}.json`, 'utf8')) as { young: number, used: number }
  // With both halves. Limited only after the program is loaded, it would have this size already.
  expect(young / 2 ** 20).toBeLessThan(64)
  expect(used / 2 ** 20).toBeLessThan(64)
})
