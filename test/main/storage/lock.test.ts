/** Tests of storage/lock.ts: one studio per folder, and no crash leaves it locked. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockFolder } from '../../../src-main/storage/lock.ts'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'

const holder = new URL('./children/holds-the-folder.ts', import.meta.url)

it('a second studio is refused while another process has the folder open, and accepted as soon as that one is killed', async () => {
  const folder = await makeFolder()
  const child = startChild(holder, [folder])
  expect(await child.nextLine()).toBe('held')
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ kind: 'locked' }))
  await child.kill()
  lockFolder(folder).close()
})

it('a process that exits normally releases the folder, too', async () => {
  const folder = await makeFolder()
  const child = startChild(holder, [folder])
  await child.nextLine()
  const ended = new Promise(resolve => child.process.once('exit', resolve))
  child.process.stdin.write('end\n')
  expect(await ended).toBe(0)
  lockFolder(folder).close()
})

it('the same process cannot lock a folder twice, nor can another process', async () => {
  const folder = await makeFolder()
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ kind: 'locked' }))
  await expect(startChild(holder, [folder]).nextLine()).rejects.toThrow('Another studio has this folder open')
  lock.close()
  lock.close()
  lockFolder(folder).close()
})

it('folders are independent, and a missing one is not reported as locked', async () => {
  const [one, other] = [await makeFolder(), await makeFolder()]
  const locks = [lockFolder(one), lockFolder(other)]
  locks.forEach(lock => lock.close())
  expect(() => lockFolder(join(one, 'nowhere'))).toThrow(expect.objectContaining({ kind: 'io' }))
})
