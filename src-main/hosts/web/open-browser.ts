/** Opens the person's browser without exposing the address to other users of the machine. */
import type { Machine } from '../folders.ts'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../../base/child-environment.ts'

/** True where a browser can be shown. */
export function hasDisplay({ platform, env }: Pick<Machine, 'platform' | 'env'>): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * `isOpened` is false when no browser can be started. The address contains a code, and every user can read command lines, so
 * it is passed in a file with mode 0600. `whenDone` removes the file.
 */
export async function openBrowser(
  url: string,
  machine: Pick<Machine, 'platform' | 'env'>,
): Promise<{ isOpened: boolean, whenDone: () => Promise<void> }> {
  const [command, ...args] = openers[machine.platform] ?? []
  if (command === undefined || !hasDisplay(machine))
    return { isOpened: false, whenDone: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-open-'))
  const file = join(folder, 'takeroom.html')
  await writeFile(file, redirectTo(url), { mode: 0o600 })
  const isOpened = await started(command, [...args, file])
  return { isOpened, whenDone: () => rm(folder, { recursive: true, force: true }) }
}

function redirectTo(url: string): string {
  // The address has only safe characters, but the page must not depend on that.
  const safe = JSON.stringify(url).replaceAll('<', '\\u003C')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Takeroom</title><script>location.replace(${safe})</script>`
}

function started(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: childEnvironment('desktop'), stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
