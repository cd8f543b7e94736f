/**
 * A process that serves one new studio after another at one address, as if each had its own program. A story then costs no start of
 * Node, and its page finds compiled scripts in the browser.
 */
import type { HostProgram } from './host-program.ts'
import type { WebStudio } from './web-studio.ts'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { startProgram } from './host-program.ts'
import { environmentFor, makeStudioFolder } from './web-studio.ts'

export interface ResidentHost {
  /** Opens a studio in a new folder. The one before must be closed. */
  open: () => Promise<WebStudio>
  close: () => Promise<void>
}

export function createResidentHost(): ResidentHost {
  let program: HostProgram | null = null
  let port = anyPort()

  async function open(): Promise<WebStudio> {
    const brokenEarlier = program?.unexpectedExit() ?? null
    if (program === null || program.hasEnded())
      program = startProgram('test/kit/resident-child.mjs', [])
    if (brokenEarlier !== null)
      throw new Error(`After the story before: ${brokenEarlier}`)
    const now = program
    const folder = await makeStudioFolder()
    const { closed } = await serve(now, folder)
    let isClosing = false
    return {
      address: await now.firstAddress(),
      folder,
      pid: now.child.pid ?? 0, // It has printed its address, so it has one.
      output: now.output,
      unexpectedExit: now.unexpectedExit,
      newAddress: now.newAddress,
      async close({ kill = false, forget = true } = {}) {
        if (kill)
          now.expectEnd()
        // Closing twice is one close: the second signal would end the process, or the next studio.
        if (!isClosing)
          now.child.kill(kill ? 'SIGKILL' : 'SIGTERM')
        isClosing = true
        await (kill ? now.ended : closed)
        if (forget)
          await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      },
    }
  }

  /** Returns, when the studio is served, the promise of its end. */
  async function serve(host: HostProgram, folder: string): Promise<{ closed: Promise<void> }> {
    for (;;) {
      host.forgetOutput()
      const closed = Promise.race([once(host.child, 'message'), host.ended]).then(() => {})
      host.child.send({ words: ['serve', '--folder', folder, '--port', String(port)], env: environmentFor(folder) })
      const isOpen = await Promise.race([host.firstAddress().then(() => true), closed.then(() => false)])
      if (isOpen)
        return { closed }
      if (!host.output().includes('That port is taken'))
        throw new Error(`The web host did not open:\n${host.output()}`)
      port = anyPort()
    }
  }

  return {
    open,
    async close() {
      program?.expectEnd()
      program?.child.kill('SIGKILL')
      await program?.ended
    },
  }
}

/** Systems give ports from 32768 on to whoever asks for any, so these stay free between two studios. */
function anyPort(): number {
  return 20_000 + Math.floor(Math.random() * 10_000)
}
