/** What a killed studio leaves unfinished, and which of that the next one removes. */
import type { ModelId, RequestId } from '#contract/words.ts'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { copyAsKilled } from '../../kit/folder.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

it('after a kill, partial files and the folders of finished jobs are removed, and answers that could not be filed are kept', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const speak = async (text: string) => {
    const [jobId] = await studio.parts.make.speech({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      fields: { text },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
    return ended(studio, jobId)
  }
  const done = await speak('All is well.')
  practice.faults.set({ do: 'reset', at: 'mid-answer' })
  const unsure = await speak('All is lost.')
  expect([done.state, unsure.state]).toEqual(['done', 'unsure'])

  // The files as they are at this moment: nothing was closed, and a kill leaves no more.
  const folder = await copyAsKilled(studio.folder)
  // A ledger that was restored from an older copy does not know the job; its folder may contain the only answer to a paid request.
  const unknown = newId()
  for (const half of [
    `work/${unknown}/answer.part`,
    'assets/7d/7d.json.01.part',
    'backups/ledger-v1.db.part',
    `work/${done.id}/answer.part`,
    `work/${unsure.id}/answer.part`,
    'work/frame-x/frame.png',
    'work/speech-x/speech.wav',
  ]) {
    await mkdir(join(folder, half, '..'), { recursive: true })
    await writeFile(join(folder, half), 'half')
  }
  const next = await openTestStudio({ folder })
  expect((await readdir(join(folder, 'assets'), { recursive: true })).filter(name => name.endsWith('.part'))).toEqual([])
  expect(await readdir(join(folder, 'backups'))).toEqual([])
  expect((await readdir(join(folder, 'work'))).sort()).toEqual([unsure.id, unknown].sort())
  expect(await next.parts.takes.ofJob(done.id)).toHaveLength(1)
})
