/**
 * An essay of three minutes at 25 frames a second: what takes a person long is laid out by calls, what matters is done by hand. It is
 * delivered in two shapes, and both files are read back.
 */
import type { StudioClient } from '#contract/index.ts'
import type { PictureClip, Sequence, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, ProjectId, SequenceId, TrackId } from '#contract/words.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sequenceEvent } from '#contract/sequences.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../src-main/base/ids.ts'
import { openMediaKit } from '../kit/media.ts'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'
import { titleClip } from './kit/titles.ts'
import { give, handed } from './pages/files.ts'
import { choose, chooseFromMenu } from './pages/parts.ts'

const rate = { numerator: 25, denominator: 1 }
const samplesPerFrame = 1920
/** Fifteen shots of twelve seconds are three minutes. */
const shotFrames = 300
/** In one of them, two seconds are missing. */
const gapFrames = 50
const names = ['harbour', 'meadow', 'stairs'] as const
const deliveryMs = 9 * 60_000

async function sequenceOf(client: StudioClient, sequenceId: SequenceId): Promise<Sequence> {
  const events = await client.sequences.follow({ sequenceId })
  const first = await events.next()
  await events.return?.()
  const sequence = first.done ? null : sequenceEvent(first.value).sequence
  if (!sequence)
    throw new Error('no sequence')
  return sequence
}

async function edit(client: StudioClient, sequenceId: SequenceId, edits: (now: Sequence) => SequenceEdit[]): Promise<void> {
  const now = await sequenceOf(client, sequenceId)
  await client.sequences.edit({ sequenceId, baseRevision: now.revision, name: 'place', edits: edits(now) })
}

function trackOf({ trackIds, tracks }: Sequence, kind: 'pictures' | 'sound'): TrackId {
  const id = trackIds.find(each => tracks[each]?.kind === kind)
  if (!id)
    throw new Error(`no track of ${kind}`)
  return id
}

interface Shot { readonly picture: PictureClip, readonly sound: SoundClip, readonly soundTrackId: TrackId }

/** The shots that were dropped, in their order, each with its sound. */
function shotsOf(sequence: Sequence): Shot[] {
  const all = Object.values(sequence.tracks)
  const pictures = all.flatMap(track => track.kind === 'pictures' ? Object.values(track.clips) : [])
  const sounds = all.flatMap(track => track.kind === 'pictures' || track.kind === 'captions'
    ? []
    : Object.values(track.clips).map(sound => ({ sound, soundTrackId: track.id })))
  return pictures.toSorted((a, b) => a.start - b.start).flatMap((picture) => {
    const own = sounds.find(({ sound }) => sound.linkId !== null && sound.linkId === picture.linkId)
    return own ? [{ picture, ...own }] : []
  })
}

/** Three shots to seven, each with its sound; every other one is graded, every third one moves. */
function laidOut(now: Sequence, shots: readonly Shot[], sceneId: SequenceId): SequenceEdit[] {
  const placements = Array.from({ length: 11 }, (_, index) => index + 3).flatMap((slot) => {
    const start = slot * shotFrames
    if (slot === 4) {
      const clip = wholeClip({ id: newId<ClipId>(), sequenceId: sceneId, start, length: shotFrames })
      return [{ trackId: trackOf(now, 'pictures'), clip }]
    }
    const { picture, sound, soundTrackId } = shots[slot % shots.length]!
    const length = slot === 7 ? shotFrames - gapFrames : shotFrames
    const linkId = newId<ClipId>()
    const shown: PictureClip = {
      ...{ ...picture, id: newId<ClipId>(), start, length, linkId },
      ...slot % 2 === 0 && { grade: { ...neutralGrade, contrast: 0.2, temperature: 0.15 } },
      ...slot % 3 === 0 && { keys: { scale: [
        { at: picture.in * 100, value: 1, easing: 'ease' as const },
        { at: (picture.in + length) * 100, value: 1.2, easing: 'linear' as const },
      ] } },
    }
    const heard: SoundClip = { ...sound, id: newId<ClipId>(), start: start * samplesPerFrame, length: length * samplesPerFrame, linkId }
    return [{ trackId: trackOf(now, 'pictures'), clip: shown }, { trackId: soundTrackId, clip: heard }]
  })
  return [{ do: 'place', placements, how: 'overwrite' }]
}

