import type { RequestId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { RenderWish } from '../../../src-main/deliver/deliver-port.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Delivery, PreflightFinding } from '#contract/deliveries.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { preflight } from '../../../src-main/deliver/preflight.ts'
import { RenderJobPlan } from '../../../src-main/media/plan/render-job.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { atOnce } from '../../kit/at-once.ts'
import { withClips } from '../../kit/sequences.ts'
import { openDeliveries } from './open-deliveries.ts'

function wishFor(sequenceId: SequenceId, has: Partial<RenderWish> = {}): RenderWish {
  return {
    requestId: newId<RequestId>(),
    sequenceId,
    presetId: 'landscape-720',
    captionMode: 'sidecar',
    name: 'The lighthouse keeper',
    ...has,
  }
}

describe('a render', () => {
  it('is queued with all it needs, whatever changes afterwards', async () => {
    const { deliver, ledger, script, projectId, sequences, layOutTwoLines, deliveriesFolder, clock } = await openDeliveries()
    const sequence = await layOutTwoLines()
    const delivery = await deliver.render(wishFor(sequence.id))
    expect(Delivery.parse(delivery)).toMatchObject({
      sequenceId: sequence.id,
      projectId,
      presetId: 'landscape-720',
      width: 1280,
      height: 720,
      files: [],
      folder: deliveriesFolder,
    })

    const [line] = await script.lines(projectId)
    await script.edit(line!.id, { ...line!, text: 'Something else.' })
    await sequences.replace(sequence.id, 'remove', now => withClips(now, {}))

    const row = await ledger.row(delivery.jobId)
    const plan = RenderJobPlan.parse(JSON.parse(row.plan))
    expect([row.kind, row.state, row.delivery_id, row.title]).toEqual(['render', 'queued', delivery.id, 'The lighthouse keeper'])
    expect(plan).toMatchObject({
      fileBase: 'The lighthouse keeper',
      loudness: { targetLufs: -14, truePeakDbtp: -1 },
      encoding: { format: 'mp4', video: { codec: 'h264', width: 1280, height: 720 }, audio: { codec: 'aac' } },
      ass: null,
      deliveryId: delivery.id,
      delivery: { id: delivery.id, name: delivery.name },
    })
    expect(plan.sources).toHaveLength(3)
    expect(plan.captions).toHaveLength(1)
    expect(plan.captions[0]?.srt).toContain('\nOne light still burns.')
    expect(plan.captions[0]?.srt).toContain('\nThirty winters.')
    const zoom = [{ at: 0, value: 1 }, { value: 1.08 }]
    expect(plan.pictures).toMatchObject([{ start: 0, length: plan.durationFrames, look: { fit: 'cover' }, keys: { scale: zoom } }])
    expect(plan.stretches).toEqual([{ startFrame: 0, frames: plan.durationFrames, layers: [0] }])
    expect(plan.sounds).toMatchObject([{ start: 19_200, in: 0, speed: 100 }, { in: 0, speed: 100 }])
    expect(plan.metadata).toEqual({
      title: 'Main',
      creation_time: new Date(clock.now()).toISOString(),
      comment: 'AI-generated content, made with Takeroom. Models: eigen-image, qwen3-tts. Digital source type: http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    })
  })

  it('is a single delivery when the page requests it twice', async () => {
    const { deliver, ledger, layOutTwoLines } = await openDeliveries()
    const wish = wishFor((await layOutTwoLines()).id)
    const first = await deliver.render(wish)
    expect(await deliver.render(wish)).toEqual(first)
    expect(await ledger.open()).toHaveLength(1)
  })

  it('never takes the name of an existing file or of another queued render', async () => {
    const { deliver, ledger, layOutTwoLines, deliveriesFolder } = await openDeliveries()
    const { id } = await layOutTwoLines()
    await mkdir(deliveriesFolder)
    await writeFile(join(deliveriesFolder, 'FILM.srt'), '')
    const bases: string[] = []
    for (const name of ['Film', 'Film', 'a/b: c?']) {
      const { jobId } = await deliver.render(wishFor(id, { name }))
      bases.push(RenderJobPlan.parse(JSON.parse((await ledger.row(jobId)).plan)).fileBase)
    }
    expect(bases).toEqual(['Film (2)', 'Film (3)', 'a b c'])
  })

  it('burns captions in the size of the preset, in a font that has the letters', async () => {
    const { deliver, ledger, script, projectId, layOutTwoLines, layOutAgain } = await openDeliveries()
    await layOutTwoLines()
    const [line] = await script.lines(projectId)
    await script.edit(line!.id, { ...line!, text: '灯塔的光还在。' })
    const { jobId } = await deliver.render(wishFor((await layOutAgain()).id, { presetId: 'portrait-1080', captionMode: 'burned' }))
    const plan = RenderJobPlan.parse(JSON.parse((await ledger.row(jobId)).plan))
    expect([plan.width, plan.height]).toEqual([1080, 1920])
    expect(plan.ass).toContain('PlayResX: 1080\nPlayResY: 1920')
    expect(plan.ass).toContain('Style: Caption,Noto Sans,')
    expect(plan.ass).toContain('{\\fnNoto Sans SC}灯塔的光还在。')
  })

  it('says who speaks only where that was asked for, and then only where the speaker changes; never how to say it', async () => {
    const { deliver, ledger, script, sequences, projectId, layOutTwoLines, layOutAgain } = await openDeliveries()
    await layOutTwoLines()
    const lines = await script.lines(projectId)
    await script.edit(lines[0]!.id, { speaker: 'Ann', text: '(quietly) One light [whispers] still burns.' })
    await script.edit(lines[1]!.id, { speaker: 'Ben' })
    const sequence = await layOutAgain()
    const asked = async (presetId: string, captionMode: RenderWish['captionMode']) => {
      const { jobId } = await deliver.render(wishFor(sequence.id, { presetId, captionMode }))
      const plan = RenderJobPlan.parse(JSON.parse((await ledger.row(jobId)).plan))
      return [plan.ass ?? '', ...plan.captions.map(({ srt }) => srt)].join('\n')
    }
    for (const mode of ['burned', 'soft', 'sidecar'] as const) {
      const words = await asked('landscape-720', mode)
      expect(words, mode).toContain('One light still burns.')
      expect(words, mode).not.toMatch(/whispers|quietly|Ann:|Ben:/)
    }
    const track = tracksOf(sequence).find(each => each.kind === 'captions')!
    const edits = [{ do: 'setTrack', trackId: track.id, values: { showsSpeakers: true } }] as const
    await sequences.edit(sequence.id, { baseRevision: sequence.revision, name: 'track', edits })
    for (const mode of ['burned', 'soft', 'sidecar'] as const) {
      const words = await asked('landscape-720', mode)
      expect(words.match(/Ann:/g), mode).toHaveLength(words.match(/One light/g)!.length)
      expect(words, mode).toContain('Ben: Thirty winters.')
    }
  })

  it('without captions has none', async () => {
    const { deliver, ledger, layOutTwoLines } = await openDeliveries()
    const { jobId } = await deliver.render(wishFor((await layOutTwoLines()).id, { captionMode: 'none' }))
    expect(RenderJobPlan.parse(JSON.parse((await ledger.row(jobId)).plan))).toMatchObject({ captions: [], ass: null })
  })

  it('of recordings alone does not claim to be AI-generated; of some, it says so', async () => {
    const { deliver, ledger, filed, script, projectId, layOutAgain } = await openDeliveries()
    const [line] = await script.add(projectId, null, [{ speaker: '', text: 'Hello.', direction: '' }])
    const take = await filed('audio', { kind: 'import', lineId: line!.id })
    await script.choose(line!.id, take.id)
    const commentOf = async (sequenceId: SequenceId) =>
      RenderJobPlan.parse(JSON.parse((await ledger.row((await deliver.render(wishFor(sequenceId))).jobId)).plan)).metadata.comment
    expect(await commentOf((await layOutAgain()).id)).toBeUndefined()
    await filed('picture', { kind: 'image' })
    expect(await commentOf((await layOutAgain()).id)).toContain('compositeWithTrainedAlgorithmicMedia')
  })

  it('is refused with a reason, without queueing or changing anything', async () => {
    const { deliver, ledger, sequences, takes, assets, layOutTwoLines, layOutAgain, purge } = await openDeliveries()
    await expect(deliver.render(wishFor(newId<SequenceId>()))).rejects.toMatchObject({ code: 'not-found', data: { word: 'sequence' } })
    const empty = await layOutAgain()
    await expect(deliver.render(wishFor(empty.id))).rejects.toMatchObject({ code: 'nothing-to-deliver' })
    const sequence = await layOutTwoLines()
    await expect(deliver.render(wishFor(sequence.id, { presetId: 'vhs' }))).rejects.toMatchObject({
      code: 'not-found',
      data: { word: 'preset' },
    })
    const placed = Object.values(sequence.tracks).flatMap(track => track.kind === 'speech' ? clipsOf(track).map(clip => clip.takeId) : [])
    const [first, second] = placed as [TakeId, TakeId]
    await rm(assets.pathOf((await takes.get(first)).asset))
    await expect(deliver.render(wishFor(sequence.id))).rejects.toMatchObject({ code: 'not-found', data: { word: 'take', id: first } })
    await purge(first)
    await purge(second)
    await expect(deliver.render(wishFor(sequence.id))).rejects.toMatchObject({ code: 'not-found', data: { word: 'take' } })
    expect(await ledger.open()).toEqual([])
    expect(await sequences.get(sequence.id)).toEqual(sequence)
  })

  it('needs ffmpeg and disk space', async () => {
    const without = await openDeliveries({ hasFfmpeg: false })
    await expect(without.deliver.render(wishFor((await without.layOutTwoLines()).id))).rejects.toMatchObject({
      code: 'no-ffmpeg',
      data: { command: 'install it' },
    })
    const full = await openDeliveries({ freeBytes: 1e6 })
    await expect(full.deliver.render(wishFor((await full.layOutTwoLines()).id))).rejects.toMatchObject({
      code: 'disk-full',
      data: { freeBytes: 1e6 },
    })
  })
})

const chosen = { presetId: 'landscape-720', captionMode: 'sidecar' } as const

describe('preflight', () => {
  it('finds nothing in a sound project', async () => {
    const { deliver, layOutTwoLines } = await openDeliveries()
    expect(await deliver.preflight(await layOutTwoLines(), chosen)).toEqual([])
  })

  it('finds everything that concerns the render, blocking issues first', async () => {
    const {
      deliver,
      script,
      projectId,
      filed,
      assets,
      takes,
      sequences,
      layOutTwoLines,
    } = await openDeliveries({ hasFfmpeg: false, freeBytes: 0 })
    const sequence = await layOutTwoLines()
    const [first] = await script.lines(projectId)
    const made = await filed('audio', {
      lineId: first!.id,
      madeFrom: fingerprint({ text: 'old', direction: '', modelId: 'm', voiceId: null, voiceFields: {} }),
    })
    await script.choose(first!.id, made.id)
    await script.add(projectId, null, [{ speaker: '', text: 'Not made.', direction: '' }])
    const still = Object.values(sequence.tracks).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])[0]!
    await sequences.edit(sequence.id, {
      baseRevision: sequence.revision,
      name: 'trim',
      edits: [
        { do: 'trim', clipIds: [still.id], edge: 'start', byFrames: 60, ripples: false },
        { do: 'trim', clipIds: [still.id], edge: 'end', byFrames: 90 - still.length, ripples: false },
      ],
    })
    await rm(assets.pathOf((await takes.get(still.takeId!)).asset))

    const findings = await deliver.preflight(await sequences.get(sequence.id), chosen)
    expect(findings.map(each => PreflightFinding.parse(each))).toMatchObject([
      { finding: 'missing-media', isBlocking: true, count: 1, example: 'A lighthouse' },
      { finding: 'no-ffmpeg', isBlocking: true, count: 1 },
      { finding: 'little-space', isBlocking: true, count: 1 },
      { finding: 'stale-line', isBlocking: false, count: 1, example: 'One light still burns.' },
      { finding: 'line-not-made', isBlocking: false, count: 1, example: 'Not made.' },
      { finding: 'gap', isBlocking: false, count: 2, example: '0:00' },
    ])
  })

  it('reports an empty sequence only as empty, and one without pictures as such', async () => {
    const { deliver, script, projectId, filed, layOutAgain } = await openDeliveries()
    expect((await deliver.preflight(await layOutAgain(), chosen)).map(each => each.finding)).toEqual(['empty'])
    const [line] = await script.add(projectId, null, [{ speaker: '', text: 'Hello.', direction: '' }])
    await script.choose(line!.id, (await filed('audio', { lineId: line!.id })).id)
    expect((await deliver.preflight(await layOutAgain(), chosen)).map(each => each.finding)).toEqual(['no-picture'])
  })

  it('knows how large the film may be, as its render does', async () => {
    const { deliver, layOutTwoLines } = await openDeliveries({ freeBytes: 80e6 })
    const sequence = await layOutTwoLines()
    const wish = { presetId: 'landscape-2160', captionMode: 'none', mostMegabytes: 1 } as const
    const found = async (has: object) => (await deliver.preflight(sequence, { ...wish, ...has })).map(({ finding }) => finding)
    expect(await found({ mostMegabytes: undefined })).toContain('little-space')
    // Those encoders do not keep to a size.
    expect(await found({ encoder: 'hardware' })).toContain('little-space')
    expect(await found({})).not.toContain('little-space')
    await deliver.render(wishFor(sequence.id, { ...wish, options: { ...usualOptions, mostMegabytes: 1 } }))
    const filmOf = async (has: object) => {
      const sizes = await deliver.kitSizes({ ...wish, sequenceId: sequence.id, ...has })
      return sizes.find(({ part }) => part === 'master')!.sizeBytes
    }
    expect(await filmOf({})).toBeLessThanOrEqual(1e6)
    expect(await filmOf({ encoder: 'hardware' })).toBe(await filmOf({ mostMegabytes: undefined }))
  })

  it('of a kit is offered the captions that were chosen, also where their track is muted', async () => {
    const { deliver, sequences, layOutTwoLines } = await openDeliveries()
    const { id, revision, tracks } = await layOutTwoLines()
    const { id: trackId } = Object.values(tracks).find(({ kind }) => kind === 'captions')!
    await sequences.edit(id, { baseRevision: revision, name: 'track', edits: [{ do: 'setTrack', trackId, values: { isMuted: true } }] })
    const partsOf = async (captionTrackIds: TrackId[] | null) =>
      (await deliver.kitSizes({ sequenceId: id, presetId: 'landscape-720', captionTrackIds })).map(({ part }) => part)
    expect(await partsOf(null)).not.toContain('captions')
    expect(await partsOf([trackId])).toContain('captions')
  })

  it('reports clips longer than their files, pictures that could not be read and flashes, in the delivered part only', async () => {
    const { deliver, takes, layOutTwoLines } = await openDeliveries()
    const laidOut = await layOutTwoLines()
    const sequence = structuredClone(laidOut)
    const [pictures] = Object.values(sequence.tracks).filter(track => track.kind === 'pictures')
    const [still] = clipsOf(pictures!)
    const [spoken] = Object.values(sequence.tracks).flatMap(track => track.kind === 'speech' ? clipsOf(track) : [])
    // One frame of background before the still, and the first line twice as long as its take.
    still!.start = 1
    spoken!.length = spoken!.sourceLength! * 2
    const found = async () => (await deliver.preflight(sequence, chosen)).map(({ finding, count, example }) => [finding, count, example])
    const spokenTake = await takes.get(spoken!.takeId)
    expect(await found()).toEqual([['short-source', 1, spokenTake.title], ['flash', 1, '0:00']])
    sequence.inFrame = sequence.rate.numerator * 60
    expect(await found()).toEqual([['empty', 1, '']])
    const means = { lines: [], hasFfmpeg: true, lacking: [], freeBytes: 1, neededBytes: 0, outlineOf: () => null }
    const wish = { preset: presetById(chosen.presetId)!, captionMode: chosen.captionMode }
    const facts = { ...means, ...wish, sequence: { ...sequence, inFrame: null }, missingTakeIds: new Set<TakeId>() }
    const stillTake = await takes.get(still!.takeId!)
    const brokenTakes = { pictures: new Set([stillTake.id]), sounds: new Set<TakeId>() }
    const broken = { finding: 'broken-media', isBlocking: true, count: 1, example: 'A lighthouse' }
    expect(atOnce(preflight({ ...facts, takes: [stillTake], brokenTakes }))).toContainEqual(expect.objectContaining(broken))
  })
})
