/** Castings of a project: what is chosen quickly is shown throughout, is kept, and no late answer puts an older one back. */
import type { Casting } from '#contract/script.ts'
import type { Studio } from '../../../src-main/studio/ports.ts'
import { expect, it, vi } from 'vitest'
import { nextTick, shallowRef, watch } from 'vue'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { makeVoice } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const cast = (speed: number, speaker = 'Ada'): Casting => ({ speaker, modelId: 'higgs2p5' as never, voiceId: null, fields: { speed } })

async function open() {
  const studio = await openTestStudio()
  const harbour = await studio.parts.projects.create('Harbour')
  const other = await studio.parts.projects.create('Other')
  const held: (() => void)[] = []
  const isHeld = shallowRef(false)
  const pass = async () => isHeld.value ? new Promise<void>(resolve => held.push(resolve)) : undefined
  const own = studio.handlers.script
  const script: Studio['handlers']['script'] = {
    ...own,
    async* castings(input, context) {
      for await (const event of own.castings(input, context)) {
        await pass()
        yield event
      }
    },
    async cast(input, context) {
      const answer = await own.cast(input, context)
      await pass()
      return answer
    },
  }
  const page = openPage({ ...studio, handlers: { ...studio.handlers, script } })
  const project = useProject()
  project.open(harbour.id)
  const castings = page.run(() => useCastings(() => project.projectId ?? harbour.id))
  await expect.poll(() => castings.isReady.value).toBe(true)
  const seen: unknown[] = []
  page.run(() => watch(() => castings.of('Ada')?.fields.speed, speed => seen.push(speed), { flush: 'sync' }))
  const kept = async (of = harbour.id) => (await studio.parts.script.castings(of)).map(({ speaker, fields }) => [speaker, fields.speed])
  const letGo = () => {
    isHeld.value = false
    held.splice(0).forEach(go => go())
  }
  return { page, castings, seen, kept, isHeld, held, letGo, harbour, other, project, studio }
}

it('what is chosen while an older answer is on its way stays on the screen, and is what is kept', async () => {
  const { castings, seen, kept, isHeld, held, letGo } = await open()
  isHeld.value = true
  castings.cast(cast(1))
  await expect.poll(() => held.length).toBeGreaterThan(0)
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
  const { castings, kept, isHeld, held, letGo, harbour, other, project } = await open()
  isHeld.value = true
  castings.cast(cast(1, 'Ben'))
  await expect.poll(() => held.length).toBeGreaterThan(0)
  castings.cast(cast(1.4))
  project.open(other.id)
  expect(castings.of('Ada')).toBeUndefined()
  letGo()
  await castings.flush()
  expect(await kept(harbour.id)).toEqual([['Ada', 1.4], ['Ben', 1]])
  expect(await kept(other.id)).toEqual([])
})

it('what another page casts and renames is seen, and that a voice was deleted for good', async () => {
  const { castings, studio, harbour } = await open()
  const { parts } = studio
  const seen = () => ['Ada', 'Ben', 'Eva'].map(speaker => castings.of(speaker)?.fields.speed ?? null)
  await parts.script.add(harbour.id, null, [{ speaker: 'Ben', text: 'Good evening.', direction: '' }])
  await parts.script.cast(harbour.id, cast(1))
  await parts.script.cast(harbour.id, cast(0.9, 'Ben'))
  await expect.poll(seen).toEqual([1, 0.9, null])
  await parts.script.renameSpeaker({ projectId: harbour.id, from: 'Ben', to: 'Eva' })
  await expect.poll(seen).toEqual([1, null, 0.9])
  const { voice } = await makeVoice({ studio })
  await parts.script.cast(harbour.id, { ...cast(1.2, 'Eva'), voiceId: voice.id })
  await expect.poll(() => castings.of('Eva')?.voiceId).toBe(voice.id)
  await parts.voices.trash(voice.id)
  await parts.voices.purge(voice.id)
  await expect.poll(() => castings.of('Eva')).toMatchObject({ voiceId: null, fields: { speed: 1.2 } })
})

it('a choice follows what was seen when it was made, not what another page has cast since', async () => {
  const { castings, studio: { parts }, harbour, kept } = await open()
  await parts.script.cast(harbour.id, cast(1))
  await expect.poll(() => castings.of('Ada')?.fields.speed).toBe(1)
  castings.cast(cast(1.1))
  await castings.flush()
  castings.cast(cast(1.2))
  await parts.script.cast(harbour.id, cast(0.8))
  expect(await castings.flush()).toBe(false)
  expect(await kept()).toEqual([['Ada', 0.8]])
  await expect.poll(() => castings.of('Ada')?.fields.speed).toBe(0.8)
})
