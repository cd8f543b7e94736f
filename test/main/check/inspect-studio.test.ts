/** A check that repairs, in a studio that works meanwhile. */
import type { Take } from '#contract/takes.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { inspectStudio } from '../../../src-main/check/inspect-studio.ts'
import { spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

type Studio = OpenStudio & { folder: string }

/** Files of any age count as stray. */
async function repair({ folder, parts }: Studio) {
  const ports = { ...parts, folder, ledger: parts.ledgerDb, clock: systemClock }
  return inspectStudio(ports, { isDeep: true, isRepairing: true, strayAgeMs: 0, signal: new AbortController().signal })
}

async function fileText({ parts }: Studio, text: string): Promise<Take> {
  const asset = await parts.assets.adoptText(text, { mime: 'text/plain', extension: 'txt' })
  return parts.takes.file(spokenTake(text, { kind: 'transcribe', medium: 'text' }), asset)
}

/** A file that no take names, as a text that was filed would be. */
async function stray({ parts }: Studio, text: string): Promise<string> {
  const path = parts.assets.pathOf({ id: sha256(text) as Take['asset']['id'], extension: 'txt' })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

it('a take that is filed while the files are compared keeps its file, and is no stray', async () => {
  const studio = await openTestStudio()
  await fileText(studio, 'before')
  const { assets } = studio.parts
  const { all } = assets
  const filed: Take[] = []
  vi.spyOn(assets, 'all').mockImplementation(async () => {
    const before = await all()
    filed.push(await fileText(studio, `meanwhile ${filed.length}`))
    return before
  })
  const report = await repair(studio)
  expect(filed.map(take => existsSync(assets.pathOf(take.asset)))).toEqual(filed.map(() => true))
  expect(report).toMatchObject({ orphans: { count: 0 }, setAside: null })
})

it('a stray file that a take names by the time of its turn stays; one that is gone by then does not matter', async () => {
  const studio = await openTestStudio()
  const { assets } = studio.parts
  const texts = ['first', 'second', 'third']
  const paths = await Promise.all(texts.map(text => stray(studio, text)))
  const { adopt } = assets
  const kept: Take[] = []
  vi.spyOn(assets, 'adopt').mockImplementationOnce(async (path, wanted) => {
    const adopted = await adopt(path, wanted)
    const [taken, gone] = texts.filter(text => sha256(text) !== adopted.asset.id)
    kept.push(await fileText(studio, taken!))
    await rm(paths[texts.indexOf(gone!)]!)
    return adopted
  })
  await repair(studio)
  expect(kept.map(take => existsSync(assets.pathOf(take.asset)))).toEqual([true])
  // The first was no medium, and is set aside.
  expect(paths.filter(path => existsSync(path))).toHaveLength(1)
})
