/** Level and tone: a dialog replaces the chains that were there when it was opened, and none that somebody else chose since. */
import type { ToneChain } from '#contract/tone.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { chainOf } from '#rules/tone/presets.ts'
import { useTone } from '../../../src-renderer/rooms/script/tone/use-tone.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSpeakerTones } from '../../../src-renderer/stores/speaker-tones.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const chain = (outputDb: number): ToneChain => ({ ...chainOf('off'), isOn: true, outputDb })

async function openRoom() {
  const studio = await openTestStudio()
  const { tones, projects } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  const set = (speaker: string, outputDb: number) => tones.set({ projectId, speaker, chain: chain(outputDb) })
  await set('ANNA', 1)
  await set('BEN', 1)
  const page = openPage(studio)
  useProject().open(projectId)
  const shown = useSpeakerTones()
  await expect.poll(() => shown.of('BEN')?.outputDb).toBe(1)
  const stored = async () => Object.fromEntries((await tones.of(projectId)).map(each => [each.speaker, each.chain.outputDb]))
  return { tone: page.run(() => useTone(() => projectId)), set, shown, stored }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => room = await openRoom())

it('a chain that was chosen elsewhere while the dialog was open stays, for one speaker and for all', async () => {
  const { tone, set, shown, stored } = room
  tone.open('ANNA')
  await set('ANNA', 2)
  await set('BEN', 3)
  await expect.poll(() => [shown.of('ANNA')?.outputDb, shown.of('BEN')?.outputDb]).toEqual([2, 3])
  await tone.save(chain(9), ['ANNA'])
  await tone.save(chain(9), ['CARA', 'BEN'])
  expect(await stored()).toEqual({ ANNA: 2, BEN: 3, CARA: 9 })
  expect(tone.opened.value).toBe('ANNA')
  // What this dialog saved itself may be changed again.
  await tone.save(chain(8), ['CARA'])
  expect(await stored()).toMatchObject({ CARA: 8 })
  expect(tone.opened.value).toBeNull()
  tone.open('BEN')
  await tone.save(chain(7), ['BEN'])
  expect(await stored()).toMatchObject({ BEN: 7 })
})
