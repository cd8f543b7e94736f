/** Colours of speakers on the page: chosen in casting, undone without overwriting, and the same for who is about to come. */
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { stepWords, useUndo } from '../../../src-renderer/actions/undo.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSpeakerColours } from '../../../src-renderer/stores/speaker-colours.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('is chosen, undone and made again, but never over a newer choice; who comes has the colour that the preview showed', async () => {
  const studio = await openTestStudio()
  const { script, projects } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  const [line] = await script.add(projectId, null, ['ANNA', 'BEN'].map(speaker => ({ speaker, text: `${speaker} speaks.`, direction: '' })))
  const page = openPage(studio)
  const [project, undo] = [useProject(), useUndo()]
  project.open(projectId)
  const colours = page.run(() => useSpeakerColours())
  await expect.poll(() => project.lines).toHaveLength(2)
  const castings = page.run(() => useCastings(() => projectId))
  const anna = () => colours.of('ANNA')!
  const first = anna().colour
  const [second, third] = (['cyan', 'pink', 'red'] as const).filter(name => name !== first)

  await castings.recolour(anna(), second!)
  await expect.poll(() => anna()).toMatchObject({ colour: second, isChosen: true })
  expect(colours.tintOfLine(line!.id)).toBe(colours.tintOf('ANNA'))
  await undo.refresh()
  expect([colours.tintOfLine(null), undo.next && stepWords(undo.next, textsOf.en)]).toEqual([undefined, 'colour ANNA'])
  await undo.undo()
  await expect.poll(() => anna()).toMatchObject({ colour: first, isChosen: false })
  await undo.redo()
  await expect.poll(() => anna().colour).toBe(second)
  await script.colourSpeaker(projectId, { speaker: 'ANNA', colour: third!, isChosen: true })
  await undo.undo()
  expect(useNotices().shown.at(-1)?.fault).toMatchObject({ code: 'changed-meanwhile', data: { word: 'colour' } })
  await expect.poll(() => anna().colour).toBe(third)

  const coming = ['CLARA', 'DAVID']
  const tints = colours.tintsWith(coming)
  const previewed = coming.map(tints)
  await script.add(projectId, null, coming.map(speaker => ({ speaker, text: 'New.', direction: '' })))
  await expect.poll(() => project.lines).toHaveLength(4)
  expect(coming.map(colours.tintOf)).toEqual(previewed)
})
