/** Castings of a project: what is chosen quickly is shown throughout, is kept, and no late answer puts an older one back. */
import type { Casting } from '#contract/script.ts'
import type { Studio } from '../../../src-main/studio/ports.ts'
import { expect, it, vi } from 'vitest'
import { nextTick, shallowRef, watch } from 'vue'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const cast = (speed: number, speaker = 'Ada'): Casting => ({ speaker, modelId: 'higgs2p5' as never, voiceId: null, fields: { speed } })

async function open() {
  const studio = await openTestStudio()
  const harbour = await studio.parts.projects.create('Harbour')
  const other = await studio.parts.projects.create('Other')
  const projectId = shallowRef(harbour.id)
  const held: (() => void)[] = []
  const isHeld = shallowRef(false)
  const pass = async () => isHeld.value ? new Promise<void>(resolve => held.push(resolve)) : undefined
  const own = studio.handlers.script
  const script: Studio['handlers']['script'] = {
    ...own,
    async castings(input, context) {
      const answer = await own.castings(input, context)
      await pass()
      return answer
    },
    async cast(input, context) {
      const answer = await own.cast(input, context)
      await pass()
      return answer
    },
  }
  const page = openPage({ ...studio, handlers: { ...studio.handlers, script } })
  const castings = page.run(() => useCastings(() => projectId.value))
  await expect.poll(() => castings.isReady.value).toBe(true)
  const seen: unknown[] = []
  page.run(() => watch(() => castings.of('Ada')?.fields.speed, speed => seen.push(speed), { flush: 'sync' }))
  const kept = async (of = harbour.id) => (await studio.parts.script.castings(of)).map(({ speaker, fields }) => [speaker, fields.speed])
  const letGo = () => {
    isHeld.value = false
    held.splice(0).forEach(go => go())
  }
  return { page, castings, seen, kept, isHeld, held, letGo, projectId, other }
}

it('what is chosen while an older answer is on its way stays on the screen, and is what is kept', async () => {
  const { castings, seen, kept, isHeld, held, letGo } = await open()
  isHeld.value = true
  castings.cast(cast(1))
  await expect.poll(() => held.length).toBe(1)
  castings.cast(cast(1.1))
  castings.cast(cast(1.2))
  letGo()
  await castings.flush()
  expect(await kept()).toEqual([['Ada', 1.2]])
  expect(seen).toEqual([1, 1.1, 1.2])
})

it('castings that were read before a choice do not replace it when they arrive after it', async () => {
  const { page, castings, seen, kept, isHeld, held, letGo } = await open()
  isHeld.value = true
  page.cut()
  await nextTick()
  page.restore()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  castings.cast(cast(1.3))
  letGo()
  await castings.flush()
  expect(await kept()).toEqual([['Ada', 1.3]])
  expect(castings.of('Ada')?.fields).toEqual({ speed: 1.3 })
  expect(seen).toEqual([1.3])
})

it('a choice is kept in the project in which it was made, though another was opened before it was sent', async () => {
  const { castings, kept, isHeld, held, letGo, projectId, other } = await open()
  const harbour = projectId.value
  isHeld.value = true
  castings.cast(cast(1, 'Ben'))
  await expect.poll(() => held.length).toBe(1)
  castings.cast(cast(1.4))
  projectId.value = other.id
  expect(castings.of('Ada')).toBeUndefined()
  letGo()
  await castings.flush()
  expect(await kept(harbour)).toEqual([['Ada', 1.4], ['Ben', 1]])
  expect(await kept(other.id)).toEqual([])
})
