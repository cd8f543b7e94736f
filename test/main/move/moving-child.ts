/**
 * A life in which a studio folder is moved, opened at its new place, and its former copy is deleted: `node child.ts ORDERS-AS-JSON`. Kills
 * itself before the change of the disk with the given number.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { z } from 'zod'
import { systemClock } from '../../../src-main/base/clock.ts'
import { currentFolder } from '../../../src-main/databases/current-folder.ts'
import { finishMove } from '../../../src-main/move/finish-move.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../kit/ports.ts'

export const Orders = z.object({ from: z.string(), to: z.string(), killAt: z.number().nullable() })

/** What changes names or begins to write. */
const changes = ['rename', 'rm', 'rmdir', 'mkdir', 'open', 'utimes'] as const

let count = 0
let isCounting = false

/** Named imports of the module follow. */
function killBefore(killAt: number): void {
  for (const name of changes) {
    const real = fs[name] as (...given: unknown[]) => Promise<unknown>
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        const isChange = isCounting && (name !== 'open' || !['r', undefined].includes(given[1] as string | undefined))
        count += isChange ? 1 : 0
        if (isChange && count === killAt)
          process.kill(process.pid, 'SIGKILL')
        return real(...given)
      },
    })
  }
  syncBuiltinESMExports()
}

async function main(): Promise<void> {
  const { from, to, killAt } = Orders.parse(JSON.parse(process.argv[2] ?? ''))
  killBefore(killAt ?? -1)
  const moving = Promise.withResolvers<Parameters<typeof finishMove>[0]>()
  const studio = await openStudio(testPorts(from, { moveOn: moving.resolve }))
  isCounting = true
  const call = { signal: new AbortController().signal, origin: 'page' } as const
  const { plan } = await studio.handlers.moves.plan({ to: { is: 'path', path: to } }, call)
  await studio.handlers.moves.start({ planId: plan!.planId }, call)
  const move = await moving.promise
  await studio.close({ drainMs: 0 })
  await finishMove(move)
  const moved = await openStudio(testPorts(currentFolder(from), { moveOn: () => {} }))
  await moved.handlers.moves.removeFormer({}, call)
  await moved.close({ drainMs: 0 })
  process.stdout.write(`${count}\n`)
  await systemClock.sleep(0)
}

void main()
