/**
 * What the dialog sends for a place of the tracks, and what remains where it could not be sent; with a real studio and service.
 *
 * @module-tag wide
 */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ModelId, RequestId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import type { Here } from '../../../src-renderer/rooms/timeline/generate-here/here.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, vi } from 'vitest'
import { computed, shallowRef } from 'vue'
import { Fault } from '#contract/faults.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { gapAt, shotHere } from '#rules/sequence/shots-here.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { fillHere, imageHere, replaceHere } from '../../../src-renderer/rooms/timeline/generate-here/here.ts'
import { useGenerateHere } from '../../../src-renderer/rooms/timeline/generate-here/use-generate-here.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { tryEdits } from '../../../src-renderer/stores/pending-edits.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { call } from '../../kit/paid-inputs.ts'
import { clipId, documentOf, picture, pictureTrack, rate, trackId } from '../../kit/sequence.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

type Opened = Awaited<ReturnType<typeof openPlace>>

/** An image of the project, and the page of a film that shows it. `bent` changes the studio's answers. */
async function openPlace(bent: (handlers: StudioHandlers) => StudioHandlers = handlers => handlers) {
  const studio = await openTestStudio()
  const service = await openTestPractice()
  const accountId = await connect(studio, service)
  const { id: projectId } = await studio.parts.projects.create('Tides')
  await studio.handlers.storyboard.setLook({ projectId, style: 'Ink on paper.' }, call)
  const asked = { accountId, projectId, modelId: 'eigen-image' as ModelId, variants: [{ prompt: 'The bay.', seed: 7 }] }
  const { jobIds: [imageJob] } = await studio.handlers.make.images({ requestId: newId<RequestId>(), ...asked }, call)
  const { takeIds: [takeId] } = await ended(studio, imageJob!)
  await studio.parts.order.pauseAll(true)
  const page = openPage({ ...studio, handlers: bent(studio.handlers) })
  const [project, accounts, models, jobs] = [useProject(), useAccounts(), useModels(), useJobs()]
  project.open(projectId)
  await expect.poll(() => [project.hasLines, accounts.isReady, models.isReady, jobs.isReady]).toEqual([true, true, true, true])
  function dialogOf(document: SequenceDocument, here: Here) {
    const now = shallowRef(document)
    const editor = {
      ...{ projectId, sequenceId: newId<SequenceId>(), document: now },
      rate: computed(() => now.value.rate),
      edit(_name: string, edits: Parameters<typeof tryEdits>[1]) {
        now.value = tryEdits(now.value, edits).document ?? now.value
        return true
      },
    } as unknown as Editor // what the dialog uses of it
    return { now, dialog: page.run(() => useGenerateHere(editor, here)) }
  }
  return {
    dialogOf,
    takeId: takeId!,
    accountId,
    async useOther() {
      const otherId = await connect(studio, service)
      await studio.parts.settings.change({ accountId: otherId })
      await expect.poll(() => accounts.currentId).toBe(otherId)
    },
    queued: async () => (await studio.parts.ledger.open()).map((row) => {
      const { sent } = JSON.parse(row.plan) as { sent: { fields: { prompt: string, seed?: number, image?: object } } }
      const into = JSON.parse(row.into_clip ?? '{}') as { trackId?: TrackId, takeId?: TakeId }
      return { kind: row.kind, accountId: row.account_id, ...sent.fields, into }
    }),
  }
}
function filmOf({ takeId }: Opened): SequenceDocument {
  return documentOf(pictureTrack(10, [picture(1, 0, 60, { takeId }), picture(2, 90, 60, { takeId })]))
}
async function fill({ dialogOf, ...opened }: Opened) {
  const film = filmOf({ dialogOf, ...opened })
  const { dialog } = dialogOf(film, fillHere(film, gapAt(film, trackId(10), 70)!))
  dialog.text.value = ' The tide comes in. '
  await expect.poll(() => dialog.mayGenerate.value).toBe(true)
  return dialog
}

it('a gap asks for its shot from the picture before it, for one place, as often as there are tries', async () => {
  const opened = await openPlace()
  const dialog = await fill(opened)
  expect([dialog.seconds.value, dialog.mostSeconds, dialog.sendings.value.length]).toEqual([1, 1, 1])
  dialog.count.value = 3
  expect(dialog.sendings.value).toHaveLength(3)
  expect(await dialog.generate()).toBe(true)
  const queued = await opened.queued()
  expect(queued).toHaveLength(3)
  expect(new Set(queued.map(each => JSON.stringify(each.into))).size).toBe(1)
  expect(queued[0]).toMatchObject({
    ...{ kind: 'video', prompt: 'The tide comes in.', image: {} },
    into: { trackId: trackId(10), after: clipId(1), frames: 30, rate },
  })
})

