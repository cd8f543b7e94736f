/**
 * Opening Deliver writes nothing: the layout is derived, and stored only when a size is chosen, it is kept or rendered.
 *
 * @module-tag wide
 */
import { createReadStream } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shallowRef } from 'vue'
import { Fault } from '#contract/faults.ts'
import { presets } from '#rules/deliver/presets.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { Sql, sql } from '../../../src-main/storage/sql.ts'
import { useDeliver } from '../../../src-renderer/rooms/deliver/use-deliver.ts'
import { useLayout } from '../../../src-renderer/rooms/deliver/use-layout.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const
type TestStudio = Awaited<ReturnType<typeof openTestStudio>>

/** Every row of both databases. */
async function everyRow({ parts }: TestStudio): Promise<unknown> {
  const rowsOf = async (db: Pick<typeof parts.ledgerDb, 'all'>) => {
    const tables = await db.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    return Promise.all(tables.map(async ({ name }) => [name, await db.all(new Sql(`SELECT * FROM "${name}"`, []))]))
  }
  return [await rowsOf(parts.library), await rowsOf(parts.ledgerDb)]
}

/** Two spoken lines and a still, not opened in Deliver yet. */
async function openRoom() {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  await handlers.jobs.pauseAll({ isPaused: true }, call)
  const { id: projectId } = await parts.projects.create('Harbour')
  const lines = await parts.script.add(projectId, null, ['One.', 'Two.'].map(text => ({ speaker: 'Anna', text, direction: '' })))
  for (const line of lines) {
    const asset = await plainAsset({ root: studio.folder, assets: parts.assets } as Parameters<typeof plainAsset>[0], line.text)
    // What cannot be decoded is not delivered.
    await writeFile(parts.assets.pathOf(asset), wavOfPcm16(Buffer.alloc(2 * 36_000), { sampleRate: 24_000, channels: 1 }))
    await parts.script.choose(line.id, (await parts.takes.file(spokenTake(line.text, { projectId, lineId: line.id }), asset)).id)
  }
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const still = createReadStream(await kit.picture('still.png', { width: 1280, height: 720 }))
  await handlers.takes.import({ ticket: await studio.receiveFile('still.png', still, null), projectId }, call)
  /** Of the next renders. */
  const refusals: Fault[] = []
  /** What was asked to be checked. */
  const checked: { readonly mostMegabytes?: number | undefined }[] = []
  const page = openPage({ ...studio, handlers: { ...handlers, deliveries: {
    ...handlers.deliveries,
    async preflight(input, context) {
      checked.push(input)
      return handlers.deliveries.preflight(input, context)
    },
    async render(input, context) {
      const refused = refusals.pop()
      if (refused)
        throw refused
      return handlers.deliveries.render(input, context)
    },
  } } })
  const preset = shallowRef(presets[0]!)
  function enter() {
    page.run(() => useProject().open(projectId))
    const layout = page.run(() => useLayout(() => projectId, () => preset.value.video!))
    const deliver = page.run(() => useDeliver(() => layout.sequence.value, () => preset.value, layout.keep))
    return { layout, deliver }
  }
  /** Opens the room, waits until everything is shown, and returns the clips. */
  async function look() {
    const { layout, deliver } = enter()
    await expect.poll(() => deliver.findings.value).toEqual([])
    const clips = Object.values(layout.sequence.value?.tracks ?? {}).map(track => Object.keys(track.clips).sort())
    page.leave()
    return clips
  }
  const kept = async () => (await parts.sequences.ofProject(projectId)).map(({ width, height, revision }) => ({ width, height, revision }))
  return { studio, parts, page, projectId, lines, preset, refusals, checked, enter, look, kept }
}

it('opening and leaving ten times writes no row; a changed line moves clips and keeps their ids', async () => {
  const { studio, parts, lines, look, enter, page } = await openRoom()
  const before = await everyRow(studio)
  const first = await look()
  expect(first?.flat()).toHaveLength(5)
  for (let time = 2; time <= 10; time++)
    expect(await look()).toEqual(first)
  expect(await everyRow(studio)).toEqual(before)

  const { layout } = enter()
  const secondLine = () => Object.values(layout.sequence.value?.tracks ?? {})
    .flatMap(track => track.kind === 'captions' ? Object.values(track.clips) : [])
    .find(clip => clip.text === 'Two.')
  await expect.poll(secondLine).toBeDefined()
  const { id, start } = secondLine()!
  await parts.script.edit(lines[0]!.id, { speaker: 'Anna', text: 'One.', direction: '', pauseSeconds: 2 })
  const edited = await everyRow(studio)
  await expect.poll(() => secondLine()?.start).toBeGreaterThan(start)
  expect(secondLine()?.id).toBe(id)
  page.leave()
  expect(await look()).toEqual(first)
  expect(await everyRow(studio)).toEqual(edited)
})

