/** How many takes the library says there are: checks are counted only where they are asked for, and are no part of all takes. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { useCountWords } from '../../../src-renderer/rooms/library/use-count-words.ts'
import { useLibrary } from '../../../src-renderer/rooms/library/use-library.ts'
import { spokenTake } from '../../kit/library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('names all takes next to those that are found, but not next to checks', async () => {
  vi.stubGlobal('sessionStorage', keptByBrowser())
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const { id } = await takes.file(spokenTake('gull'), asset)
  await takes.file(spokenTake('crow'), asset)
  for (const heard of ['gull', 'gall', 'gill'])
    await takes.file(spokenTake(heard, { kind: 'transcribe', medium: 'text', sourceTakeIds: [id], checkOf: id }), asset)
  const page = openPage({ ...studio })
  const { library, words } = page.run(() => {
    const library = useLibrary()
    return { library, words: useCountWords(library) }
  })
  const search = (text: string): void => {
    library.facets.value = { ...library.facets.value, text }
  }
  await expect.poll(() => words.value).toBe('2 takes')
  search('crow')
  await expect.poll(() => words.value).toBe('1 of 2 takes')
  search('is:check')
  await expect.poll(() => words.value).toBe('3 takes')
})
