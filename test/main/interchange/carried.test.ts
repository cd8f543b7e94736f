/** The sequence that lists carry is where other programs look past it, and never more than they read. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { carriedKey, carriedMd, carriedProperty, mostInMlt } from '#rules/interchange/carried.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { editListFormats, notesOf } from '../../../src-main/interchange/notes.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { openMediaKit } from '../../kit/media.ts'
import { renderWithMelt } from '../../kit/melt.ts'
import { documentOf, picture, pictureTrack, takeId } from '../../kit/sequence.ts'
import { elementsOf, readXml } from '../../kit/xml.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const take = aTake(2, { id: takeId(2), title: 'still.png', medium: 'picture', asset: { width: 400, height: 300 } })
const film = documentOf(pictureTrack(1, [picture(11, 0, 25, { takeId: takeId(2) })]))
const listWith = (own: string | null) => listOf(film, [take], { own })

it('oTIO: in its own part of the metadata of the timeline, and nothing else is changed by it', () => {
  const [without, { metadata, ...with_ }] = [JSON.parse(toOtio(listOf(film, [take]))), JSON.parse(toOtio(listWith('packed')))]
  const { takeroom: { [carriedKey]: carried, ...takeroom }, ...others } = metadata
  expect(carried).toMatch(/^[\da-f]{16}-\d+ packed$/)
  expect({ ...with_, metadata: { ...others, takeroom } }).toEqual(without)
})

it('fCPXML: in metadata behind the spine, where its document type has it', () => {
  for (const version of ['1.8', '1.11'] as const) {
    const [sequence] = elementsOf(readXml(toFcpxml(listWith('packed'), version)), 'sequence')
    expect(sequence!.children.map(({ name }) => name)).toEqual(['spine', 'metadata'])
    const [md] = elementsOf(sequence!.children[1]!, 'md')
    expect(md!.attributes).toMatchObject({ key: carriedMd, value: expect.stringMatching(/ packed$/) })
  }
})

it('mLT: as one property of the timeline, and melt plays one that is as long as any that is written', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const path = basename(await kit.picture('still.png', { width: 64, height: 36 }))
  const list = listOf({ ...film, width: 64, height: 36 }, [take], { own: 'A'.repeat(mostInMlt), pathOf: () => path })
  const text = toMlt(list, { assPath: null })
  const own = elementsOf(readXml(text), 'property').filter(({ attributes }) => attributes.name === carriedProperty)
  expect(own).toHaveLength(1)
  expect(toMlt({ ...list, own: 'A'.repeat(mostInMlt + 1) }, { assPath: null })).not.toContain(carriedProperty)
  await writeFile(kit.file('film.mlt'), text)
  await renderWithMelt(kit.file('film.mlt'), kit.file('film.mkv'))
  expect((await ffprobe(kit.file('film.mkv'))).streams[0]).toMatchObject({ width: 64, height: 36 })
})

it('what is too large to be carried is told, in the formats that would carry it', () => {
  const told = (own: string | null) =>
    editListFormats.filter(format => notesOf(listWith(own), format).some(({ note }) => note === 'not-carried'))
  expect(told('packed')).toEqual([])
  expect(told('x'.repeat(mostInMlt + 1))).toEqual(['mlt'])
  expect(told(null)).toEqual(editListFormats.filter(format => format !== 'edl'))
  expect(toMlt(listWith(null), { assPath: null })).not.toContain(carriedProperty)
  expect(toOtio(listWith(null))).not.toContain(`${carriedKey}":`)
  expect(toFcpxml(listWith(null), '1.11')).not.toContain(carriedMd)
})
