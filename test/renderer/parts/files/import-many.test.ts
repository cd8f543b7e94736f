/**
 * Many files are imported with one summary that lists what failed and why, with progress, and can be cancelled.
 *
 * @module-tag wide
 */
import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watch } from 'vue'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { usePastNotices } from '../../../../src-renderer/actions/past-notices.ts'
import { useQuestion } from '../../../../src-renderer/actions/question.ts'
import { useRunningImports } from '../../../../src-renderer/parts/files/running-imports.ts'
import { useFileImport } from '../../../../src-renderer/parts/files/use-import-files.ts'
import { useStatus } from '../../../../src-renderer/stores/status.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'
import { keptByBrowser } from '../../../kit/local-storage.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

async function open() {
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const page = openPage(studio)
  const running = page.run(() => useRunningImports())
  const { importFiles } = page.run(() => useFileImport())
  const notices = page.run(() => useNotices())
  const past = page.run(() => usePastNotices())
  const status = page.run(() => useStatus())
  await expect.poll(() => status.now !== null).toBe(true)
  const bytes = await readFile(await kit.picture('still.png', { width: 16, height: 16 }))
  const otherBytes = await readFile(await kit.picture('other.png', { width: 8, height: 8 }))
  const good = (name: string) => new File([bytes], name)
  const other = (name: string) => new File([otherBytes], name)
  const bad = (name: string) => new File(['not a picture at all'], name)
  return { studio, page, running, importFiles, notices, past, good, other, bad }
}

it('what failed is told once, each file with its reason, and can be read again in both languages', async () => {
  const { page, running, importFiles, notices, past, good, bad } = await open()
  const seen: string[] = []
  page.run(() => watch(() => running.all.map(({ done, total }) => `${done}/${total}`).join(), now => seen.push(now), { flush: 'sync' }))
  const files = Array.from({ length: 30 }, (_, at) => at % 6 === 0 ? bad(`bad ${at}.png`) : good(`good ${at}.png`))
  const takes = await importFiles(files)
  expect(takes).toHaveLength(25)
  expect(notices.shown.map(notice => notice.text(en))).toEqual(['25 files imported. 5 files failed.'])
  const [told] = past.all
  expect(told?.details.map(({ of, fault }) => [of, fault.code])).toEqual(
    [0, 6, 12, 18, 24].map(at => [`bad ${at}.png`, 'unsupported-file']),
  )
  expect(told?.text).toEqual({ en: en.notices.importing.someFailed(25, 5, null), zh: zh.notices.importing.someFailed(25, 5, null) })
  expect(seen).toEqual([...Array.from({ length: 31 }, (_, done) => `${done}/30`), ''])
  expect(past.unread).toBe(1)
})

it('a cancelled import says what was imported and what was not, and leaves the rest alone', async () => {
  const { page, running, importFiles, notices, good } = await open()
  page.run(() => watch(() => running.all[0]?.done, done => done === 3 && running.all[0]?.cancel(), { flush: 'sync' }))
  const takes = await importFiles(Array.from({ length: 20 }, (_, at) => good(`good ${at}.png`)))
  expect(takes).toHaveLength(3)
  expect(notices.shown.map(notice => notice.text(en))).toEqual(['Import cancelled: 3 files imported, 17 not imported.'])
  expect(running.all).toEqual([])
})

it('one file that fails says why at once, and all that succeed are one confirmation that is no news', async () => {
  const { importFiles, notices, past, good, other, bad } = await open()
  await importFiles([bad('bad.png')])
  expect(notices.shown.at(-1)?.fault?.code).toBe('unsupported-file')
  expect(past.unread).toBe(1)
  await importFiles([good('a.png'), other('b.png')])
  expect(notices.shown.at(-1)?.text(en)).toBe('2 files imported.')
  expect(past.unread).toBe(1)
  await importFiles([other('c.png')])
  expect(notices.shown.at(-1)?.text(en)).toBe(en.library.importedAgain(1, 1, null))
  await importFiles([])
  expect(notices.shown).toHaveLength(3)
})

it('pictures that move are asked about once, and come as films or as stills, or not at all', async () => {
  const { page, importFiles, good } = await open()
  const question = page.run(() => useQuestion())
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const bytes = await readFile(await kit.make('moves.gif', ['-f', 'lavfi', '-i', 'testsrc=s=16x16:r=5:d=1', '-f', 'gif']))
  const gif = (name: string) => new File([bytes], name)
  const bring = async (answer: 'act' | 'other' | null, files: readonly File[]) => {
    const importing = importFiles(files)
    await expect.poll(() => question.now?.question.title(en) ?? null).toBe('2 images are animated')
    question.now?.answer(answer)
    return (await importing).map(take => [take.title, take.medium])
  }
  const files = [gif('a.gif'), good('b.png'), gif('c.gif')]
  expect(await bring('act', files)).toEqual([['a.gif', 'video'], ['b.png', 'picture'], ['c.gif', 'video']])
  expect(await bring('other', files)).toEqual([['a.gif', 'picture'], ['b.png', 'picture'], ['c.gif', 'picture']])
  expect(await bring(null, files)).toEqual([])
  expect(await importFiles([good('b.png')])).toHaveLength(1)
})

it('what could not be read of a dropped folder is told with what failed, also where nothing else came', async () => {
  const { importFiles, notices, past, good, bad } = await open()
  const unread = ['lost.wav', 'closed'].map(name => ({ name, reason: '' }))
  expect(await importFiles([good('a.png'), bad('bad.png')], null, unread)).toHaveLength(1)
  expect(notices.shown.map(notice => notice.text(en))).toEqual(['1 file imported. 3 files failed.'])
  expect(past.all[0]?.details.map(({ of, fault }) => [of, fault.code])).toEqual([
    ['lost.wav', 'unreadable-file'],
    ['closed', 'unreadable-file'],
    ['bad.png', 'unsupported-file'],
  ])
  expect(await importFiles([], null, unread.slice(1))).toEqual([])
  expect(notices.shown.at(-1)?.fault).toMatchObject({ code: 'unreadable-file', data: { name: 'closed' } })
})
