/** Files that were opened with Takeroom from outside: into the open project, or where the person says; what cannot be read is told. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useOpenedFiles } from '../../../src-renderer/shell/use-opened-files.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useProjects } from '../../../src-renderer/stores/projects.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openFakePage } from '../../kit/fake-fields.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const home = await makeFolder()
  const file = join(home, 'bell.xyz')
  await writeFile(file, 'not a sound')
  const studio = await openTestStudio()
  const page = openPage(studio)
  page.rooms.addRoute({ path: '/projects', name: 'projects', component: {} })
  await page.rooms.push('/projects')
  const stores = page.run(() => ({ all: useProjects(), open: useProject() }))
  await expect.poll(() => stores.all.isReady).toBe(true)
  const { shown } = openFakePage()
  const isOpen = { value: true, asked: 0 }
  const opened = page.run(() => useOpenedFiles(() => {
    isOpen.asked += 1
    return isOpen.value
  }))
  return {
    ...{ studio, file, home, opened, isOpen, shown },
    names: () => opened.asking.value?.map(({ name }) => name) ?? null,
    said: () => useNotices().shown.map(notice => notice.text(en)),
  }
}

it('without a project, the person is asked where they belong, and may leave them', async () => {
  const { studio, file, opened, names } = await open()
  expect(names()).toBeNull()
  studio.openFiles([file])
  await expect.poll(names).toEqual(['bell.xyz'])
  expect(opened.asking.value?.[0]?.size).toBe(11)
  opened.leave()
  expect(names()).toBeNull()
})

it('they wait while a dialog is open, and until the rooms are shown', async () => {
  const { studio, file, shown, isOpen, names } = await open()
  shown.add('.n-modal')
  isOpen.value = false
  studio.openFiles([file])
  const isLookedAtTwice = async (): Promise<void> => {
    const { asked } = isOpen
    await expect.poll(() => isOpen.asked).toBeGreaterThan(asked + 1)
  }
  await isLookedAtTwice()
  expect(names()).toBeNull()
  isOpen.value = true
  await isLookedAtTwice()
  expect(names()).toBeNull()
  shown.clear()
  await expect.poll(names).toEqual(['bell.xyz'])
})

it('of what is not there, the name is told', async () => {
  const { studio, home, names, said } = await open()
  studio.openFiles([join(home, 'gone.wav')])
  await expect.poll(said).toEqual([en.bin.notOpened.missing('gone.wav', 0)])
  expect(names()).toBeNull()
})
