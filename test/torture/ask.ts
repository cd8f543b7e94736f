/** Sends a wish to a studio through the same calls as its page, under the wish's request id, any number of times. */
import type { Fields } from '#contract/models.ts'
import type { Project } from '#contract/projects.ts'
import type { AccountId, AssetId, JobId, ModelId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Wish } from './plan.ts'
import { sha256 } from '../../src-main/base/hash.ts'
import { picture, soundFor } from './props.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
/** Small enough for short texts to be split into parts. */
const charactersAtOnce = 40
const requestsAtOnce = 4

/** Prepares what all wishes share, once per folder. */
export async function prepareStudio(studio: OpenStudio, service: { url: string, key: string }): Promise<AccountId> {
  const { accounts, models, settings } = studio.parts
  if ((await settings.get()).requestsAtOnce !== requestsAtOnce)
    await settings.change({ requestsAtOnce })
  const chatterbox = models.all().find(model => model.id === 'chatterbox')
  if (chatterbox?.isBuiltIn) {
    await models.save({ ...chatterbox, isBuiltIn: false, fields: chatterbox.fields.map(field => field.name === 'text'
      ? { ...field, maxCharacters: { count: charactersAtOnce, isAdvice: true } }
      : field) })
  }
  const known = (await accounts.list()).find(account => !account.isPractice)
  return (known ?? await accounts.connect({ name: 'Torture', baseUrl: service.url, key: service.key })).id
}

/** The jobs of the wish, new or existing. */
export async function ask(studio: OpenStudio, accountId: AccountId, { kind, marker, requestId }: Wish): Promise<readonly JobId[]> {
  const { make } = studio.parts
  const how = (modelId: string, fields: Fields) => ({ requestId, accountId, modelId: modelId as ModelId, fields, projectId: null })
  const spoken = { lineId: null, voiceId: null, isOverSocket: false }
  switch (kind) {
    case 'speech': return make.speech({ ...how('higgs2p5', { text: `Take ${marker}.` }), ...spoken })
    case 'streamed': return make.speech({ ...how('chatterbox', { text: `Live ${marker}.`, stream: true }), ...spoken })
    case 'socket': return make.speech({ ...how('higgs2p5', { text: `Line ${marker}.` }), ...spoken, isOverSocket: true })
    case 'long': return make.speech({ ...how('chatterbox', {
      text: `First part ${marker} one goes out. Second part ${marker} two goes out. Third part ${marker} three ends it.`,
    }), ...spoken })
    case 'cloned': return make.speech({
      ...how('higgs2p5', { text: `Own voice ${marker}.` }),
      ...spoken,
      voiceId: await voiceOf(studio, marker),
    })
    case 'image': return make.image(how('eigen-image', { prompt: `A barn ${marker}`, width: 512, height: 512, output_format: 'jpg' }))
    case 'edit': return make.image(how('qwen-image-edit-2511', {
      prompt: `Bluer ${marker}`,
      images: [{ assetId: await broughtIn(studio, 'still.png', await picture()) }],
    }))
    case 'video': return make.video(how('wan2p2-i2v-14b-turbo', {
      prompt: `Pan ${marker}`,
      frame_num: 5,
      image: { assetId: await broughtIn(studio, 'still.png', await picture()) },
    }))
    case 'transcribe': return make.transcribe(how('whisper_v3_turbo', {
      file: { assetId: await broughtIn(studio, `${marker}.wav`, soundFor(marker)) },
    }))
    case 'chat': return [await chat(studio, how('llama31-8b', { stream: marker.length % 2 === 0 }), marker)]
    case 'upload': return make.registerVoice({
      requestId,
      accountId,
      modelId: 'higgs2p5' as ModelId,
      voiceId: await voiceOf(studio, marker),
    })
    case 'render': return [await render(studio, requestId, marker)]
    default: return kind satisfies never
  }
}

/** The asset of a file, imported at the first call. */
async function broughtIn(studio: OpenStudio, name: string, bytes: Uint8Array, projectId: ProjectId | null = null): Promise<AssetId> {
  const assetId = sha256(bytes) as AssetId // an asset id is the hash of the bytes
  if (!await studio.parts.takes.withAsset(assetId))
    await importOne(studio, name, bytes, projectId)
  return assetId
}

async function importOne(studio: OpenStudio, name: string, bytes: Uint8Array, projectId: ProjectId | null): Promise<TakeId> {
  const ticket = await studio.receiveFile(name, (async function* () {
    yield bytes
  })(), bytes.length)
  const { take } = await studio.handlers.takes.import({ ticket, projectId }, call)
  return take.id
}

async function voiceOf(studio: OpenStudio, marker: string): Promise<VoiceId> {
  const { takes, voices } = studio.parts
  const known = (await voices.list()).find(voice => voice.name === marker)
  if (known)
    return known.id
  const clip = await takes.withAsset(await broughtIn(studio, `${marker}.wav`, soundFor(marker)))
  if (!clip)
    throw new Error('The imported clip is missing')
  return (await voices.create({ takeId: clip.id, name: marker, consent: 'It is nobody.' })).id
}

async function chat(
  studio: OpenStudio,
  how: { requestId: Wish['requestId'], accountId: AccountId, modelId: ModelId, fields: Fields },
  marker: string,
): Promise<JobId> {
  const { conversations, make } = studio.parts
  const { id: conversationId } = await conversations.create({ title: '', projectId: null, system: '' })
  const { jobId } = await make.send({ ...how, conversationId, parentId: null, parts: [{ type: 'text', text: `Say ${marker}.` }] })
  return jobId
}

/** Renders a short film of one still, in its own project. */
async function render(studio: OpenStudio, requestId: Wish['requestId'], marker: string): Promise<JobId> {
  const { projects, sequences, deliver, engine } = studio.parts
  const known = await projectNamed(studio, marker)
  const project = known ?? await projects.create(marker)
  if ((await sequences.ofProject(project.id)).length === 0)
    await importOne(studio, `${marker}.png`, await picture(), project.id)
  // As *Deliver* does each time: a life may have ended between the new sequence and what is in it.
  const { sequence } = await studio.handlers.sequences.layOut(
    { projectId: project.id, width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } },
    call,
  )
  const { jobId } = await deliver.render({
    requestId,
    sequenceId: sequence.id,
    presetId: 'landscape-720',
    captionMode: 'none',
    name: marker,
  })
  engine.wake()
  return jobId
}

async function projectNamed({ parts }: OpenStudio, name: string): Promise<Project | undefined> {
  const all = await parts.projects.changes()[Symbol.asyncIterator]().next()
  return all.done ? undefined : all.value.changed.find((project: Project) => project.name === name)
}
