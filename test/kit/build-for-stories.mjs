/** Builds what is out of date before the stories, which run on what is built. */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export default function buildForStories() {
  const command = fileURLToPath(new URL('../../bin/takeroom.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [command, 'build'], { stdio: 'inherit' })
  if (status !== 0)
    throw new Error('The studio could not be built.')
}
