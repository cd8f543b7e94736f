/** Making lines buys exactly the text on screen, once; with a real studio and practice service. */
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import type { Line } from '../../../src-preload/contract/script.ts'
import { until } from '@vueuse/core'
import { describe, expect, it, vi } from 'vitest'
import { Fault } from '../../../src-preload/contract/faults.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useSpeak } from '../../../src-renderer/rooms/script/use-speak.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const modelId = ModelId.parse('qwen3-tts')

type Handlers = StudioHandlers

/** The script room without its view: a project with these lines, each with its draft. `bent` changes the studio's answers. */
async function openRoom(
  texts: readonly string[],
  bent: (handlers: Handlers) => Handlers = handlers => handlers,
  when: 'loaded' | 'at once' = 'loaded',
) {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  await connect(studio, practice)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice: 'Ryan' } })
  await studio.parts.script.add(projectId, null, texts.map(text => ({ speaker: '', text, direction: '' })))
  const page = openPage({ ...studio, handlers: bent(studio.handlers) })
  const [project, accounts, models, jobs] = [useProject(), useAccounts(), useModels(), useJobs()]
  project.open(projectId)
  if (when === 'loaded')
    await expect.poll(() => [project.hasLines, accounts.isReady, models.isReady, jobs.isReady]).toEqual([true, true, true, true])
  else
    await until(() => project.hasLines).toBe(true)
  // Another project may be opened.
  const drafts = project.lines.map(line => page.run(() => useLineDraft(() => project.lines.find(({ id }) => id === line.id) ?? line)))
  const draftOf = new Map(project.lines.map((line, place) => [line.id, drafts[place]!]))
  const castings = page.run(() => useCastings(() => projectId))
  if (when === 'loaded')
    await expect.poll(() => castings.isReady).toHaveProperty('value', true)
  const kept = async (line: Line) => draftOf.get(line.id)?.flush() ?? line
  const speech = page.run(() => useSpeak({ projectId: () => projectId, lines: () => project.lines, castings, isComing: () => false, kept }))
  return {
    studio,
    project,
    speech,
    castings,
    cast: (voice: string) => castings.cast({ speaker: '', modelId, voiceId: null, fields: { voice } }),
    drafts,
    /** Opens another project. */
    leave: () => {
      draftOf.clear()
      page.leave()
      project.open(null)
    },
    said: () => useNotices().shown.map(notice => notice.text(en)).filter(words => words !== ''),
    /** The bought texts, once this many jobs are done. */
    async bought(jobCount: number): Promise<string[]> {
      await expect.poll(() => jobs.all.map(job => job.state)).toEqual(Array.from({ length: jobCount }).fill('done'))
      return practice.ledger().map(work => String(work.values.text))
    },
    // The page learns of a take and of its job's end by two feeds, in either order.
    allMade: () =>
      expect.poll(() => project.lines.every(line => line.state === 'made') && jobs.all.every(job => job.state === 'done')).toBe(true),
  }
}

/** A room whose second line was changed just before all are made; the save is answered after `release`. */
async function openSaving() {
  const answered = Promise.withResolvers<void>()
  const edit = vi.fn()
  const room = await openRoom(['One.', 'Two.'], handlers => ({
    ...handlers,
    script: {
      ...handlers.script,
      async edit(input, context) {
        edit()
        await answered.promise
        return handlers.script.edit(input, context)
      },
    },
  }))
  room.drafts[1]!.change({ text: 'Two, corrected.' })
  const pressed = [room.speech.speakAll(), room.speech.retake([room.project.lines[1]!])]
  await expect.poll(() => edit.mock.calls.length).toBe(1)
  return { ...room, pressed, release: answered.resolve }
}

describe('what was pressed is being saved', () => {
  it('nothing is paid by an account that is chosen meanwhile', async () => {
    const room = await openSaving()
    const [accounts, before] = [useAccounts(), useAccounts().currentId]
    const accountId = accounts.all.find(account => account.id !== before)!.id
    await useSettings().change({ accountId })
    await until(() => accounts.currentId === accountId).toBe(true)
    room.release()
    await Promise.all(room.pressed)
    expect(await room.bought(0)).toEqual([])
    expect(room.said()).toEqual([en.spend.otherAccount, en.spend.otherAccount])
    await useSettings().change({ accountId: before })
    await until(() => accounts.currentId === before).toBe(true)
    await room.speech.speakAll()
    expect((await room.bought(2)).toSorted()).toEqual(['One.', 'Two, corrected.'])
  })

  it('nothing is sent with the voices of a project that is opened meanwhile', async () => {
    const room = await openSaving()
    const { id } = await room.studio.parts.projects.create('The harbour')
    await room.studio.parts.script.cast(id, { speaker: '', modelId, voiceId: null, fields: { voice: 'Vivian' } })
    room.project.open(id)
    await expect.poll(() => room.speech.voiceOf('')?.casting.fields).toEqual({ voice: 'Vivian' })
    room.release()
    await Promise.all(room.pressed)
    expect(await room.bought(0)).toEqual([])
    expect(room.said()).toEqual([en.script.projectLeft, en.script.projectLeft])
  })
})

