/** Captions of a transcript go onto its recording on the Timeline with one act, which undo takes back; where it is nowhere, that is said. */
import { expect, it, vi } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useOntoTimeline } from '../../../src-renderer/rooms/transcribe/use-onto-timeline.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { aSoundClip, storeSequence, withClips } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const { id: projectId } = await parts.projects.create('Interview')
  const segments = [
    { startSeconds: 1, endSeconds: 3, text: 'Who left the lamp on?', speaker: 'ANNA' },
    { startSeconds: 3, endSeconds: 5, text: 'Nobody.' },
  ]
  const text = 'Who left the lamp on? Nobody.'
  const document = { text, language: 'en', durationSeconds: 10, segments, answer: { contentType: 'text/plain', body: '' } }
  const sound = await parts.assets.adoptText('sound', { mime: 'text/plain', extension: 'txt' })
  const source = await parts.takes.file(spokenTake('recording', { projectId }), sound)
  const asset = await parts.assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
  const made = spokenTake(text, { kind: 'transcribe', medium: 'text', projectId, sourceTakeIds: [source.id] })
  const take = await parts.takes.file(made, asset)
  const page = openPage(studio)
  const notices = useNotices()
  const said = () => notices.shown.at(-1)
  /** Places the recording, one second after the beginning. Its captions are told with their second. */
  async function place(name: string) {
    const { id } = await storeSequence(parts.sequences, projectId, { name })
    const speech = [aSoundClip(source.id, { start: 48_000, length: 480_000, sourceLength: 480_000 })]
    await parts.sequences.replace(id, 'place', now => withClips(now, { speech }))
    return {
      id,
      captions: async () => tracksOf(await parts.sequences.get(id))
        .flatMap(track => track.kind === 'captions' ? clipsOf(track) : [])
        .map(({ start, speaker, text }) => [start / 25, speaker, text]),
    }
  }
  return { parts, take, page, place, said, onto: page.run(() => useOntoTimeline()) }
}

it('puts them there as one step, and takes them back only as long as nothing was edited since', async () => {
  const { onto, take, place, said, parts } = await open()
  await onto.find(take)
  expect(said()?.text(en)).toBe(en.transcribe.onto.notPlaced)
  expect(said()?.act?.label(en)).toBe(en.transcribe.onto.place)

  const { id, captions } = await place('Main')
  const spoken = [[2, 'ANNA', 'Who left the lamp on?'], [4, '', 'Nobody.']]
  await onto.find(take)
  expect(said()?.text(en)).toBe(en.transcribe.onto.done(2, 'Interview · Main'))
  expect(await captions()).toEqual(spoken)
  await said()!.act!.run()
  expect(await captions()).toEqual([])
  await onto.find(take)
  const { revision } = await parts.sequences.get(id)
  const edits = [{ do: 'setSequence', values: { name: 'Newer' } }] as const
  await parts.sequences.edit(id, { baseRevision: revision, name: 'sequence', edits })
  await said()!.act!.run()
  expect(said()?.fault).toMatchObject({ code: 'changed-meanwhile' })
  expect(await captions()).toEqual(spoken)
})

it('asks which where it is in several sequences', async () => {
  const { onto, take, place } = await open()
  const [first, second] = [await place('Main'), await place('Trailer')]
  await onto.find(take)
  expect(onto.choices.value.map(choice => choice.label).toSorted()).toEqual(['Interview · Main', 'Interview · Trailer'])
  await onto.put(take, onto.choices.value.find(choice => choice.key === second.id)!)
  expect([(await first.captions()).length, (await second.captions()).length, onto.choices.value]).toEqual([0, 2, []])
})