it('a render and a chosen size are stored once, and the size can be changed back', async () => {
  const { parts, projectId, preset, enter, kept } = await openRoom()
  const { layout, deliver } = enter()
  const mayRender = () => expect.poll(() => deliver.mayRender.value).toBe(true)
  await mayRender()
  const shown = layout.sequence.value!
  const delivery = await deliver.render()
  expect(delivery).toMatchObject({ projectId, sequenceId: shown.id })
  expect(await kept()).toEqual([{ width: 1280, height: 720, revision: 2 }])
  expect((await parts.sequences.get(shown.id)).tracks).toEqual(shown.tracks)
  await mayRender()
  expect((await deliver.render())?.id).not.toBe(delivery?.id)
  expect(await parts.sequences.journal(shown.id)).toHaveLength(1)

  preset.value = presets.find(each => each.id === 'portrait-1080')!
  await layout.keep()
  await layout.keep()
  expect(await kept()).toEqual([{ width: 1080, height: 1920, revision: 3 }])
  await parts.sequences.undo(shown.id)
  expect(await parts.sequences.get(shown.id)).toMatchObject({ width: 1280, height: 720 })
})

it('what another page mutes is laid out again, and a file that is missing or found again is checked again', async () => {
  const { studio: { parts, handlers }, lines, enter, projectId } = await openRoom()
  const { layout, deliver } = enter()
  const clipsOf = (kind: string) => Object.values(layout.sequence.value?.tracks ?? {})
    .filter(track => track.kind === kind)
    .flatMap(track => Object.values<{ lineId: unknown, takeId?: unknown }>(track.clips))
  const spoken = () => clipsOf('speech').map(clip => clip.lineId)
  await expect.poll(() => deliver.findings.value).toEqual([])
  expect(spoken()).toEqual(lines.map(line => line.id))
  await handlers.script.change({ projectId, edits: [{ lineId: lines[0]!.id, isMuted: true }] }, call)
  await expect.poll(spoken).toEqual([lines[1]!.id])

  const { asset } = (await parts.takes.ofProject(projectId, ['picture']))[0]!
  const path = parts.assets.pathOf(asset)
  for (const isAway of [true, false]) {
    await rename(isAway ? path : `${path}.away`, isAway ? `${path}.away` : path)
    await parts.assets.markMissing(asset.id, isAway)
    await parts.takes.announceAssets([asset.id])
    await expect.poll(() => deliver.mayRender.value).toBe(!isAway)
  }
})

it('another size is checked again, where the encoder keeps to one', async () => {
  const { enter, checked, preset } = await openRoom()
  const { deliver } = enter()
  await expect.poll(() => deliver.mayRender.value).toBe(true)
  deliver.options.mostMegabytes.value = 7
  await expect.poll(() => checked.at(-1)?.mostMegabytes).toBe(7)
  expect(deliver.kitWish.value).toMatchObject({ mostMegabytes: 7 })
  preset.value = presets.find(({ id }) => id === 'av1-1080')!
  await expect.poll(() => checked.at(-1)).not.toHaveProperty('mostMegabytes')
  expect(deliver.kitWish.value).not.toHaveProperty('mostMegabytes')
})

it('a kit is asked for with the chosen captions, but where the film has none', async () => {
  const { enter } = await openRoom()
  const { layout, deliver } = enter()
  await expect.poll(() => deliver.mayRender.value).toBe(true)
  const track = Object.values(layout.sequence.value!.tracks).find(({ kind }) => kind === 'captions')!
  expect(deliver.kitWish.value.captionTrackIds).toBeNull()
  deliver.options.trackIds.value = [track.id]
  expect(deliver.kitWish.value.captionTrackIds).toEqual([track.id])
  deliver.captionMode.value = 'none'
  await expect.poll(() => deliver.captionMode.value).toBe('none')
  expect(deliver.kitWish.value.captionTrackIds).toBeNull()
})

it('why a delivery was refused stays, whatever is looked at again, until another try', async () => {
  const { studio: { handlers }, lines, enter, projectId, refusals } = await openRoom()
  const { deliver } = enter()
  await expect.poll(() => deliver.mayRender.value).toBe(true)
  refusals.push(new Fault('not-found', { word: 'take', id: 'cover' }))
  expect(await deliver.render()).toBeNull()
  expect(deliver.fault.value?.code).toBe('not-found')
  const before = deliver.findings.value
  await handlers.script.change({ projectId, edits: [{ lineId: lines[0]!.id, isMuted: true }] }, call)
  await expect.poll(() => deliver.findings.value !== before).toBe(true)
  await deliver.check()
  expect(deliver.fault.value?.code).toBe('not-found')
  expect(await deliver.render()).not.toBeNull()
  expect(deliver.fault.value).toBeNull()
})
