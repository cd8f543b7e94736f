/** Delivering again: the same settings, the sequence as it is now, and what has changed since. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { DeliveryId, RequestId, SequenceId } from '#contract/words.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { neutralGrade } from '#rules/colour/grade.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { diffDeliveries } from '../../../src-main/deliver/delivery-diff.ts'
import { openDeliveries } from './open-deliveries.ts'

const request = () => newId<RequestId>()

async function deliverOnce() {
  const opened = await openDeliveries()
  const sequence = await opened.layOutTwoLines()
  const wish = { sequenceId: sequence.id, presetId: 'square-1080', captionMode: 'sidecar', name: 'Harbour' } as const
  return { ...opened, sequence, first: await opened.deliver.render({ requestId: request(), ...wish }) }
}

it('tells each change of pictures, sounds, captions and length, and nothing where nothing has changed', async () => {
  const { deliver, sequences, sequence, first } = await deliverOnce()
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 })
  const [still] = tracksOf(sequence).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
  const [caption] = tracksOf(sequence).flatMap(track => track.kind === 'captions' ? clipsOf(track) : [])
  await sequences.edit(sequence.id, {
    baseRevision: sequence.revision,
    name: 'look',
    edits: [
      { do: 'setPicture', clipIds: [still!.id], values: { look: { ...still!.look, rotation: 5 } } },
      { do: 'setCaption', clipIds: [caption!.id], values: { text: 'Other words.' } },
      { do: 'trim', clipIds: [still!.id], edge: 'end', byFrames: 30, ripples: false },
    ],
  })
  expect(await deliver.since(first.id)).toEqual({ pictures: 1, sounds: 0, captions: 1, secondsLonger: 1 })
})

it('a chain of a speaker changes the sound of that speaker’s lines alone', async () => {
  const { deliver, tones, projectId, sequence, first } = await deliverOnce()
  const chain = chainOf('podcast')
  await tones.set({ projectId, speaker: 'ANN', chain })
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 1, captions: 0, secondsLonger: 0 })
  const { sounds } = await deliver.freeze({ sequenceId: sequence.id, presetId: 'square-1080', captionMode: 'none', name: 'Toned' })
  expect(sounds.map(sound => [sound.speech?.speaker, sound.heard?.chain])).toEqual([['ANN', toneKey(chain)], ['BOB', undefined]])
  await tones.set({ projectId, speaker: 'ANN', chain: { ...chain, isOn: false } })
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 })
})

it('a chain of a clip or of a track changes the sounds that have it, and is kept until it is taken away', async () => {
  const { deliver, sequences, sequence, first } = await deliverOnce()
  const [podcast, film] = [chainOf('podcast'), chainOf('film')]
  const speech = tracksOf(sequence).find(track => track.kind === 'speech')!
  const [ann, bob] = clipsOf(speech)
  const edit = async (...edits: SequenceEdit[]) => {
    const { revision } = await sequences.get(sequence.id)
    await sequences.edit(sequence.id, { baseRevision: revision, name: 'tone', edits })
  }
  const chains = async () => {
    const { sounds } = await deliver.freeze({ sequenceId: sequence.id, presetId: 'square-1080', captionMode: 'none', name: 'Toned' })
    return sounds.map(({ heard }) => heard?.chain)
  }
  await edit({ do: 'setTrack', trackId: speech.id, values: { tone: podcast } })
  expect(await deliver.since(first.id)).toMatchObject({ sounds: 2 })
  await edit({ do: 'setSound', clipIds: [ann!.id], values: { tone: film } })
  await edit({ do: 'setSound', clipIds: [bob!.id], values: { tone: { ...film, isOn: false } } })
  expect(await chains()).toEqual([toneKey(film), undefined])
  const kept = (await sequences.get(sequence.id)).tracks[speech.id]
  expect(kept).toMatchObject({ tone: podcast, clips: { [ann!.id]: { tone: film }, [bob!.id]: { tone: { isOn: false } } } })
  await edit({ do: 'setSound', clipIds: [ann!.id, bob!.id], values: { tone: null } })
  expect(await chains()).toEqual([toneKey(podcast), toneKey(podcast)])
  await edit({ do: 'setTrack', trackId: speech.id, values: { tone: null } })
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 })
  expect((await sequences.get(sequence.id)).tracks).toEqual(sequence.tracks)
})

async function deliverWithLut() {
  const opened = await openDeliveries()
  const { assets, db, deliver, sequences } = opened
  const lut = await assets.adoptText('LUT_3D_SIZE 2', { mime: 'text/plain', extension: 'txt' })
  await db.transaction(tx => assets.insert(tx, lut))
  const laidOut = await opened.layOutTwoLines()
  const { id, revision } = laidOut
  const [still] = tracksOf(laidOut).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
  await sequences.edit(id, {
    baseRevision: revision,
    name: 'grade',
    edits: [{ do: 'setPicture', clipIds: [still!.id], values: { grade: { ...neutralGrade, lut: { id: lut.id, amount: 1 } } } }],
  })
  const wish = { sequenceId: id, presetId: 'square-1080', captionMode: 'none', name: 'Harbour' } as const
  return { ...opened, lut, wish, first: await deliver.render({ requestId: request(), ...wish }) }
}

it('a look-up table is compared by its content, wherever the studio folder is', async () => {
  const { deliver, folder, wish, first } = await deliverWithLut()
  const nothing = { pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 }
  expect(await deliver.since(first.id)).toEqual(nothing)
  const now = await deliver.freeze(wish)
  expect(now.pictures.filter(picture => picture.lut)).toHaveLength(1)
  const elsewhere = JSON.parse(JSON.stringify(now).replaceAll(JSON.stringify(folder).slice(1, -1), '/moved')) as typeof now
  expect(diffDeliveries(elsewhere, now)).toEqual(nothing)
  expect((await deliver.again(request(), first.id)).id).not.toBe(first.id)
})

it('without the file of a look-up table it cannot tell what has changed, and the next render says what is missing', async () => {
  const { deliver, assets, lut, first } = await deliverWithLut()
  await rm(assets.pathOf(lut))
  expect(await deliver.since(first.id)).toBeNull()
  await expect(deliver.again(request(), first.id)).rejects.toMatchObject({ code: 'not-found', data: { word: 'lut', id: lut.id } })
})

it('sound alone needs no look-up table, but a poster of it does', async () => {
  const { deliver, assets, sequences, lut, wish } = await deliverWithLut()
  const sound = { ...wish, presetId: 'audio-m4a' } as const
  const partsOf = async () => (await deliver.kitSizes(sound)).map(({ part }) => part)
  const withPoster = await deliver.render({ requestId: request(), ...sound, kit: ['master', 'poster'] })
  expect(await partsOf()).toContain('poster')
  await rm(assets.pathOf(lut))
  const found = await deliver.preflight(await sequences.get(wish.sequenceId), sound)
  expect(found.filter(({ isBlocking }) => isBlocking)).toEqual([])
  const first = await deliver.render({ requestId: request(), ...sound })
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 })
  await deliver.again(request(), first.id)
  expect(await partsOf()).toContain('stems')
  expect(await partsOf()).not.toContain('poster')
  await deliver.render({ requestId: request(), ...sound, kit: ['master', 'stems'] })
  expect(await deliver.since(withPoster.id)).toBeNull()
  await expect(deliver.render({ requestId: request(), ...sound, kit: ['master', 'poster'] })).rejects.toMatchObject({
    code: 'not-found',
    data: { word: 'lut', id: lut.id },
  })
})

it('is another delivery with the same settings under a free name; asked twice it is still one', async () => {
  const { deliver, deliveriesFolder, ledger, first } = await deliverOnce()
  await mkdir(deliveriesFolder, { recursive: true })
  expect(await deliver.fileName('Harbour')).toBe('Harbour (2)')
  await writeFile(join(deliveriesFolder, 'Harbour (2).mp4'), '')
  expect(await deliver.fileName('Harbour')).toBe('Harbour (3)')
  const requestId = request()
  const again = await deliver.again(requestId, first.id)
  expect(again).toMatchObject({ sequenceId: first.sequenceId, presetId: 'square-1080', captionMode: 'sidecar', name: 'Harbour', files: [] })
  expect((await deliver.again(requestId, first.id)).id).toBe(again.id)
  expect(again.id).not.toBe(first.id)
  expect((await ledger.open()).map(row => (JSON.parse(row.plan) as { fileBase: string }).fileBase)).toEqual(['Harbour', 'Harbour (3)'])
})

it.each([
  ['a part of a film', 'landscape-720', { inFrame: 5, outFrame: 25 }],
  ['a frame as a still', 'still-png', { inFrame: 7, outFrame: 8 }],
] as const)('%s that a command asked for is delivered again, whatever the in and out are by then', async (_, presetId, range) => {
  const { deliver, ledger, sequences, sequence: { id, revision } } = await deliverOnce()
  const wish = { requestId: request(), sequenceId: id, presetId, captionMode: 'none', name: 'Part' } as const
  // The frames count, not the part that the options name.
  const first = await deliver.render({ ...wish, options: { ...usualOptions, part: 'whole' }, range })
  const edits = [{ do: 'setSequence', values: { inFrame: 30, outFrame: 40 } }] as const
  await sequences.edit(id, { baseRevision: revision, name: 'in-out', edits })
  expect(await deliver.since(first.id)).toEqual({ pictures: 0, sounds: 0, captions: 0, secondsLonger: 0 })
  const again = await deliver.again(request(), first.id)
  const third = await deliver.again(request(), again.id)
  for (const { jobId } of [first, again, third]) {
    const { startFrame, durationFrames } = JSON.parse((await ledger.row(jobId)).plan) as { startFrame: number, durationFrames: number }
    expect({ inFrame: startFrame, outFrame: startFrame + durationFrames }).toEqual(range)
  }
})

it('says that it cannot be done where the sequence or the delivery is gone', async () => {
  const { deliver, deliveries, first } = await deliverOnce()
  await expect(deliver.again(request(), newId<DeliveryId>())).rejects.toMatchObject({ code: 'not-found' })
  const lost = { ...first, id: newId<DeliveryId>(), sequenceId: newId<SequenceId>() }
  await deliveries.insert(lost).catch(() => {})
  await expect(deliver.since(lost.id)).rejects.toMatchObject({ code: 'not-found' })
})
