/** What a clip of the open sequence is heard through, as the inspector says it; with a real studio, and taken back by undo. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { expect, it, vi } from 'vitest'
import { computed } from 'vue'
import { tracksOf } from '#rules/sequence/document.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { soundsOf } from '../../../src-renderer/rooms/timeline/tone/tone-scope.ts'
import { useToneWords } from '../../../src-renderer/rooms/timeline/tone/use-tone-words.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSequence } from '../../../src-renderer/stores/sequence.ts'
import { useSpeakerTones } from '../../../src-renderer/stores/speaker-tones.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const { id: projectId } = await parts.projects.create('Tides')
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'MARA', text: 'The bay.', direction: '' }])
  const asset = await parts.assets.adoptText('The bay.', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('The bay.', { projectId, lineId: line!.id }), { ...asset, durationSeconds: 2 })
  const { id } = await storeSequence(parts.sequences, projectId, { spoken: [{ takeId: take.id, lineId: line!.id }, { takeId: take.id }] })
  const page = openPage(studio)
  const [project, sequence, tones] = page.run(() => [useProject(), useSequence(), useSpeakerTones()] as const)
  project.open(projectId)
  sequence.open(id)
  await expect.poll(() => sequence.settled && project.hasLines).toBe(true)
  const editor = {
    document: computed(() => sequence.document),
    lines: computed(() => new Map(project.lines.map(each => [each.id, each]))),
  }
  const words = page.run(() => useToneWords(editor))
  const track = tracksOf(sequence.document!).find(({ kind }) => kind === 'speech')!
  const clipIds = Object.values(track.clips).map(clip => clip.id)
  const shown = () => soundsOf(editor, clipIds).map(words.wordsOf)
  const heard = () => soundsOf(editor, clipIds).map(each => tones.heardOf(each.track, each.clip)?.chain)
  const edit = (...edits: SequenceEdit[]) => sequence.edit('tone', edits)
  return { parts, projectId, sequence, tones, track, clipIds, shown, heard, edit }
}

it('says the chain and where it comes from, and goes back by undo, step by step', async () => {
  const { parts, projectId, sequence, tones, track, clipIds, shown, heard, edit } = await open()
  expect(shown()).toEqual(['Off', 'Off'])
  await parts.tones.set({ projectId, speaker: 'MARA', chain: chainOf('podcast') })
  await expect.poll(() => tones.of('MARA')).not.toBeNull()
  expect(shown()).toEqual(['MARA · Podcast', 'Off'])
  expect(edit({ do: 'setTrack', trackId: track.id, values: { tone: chainOf('film') } })).toBe(true)
  expect(shown()[0]).toBe('MARA · Podcast')
  expect(shown()[1]).toMatch(/^A1 .* · Film$/)
  expect(edit({ do: 'setSound', clipIds, values: { tone: { ...chainOf('audiobook'), isOn: false } } })).toBe(true)
  expect([shown(), heard()]).toEqual([['Off', 'Off'], [undefined, undefined]])
  await sequence.whenSent()
  await sequence.undo()
  await expect.poll(heard).toEqual([chainOf('podcast'), chainOf('film')].map(toneKey))
  await sequence.undo()
  await expect.poll(shown).toEqual(['MARA · Podcast', 'Off'])
  await sequence.redo()
  await expect.poll(heard).toEqual([chainOf('podcast'), chainOf('film')].map(toneKey))
})
