/** What each call that may cost money is asked for, for tests of all of them. */
import type { Fields } from '#contract/models.ts'
import type { AccountId, ConversationId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import { Buffer } from 'node:buffer'
import { vi } from 'vitest'
import { newId } from '../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../src-main/base/wav.ts'
import { hangMs } from './hang.ts'
import { spokenTake } from './library.ts'

export const call = { signal: new AbortController().signal, origin: 'page' } as const
export interface Bench {
  readonly studio: OpenStudio
  readonly accountId: AccountId
}

let sounds = 0

export const asId = (name: string): ModelId => name as ModelId // a name from the catalogue

export async function makeVoice({ studio }: Pick<Bench, 'studio'>) {
  const ticket = await studio.receiveFile('me.wav', (async function* () {
    yield wavOfPcm16(Buffer.alloc(24_000 * 2 * 5, 1), { sampleRate: 24_000, channels: 1 })
  })(), null)
  const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
  return { voice: await studio.parts.voices.create({ takeId: take.id, name: 'Ada', consent: 'It is me.' }), take }
}

async function newConversation({ studio }: Bench): Promise<ConversationId> {
  return (await studio.parts.conversations.create({ title: '', projectId: null, system: '' })).id
}

function intention(accountId: AccountId, modelId: string, fields: Fields) {
  return { accountId, modelId: asId(modelId), projectId: null, fields }
}

async function cancelledImage({ studio, accountId }: Bench, prompt: string): Promise<JobId> {
  const wish = { ...intention(accountId, 'eigen-image', { prompt }), requestId: newId<RequestId>() }
  const [jobId] = await studio.parts.make.image(wish)
  await studio.handlers.jobs.cancel({ jobId: jobId! }, call)
  return jobId!
}

/** What each call is asked for, without its request id. */
export const paidInputs: Record<string, (bench: Bench) => Promise<object>> = {
  'conversations.send': async bench => ({
    ...intention(bench.accountId, 'gpt-oss-120b', {}),
    conversationId: await newConversation(bench),
    parentId: null,
    parts: [{ type: 'text', text: 'Hello' }],
  }),
  'conversations.regenerate': async (bench) => {
    const first = await paidInputs['conversations.send']!(bench)
    const asked = await callOf(bench.studio, 'conversations.send')({ ...first, requestId: newId() }) as {
      jobId: never
      answer: { id: never }
    }
    await bench.studio.handlers.jobs.cancel({ jobId: asked.jobId }, call)
    const { conversations } = bench.studio.parts
    await vi.waitUntil(async () => (await conversations.find(asked.answer.id))?.state !== 'arriving', { timeout: hangMs })
    return { ...intention(bench.accountId, 'gpt-oss-120b', {}), messageId: asked.answer.id }
  },
  'voices.register': async bench => ({ voiceId: (await makeVoice(bench)).voice.id, accountId: bench.accountId, modelId: 'higgs2p5' }),
  'make.speech': async bench => ({
    ...intention(bench.accountId, 'higgs2p5', { text: 'One sentence, spoken in parts. '.repeat(400) }),
    lineId: null,
    voiceId: (await makeVoice(bench)).voice.id,
    isOverSocket: false,
  }),
  'make.lines': async ({ studio, accountId }) => {
    const { id: projectId } = await studio.parts.projects.create('A script')
    await studio.parts.script.cast(projectId, { speaker: '', modelId: asId('qwen3-tts'), voiceId: null, fields: { voice: 'Ryan' } })
    const texts = [1, 2, 3].map(place => ({ speaker: '', text: `Line ${place} of ${projectId}`, direction: '' }))
    const lines = await studio.parts.script.add(projectId, null, texts)
    return { accountId, projectId, lineIds: lines.map(line => line.id) }
  },
  'make.listenBack': async ({ studio, accountId }) => {
    const { assets, projects, script, takes } = studio.parts
    const { id: projectId } = await projects.create('Heard')
    const [line] = await script.add(projectId, null, [{ speaker: '', text: 'A line', direction: '' }])
    // Another sound each time: one that was heard is not sent again.
    sounds += 1
    const ticket = await studio.receiveFile('line.wav', (async function* () {
      yield wavOfPcm16(Buffer.alloc(24_000 * 2, sounds % 250), { sampleRate: 24_000 - sounds, channels: 1 })
    })(), null)
    const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
    const asset = await assets.get(take.asset.id)
    const { id: takeId } = await takes.file(spokenTake('A line', { lineId: line!.id, projectId }), asset!)
    await script.choose(line!.id, takeId)
    return { accountId, modelId: asId('whisper_v3_turbo'), projectId, lineIds: [line!.id] }
  },
  'make.storyboard': async ({ studio, accountId }) => {
    const { id: projectId } = await studio.parts.projects.create('A storyboard')
    const texts = [1, 2].map(place => ({ speaker: '', text: `Line ${place}`, direction: '' }))
    const lines = await studio.parts.script.add(projectId, null, texts)
    const pictures = await studio.parts.storyboard.edit(projectId, lines.map(line => ({ lineId: line.id, prompt: `Seen at ${line.id}` })))
    return { accountId, projectId, stills: pictures.map(picture => picture.id), shots: [], isAgain: false }
  },
  'make.suggestPictures': async ({ studio, accountId }) => {
    const { id: projectId } = await studio.parts.projects.create('A storyboard')
    const lines = await studio.parts.script.add(projectId, null, [{ speaker: '', text: 'A line', direction: '' }])
    return { accountId, modelId: asId('gpt-oss-120b'), projectId, lineIds: lines.map(line => line.id) }
  },
  'make.fit': async ({ studio, accountId }) => {
    const { id: projectId } = await studio.parts.projects.create('A script')
    const texts = [1, 2].map(place => ({ speaker: '', text: `A line of some words, number ${place}`, direction: '' }))
    const lines = await studio.parts.script.add(projectId, null, texts)
    return { accountId, modelId: asId('gpt-oss-120b'), projectId, lines: lines.map(line => ({ lineId: line.id, seconds: 2 })) }
  },
  'make.image': async ({ accountId }) => intention(accountId, 'eigen-image', { prompt: 'A door' }),
  'make.images': async ({ accountId }) => ({
    ...intention(accountId, 'eigen-image', {}),
    variants: [1, 2, 3].map(seed => ({ prompt: 'A door', seed })),
  }),
  'make.videos': async ({ accountId }) => ({
    ...intention(accountId, 'wan2p2-i2v-14b-turbo', {}),
    variants: [1, 2].map(seed => ({ prompt: 'It opens', seed, image_url: 'https://pictures.example/door.png' })),
  }),
  'make.samples': async ({ accountId }) => ({
    accountId,
    projectId: null,
    text: 'Every voice has a story.',
    direction: '',
    voices: ['Serena', 'Ryan'].map(voice => ({ modelId: 'qwen3-tts', voiceId: null, fields: { voice } })),
  }),
  'make.speeches': async ({ accountId }) => ({
    ...intention(accountId, 'higgs2p5', {}),
    voiceId: null,
    variants: ['One', 'Two'].map(text => ({ text })),
  }),
  'make.video': async ({ accountId }) => intention(accountId, 'wan2p2-i2v-14b-turbo', {
    prompt: 'It opens',
    image_url: 'https://pictures.example/door.png',
  }),
  'make.transcribe': async bench => intention(bench.accountId, 'whisper_v3_turbo', {
    file: { assetId: (await makeVoice(bench)).take.asset.id },
  }),
  'jobs.retry': async bench => ({ jobId: await cancelledImage(bench, 'A gate'), acceptsSecondCharge: false }),
  'jobs.retryAll': async bench => ({ jobIds: [await cancelledImage(bench, 'A gate'), await cancelledImage(bench, 'A fence')] }),
}

export function callOf({ handlers }: OpenStudio, path: string): (input: object) => Promise<unknown> {
  const [room = '', verb = ''] = path.split('.')
  const all = handlers as unknown as Record<string, Record<string, (input: object, context: typeof call) => Promise<unknown>>>
  return input => all[room]![verb]!(input, call)
}
