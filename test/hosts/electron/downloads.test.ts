/** Texts that the page saves: asked about by our dialog, never put among the files of the studio, whole or told. */
import type { DownloadItem } from 'electron'
import { EventEmitter } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isOfStudio } from '../../../src-main/base/of-studio.ts'
import { openDownloads } from '../../../src-main/hosts/electron/downloads.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'

async function openFolders() {
  const home = await makeFolder()
  const folders = { folder: join(home, 'studio'), deliveriesFolder: join(home, 'studio', 'deliveries') }
  const received = join(home, 'cache', 'downloads')
  await mkdir(folders.deliveriesFolder, { recursive: true })
  await mkdir(received, { recursive: true })
  await writeFile(join(folders.folder, 'library.db'), 'all takes')
  await writeFile(join(received, 'old'), 'of a run that ended')
  const places: (string | null)[] = []
  const answers: boolean[] = []
  const told: unknown[] = []
  const save = await openDownloads({
    folder: received,
    async chooseFile(name) {
      told.push(['asked', name])
      return places.shift() ?? null
    },
    isOfStudio: path => isOfStudio(path, folders),
    async askOtherPlace(path) {
      told.push(['refused', path])
      return answers.shift() ?? false
    },
    tellNotSaved: (name, reason) => void told.push(['not saved', name, reason]),
    log: { error: () => {} },
  })
  /** As Electron receives it: into the place that is set at once. */
  async function download(text: string, state = 'completed'): Promise<void> {
    let path = ''
    const item = Object.assign(new EventEmitter(), { getFilename: () => 'Script.csv', setSavePath: (set: string) => void (path = set) })
    save(item as unknown as DownloadItem)
    expect(path).not.toBe('')
    await mkdir(received, { recursive: true })
    await writeFile(path, text)
    item.emit('done', {}, state)
    await vi.waitFor(async () => expect(await readdir(received)).toEqual([]), { timeout: hangMs })
  }
  return { home, ...folders, places, answers, told, download }
}

it('is saved where the person says, over the file that they agreed to replace', async () => {
  const { home, places, told, download } = await openFolders()
  const path = join(home, `${'窗'.repeat(80)}.csv`)
  await writeFile(path, 'older')
  places.push(path)
  await download('speaker,text')
  expect([await readFile(path, 'utf8'), told]).toEqual(['speaker,text', [['asked', 'Script.csv']]])
})

it('is saved nowhere among the files of the studio: another place is asked for, as often as it takes', async () => {
  const { home, folder, deliveriesFolder, places, answers, told, download } = await openFolders()
  const own = join(folder, 'library.db')
  places.push(own, join(folder, 'assets', 'x.csv'), join(home, 'x.csv'))
  answers.push(true, true)
  await download('words')
  expect([await readFile(own, 'utf8'), await readFile(join(home, 'x.csv'), 'utf8')]).toEqual(['all takes', 'words'])
  expect(told.filter(each => Array.isArray(each) && each[0] === 'refused')).toHaveLength(2)

  places.push(own)
  await download('words')
  places.push(join(deliveriesFolder, 'x.csv'))
  await download('more words')
  expect([await readFile(own, 'utf8'), await readFile(join(deliveriesFolder, 'x.csv'), 'utf8')]).toEqual(['all takes', 'more words'])
})

it('that is cancelled leaves nothing, and one that cannot be written is told', async () => {
  const { home, places, told, download } = await openFolders()
  await download('words')
  await download('words', 'cancelled')
  places.push(join(home, 'gone', 'x.csv'))
  await download('words')
  await download('words', 'interrupted')
  expect(told).toEqual([
    ...[['asked', 'Script.csv'], ['asked', 'Script.csv']],
    ...[['not saved', 'Script.csv', 'ENOENT'], ['not saved', 'Script.csv', 'interrupted']],
  ])
  expect(await readdir(home)).toEqual(['cache', 'studio'])
})