it('what is chosen and typed while the first frame is asked for changes nothing of what was agreed to', async () => {
  const [made, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opened = await openPlace(all => ({ ...all, takes: {
    ...all.takes,
    async get(...asked) {
      made.resolve()
      await goOn.promise
      return all.takes.get(...asked)
    },
  } }))
  const dialog = await fill(opened)
  const generated = dialog.generate()
  await made.promise
  dialog.text.value = 'The tide goes out.'
  dialog.count.value = 3
  dialog.setSeconds(0.5)
  await opened.useOther()
  goOn.resolve()
  expect(await generated).toBe(true)
  const queued = await opened.queued()
  expect(queued).toMatchObject([{ prompt: 'The tide comes in.', accountId: opened.accountId, into: { frames: 30 } }])
})

it('the place counts in the frame rate that the sequence had when the dialog opened', async () => {
  const opened = await openPlace()
  const empty = documentOf()
  const { dialog, now } = opened.dialogOf(empty, imageHere(empty, 30, null))
  dialog.text.value = 'A bay.'
  await expect.poll(() => dialog.mayGenerate.value).toBe(true)
  now.value = { ...empty, rate: { numerator: 60, denominator: 1 } }
  expect(dialog.seconds.value).toBe(4)
  expect(await dialog.generate()).toBe(true)
  expect(await opened.queued()).toMatchObject([{ into: { frame: 30, frames: 120, rate } }])
})

it('what could not be sent is still in the dialog, with the reason, and leaves no track', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Fault('library-read-only', { trouble: 'damaged' }))
  const opened = await openPlace(all => ({ ...all, make: { ...all.make, images: refuse } }))
  const empty = documentOf()
  const { dialog, now } = opened.dialogOf(empty, imageHere(empty, 0, null))
  dialog.text.value = 'A bay.'
  await expect.poll(() => dialog.mayGenerate.value).toBe(true)
  expect(await dialog.generate()).toBe(false)
  expect([dialog.fault.value?.code, dialog.text.value]).toEqual(['library-read-only', 'A bay.'])
  expect([tracksOf(now.value), await opened.queued()]).toEqual([[], []])
})

it('an image has the style of the storyboard, and a track where there is none', async () => {
  const opened = await openPlace()
  const empty = documentOf()
  const { dialog, now } = opened.dialogOf(empty, imageHere(empty, 0, null))
  dialog.text.value = 'A bay.'
  await expect.poll(() => dialog.style.value).toBe('Ink on paper.')
  expect(await dialog.generate()).toBe(true)
  const [track] = tracksOf(now.value)
  const into = { trackId: track!.id, frames: 120 }
  expect(await opened.queued()).toMatchObject([{ kind: 'image', prompt: 'A bay.\n\nInk on paper.', into }])
})

it('a replacement begins with the prompt of the take, and is not bound to its seed', async () => {
  const opened = await openPlace()
  const film = filmOf(opened)
  const { dialog } = opened.dialogOf(film, replaceHere(film, shotHere(film, 0, null)!)!)
  await expect.poll(() => dialog.text.value).toBe('The bay.')
  expect(dialog.style.value).toBe('')
  expect(await dialog.generate()).toBe(true)
  const [queued, ...others] = await opened.queued()
  expect(others).toEqual([])
  expect(queued).toMatchObject({ kind: 'image', prompt: 'The bay.', into: { clipId: clipId(1), takeId: opened.takeId } })
  expect(queued).not.toHaveProperty('seed')
})

it('without a picture next to it a gap cannot be filled', async () => {
  const opened = await openPlace()
  const film = documentOf(pictureTrack(10, [picture(1, 0, 60, { takeId: null })]))
  const { dialog } = opened.dialogOf(film, fillHere(film, gapAt(film, trackId(10), 90)!))
  dialog.text.value = 'The tide comes in.'
  await expect.poll(() => dialog.model.value?.id).toBe('wan2p2-i2v-14b-turbo')
  expect([dialog.hasStart, dialog.mayGenerate.value]).toEqual([false, false])
})
