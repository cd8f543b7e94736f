/** Writing the pronunciation dictionary, with a real studio: there is one entry for a word, a language and a place. */
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useDictionary } from '../../../src-renderer/rooms/script/pronunciation/use-dictionary.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { usePronunciations } from '../../../src-renderer/stores/pronunciations.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openDictionary() {
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const page = openPage(studio)
  const { project, dictionary, writing } = page.run(() => ({
    ...{ project: useProject(), dictionary: usePronunciations(), writing: useDictionary(() => projectId) },
  }))
  project.open(projectId)
  const shown = () => dictionary.all.map(({ word, alias }) => `${word} ${alias}`).toSorted()
  const kept = async () => (await studio.parts.script.pronunciationsOf(projectId)).map(({ word, alias }) => `${word} ${alias}`)
  const add = (word: string, alias: string) => writing.add({ word, alias, language: '', isOfProject: true })
  return { studio, dictionary, writing, shown, kept, add }
}

it('an entry that is changed to the word of another one replaces it', async () => {
  const { dictionary, writing, shown, kept, add } = await openDictionary()
  await add('gull', 'gall')
  await add('crow', 'crou')
  await expect.poll(shown).toEqual(['crow crou', 'gull gall'])
  const crow = dictionary.all.find(({ word }) => word === 'crow')!
  await writing.change({ ...crow, word: 'gull' }, crow)
  await expect.poll(shown).toEqual(['gull crou'])
  expect(await kept()).toEqual(['gull crou'])
})

it('a word with another apostrophe is the same word', async () => {
  const { shown, add } = await openDictionary()
  await add('don\'t', 'doant')
  await expect.poll(shown).toEqual(['don\'t doant'])
  await add('don’t', 'dohnt')
  await expect.poll(shown).toEqual(['don’t dohnt'])
})

it('of two rows of a table for one word the last counts, and what was there is replaced', async () => {
  const { writing, shown, kept, add } = await openDictionary()
  await add('wi-fi', 'weefee')
  await expect.poll(shown).toEqual(['wi-fi weefee'])
  await writing.import(new File(['GIF;jif\nwi\u2011fi;wyfy\nGIF;giff\nwi-fi;wyfy'], 'words.csv'))
  await expect.poll(shown).toEqual(['GIF giff', 'wi-fi wyfy'])
  expect(await kept()).toEqual(['GIF giff', 'wi-fi wyfy'])
  // What differs is told; the same row twice is not.
  expect(useNotices().shown.map(notice => notice.text(en))).toEqual([
    en.script.pronounce.imported(2),
    en.script.pronounce.repeated(1, 'GIF'),
  ])
})

it('what another page has written since a person began is kept', async () => {
  const { studio, dictionary, writing, shown, kept, add } = await openDictionary()
  await add('gull', 'gall')
  await expect.poll(shown).toEqual(['gull gall'])
  const begun = dictionary.all[0]!
  await studio.parts.script.pronounce([{ ...begun, alias: 'goll' }], [])
  await expect.poll(shown).toEqual(['gull goll'])
  expect(await writing.change({ ...begun, word: 'gulls' }, begun)).toBe(false)
  expect(await kept()).toEqual(['gull goll'])
  expect(await writing.change({ ...dictionary.all[0]!, word: 'gulls' }, dictionary.all[0]!)).toBe(true)
  expect(await kept()).toEqual(['gulls goll'])
})
