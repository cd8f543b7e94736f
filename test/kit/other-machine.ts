/** Another machine, as the network sees it: a namespace with a cable to this one. Needs root, and `ip` of iproute2. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { shellPath } from './chromium.ts'

export interface OtherMachine {
  /** Under which the other machine reaches this one. */
  readonly address: string
  /** A program that starts the browser of the stories there. */
  readonly browser: string
  /** Why there is none here; null when there is. */
  readonly whyNone: string | null
}

/** Stories run in their own processes; they learn of the machine by this. */
const variable = 'TAKEROOM_OTHER_MACHINE'

export function otherMachine(): OtherMachine {
  const told = process.env[variable]
  return told === undefined ? none('no other machine was connected') : JSON.parse(told) as OtherMachine
}

function none(whyNone: string): OtherMachine {
  return { address: '', browser: '', whyNone }
}

/**
 * Connects it before the first story, and disconnects it after the last: each change of the network makes every browser on this
 * machine break off the connections that it is about to open.
 */
export default async function connectOtherMachine(): Promise<() => Promise<void>> {
  const tell = (machine: OtherMachine): void => void (process.env[variable] = JSON.stringify(machine))
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    tell(none('only root on Linux can make a network namespace'))
    return async () => {}
  }
  const ip = (...args: string[]): Promise<unknown> => promisify(execFile)('ip', args)
  // Interface names have at most 15 characters.
  const id = process.pid.toString(36)
  const [name, near, far] = [`takeroom-${id}`, `tk${id}a`, `tk${id}b`]
  const net = `10.213.${process.pid % 250}`
  try {
    await ip('netns', 'add', name)
  }
  catch {
    tell(none('this system has no iproute2, or forbids network namespaces'))
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-machine-'))
  const disconnect = async (): Promise<void> => {
    // The cable goes with either end.
    await ip('link', 'delete', near).catch(() => {})
    await ip('netns', 'delete', name)
    await rm(folder, { recursive: true })
  }
  try {
    await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    // An IPv6 address comes into force a second or two after its cable, when the first stories have begun.
    await ip('link', 'set', near, 'addrgenmode', 'none')
    await ip('-n', name, 'link', 'set', far, 'addrgenmode', 'none')
    await ip('address', 'add', `${net}.1/30`, 'dev', near)
    await ip('link', 'set', near, 'up')
    await ip('-n', name, 'address', 'add', `${net}.2/30`, 'dev', far)
    await ip('-n', name, 'link', 'set', far, 'up')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
    const browser = join(folder, 'browser')
    await writeFile(browser, `#!/bin/sh\nexec ip netns exec ${name} "${shellPath ?? chromium.executablePath()}" "$@"\n`, { mode: 0o755 })
    tell({ address: `${net}.1`, browser, whyNone: null })
  }
  catch (error) {
    await disconnect()
    throw error
  }
  return disconnect
}
