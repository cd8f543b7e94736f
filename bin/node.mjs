/** Which Node runs Takeroom: the one that runs this where it is new enough, else the one that npm has fetched into node_modules. */
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { texts } from './texts.mjs'

export const oldestNode = 24

const here = { version: process.versions.node, execPath: process.execPath, platform: process.platform }

/** Path of the program; null when there is none that is new enough. */
export function findNode(root, { version, execPath, platform } = here) {
  if (Number(version.split('.')[0]) >= oldestNode)
    return execPath
  const fetched = join(root, 'node_modules', 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(fetched) ? fetched : null
}

/** Programs that are started find this Node and the tools of this folder. */
export function environmentFor(node, root, env = process.env, { platform } = here) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), env.PATH ?? ''].join(delimiter)
  // The memory of glibc: with a pool for each thread of the databases it keeps some 45 MB more after a long queue.
  return { ...platform === 'linux' && { MALLOC_ARENA_MAX: '2' }, ...env, PATH: path }
}

const installers = {
  win32: 'winget install OpenJS.NodeJS.LTS',
  darwin: 'brew install node@24',
  linux: 'nvm install 24',
}

/** What a person does who has none. The package `node` has no program for some systems and processors. */
export function howToGetNode({ version, platform } = { version: process.versions.node, platform: process.platform }) {
  return texts.node.get(oldestNode, version, installers[platform])
}
