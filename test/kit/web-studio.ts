/** Starts the built web host in its own process and folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './host-program.ts'

export interface WebStudio {
  /** With a single-use code. */
  readonly address: string
  readonly folder: string
  /** Of its process. */
  readonly pid: number
  /** Another single-use address. */
  newAddress: () => Promise<string>
  /** Ends the program, with `kill` like a crash. The folder is kept for another start unless `forget` is true. */
  close: (how?: { kill?: boolean, forget?: boolean }) => Promise<void>
  /** Everything it printed. */
  readonly output: () => string
  /** How it ended unexpectedly, with its output; null while it runs. */
  readonly unexpectedExit: () => string | null
}

/**
 * The environment of a studio under test: deliveries in its own folder, and no access to the machine's keychain, so keys are kept in
 * memory.
 */
export function environmentFor(folder: string): Record<string, string> {
  return { DBUS_SESSION_BUS_ADDRESS: 'disabled:', TAKEROOM_DELIVERIES: join(folder, 'deliveries') }
}

export function makeStudioFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'takeroom-e2e-'))
}

/** `folder` of an earlier run opens that studio again; `port` asks for this port instead of any free one. */
export async function startStudio(
  options: { folder?: string, port?: number, env?: Record<string, string>, args?: readonly string[] } = {},
): Promise<WebStudio> {
  const folder = options.folder ?? await makeStudioFolder()
  const port = options.port === undefined ? [] : ['--port', String(options.port)]
  const words = ['serve', '--folder', folder, ...port, ...options.args ?? []]
  const program = startProgram('bin/takeroom.mjs', words, { ...environmentFor(folder), ...options.env })
  return {
    address: await program.firstAddress(),
    folder,
    pid: program.child.pid ?? 0, // It has printed its address, so it has one.
    output: program.output,
    unexpectedExit: program.unexpectedExit,
    newAddress: program.newAddress,
    async close({ kill = false, forget = options.folder === undefined } = {}) {
      program.expectEnd()
      program.child.kill(kill ? 'SIGKILL' : 'SIGTERM')
      await program.ended
      if (forget)
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
