/**
 * A page that is open while files are looked for is told which of them are there, by a check, by a bundle, and by looking in a folder.
 *
 * @module-tag wide
 */
import type { Take } from '#contract/takes.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { bundleOf, importBundle, wholeProject } from '../../kit/bundles.ts'
import { hangMs } from '../../kit/hang.ts'
import { spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const quick = { isDeep: false, isRepairing: false }

/** What an open page shows of each take: the last that it was told. */
function openPage({ handlers }: OpenStudio) {
  const page = new AbortController()
  const shown = new Map<string, boolean>()
  const told: number[] = []
  onTestFinished(() => page.abort())
  const reading = (async () => {
    for await (const { changed, isTooMuch } of handlers.takes.changes({}, { ...call, signal: page.signal })) {
      told.push(isTooMuch ? Infinity : changed.length)
      for (const take of changed)
        shown.set(take.id, take.asset.isMissing)
    }
  })()
  void reading.catch(() => {})
  return {
    shown,
    told,
    isOpen: () => vi.waitUntil(() => told.length > 0, { timeout: hangMs }),
    shows: (take: Take, isMissing: boolean) => vi.waitUntil(() => shown.get(take.id) === isMissing, { timeout: hangMs }),
  }
}

async function fileText({ parts }: OpenStudio, text: string): Promise<Take> {
  const asset = await parts.assets.adoptText(text, { mime: 'text/plain', extension: 'txt' })
  return parts.takes.file(spokenTake(text, { kind: 'transcribe', medium: 'text' }), asset)
}

it('of a file that a check misses, and of one that is back; of no other', async () => {
  const studio = await openTestStudio()
  const [gone, kept] = [await fileText(studio, 'gone'), await fileText(studio, 'kept')]
  const page = openPage(studio)
  await page.isOpen()
  const path = studio.parts.assets.pathOf(gone.asset)
  await rename(path, `${path}.away`)
  await studio.handlers.checks.run(quick, call)
  await page.shows(gone, true)
  await rename(`${path}.away`, path)
  await studio.handlers.checks.run(quick, call)
  await page.shows(gone, false)
  expect(page.shown.has(kept.id)).toBe(false)
})

it('of all that a stopped check found until then', async () => {
  const studio = await openTestStudio()
  const gone = await fileText(studio, 'gone')
  const page = openPage(studio)
  await page.isOpen()
  await rm(studio.parts.assets.pathOf(gone.asset))
  const stop = new AbortController()
  const { markMissing } = studio.parts.assets
  vi.spyOn(studio.parts.assets, 'markMissing').mockImplementation(async (...args) => {
    await markMissing(...args)
    stop.abort()
  })
  await fileText(studio, 'another')
  await expect(studio.handlers.checks.run(quick, { ...call, signal: stop.signal })).rejects.toThrow()
  await page.shows(gone, true)
})

it('that very many are missing, in a few events', async () => {
  const studio = await openTestStudio()
  const takes: Take[] = []
  for (let at = 0; at < 620; at++)
    takes.push(await fileText(studio, `words ${at}`))
  const page = openPage(studio)
  await page.isOpen()
  await rm(studio.parts.assets.folder, { recursive: true })
  const before = page.told.length
  await studio.handlers.checks.run(quick, call)
  await vi.waitUntil(() => page.told.length >= before + 2, { timeout: hangMs })
  expect(page.told.slice(before, before + 2)).toEqual([Infinity, 120])
})

it('that a damaged poster was made again', async () => {
  const studio = await openTestStudio()
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const clip = await readFile(await kit.clip('shot.mp4', { seconds: 0.4 }))
  const ticket = await studio.receiveFile('shot.mp4', (async function* () {
    yield clip
  })(), clip.length)
  const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
  const page = openPage(studio)
  await page.isOpen()
  await writeFile(studio.parts.assets.pathOf(take.asset, 'poster'), 'torn')
  await studio.handlers.checks.run({ isDeep: false, isRepairing: true }, call)
  await page.shows(take, false)
})

it('that a bundle brought a missing file back to the takes of another project', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const studio = await openTestStudio()
  const { projectId, sound } = await wholeProject(studio, kit)
  const bundle = await bundleOf(studio, projectId)
  await rm(studio.parts.assets.pathOf(sound.asset))
  const page = openPage(studio)
  await page.isOpen()
  await studio.handlers.checks.run(quick, call)
  await page.shows(sound, true)
  const { project } = await importBundle(studio, bundle)
  await page.shows(sound, false)
  expect((await studio.parts.takes.get(sound.id)).addedToIds).toContain(project.id)
})
