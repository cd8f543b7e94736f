/** Two spoken lines over a still and the shot made from it, rendered from the plan in the job. */
import type { CaptionMode } from '#contract/presets.ts'
import type { LineId, RequestId } from '#contract/words.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { mediaPlanOf, RenderJobPlan } from '../../../src-main/media/plan/render-job.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { decodedSound, greyFrames, openMediaKit } from '../../kit/media.ts'
import { openDeliveries } from './open-deliveries.ts'

async function openSpokenScene() {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const studio = await openDeliveries()
  const { script, filed, projectId, clock } = studio
  const lines = await script.add(
    projectId,
    null,
    [{ speaker: 'ANN', text: 'One light still burns.', direction: '' }, { speaker: 'ANN', text: '灯塔的光还在。', direction: '' }],
  )
  const speak = async (lineId: LineId, file: string, seconds: number) => {
    const path = await kit.tone(file, { seconds, channels: 1, sampleRate: 24_000, level: 0.2 })
    await script.choose(lineId, (await filed('audio', { lineId, asset: { durationSeconds: seconds } }, await readFile(path))).id)
  }
  await speak(lines[0]!.id, 'one.wav', 1)
  await speak(lines[1]!.id, 'two.wav', 0.75)
  await filed(
    'picture',
    { kind: 'image', asset: { extension: 'png', width: 320, height: 180, durationSeconds: null } },
    await readFile(await kit.picture('still.png', { width: 320, height: 180, colour: 'gray' })),
  )
  await clock.advance(1)
  await filed(
    'video',
    {
      kind: 'video',
      asset: { extension: 'mp4', width: 320, height: 180, durationSeconds: 1, framesPerSecond: 25 },
    },
    await readFile(await kit.clip('shot.mp4', { width: 320, height: 180, seconds: 1, source: 'color=c=white:s=320x180:r=25' })),
  )
  const sequence = await studio.layOutAgain()

  /** Renders the job's plan in a small size, because the number of pixels does not matter here. */
  async function rendered(captionMode: CaptionMode) {
    const { jobId } = await studio.deliver.render({
      requestId: newId<RequestId>(),
      sequenceId: sequence.id,
      presetId: 'landscape-720',
      captionMode,
      name: 'Scene',
    })
    const plan = RenderJobPlan.parse(JSON.parse((await studio.ledger.row(jobId)).plan))
    const [caption] = plan.captions
    const files = {
      assPath: plan.ass === null ? null : kit.file('captions.ass'),
      tracks: caption ? [{ path: kit.file('captions.srt'), language: caption.language, name: caption.name }] : [],
      fontsDir: null,
    }
    await writeFile(kit.file('captions.srt'), caption?.srt ?? '')
    if (files.assPath !== null)
      await writeFile(files.assPath, plan.ass ?? '')
    const path = kit.file(`${captionMode}.mp4`)
    const report = await renderPlan({ ...mediaPlanOf(plan, files), width: 320, height: 180 }, path, {
      ffmpeg: kit.ffmpeg,
      workDir: join(kit.folder, 'work'),
    })
    return { plan, path, report }
  }
  return { kit, rendered }
}

it('a laid-out script is delivered as one film, exact to the frame', async () => {
  const { kit, rendered } = await openSpokenScene()
  const { plan, path, report } = await rendered('soft')
  expect(plan.pictures.map(({ start, length }) => ({ start, length }))).toEqual([
    { start: 0, length: plan.durationFrames - 30 },
    { start: plan.durationFrames - 30, length: 30 },
  ])
  const frames = await greyFrames(kit.ffmpeg, path, 2)
  expect([frames.length, report.frames]).toEqual([plan.durationFrames, plan.durationFrames])
  const brightness = (frame: number) => frames[frame]?.[0] ?? 0
  expect(brightness(plan.durationFrames - 31)).toBeLessThan(180)
  expect(brightness(plan.durationFrames - 30)).toBeGreaterThan(220)

  const [left] = await decodedSound(kit.ffmpeg, path)
  const loudest = (from: number, to: number) => left.subarray(from, to).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  for (const [index, { start: startSample }] of plan.sounds.entries()) {
    const samples = [48_000, 36_000][index] ?? 0
    expect(loudest(startSample + 2400, startSample + samples - 2400)).toBeGreaterThan(0.05)
    // AAC smears a little; it is silent a twentieth of a second before and after.
    expect(loudest(startSample - 7200, startSample - 2400)).toBeLessThan(0.01)
    expect(loudest(startSample + samples + 2400, startSample + samples + 7200)).toBeLessThan(0.01)
  }
  expect(report.integratedLufs).toBeCloseTo(-14, 0)

  const { stdout } = await kit.ffmpeg.run(['-i', path, '-f', 'ffmetadata', '-'])
  expect(stdout.toString()).toContain('comment=AI-generated content, made with Takeroom.')
  const captions = await kit.ffmpeg.run(['-i', path, '-map', '0:s:0', '-f', 'srt', '-'])
  expect(captions.stdout.toString()).toContain('One light still burns.')
  expect(captions.stdout.toString()).toContain('灯塔的光还在。')
})

it('burned captions are near the bottom while their line is spoken, and not after', async () => {
  const { kit, rendered } = await openSpokenScene()
  const [plain, burned] = [await rendered('none'), await rendered('burned')]
  const side = 24
  const [without, with_] = [await greyFrames(kit.ffmpeg, plain.path, side), await greyFrames(kit.ffmpeg, burned.path, side)]
  const changedRows = (frame: number) => Array.from({ length: side }, (_, row) => row).filter(row =>
    Array.from({ length: side }, (_, column) => Math.abs(
      (without[frame]?.[row * side + column] ?? 0) - (with_[frame]?.[row * side + column] ?? 0),
    )).some(difference => difference > 12))
  const spoken = changedRows(30)
  expect(spoken.length).toBeGreaterThan(0)
  expect(Math.min(...spoken)).toBeGreaterThan(side / 2)
  expect(changedRows(2)).toEqual([])
  expect(changedRows(burned.plan.durationFrames - 3)).toEqual([])
})
