/** Retakes: the new take is used, heard by who is still at the line, and one key goes back; with a real studio and practice service. */
import type { LineId, TakeId } from '../../../src-preload/contract/words.ts'
import { expect, it, vi } from 'vitest'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useRetakes } from '../../../src-renderer/rooms/script/use-retakes.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useSpeak } from '../../../src-renderer/rooms/script/use-speak.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('a retake is used and heard, and one key goes back and forth', async () => {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  await connect(studio, practice)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const modelId = ModelId.parse('qwen3-tts')
  await studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice: 'Ryan' } })
  await studio.parts.script.add(projectId, null, ['The boat is gone.', 'Whose was it?'].map(text => ({ speaker: '', text, direction: '' })))
  const page = openPage(studio)
  const [project, accounts, models, jobs] = [useProject(), useAccounts(), useModels(), useJobs()]
  project.open(projectId)
  await expect.poll(() => [project.hasLines, accounts.isReady, models.isReady, jobs.isReady]).toEqual([true, true, true, true])
  const played: TakeId[] = []
  let at: LineId | null = null
  const { choose } = page.run(() => useScript(() => projectId))
  const retakes = page.run(() => useRetakes({
    lines: () => project.lines,
    activeId: () => at,
    choose,
    play: async (_, takeId) => void played.push(takeId),
  }))
  const castings = page.run(() => useCastings(() => projectId))
  const speech = page.run(() => useSpeak({
    ...{ projectId: () => projectId, lines: () => project.lines, castings, isComing: () => false },
    kept: async line => line,
    onRetake: retakes.expect,
  }))
  const chosen = (place: number) => project.lines[place]?.chosenTakeId ?? null
  async function speak(place: number): Promise<TakeId> {
    const former = chosen(place)
    // A take is chosen a moment before its job is done, and a line that is being made is not asked for again.
    await expect.poll(() => jobs.all.every(job => job.state === 'done')).toBe(true)
    await speech.speak(project.lines[place]!)
    await expect.poll(() => chosen(place), { timeout: 10_000 }).not.toBe(former)
    return chosen(place)!
  }

  at = project.lines[0]!.id
  const first = await speak(0)
  expect(played, 'a first take is heard when somebody asks for it').toEqual([])
  expect(retakes.mayCompare()).toBe(false)
  const second = await speak(0)
  await expect.poll(() => played).toEqual([second])
  await expect.poll(() => retakes.mayCompare()).toBe(true)
  await retakes.compare()
  await expect.poll(() => [chosen(0), played.at(-1)]).toEqual([first, first])
  await retakes.compare()
  await expect.poll(() => [chosen(0), played.at(-1)]).toEqual([second, second])

  // Whoever went on to another line is not interrupted; the new take is used all the same.
  at = project.lines[1]!.id
  const third = await speak(0)
  expect(third).not.toBe(second)
  expect(played).toHaveLength(3)
})
