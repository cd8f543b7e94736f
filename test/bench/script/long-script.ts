/** A studio with a script of 4,000 lines, half of them made, and an empty project beside it. */
import type { ProjectId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import { createReadStream } from 'node:fs'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../kit/ports.ts'

export const lineCount = 4000
const speakers = ['ANNA', 'BEN', 'CLARA', 'DAVID'] as const
const words = 'The lamp went out an hour before the storm came in and nobody on the island said a word about it until the morning'.split(' ')

export interface LongScript { readonly studio: OpenStudio, readonly projectId: ProjectId, readonly emptyProjectId: ProjectId }

/** Fills the studio of this folder. The caller closes it. */
export async function openLongScript(folder: string, media: MediaKit): Promise<LongScript> {
  const studio = await openStudio(testPorts(folder))
  const { projects, script, settings, takes, imports, models } = studio.parts
  await settings.change({ hasSeenWelcome: true })
  const [full, empty] = [await projects.create('A long script'), await projects.create('Empty')]
  const lines = await script.add(full.id, null, Array.from({ length: lineCount }, (_, at) => ({
    speaker: speakers[at % speakers.length] ?? '',
    text: `${at}: ${Array.from({ length: 6 + at * 7 % 40 }, (_, word) => words[(at + word) % words.length]).join(' ')}.`,
    direction: at % 5 === 0 ? 'quietly' : '',
  })))
  const model = models.all().find(each => each.kind === 'speech' && each.presets.length > 1)
  if (!model)
    throw new Error('no model has preset voices')
  const castingOf = (speaker: string) => ({ speaker, modelId: model.id, voiceId: null, fields: { voice: model.presets[0]!.name } })
  for (const speaker of speakers)
    await script.cast(full.id, castingOf(speaker))
  const tone = await media.tone('tone.wav', { frequency: 220, seconds: 2, level: 0.2 })
  const { asset } = await imports.file(await imports.receive(tone, createReadStream(tone), null), null)
  for (const line of lines.filter((_, at) => at % 2 === 0)) {
    await takes.file({
      kind: 'speech',
      medium: 'audio',
      title: line.text,
      text: line.text,
      modelId: model.id,
      voice: null,
      accountId: null,
      projectId: full.id,
      lineId: line.id,
      jobId: null,
      jobPart: 0,
      madeFrom: fingerprint({ ...line, ...castingOf(line.speaker), voiceFields: castingOf(line.speaker).fields }),
      sourceTakeIds: [],
      request: null,
      fileName: '',
      isPractice: true,
    }, asset)
  }
  return { studio, projectId: full.id, emptyProjectId: empty.id }
}