/** Of two halves of shots, without their sound. */
async function makeScene(client: StudioClient, projectId: ProjectId, name: string, shots: readonly Shot[]): Promise<SequenceId> {
  const sequenceId = newId<SequenceId>()
  await client.sequences.create({ projectId, sequenceId, name, width: 1280, height: 720, rate })
  await edit(client, sequenceId, now => [{
    do: 'place',
    placements: shots.slice(0, 2).map(({ picture }, index) => ({
      trackId: trackOf(now, 'pictures'),
      clip: { ...picture, id: newId<ClipId>(), linkId: null, start: index * shotFrames / 2, length: shotFrames / 2 },
    })),
    how: 'overwrite',
  }])
  return sequenceId
}

/** Decibels, on the whole. */
async function loudnessOf(path: string): Promise<number> {
  const { stderr } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-i', path, '-vn', '-af', 'volumedetect', '-f', 'null', '-'])
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])
}

test('an essay film of three minutes is cut with grade, titles, keyframes, nested scenes and a filled gap, and delivered in two shapes @wide', async ({ studio, service }) => {
  test.setTimeout(2 * deliveryMs + 300_000)
  const media = await openMediaKit()
  await studio.enterWith(service)
  const { page, timeline, deliver } = studio
  const { inspector, tools, preview } = timeline
  const call = (work: (client: StudioClient) => Promise<unknown>): Promise<void> | undefined => studio.running.call?.(work)
  const filmId = newId<SequenceId>()
  let projectId = '' as ProjectId
  await call(async (client) => {
    projectId = (await client.projects.create({ name: 'Tides' })).project.id
    await client.sequences.create({ projectId, sequenceId: filmId, name: 'Tides', width: 1280, height: 720, rate })
  })
  await page.evaluate(hash => void (location.hash = hash), `#/projects/${projectId}/timeline`)
  await tools.waitFor()

  // Three shots with sound are dropped one after another; they are laid out to three minutes by calls, with a gap, and a scene in them.
  for (const [index, name] of names.entries()) {
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    const shot = await media.clip(`${name}.mp4`, {
      ...{ source: `testsrc2=s=320x180:r=25,hue=h=${index * 90}`, seconds: 12, withSound: true },
      args: ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac'],
    })
    await give(page.locator('body'), 'paste', [await handed(shot, 'video/mp4')])
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(new RegExp(`^${name}`))).not.toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }
  const placed = ['12.0 s at 0:00.0', '12.0 s at 0:12.0', '12.0 s at 0:24.0']
  await expect(async () => {
    await page.keyboard.press('\\')
    expect(await timeline.places()).toEqual([...placed, ...placed].toSorted())
  }).toPass()
  await expect(timeline.saved).toBeVisible()
  await call(async (client) => {
    const shots = shotsOf(await sequenceOf(client, filmId))
    expect(shots).toHaveLength(names.length)
    const sceneId = await makeScene(client, projectId, 'Scene one', shots)
    await makeScene(client, projectId, 'Scene two', shots.toReversed())
    await edit(client, filmId, now => laidOut(now, shots, sceneId))
  })
  await expect(preview.locator('.time.end')).toHaveText('00:02:48:00')

  // By hand: the gap is filled from the frame before it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('=')
  const time = page.getByRole('textbox', { name: 'Time at the playhead' })
  await expect(time).toBeFocused()
  await page.keyboard.type('1:34:00')
  await page.keyboard.press('Enter')
  await expect(time).toHaveCount(0)
  await expect.poll(() => timeline.playhead()).toBe('00:01:34:00')
  await page.keyboard.press('p')
  const filling = page.getByRole('dialog', { name: 'Fill gap at 00:01:34:00' })
  await expect(filling.getByRole('spinbutton', { name: 'Length' })).toHaveValue('2')
  await filling.getByRole('textbox', { name: 'Motion prompt' }).fill('The tide comes in.')
  await page.keyboard.press('Control+Enter')
  await expect(filling).toBeHidden()
  await page.keyboard.press('\\')
  await expect(timeline.clip(/^The tide comes in/)).toHaveAccessibleName(/2\.0 seconds at 1:34/)
  expect(service.taken('video')).toBe(1)

  // The second scene, at the end.
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+N')
  await page.getByRole('dialog', { name: 'Sequences' }).getByRole('button', { name: /^Scene two/ }).click()
  await expect(timeline.clip(/^Scene two, .*nested sequence/)).toHaveCount(1)
  await expect(timeline.clip(/nested sequence/)).toHaveCount(2)
  await expect(preview.locator('.time.end')).toHaveText('00:03:00:00')
  await expect(timeline.saved).toBeVisible()

  // The first shot: a stop more, and two keyframes, of which the second is pulled up in its lane.
  await page.keyboard.press('Escape')
  const opening = timeline.clip(/^harbour.* at 0:00\.0/).first()
  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const zoomIn = tools.getByRole('button', { name: 'Zoom in' })
  await page.keyboard.press('Home')
  for (let step = 0; step < 5; step++)
    await zoomIn.click()
  await opening.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await typed('Exposure').fill('1')
  await typed('Exposure').press('Enter')
  await expect(tools.getByRole('button', { name: 'Undo: Colour' })).toBeVisible()
  await inspector.getByRole('button', { name: 'Add keyframe for scale' }).click()
  await page.keyboard.press('Escape')
  await opening.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await typed('Scale').fill('110')
  await typed('Scale').press('Enter')
  const key = opening.locator('.key').last()
  await expect(key).toHaveAttribute('aria-valuenow', '110')
  await key.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(key).toHaveAttribute('aria-valuenow', '111')
  await expect(timeline.saved).toBeVisible()

  // Titles: one for each part by calls, the first one by hand.
  await call(client => edit(client, filmId, (now) => {
    const track = plainTrack('pictures', newId<TrackId>())
    const titles = ['Ebb', 'Slack water', 'Flood'].map((words, index) => titleClip(words, (index + 1) * 1000, 100))
    const placements = titles.map(clip => ({ trackId: track.id, clip }))
    return [{ do: 'addTrack', track, at: now.trackIds.length }, { do: 'place', placements, how: 'overwrite' }]
  }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('\\')
  await expect(timeline.clip(/^Flood/)).toHaveCount(1)
  await tools.getByRole('button', { name: 'Add title' }).click()
  const words = inspector.getByRole('textbox', { name: 'Text' })
  await words.fill('On tides')
  await words.press('Escape')
  await expect(timeline.clip(/^On tides/)).toHaveCount(1)
  await expect(preview.locator('.time.end')).toHaveText('00:03:00:00')
  await expect(timeline.saved).toBeVisible()

  // The same upright; then both are delivered and read back.
  await chooseFromMenu(page.getByRole('button', { name: 'Sequence menu' }), 'Duplicate as 9:16, vertical')
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByText(/ 9:16$/).first()).toBeVisible()
  await expect(preview.locator('.time.end')).toHaveText('00:03:00:00')
  await page.getByRole('link', { name: 'Deliver', exact: true }).click()
  await expect(deliver.overview).toContainText('Tides 9:16 · 1080 × 1920')
  await deliver.choosePreset('Vertical 9:16')
  const folder = await deliver.deliver('Tall', deliveryMs)
  await choose(deliver.overview, 'Sequence', 'Tides · 1280 × 720')
  await expect(deliver.overview).toContainText('Tides · 1280 × 720')
  await deliver.choosePreset('Video 16:9, 720p')
  await deliver.deliver('Wide', deliveryMs)
  for (const [name, width, height] of [['Tall', 1080, 1920], ['Wide', 1280, 720]] as const) {
    const file = join(folder, `${name}.mp4`)
    const found = await probeFile(file)
    expect(found).toMatchObject({ width, height, frameRate: '25/1' })
    expect(found.kinds).toEqual(expect.arrayContaining(['video', 'audio']))
    expect(found.seconds).toBeCloseTo(180, 0)
    expect(await loudnessOf(file)).toBeGreaterThan(-50)
  }
  await media.close()
})
