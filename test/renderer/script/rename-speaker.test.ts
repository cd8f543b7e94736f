/** Speakers that are renamed or merged later: lines, castings, captions and their colours follow, and all of it can be taken back. */
import type { Casting } from '#contract/script.ts'
import type { ClipId, ModelId, TrackId } from '#contract/words.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { stepWords, useUndo } from '../../../src-renderer/actions/undo.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const cast = (speaker: string, voice: string): Casting => ({ speaker, modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice } })

async function openRoom() {
  const studio = await openTestStudio()
  const { script, sequences, projects } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  const lines = await script.add(projectId, null, ['ANNA', 'BEN', 'Anna'].map(speaker => ({ speaker, text: `${speaker} speaks.`, direction: '' })))
  const { id: sequenceId } = await storeSequence(sequences, projectId)
  const track = {
    ...plainTrack('captions', newId<TrackId>()),
    speakerColours: { ANNA: '#ff0000' },
    clips: Object.fromEntries(lines.map(({ id: lineId, speaker, text }, at) => {
      const id = newId<ClipId>()
      return [id, { id, start: at * 25, length: 25, speaker, text, linkId: null, lineId }]
    })),
  }
  await sequences.replace(sequenceId, 'add-track', now => ({
    ...now,
    trackIds: [...now.trackIds, track.id],
    tracks: { ...now.tracks, [track.id]: track },
  }))
  const page = openPage(studio)
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines).toHaveLength(3)
  return {
    studio,
    projectId,
    undo: useUndo(),
    castings: page.run(() => useCastings(() => projectId)),
    speakers: async () => (await script.lines(projectId)).map(line => line.speaker),
    voices: async () => (await script.castings(projectId)).map(one => `${one.speaker} ${String(one.fields.voice)}`),
    captions: async () => {
      const now = (await sequences.get(sequenceId)).tracks[track.id]!
      const clips = now.kind === 'captions' ? Object.values(now.clips).toSorted((a, b) => a.start - b.start) : []
      return { speakers: clips.map(clip => clip.speaker), colours: now.kind === 'captions' ? now.speakerColours : {} }
    },
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})

it('a new name takes lines, casting and captions with it, and back', async () => {
  const { castings, studio: { parts }, projectId, speakers, voices, captions, undo } = room
  await parts.script.cast(projectId, cast('BEN', 'Ryan'))
  await castings.rename('BEN', 'Benjamin')
  expect(await speakers()).toEqual(['ANNA', 'Benjamin', 'Anna'])
  expect(await voices()).toEqual(['Benjamin Ryan'])
  expect((await captions()).speakers).toEqual(['ANNA', 'Benjamin', 'Anna'])
  await undo.refresh()
  expect(undo.next && stepWords(undo.next, textsOf.en)).toBe('rename BEN → Benjamin')
  await undo.undo()
  expect([await speakers(), await voices()]).toEqual([['ANNA', 'BEN', 'Anna'], ['BEN Ryan']])
  expect((await captions()).speakers).toEqual(['ANNA', 'BEN', 'Anna'])
  await undo.redo()
  expect([await speakers(), await voices()]).toEqual([['ANNA', 'Benjamin', 'Anna'], ['Benjamin Ryan']])
})

it('the name of another speaker makes one of the two, which has the voice it had and the colour it lacked; only its own lines part again', async () => {
  const { castings, studio: { parts }, projectId, speakers, voices, captions, undo } = room
  await parts.script.cast(projectId, cast('ANNA', 'Serena'))
  await parts.script.cast(projectId, cast('Anna', 'Vivian'))
  await castings.rename('ANNA', 'Anna')
  expect([await speakers(), await voices()]).toEqual([['Anna', 'BEN', 'Anna'], ['Anna Vivian']])
  expect(await captions()).toMatchObject({ speakers: ['Anna', 'BEN', 'Anna'], colours: { Anna: '#ff0000' } })
  await undo.undo()
  expect([await speakers(), await voices()]).toEqual([['ANNA', 'BEN', 'Anna'], ['ANNA Serena', 'Anna Vivian']])
  expect(await captions()).toMatchObject({ speakers: ['ANNA', 'BEN', 'Anna'], colours: { ANNA: '#ff0000' } })
})

it('is not taken back over what was cast in the meantime', async () => {
  const { castings, studio: { parts }, projectId, speakers, voices, undo } = room
  await parts.script.cast(projectId, cast('BEN', 'Ryan'))
  await castings.rename('BEN', 'Benjamin')
  await parts.script.cast(projectId, cast('Benjamin', 'Serena'))
  await undo.undo()
  expect(useNotices().shown.at(-1)?.fault).toMatchObject({ code: 'changed-meanwhile' })
  expect(await speakers()).toEqual(['ANNA', 'Benjamin', 'Anna'])
  expect(await voices()).toContain('Benjamin Serena')
})
