/** A voice-over that could not be added or sent leaves nothing on the timeline; with a real studio and practice service. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, vi } from 'vitest'
import { computed, nextTick, shallowRef } from 'vue'
import { Fault } from '#contract/faults.ts'
import { ModelId } from '#contract/words.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { useVoiceOver } from '../../../src-renderer/rooms/timeline/voice-over/use-voice-over.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { tryEdits } from '../../../src-renderer/stores/pending-edits.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { documentOf, pictureTrack, rate, trackId } from '../../kit/sequence.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** The dialog over a sequence without a track of speech, in a script with a cast speaker. `bent` changes the studio's answers. */
async function openDialog(bent: (handlers: StudioHandlers) => StudioHandlers = handlers => handlers) {
  const studio = await openTestStudio()
  const service = await openTestPractice()
  const accountId = await connect(studio, service)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await studio.parts.script.cast(projectId, {
    ...{ speaker: '', modelId: ModelId.parse('qwen3-tts'), voiceId: null, fields: { voice: 'Ryan' } },
  })
  await studio.parts.order.pauseAll(true)
  const page = openPage({ ...studio, handlers: bent(studio.handlers) })
  const [project, accounts, models, jobs] = [useProject(), useAccounts(), useModels(), useJobs()]
  project.open(projectId)
  await expect.poll(() => [project.hasLines, accounts.isReady, models.isReady, jobs.isReady]).toEqual([true, true, true, true])
  const document = shallowRef<SequenceDocument>(documentOf(pictureTrack(10, [])))
  const editor = {
    ...{ projectId, sequenceId: newId<SequenceId>(), document },
    rate: computed(() => rate),
    rows: computed(() => rowsOf(document.value)),
    lines: computed(() => new Map(project.lines.map(line => [line.id, line]))),
    clickedTrack: shallowRef<TrackId | null>(null),
    view: { playhead: shallowRef(30) },
    edit(_name: string, edits: Parameters<typeof tryEdits>[1]) {
      const { document: edited } = tryEdits(document.value, edits)
      document.value = edited ?? document.value
      return edited !== undefined
    },
  } as unknown as Editor // what the dialog uses of it
  const dialog = page.run(() => useVoiceOver(editor))
  dialog.text.value = 'Nobody saw it leave.'
  await expect.poll(() => dialog.maySpeak.value).toBe(true)
  return {
    dialog,
    accountId,
    async useOther() {
      const otherId = await connect(studio, service)
      await studio.parts.settings.change({ accountId: otherId })
      await expect.poll(() => accounts.currentId).toBe(otherId)
    },
    paidBy: async () => (await studio.parts.ledger.open()).map(row => row.account_id),
    tracks: async () => {
      await nextTick()
      return tracksOf(document.value).map(({ id, kind }) => ({ id, kind }))
    },
    lines: async () => (await studio.parts.script.lines(projectId)).map(line => line.text),
    queued: async () => (await studio.parts.ledger.open())
      .map(row => JSON.parse(row.into_clip ?? '{}') as { trackId?: TrackId, frames?: number }),
  }
}
const refuse = (): Promise<never> => Promise.reject(new Fault('library-read-only', { trouble: 'damaged' }))
const picturesOnly = [{ id: trackId(10), kind: 'pictures' }]

it('where there is no track of speech it gets one, on which its place waits', async () => {
  const { dialog, tracks, lines, queued } = await openDialog()
  expect(await dialog.speak()).toBe(true)
  const [, added] = await tracks()
  expect(added).toMatchObject({ kind: 'speech' })
  expect(await queued()).toMatchObject([{ trackId: added!.id, frame: 30, rate }])
  expect(await lines()).toEqual(['Nobody saw it leave.'])
})

it('what is typed and chosen while the line is added changes neither its words nor the account that it is sent to', async () => {
  const [adding, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { dialog, useOther, accountId, paidBy, queued, lines } = await openDialog(all => ({ ...all, script: {
    ...all.script,
    async add(...asked) {
      adding.resolve()
      await goOn.promise
      return all.script.add(...asked)
    },
  } }))
  const spoken = dialog.speak()
  await adding.promise
  dialog.text.value = 'Somebody saw it leave, and told nobody for as long as there were boats in the harbour.'
  await useOther()
  goOn.resolve()
  expect(await spoken).toBe(true)
  expect([await lines(), await paidBy()]).toEqual([['Nobody saw it leave.'], [accountId]])
  expect((await queued())[0]?.frames).toBeLessThan(90)
})

it('a line that could not be added leaves no track and sends nothing, and what is typed remains', async () => {
  const { dialog, tracks, queued } = await openDialog(all => ({ ...all, script: { ...all.script, add: refuse } }))
  expect(await dialog.speak()).toBe(false)
  expect([dialog.fault.value?.code, dialog.text.value]).toEqual(['library-read-only', 'Nobody saw it leave.'])
  expect(await tracks()).toEqual(picturesOnly)
  expect(await queued()).toEqual([])
})

it('a line that could not be sent is in the script, and leaves no track', async () => {
  const { dialog, tracks, lines, queued } = await openDialog(all => ({ ...all, make: { ...all.make, lines: refuse } }))
  expect(await dialog.speak()).toBe(true)
  expect([await lines(), await queued()]).toEqual([['Nobody saw it leave.'], []])
  expect(await tracks()).toEqual(picturesOnly)
})
