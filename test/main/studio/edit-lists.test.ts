/** Edit lists without a render: each kind alone, and a folder with media that another program renders. */
import type { SavedItem } from '#contract/saving.ts'
import type { Take } from '#contract/takes.ts'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { EditListFormat } from '#contract/saving.ts'
import { SequenceDocument } from '#contract/sequence-document.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { readWholeList } from '#rules/interchange/read-list.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { unpack } from '../../../src-renderer/rooms/timeline/import-list/unpack.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { openMediaKit } from '../../kit/media.ts'
import { renderWithMelt } from '../../kit/melt.ts'
import { picture, pictureTrack, trackId } from '../../kit/sequence.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { readXml } from '../../kit/xml.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('are saved from the sequence as it is, with copies of its files and pictures of its titles, or alone', async () => {
  const [studio, kit] = await Promise.all([openTestStudio(), openMediaKit()])
  onTestFinished(() => kit.close())
  const { handlers, parts } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  const bring = async (path: string): Promise<Take> => {
    const ticket = await studio.receiveFile(path, createReadStream(path), null)
    return (await handlers.takes.import({ ticket, projectId }, call)).take
  }
  const take = await bring(await kit.picture('red & "blue".png', { width: 64, height: 36 }))
  const layout = { projectId, width: 64, height: 36, rate: { numerator: 24, denominator: 1 } }
  const { sequence: { id: sequenceId } } = await handlers.sequences.layOut(layout, call)
  const title = { text: 'Fog & "light"', style: titleStyle }
  const titles = pictureTrack(900, [picture(901, 0, 10, { takeId: null, title, sourceLength: null })])
  await parts.sequences.replace(sequenceId, 'track', now =>
    ({ ...now, name: 'Cut: one', tracks: { ...now.tracks, [trackId(900)]: titles }, trackIds: [...now.trackIds, trackId(900)] }))
  const itemOf = (format: EditListFormat, hasMedia: boolean): SavedItem => ({ of: 'edit-list', sequenceId, format, hasMedia })

  for (const format of EditListFormat.options) {
    const { ticket, name, files } = await handlers.saving.prepare({ items: [itemOf(format, false)], template: '' }, call)
    const ending = format.startsWith('fcpxml') ? 'fcpxml' : format
    expect([name, files.length]).toEqual([`Cut one.${ending}`, 1])
    const content = parts.saving.find(ticket)?.files[0]?.content
    const text = content && 'text' in content ? content.text : ''
    if (format === 'otio')
      expect(JSON.parse(text)).toMatchObject({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut: one' })
    else if (format === 'edl')
      expect(text).toMatch(/^TITLE: /)
    else
      expect(readXml(text)).toBeDefined()
    const { own } = await readWholeList(text, layout.rate, unpack)
    expect(own?.film).toEqual(format === 'edl' ? undefined : SequenceDocument.parse(await parts.sequences.get(sequenceId)))
    expect(own?.media.map(({ takeId, hash }) => [takeId, hash])).toEqual(own && [[take.id, take.asset.id]])
  }

  const { saved } = await handlers.saving.toFolder({ items: [itemOf('mlt', true)], template: '' }, call)
  const folder = join(saved!.folder, 'Cut one')
  const media = await readdir(join(folder, 'media'))
  expect(media.toSorted()).toEqual([expect.stringMatching(/^Title Fog.*\.png$/), expect.stringMatching(/^red[^.]*\.png$/)])
  const list = await readFile(join(folder, 'Cut one.mlt'), 'utf8')
  for (const [, path] of list.matchAll(/<property name="resource">(media\/[^<]+)</g))
    expect((await stat(join(folder, path!.replaceAll('&amp;', '&').replaceAll('&quot;', '"')))).isFile()).toBe(true)
  await renderWithMelt(join(folder, 'Cut one.mlt'), kit.file('film.mkv'))
  expect((await ffprobe(kit.file('film.mkv'))).streams[0]).toMatchObject({ width: 64, height: 36 })

  const { sequence: { id: empty } } = await handlers.sequences.create({ ...layout, sequenceId: newId() as never, name: 'Empty' }, call)
  const nothing: SavedItem = { of: 'edit-list', sequenceId: empty, format: 'edl', hasMedia: false }
  await expect(handlers.saving.prepare({ items: [nothing], template: '' }, call))
    .rejects
    .toMatchObject({ code: 'nothing-to-deliver' })
})
