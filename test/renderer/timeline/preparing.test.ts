/**
 * While the preview of a shot is made, the strip, the clip and the preview say so with the share that is done, and no longer.
 *
 * @module-tag all
 */
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { createReadStream } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shallowRef, watch } from 'vue'
import { usePreparing } from '../../../src-renderer/rooms/timeline/preview/use-preparing.ts'
import { useRenditions } from '../../../src-renderer/stores/renditions.ts'
import { useTakes } from '../../../src-renderer/stores/takes.ts'
import { shell as english } from '../../../src-renderer/texts/en/shell.ts'
import { shell as chinese } from '../../../src-renderer/texts/zh/shell.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { documentOf, picture, pictureTrack } from '../../kit/sequence.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a shot at the playhead that has no preview yet', async () => {
  const studio = await openTestStudio()
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const { id: projectId } = await studio.parts.projects.create('Harbour')
  const path = await kit.make('shot.mov', ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=4', '-c:v', 'mpeg4', '-q:v', '3'])
  const ticket = await studio.receiveFile('shot.mov', createReadStream(path), null)
  const { take } = await studio.handlers.takes.import({ ticket, projectId }, call)
  const page = openPage(studio)
  const renditions = page.run(() => useRenditions())
  page.run(() => useTakes()).remember([take])
  const document = documentOf(pictureTrack(1, [{ ...picture(1, 10, 50), takeId: take.id }]))
  const at = shallowRef(20)
  // No clip of it is a sequence.
  const editor = { document: shallowRef(document), inner: { flat: (one: unknown) => one } } as unknown as Editor
  const preparing = page.run(() => usePreparing(editor, () => at.value))
  const [inStrip, onClip, inPreview]: [string[], (number | null)[], (number | null)[]] = [[], [], []]
  page.run(() => {
    watch(() => renditions.coming, (coming) => {
      if (coming)
        inStrip.push(english.strip.preparing(coming.count, Math.floor(coming.share * 100)))
    }, { flush: 'sync' })
    watch(() => renditions.shareOf(take.asset.id), share => onClip.push(share), { flush: 'sync' })
    watch(preparing, share => inPreview.push(share), { flush: 'sync' })
  })
  await renditions.want([take.asset.id], [])
  await expect.poll(() => renditions.get(take.asset.id)?.state).toBe('ready')
  expect(inStrip[0]).toBe('Preparing a preview, 0%')
  expect(new Set(inStrip).size).toBeGreaterThan(1)
  for (const shares of [onClip, inPreview]) {
    expect(shares[0]).toBe(0)
    expect(shares.at(-1)).toBeNull()
    const done = shares.slice(0, -1) as number[]
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  }
  expect(renditions.coming).toBeNull()
  expect([english, chinese].map(words => words.strip.preparing(3, 40))).toEqual(['Preparing 3 previews, 40%', '正在准备 3 个预览，40%'])
})

it('of several, the strip says how many are left and what is done of all', async () => {
  const studio = await openTestStudio()
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const { id: projectId } = await studio.parts.projects.create('Harbour')
  const assetIds = await Promise.all(['testsrc2', 'smptebars', 'testsrc'].map(async (source) => {
    const path = await kit.make(`${source}.mov`, ['-f', 'lavfi', '-i', `${source}=s=320x240:r=25:d=1`, '-c:v', 'mpeg4', '-q:v', '3'])
    const ticket = await studio.receiveFile(`${source}.mov`, createReadStream(path), null)
    return (await studio.handlers.takes.import({ ticket, projectId }, call)).take.asset.id
  }))
  const page = openPage(studio)
  const renditions = page.run(() => useRenditions())
  const told: { readonly count: number, readonly share: number }[] = []
  page.run(() => watch(() => renditions.coming, coming => coming && told.push(coming)))
  await renditions.want(assetIds, [])
  await expect.poll(() => assetIds.map(id => renditions.get(id)?.state)).toEqual(['ready', 'ready', 'ready'])
  const counts = told.map(({ count }) => count)
  const most = Math.max(...counts)
  expect(most).toBeGreaterThan(1)
  // Each is done once: from the moment when all are known, there are fewer and more is done.
  const whole = told.slice(counts.indexOf(most))
  expect(whole.map(({ count }) => count)).toEqual(whole.map(({ count }) => count).toSorted((a, b) => b - a))
  expect(whole.map(({ share }) => share)).toEqual(whole.map(({ share }) => share).toSorted((a, b) => a - b))
  expect(whole.every(({ count, share }) => share >= (most - count) / most)).toBe(true)
})
