/**
 * The name in Deliver: by the pattern, the next free one after each delivery, and what was typed stays.
 *
 * @module-tag wide
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useDeliveryName } from '../../../src-renderer/rooms/deliver/form/use-delivery-name.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function openName(named: string) {
  const studio = await openTestStudio()
  const page = openPage(studio)
  const project = shallowRef(named)
  const count = shallowRef(0)
  const facts = () => ({ project: project.value, sequence: 'Main', preset: '720p', number: 1 })
  const { type, use, ...shown } = page.run(() => useDeliveryName(facts, () => count.value))
  const now = () => ({
    ...{ name: shown.name.value, base: shown.fileBase.value },
    ...{ isTaken: shown.isTaken.value, isByPattern: shown.isByPattern.value },
  })
  async function deliver(): Promise<void> {
    use()
    const { base } = await studio.handlers.deliveries.fileName({ name: shown.name.value }, call)
    await mkdir(join(studio.folder, 'deliveries'), { recursive: true })
    await writeFile(join(join(studio.folder, 'deliveries'), `${base}.mp4`), '')
    count.value++
  }
  return { project, type, now, deliver, reset: shown.reset }
}

it('offers the next free name after a delivery, and tells of a taken one only where it was typed', async () => {
  const { project, type, now, deliver, reset } = await openName('Harbour')

  await expect.poll(now).toEqual({ name: 'Harbour', base: 'Harbour', isTaken: false, isByPattern: true })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Harbour (2)', base: 'Harbour (2)', isTaken: false, isByPattern: true })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Harbour (3)', base: 'Harbour (3)', isTaken: false, isByPattern: true })

  type('Harbour (2)')
  await expect.poll(now).toEqual({ name: 'Harbour (2)', base: 'Harbour (2) (2)', isTaken: true, isByPattern: true })
  type('Teaser')
  await expect.poll(now).toEqual({ name: 'Teaser', base: 'Teaser', isTaken: false, isByPattern: false })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Teaser (2)', base: 'Teaser (2)', isTaken: false, isByPattern: false })

  reset()
  await expect.poll(now).toMatchObject({ name: 'Harbour (3)', isTaken: false, isByPattern: true })
  project.value = 'Port'
  await expect.poll(now).toEqual({ name: 'Port', base: 'Port', isTaken: false, isByPattern: true })
})

it('a number that a name has of its own is no number of a delivery', async () => {
  const { project, type, now, deliver } = await openName('Episode (2)')
  await expect.poll(now).toEqual({ name: 'Episode (2)', base: 'Episode (2)', isTaken: false, isByPattern: true })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Episode (2) (2)', base: 'Episode (2) (2)', isTaken: false, isByPattern: true })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Episode (2) (3)', base: 'Episode (2) (3)', isTaken: false, isByPattern: true })
  project.value = 'Part: one'
  await expect.poll(now).toEqual({ name: 'Part: one', base: 'Part one', isTaken: false, isByPattern: true })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Part one (2)', base: 'Part one (2)', isTaken: false, isByPattern: true })
  type('Take (1)')
  await expect.poll(now).toEqual({ name: 'Take (1)', base: 'Take (1)', isTaken: false, isByPattern: false })
  await deliver()
  await expect.poll(now).toEqual({ name: 'Take (1) (2)', base: 'Take (1) (2)', isTaken: false, isByPattern: false })
})
