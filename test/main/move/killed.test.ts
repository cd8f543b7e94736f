/**
 * A move that is killed before any change of the disk: what is left is one whole studio that opens, and no second folder that would. 14
 * kills in `npm test`, one before each change in `npm run test:long`.
 *
 * @module-tag all
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { assertCurrent, currentFolder } from '../../../src-main/databases/current-folder.ts'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'
import { isLong } from '../../kit/how-long.ts'
import { connect, ended, openTestPractice, openTestStudio, speak } from '../../kit/studio.ts'
import { bundleChild } from '../../torture/torture.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function makeStudio(folder: string): Promise<void> {
  const studio = await openTestStudio({ folder })
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  for (const text of ['The boat is gone.', 'It will come back.'])
    await ended(studio, await speak(studio, accountId, text))
  await studio.close()
}

/** Whether there is anything of a studio, and it may be opened by its own name. */
function opens(folder: string): boolean {
  try {
    assertCurrent(folder)
    return existsSync(join(folder, 'library.db')) || existsSync(join(folder, 'assets'))
  }
  catch {
    return false
  }
}

async function copyOf(whole: string): Promise<{ from: string, to: string }> {
  const place = await makeFolder()
  const from = join(place, 'studio')
  await mkdir(from)
  await cp(whole, from, { recursive: true, preserveTimestamps: true })
  return { from, to: join(place, 'disk', 'Takeroom') }
}

describe('a move that is killed', () => {
  it('leaves one whole studio that opens, whenever it happens', { timeout: 1_800_000 }, async () => {
    const whole = join(await makeFolder(), 'whole')
    await makeStudio(whole)
    // From its sources, each child would need seconds to start.
    const script = pathToFileURL(await bundleChild(join(await makeFolder(), 'built'), 'test/main/move/moving-child.ts'))

    const start = async (killAt: number | null) => {
      const { from, to } = await copyOf(whole)
      await mkdir(join(to, '..'))
      const child = startChild(script, [JSON.stringify({ from, to, killAt })])
      const line = await child.nextLine().catch((error: Error) => error.message)
      await child.kill()
      return { from, to, line }
    }
    const complete = await start(null)
    const changes = Number(complete.line)
    expect(changes).toBeGreaterThan(40)
    expect([opens(complete.from), opens(complete.to), currentFolder(complete.from)]).toEqual([false, true, complete.to])

    const kills = isLong ? changes : 14
    const ends = new Set<string>()
    for (let kill = 0; kill < kills; kill++) {
      const killAt = 1 + Math.floor((kill + 0.5) / kills * changes)
      const { from, to, line } = await start(killAt)
      // What is done in the background changes more or less each time: it may have ended with fewer changes.
      if (!(Number(line) < killAt))
        expect(line).toContain('The child ended')
      const current = currentFolder(from)
      ends.add(current === from ? 'stayed' : 'moved')
      expect({ kill, one: [opens(from), opens(to)].filter(Boolean).length }).toEqual({ kill, one: 1 })
      const studio = await openTestStudio({ folder: current, ports: { moveOn: () => {} } })
      const { report } = await studio.handlers.checks.run({ isDeep: true, isRepairing: false }, call)
      expect({ kill, takes: report.takes, missing: report.missing.count, wrong: report.wrong.count, damage: report.damage })
        .toEqual({ kill, takes: 2, missing: 0, wrong: 0, damage: [] })
      await studio.close()
      // What was half copied is gone, and so is the folder that was made for it.
      if (current === from)
        expect({ kill, left: await readdir(to).catch(() => []) }).toEqual({ kill, left: [] })
    }
    expect(ends).toEqual(new Set(['stayed', 'moved']))
  })
})
