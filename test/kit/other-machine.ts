/** Another machine, as the network sees it: a namespace with a cable to this one. Needs root, and `ip` of iproute2. */
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

export interface OtherMachine {
  /** Under which the other machine reaches this one. */
  readonly address: string
  /** A program that starts `command` there, with the arguments it is given. */
  programFor: (command: string) => Promise<string>
  close: () => Promise<void>
}

/** Why there can be none here; null when there can. */
export function whyNoOtherMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make a network namespace'
  const name = `takeroom-try-${process.pid}`
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0)
    return 'this system has no iproute2, or forbids network namespaces'
  spawnSync('ip', ['netns', 'delete', name])
  return null
}

export async function openOtherMachine(): Promise<OtherMachine> {
  const ip = (...args: string[]): Promise<unknown> => promisify(execFile)('ip', args)
  // Interface names have at most 15 characters.
  const id = process.pid.toString(36)
  const [name, near, far] = [`takeroom-${id}`, `tk${id}a`, `tk${id}b`]
  const net = `10.213.${process.pid % 250}`
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-machine-'))
  await ip('netns', 'add', name)
  const close = async (): Promise<void> => {
    // The cable goes with either end.
    await ip('link', 'delete', near).catch(() => {})
    await ip('netns', 'delete', name)
    await rm(folder, { recursive: true })
  }
  try {
    await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    // An IPv6 address comes into force a second or two after its cable: a browser would break off what it loads, as for a new network.
    await ip('link', 'set', near, 'addrgenmode', 'none')
    await ip('-n', name, 'link', 'set', far, 'addrgenmode', 'none')
    await ip('address', 'add', `${net}.1/30`, 'dev', near)
    await ip('link', 'set', near, 'up')
    await ip('-n', name, 'address', 'add', `${net}.2/30`, 'dev', far)
    await ip('-n', name, 'link', 'set', far, 'up')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  catch (error) {
    await close()
    throw error
  }
  return {
    address: `${net}.1`,
    async programFor(command) {
      const path = join(folder, 'program')
      await writeFile(path, `#!/bin/sh\nexec ip netns exec ${name} "${command}" "$@"\n`)
      await chmod(path, 0o755)
      return path
    },
    close,
  }
}
