/** Stale lines are made again from the findings of Deliver: the cost is asked first, and each is bought once. */
import { expect, it, vi } from 'vitest'
import { ModelId } from '#contract/words.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useQuestion } from '../../../src-renderer/actions/question.ts'
import { useMakeLines } from '../../../src-renderer/parts/jobs/use-make-lines.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const modelId = ModelId.parse('qwen3-tts')

it('asks what it costs, sends nothing on no, and on yes only what is stale and has a voice', async () => {
  const [studio, practice] = await Promise.all([openTestStudio(), openTestPractice()])
  await connect(studio, practice)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await studio.parts.script.cast(projectId, { speaker: 'ANN', modelId, voiceId: null, fields: { voice: 'Ryan' } })
  const texts = [['ANN', 'One.'], ['ANN', 'Two.'], ['BOB', 'Three.']] as const
  await studio.parts.script.add(projectId, null, texts.map(([speaker, text]) => ({ speaker, text, direction: '' })))
  const page = openPage(studio)
  const [project, accounts, jobs, question, notices] = [useProject(), useAccounts(), useJobs(), useQuestion(), useNotices()]
  project.open(projectId)
  await expect.poll(() => project.hasLines && accounts.isReady && jobs.isReady).toBe(true)
  const making = page.run(() => useMakeLines(() => projectId))
  const [one, two, three] = project.lines
  const said = () => notices.shown.map(notice => notice.text(en)).filter(words => words !== '')
  const bought = () => practice.ledger().map(work => String(work.values.text))

  expect(making.maySend.value).toBe(true)
  const refused = making.make([one!.id, two!.id])
  await expect.poll(() => question.now?.question.title(en)).toBe('Generate 2 lines?')
  expect(question.now!.question.body(en)).not.toBe('')
  // A second press while it asks is the same wish.
  void making.make([one!.id, two!.id])
  question.now!.answer(null)
  await refused
  expect([bought(), jobs.all.length]).toEqual([[], 0])

  const agreed = making.make([one!.id])
  await expect.poll(() => question.now !== null).toBe(true)
  question.now!.answer('act')
  await agreed
  await expect.poll(() => project.lines[0]?.state).toBe('made')
  expect(bought()).toEqual(['One.'])
  expect(said()).toEqual([en.script.queued(1)])

  // Made already, and without a voice.
  await making.make([one!.id])
  await making.make([three!.id])
  expect(question.now).toBeNull()
  expect(said().slice(1)).toEqual([en.script.queued(0), en.script.castFirst('BOB')])
  expect(bought()).toEqual(['One.'])
})
