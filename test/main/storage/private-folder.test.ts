/** The studio folder is its owner's alone: what others could read or lock is tightened, and where that fails it is said. */
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makePrivateFolder, tightenContents } from '../../../src-main/storage/private-folder.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestStudio } from '../../kit/studio.ts'

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
const never = new AbortController().signal

it('a new folder is private, and so are the folders above it that are made for it', async () => {
  const folder = join(await makeFolder(), 'above', 'studio')
  expect(await makePrivateFolder(folder)).toEqual({ exposure: null, wasOpen: false })
  expect([await modeOf(folder), await modeOf(join(folder, '..'))]).toEqual([0o700, 0o700])
})

it('an open folder is closed first, then everything in it; a link leads to nothing else', async () => {
  const root = await makeFolder()
  const [folder, outside] = [join(root, 'studio'), join(root, 'outside.txt')]
  await mkdir(join(folder, 'assets', 'ab'), { recursive: true })
  const file = join(folder, 'assets', 'ab', 'take.wav')
  for (const path of [file, outside]) {
    await writeFile(path, 'x')
    await chmod(path, 0o644)
  }
  await symlink(outside, join(folder, 'link'))
  for (const path of [folder, join(folder, 'assets'), join(folder, 'assets', 'ab')])
    await chmod(path, 0o755)
  expect(await makePrivateFolder(folder)).toEqual({ exposure: null, wasOpen: true })
  expect(await modeOf(folder)).toBe(0o700)
  expect(await tightenContents(folder, never)).toBe(0)
  const modes = await Promise.all([join(folder, 'assets'), join(folder, 'assets', 'ab'), file, outside].map(modeOf))
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o644])
})

it('a folder of another user is named as such, and on Windows nothing is changed', async () => {
  const folder = await makeFolder()
  const { uid } = await stat(folder)
  vi.spyOn(process, 'getuid').mockReturnValue(uid + 1000)
  expect((await makePrivateFolder(folder)).exposure).toBe('owner')
  vi.restoreAllMocks()
  await chmod(folder, 0o755)
  expect(await makePrivateFolder(folder, { platform: 'win32' })).toEqual({ exposure: null, wasOpen: false })
  expect(await modeOf(folder)).toBe(0o755)
})

it('an existing studio is tightened when it is opened, and says so when it cannot be', async () => {
  const folder = await makeFolder()
  const first = await openTestStudio({ folder })
  await first.close()
  await chmod(folder, 0o755)
  await chmod(join(folder, 'library.db'), 0o644)
  const studio = await openTestStudio({ folder })
  expect(await modeOf(folder)).toBe(0o700)
  await vi.waitFor(async () => expect(await modeOf(join(folder, 'library.db'))).toBe(0o600), { timeout: hangMs })
  expect((await studio.parts.status.get()).exposure).toBeNull()
})