describe('making all', () => {
  it('looks for a voice once for each speaker, however many lines they have, and again when they are recast', async () => {
    const room = await openRoom(Array.from({ length: 40 }, (_, at) => `Line ${at}.`))
    const asked = vi.spyOn(room.castings, 'of')
    room.cast('Vivian')
    expect([room.speech.ready.value.length, room.speech.sendings.value.length]).toEqual([40, 40])
    expect(room.speech.voiceOf('')?.casting.fields).toEqual({ voice: 'Vivian' })
    expect(asked.mock.calls).toEqual([['']])
  })

  it('sends the latest text, also of a line that is made', async () => {
    const room = await openRoom(['One.', 'Two.'])
    await room.speech.speakAll()
    await room.allMade()
    room.drafts[1]!.change({ text: 'Two, corrected.' })
    await room.speech.speakAll()
    // The first two are sent side by side.
    expect((await room.bought(3)).toSorted()).toEqual(['One.', 'Two, corrected.', 'Two.'])
    expect(room.said()).toEqual([en.script.queued(2), en.script.queued(1)])
  })

  it('sends nothing while a text cannot be saved, and says so', async () => {
    const room = await openRoom(['One.', 'Two.'], handlers => ({
      ...handlers,
      script: { ...handlers.script, edit: () => Promise.reject(new Fault('library-read-only', { trouble: 'damaged' })) },
    }))
    room.drafts[1]!.change({ text: 'Two, corrected.' })
    await room.speech.speakAll()
    await room.speech.speak(room.project.lines[1]!)
    expect(await room.bought(0)).toEqual([])
    expect(room.said()).toEqual([en.script.notSaved, en.script.notSaved])
    expect(room.drafts[1]!.draft.value.text).toBe('Two, corrected.')
  })

  it('is one call, so that a page that closes on the way leaves out no line, and says how many are queued', async () => {
    const calls: number[] = []
    const room = await openRoom(['One.', 'Two.', 'Three.'], handlers => ({ ...handlers, make: {
      ...handlers.make,
      async lines(input, context) {
        calls.push(input.lineIds.length)
        const answer = await handlers.make.lines(input, context)
        room.leave()
        return answer
      },
    } }))
    await room.speech.speakAll()
    expect((await room.bought(3)).toSorted()).toEqual(['One.', 'Three.', 'Two.'])
    expect([calls, room.said()]).toEqual([[3], [en.script.queued(3)]])
  })

  it('names a line that its model would refuse, and queues the others', async () => {
    const room = await openRoom(['One.', 'Two.'], handlers => ({ ...handlers, make: {
      ...handlers.make,
      async lines(input, context) {
        const issue = { field: 'text', problem: 'too-long' as const, limit: 5, isWarning: false }
        const answer = await handlers.make.lines({ ...input, lineIds: input.lineIds.slice(0, 1) }, context)
        return { ...answer, refused: [{ lineId: input.lineIds[1]!, issues: [issue] }] }
      },
    } }))
    await room.speech.speakAll()
    expect(await room.bought(1)).toEqual(['One.'])
    expect(room.said()[1]).toContain('Line 2 was not queued')
  })
})

it('a voice that is cast back, and a line with the same words, are not bought again', async () => {
  const room = await openRoom(['One.', 'Two.', 'One.'])
  await room.speech.speakAll()
  await room.allMade()
  room.cast('Vivian')
  await expect.poll(() => room.speech.ready.value.length).toBe(2)
  await room.speech.speakAll()
  await room.allMade()
  room.cast('Ryan')
  await room.castings.flush()
  await room.allMade()
  expect([room.speech.ready.value, room.speech.sendings.value]).toEqual([[], []])
  await room.speech.speakAll()
  expect((await room.bought(4)).toSorted()).toEqual(['One.', 'One.', 'Two.', 'Two.'])
})

it('a line requested twice quickly is bought once', async () => {
  const room = await openRoom(['One.'])
  await Promise.all([room.speech.speak(room.project.lines[0]!), room.speech.speak(room.project.lines[0]!), room.speech.speakAll()])
  expect(await room.bought(1)).toEqual(['One.'])
})

it('a line requested before the room has loaded waits for it, and is bought once', async () => {
  const room = await openRoom(['One.'], handlers => handlers, 'at once')
  await Promise.all([room.speech.speak(room.project.lines[0]!), room.speech.speak(room.project.lines[0]!)])
  expect(await room.bought(1)).toEqual(['One.'])
  expect(room.said()).toEqual([])
})

it('a line whose answer was lost is not bought again by the next press', async () => {
  let isLost = true
  const room = await openRoom(['One.'], handlers => ({ ...handlers, make: {
    ...handlers.make,
    async lines(input, context) {
      const answer = await handlers.make.lines(input, context)
      if (isLost) {
        isLost = false
        throw new Fault('library-read-only', { trouble: 'damaged' })
      }
      return answer
    },
  } }))
  await room.speech.speak(room.project.lines[0]!)
  await room.allMade()
  await room.speech.speak(room.project.lines[0]!)
  await expect.poll(() => room.said()).toContain(en.failures.wasSent)
  expect(await room.bought(1)).toEqual(['One.'])
})
