/** Checks of earlier versions: those that listening back asked for are found by their requests, and no transcript that a person asked for is. */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { markOlderChecks } from '../../../src-main/make/older-checks.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery } from '../../kit/library.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

const modelId = 'whisper_v3_turbo' as ModelId
let shared: Awaited<ReturnType<typeof openSharedStudio>>
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

it('what listening back asked for belongs to its take, as it would have from the beginning', async () => {
  const { accountId, studio: { parts } } = shared
  const { make, projects, script, takes, library } = parts
  const { id: projectId } = await projects.create('Earlier')
  await script.cast(projectId, { speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice: 'Ryan' } })
  const texts = ['The lamp is lit.', 'Nobody waits.'].map(text => ({ speaker: 'ANN', text, direction: '' }))
  const lines = await script.add(projectId, null, texts)
  const asked = { accountId, projectId, lineIds: lines.map(line => line.id) }
  const spoken = await make.lines({ requestId: newId<RequestId>(), ...asked })
  const takeOf = async (jobId: JobId) => (await takes.ofJob((await ended(shared.studio, jobId)).id))[0]!
  const [first, second] = await Promise.all(spoken.jobIds.map(takeOf))
  // A person asks for one; only the other is listened back to.
  const [byHand] = await make.transcribe({
    requestId: newId<RequestId>(),
    ...{ accountId, modelId, projectId, fields: { file: { assetId: first!.asset.id } } },
  })
  await ended(shared.studio, byHand)
  const { jobIds, takeCount } = await make.listenBack({ requestId: newId<RequestId>(), modelId, ...asked })
  expect(takeCount).toBe(1)
  await ended(shared.studio, jobIds[0])
  const checkId = (await takes.ofJob(jobIds[0]!))[0]!.id
  expect((await takes.get(checkId)).checkOf).toBe(second!.id)
  expect((await takes.checks(second!.id)).map(({ take }) => take.id)).toEqual([checkId])

  await library.run(sql`UPDATE takes SET check_of = NULL`)
  await takes.trash([second!.id])
  expect(await markOlderChecks(parts)).toBe(1)
  expect(await markOlderChecks(parts)).toBe(0)
  expect(await takes.get(checkId)).toMatchObject({ checkOf: second!.id, trashedAt: (await takes.get(second!.id)).trashedAt })
  const transcripts = await takes.search({ ...anyQuery, kinds: ['transcribe'], projectId })
  expect(transcripts.takes.map(take => take.jobId)).toEqual([byHand])
})
