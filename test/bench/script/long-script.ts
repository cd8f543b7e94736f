/** A studio with a script of 4,000 lines, half of them made, and an empty project next to it. */
import type { Asset } from '#contract/takes.ts'
import type { ModelId, ProjectId, TakeId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../kit/ports.ts'

export const lineCount = 4000
/** Lines whose takes are listened back to. */
export const heardCount = 300
const speakers = ['ANNA', 'BEN', 'CLARA', 'DAVID'] as const
const words = 'The lamp went out an hour before the storm came in and nobody on the island said a word about it until the morning'.split(' ')

export interface LongScript { readonly studio: OpenStudio, readonly projectId: ProjectId, readonly emptyProjectId: ProjectId }

/**
 * Fills the studio of this folder, and opens it again: takes of one sound are announced together, and what the studio still does about
 * 2,000 of them would be measured, too. The words and the voice of each new sound are found before, too. The caller closes it.
 */
export async function openLongScript(folder: string, media: MediaKit): Promise<LongScript> {
  const { soundIds, ...filled } = await fill(folder, media)
  const studio = await openStudio(testPorts(folder))
  const { script, takes, takeVoices, takeWords } = studio.parts
  while ((await script.chosenTakes()).size < lineCount / 2)
    await setTimeout(50)
  while ((await takeWords.want(soundIds)).some(({ state }) => state === 'waiting'))
    await setTimeout(500)
  const sounds = await takes.find(soundIds)
  await Promise.all(sounds.map(take => takeVoices.measureLater(take)))
  while ((await Promise.all(sounds.map(take => takeVoices.known(take)))).includes(null))
    await setTimeout(500)
  return { studio, ...filled }
}

/** Also one take of each sound. */
async function fill(folder: string, media: MediaKit): Promise<Omit<LongScript, 'studio'> & { soundIds: TakeId[] }> {
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
  // A model of one's own with many voices, for the sheet that lists them all.
  const ownId = 'many-voices' as ModelId
  await models.save({
    ...models.template('speech', ownId),
    label: 'Many voices',
    presets: Array.from({ length: 2000 }, (_, at) => ({
      name: `Voice ${at}`,
      description: `${at % 2 === 0 ? 'Young woman' : 'Older man'}, ${['warm', 'bright', 'low', 'calm'][at % 4]}.`,
      language: at % 3 === 0 ? 'English' : 'Chinese',
    })),
  })
  const castingOf = (speaker: string) => ({ speaker, modelId: model.id, voiceId: null, fields: { voice: model.presets[0]!.name } })
  for (const speaker of speakers)
    await script.cast(full.id, castingOf(speaker))
  const tone = await media.tone('tone.wav', { frequency: 220, seconds: 2, level: 0.2 })
  const { asset } = await imports.file(await imports.receive(tone, createReadStream(tone), null), null)
  /** The first of them have sounds of their own, as those that are listened back to. */
  async function soundOf(place: number): Promise<Asset> {
    if (place >= heardCount)
      return asset
    const wav = wavOfPcm16(Buffer.alloc(24_000 * 2 + 2 * place, place % 251), { sampleRate: 24_000, channels: 1 })
    return (await imports.file(await imports.receive(`${place}.wav`, Readable.from([wav]), null), null)).asset
  }
  const soundIds: TakeId[] = []
  for (const [place, line] of lines.filter((_, at) => at % 2 === 0).entries()) {
    // One sound says one text: its words would be looked for again and again otherwise.
    const text = place < heardCount ? line.text : `${words.join(' ')}.`
    const take = await takes.file({
      kind: 'speech',
      medium: 'audio',
      title: text,
      text,
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
    }, await soundOf(place))
    if (place <= heardCount)
      soundIds.push(take.id)
  }
  await studio.close()
  return { projectId: full.id, emptyProjectId: empty.id, soundIds }
}
