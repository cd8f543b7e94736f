/** What each call that writes is asked for, on things of its own, so that all can be made one after another. */
import type { AssetId, JobId, LineId, ProjectId, RecordingId, RequestId, SequenceId, StepId, TakeId } from '#contract/words.ts'
import type { Bench } from './paid-inputs.ts'
import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { vi } from 'vitest'
import { newestFirst } from '#contract/take-order.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { newId } from '../../src-main/base/ids.ts'
import { sql } from '../../src-main/storage/sql.ts'
import { bundleOf } from './bundles.ts'
import { signingPair } from './certificates.ts'
import { hangMs } from './hang.ts'
import { spokenTake } from './library.ts'
import { openMediaKit } from './media.ts'
import { asId, call, makeVoice, paidInputs } from './paid-inputs.ts'
import { storeSequence } from './sequences.ts'
import { blankPng, soundOf } from './small-media.ts'
import { webmSlices } from './webm.ts'

type Make = (bench: Bench) => Promise<object>

const newProject = async ({ studio }: Bench): Promise<ProjectId> => (await studio.parts.projects.create(`Project ${newId()}`)).id

async function withLines(bench: Bench): Promise<{ projectId: ProjectId, lineIds: LineId[] }> {
  const projectId = await newProject(bench)
  const lines = await bench.studio.parts.script.add(projectId, null, ['One', 'Two', 'Three'].map(text =>
    ({ speaker: 'ANNA', text, direction: '' })))
  return { projectId, lineIds: lines.map(line => line.id) }
}

/** The first line of a script with a spoken take. */
async function spokenLine(bench: Bench): Promise<{ projectId: ProjectId, takeId: TakeId }> {
  const { projectId, lineIds: [lineId] } = await withLines(bench)
  const { assets, script, takes } = bench.studio.parts
  const soundOfLine = await assets.get((await makeVoice(bench)).take.asset.id)
  const { id: takeId } = await takes.file(spokenTake('One', { projectId, lineId: lineId! }), soundOfLine!)
  await script.choose(lineId!, takeId)
  return { projectId, takeId }
}

function ticketOf({ studio }: Bench, name: string, bytes: Uint8Array) {
  return studio.receiveFile(name, (async function* () {
    yield bytes
  })(), null)
}

async function takeOf(bench: Bench, more: Parameters<typeof spokenTake>[1] = {}): Promise<TakeId> {
  const { takes, assets } = bench.studio.parts
  const asset = await assets.adoptText(`words ${newId()}`, { mime: 'text/plain', extension: 'txt' })
  return (await takes.file(spokenTake('words', more), asset)).id
}

async function importOf(bench: Bench, name: string, bytes: Uint8Array): Promise<TakeId> {
  const { take } = await bench.studio.handlers.takes.import({ ticket: await ticketOf(bench, name, bytes), projectId: null }, call)
  return take.id
}

async function transcriptOf(bench: Bench, sourceTakeIds: readonly TakeId[] = []): Promise<TakeId> {
  const { takes, assets } = bench.studio.parts
  const segments = [{ startSeconds: 0, endSeconds: 2, text: 'The lamp.' }]
  const document = { text: 'The lamp.', language: 'en', durationSeconds: 2, segments, answer: { contentType: 'text/plain', body: newId() } }
  const asset = await assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
  return (await takes.file(spokenTake('The lamp.', { kind: 'transcribe', medium: 'text', sourceTakeIds }), asset)).id
}

/** Each another file. */
const cubeBytes = (): Buffer => Buffer.from(`# ${newId()}\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n`)

async function lutOf(bench: Bench): Promise<AssetId> {
  const { lut } = await bench.studio.handlers.luts.import({ ticket: await ticketOf(bench, 'soft.cube', cubeBytes()) }, call)
  return lut.id
}

async function sequenceOf(bench: Bench): Promise<{ projectId: ProjectId, sequenceId: SequenceId, revision: number }> {
  const projectId = await newProject(bench)
  const { id: sequenceId, revision } = await storeSequence(bench.studio.parts.sequences, projectId)
  return { projectId, sequenceId, revision }
}

async function recorded(bench: Bench) {
  const { projectId, lineIds: [lineId] } = await withLines(bench)
  const stepId = newId<StepId>()
  const step = { id: stepId, projectId, name: 'editLine', of: '1', room: 'script' } as const
  await bench.studio.handlers.script.edit({ lineId: lineId!, text: 'Other words', step }, call)
  return { of: { is: 'project' as const, projectId }, stepId }
}

async function conversationOf({ studio }: Bench) {
  return { conversationId: (await studio.parts.conversations.create({ title: 'Talk', projectId: null, system: '' })).id }
}

async function jobOf(bench: Bench, kind: 'image' | 'video' = 'image'): Promise<JobId> {
  const { make } = bench.studio.parts
  const [id] = await make[kind]({ ...await paidInputs[`make.${kind}`]!(bench), requestId: newId() } as never)
  return id!
}

/** As one whose answer never came. */
async function unsureJob(bench: Bench, { kind = 'image' as 'image' | 'video', taskId = null as string | null } = {}): Promise<JobId> {
  const jobId = await jobOf(bench, kind)
  await bench.studio.parts.ledgerDb.run(sql`
    UPDATE jobs SET state = 'unsure', charged = 'unknown', committed_at = 1, ended_at = 2, task_id = ${taskId} WHERE id = ${jobId}`)
  return jobId
}

async function endedJob(bench: Bench): Promise<JobId> {
  const jobId = await jobOf(bench)
  await bench.studio.handlers.jobs.cancel({ jobId }, call)
  return jobId
}

/** A sequence that can be rendered: a second of sound. */
async function film(bench: Bench): Promise<{ sequenceId: SequenceId }> {
  const { takeId, projectId } = { takeId: await importOf(bench, 'tone.wav', soundOf()), projectId: await newProject(bench) }
  return { sequenceId: (await storeSequence(bench.studio.parts.sequences, projectId, { spoken: [{ takeId }] })).id }
}

async function renderOf(bench: Bench) {
  return { requestId: newId<RequestId>(), ...await film(bench), presetId: 'audio-wav', captionMode: 'none' as const, name: 'Sound' }
}

async function deliveryOf(bench: Bench) {
  const { delivery } = await bench.studio.handlers.deliveries.render(await renderOf(bench), call)
  return { deliveryId: delivery.id }
}

async function recordingOf(bench: Bench): Promise<RecordingId> {
  const about = { name: 'Words', format: 'audio/webm;codecs=pcm' as const, projectId: null }
  const { recordingId } = await bench.studio.handlers.recordings.begin(about, call)
  const base64 = Buffer.concat(webmSlices({ samples: new Float32Array(48_000) })).toString('base64')
  await bench.studio.handlers.recordings.append({ recordingId, at: 0, base64 }, call)
  return recordingId
}

/** Four frames of a moving picture. */
async function shotOf(bench: Bench): Promise<TakeId> {
  const media = await openMediaKit()
  try {
    return await importOf(bench, 'shot.mp4', await readFile(await media.clip('shot.mp4', { width: 64, height: 36, seconds: 0.2 })))
  }
  finally {
    await media.close()
  }
}

/** A script whose first line is spoken. */
async function spokenScript(bench: Bench): Promise<ProjectId> {
  const { projectId, lineIds } = await withLines(bench)
  const lineId = lineIds[0]!
  const takeId = await importOf(bench, 'tone.wav', soundOf())
  await bench.studio.parts.library.run(sql`UPDATE takes SET line_id = ${lineId}, project_id = ${projectId} WHERE id = ${takeId}`)
  await bench.studio.parts.library.run(sql`UPDATE lines SET chosen_take_id = ${takeId} WHERE id = ${lineId}`)
  return projectId
}

async function ownModel(bench: Bench) {
  const modelId = asId(`own-${newId()}`)
  const { model } = await bench.studio.handlers.models.template({ kind: 'speech', modelId }, call)
  return { ...model, label: 'Mine' }
}

async function savedModel(bench: Bench) {
  const model = await ownModel(bench)
  await bench.studio.parts.models.save(model)
  return model.id
}

async function accountOf({ studio, accountId }: Bench) {
  const { baseUrl } = await studio.parts.accounts.get(accountId)
  const { key } = await studio.parts.accounts.connectionOf(accountId)
  return { name: `Account ${newId()}`, baseUrl, key }
}
const otherAccount = async (bench: Bench) => (await bench.studio.parts.accounts.connect(await accountOf(bench))).id

const noRates = {
  request: null,
  thousandCharacters: null,
  resultSecond: null,
  sourceSecond: null,
  image: null,
  millionTokensIn: null,
  millionTokensOut: null,
  registration: null,
}

/** What was done in order to be undone by the call. */
function after<Input extends object>(make: (bench: Bench) => Promise<Input>, undo: (bench: Bench, input: Input) => Promise<unknown>) {
  return async (bench: Bench): Promise<Input> => {
    const input = await make(bench)
    await undo(bench, input)
    return input
  }
}

async function collectionInput({ studio }: Bench, takeIds: TakeId[] = []) {
  return { collectionId: (await studio.parts.collections.create(`Best ${newId()}`, takeIds)).collection.id }
}
async function searchInput({ studio }: Bench) {
  return { searchId: (await studio.parts.savedSearches.create({ name: 'Gulls', text: 'gull', sort: newestFirst })).id }
}
const takeIds = async (bench: Bench) => ({ takeIds: [await takeOf(bench)] })
const takeInProject = async (bench: Bench) => ({ projectId: await newProject(bench), ...await takeIds(bench) })
const projectInput = async (bench: Bench) => ({ projectId: await newProject(bench) })
const voiceInput = async (bench: Bench) => ({ voiceId: (await makeVoice(bench)).voice.id })
const lineInput = async (bench: Bench) => ({ lineId: (await withLines(bench)).lineIds[0]! })
const sequenceInput = async (bench: Bench) => ({ sequenceId: (await sequenceOf(bench)).sequenceId })
const jobsInput = async (bench: Bench) => ({ jobIds: [await jobOf(bench)] })
async function castingInput(bench: Bench) {
  return {
    projectId: (await withLines(bench)).projectId,
    casting: { speaker: 'ANNA', modelId: asId('qwen3-tts'), voiceId: null, fields: { voice: 'Ryan' } },
  }
}
async function trashed(bench: Bench) {
  const { takeIds: [id] } = await after(takeIds, ({ studio }, input) => studio.handlers.takes.trash(input, call))(bench)
  return { items: [{ kind: 'take' as const, id: id! }] }
}
async function correction(bench: Bench) {
  const text = 'The lamp burns.'
  return { takeId: await transcriptOf(bench), text, segments: [{ startSeconds: 0, endSeconds: 2, text }] }
}
async function corrected(bench: Bench) {
  const { takeId } = await after(correction, ({ studio }, input) => studio.handlers.transcripts.edit(input, call))(bench)
  return { takeId }
}
const size = { width: 640, height: 360, rate: { numerator: 25, denominator: 1 } }

export const writingInputs: Record<string, Make> = {
  'accounts.connect': accountOf,
  'accounts.check': async bench => ({ accountId: await otherAccount(bench) }),
  'accounts.replaceKey': async (bench) => {
    const { key } = await accountOf(bench)
    return { accountId: await otherAccount(bench), key, baseUrl: null, isUnchecked: false }
  },
  'accounts.rename': async bench => ({ accountId: await otherAccount(bench), name: `Renamed ${newId()}` }),
  'accounts.setSocketUrl': async bench => ({ accountId: await otherAccount(bench), socketUrl: 'wss://speech.example/ws' }),
  'accounts.confirmHost': async (bench) => {
    const accountId = await otherAccount(bench)
    await bench.studio.parts.ledgerDb.run(sql`UPDATE accounts SET is_confirmed = 0 WHERE id = ${accountId}`)
    const { baseUrl, socketUrl } = await bench.studio.parts.accounts.get(accountId)
    return { accountId, baseUrl, socketUrl }
  },
  'accounts.remove': async bench => ({ accountId: await otherAccount(bench) }),
  'accounts.deleteKey': async (bench) => {
    const accountId = await otherAccount(bench)
    await bench.studio.parts.accounts.remove(accountId)
    return { accountId }
  },
  'models.save': async bench => ({ model: await ownModel(bench) }),
  'models.remove': async bench => ({ modelId: await savedModel(bench) }),
  'models.hide': async bench => ({ modelId: await savedModel(bench), isHidden: true }),
  'models.import': async (bench) => {
    const modelId = await savedModel(bench)
    const { text } = await bench.studio.handlers.models.export({}, call)
    await bench.studio.parts.models.remove(modelId)
    return { text }
  },
  'projects.create': async () => ({ name: 'Another' }),
  'projects.saveTemplate': async bench => ({
    ...await projectInput(bench),
    ...{ name: 'Show', parts: { script: true, ownFiles: true, generated: true } },
  }),
  'projects.rename': async bench => ({ ...await projectInput(bench), name: 'Renamed' }),
  'projects.duplicate': async bench => ({ ...await projectInput(bench), name: 'Copy' }),
  'projects.arrange': async bench => ({ projectIds: [(await projectInput(bench)).projectId], folder: 'Films', isArchived: true }),
  'projects.setCover': async bench => ({ ...await projectInput(bench), takeId: await takeOf(bench) }),
  'projects.setColour': async bench => ({ ...await projectInput(bench), colour: 'blue' as const }),
  'projects.trash': projectInput,
  'projects.restore': after(projectInput, ({ studio }, input) => studio.handlers.projects.trash(input, call)),
  'projects.openSample': async () => ({ language: 'en' as const }),
  'takes.chooseSound': async bench => ({ takeId: await takeOf(bench), heard: { track: null, channel: 'left' } }),
  'takes.mark': async bench => ({ takeId: await takeOf(bench), marks: { inSeconds: 0.5, outSeconds: null } }),
  'takes.star': async bench => ({ takeIds: [await takeOf(bench)], isStarred: true }),
  'takes.addToNotes': async bench => ({ takeIds: [await takeOf(bench)], text: 'Good' }),
  'takes.note': async bench => ({ takeId: await takeOf(bench), note: 'Good' }),
  'takes.rename': async bench => ({ names: [{ takeId: await takeOf(bench), name: 'Wave' }] }),
  'collections.create': async bench => ({ name: 'Best', takeIds: [await takeOf(bench)] }),
  'collections.rename': async bench => ({ ...await collectionInput(bench), name: 'Worst' }),
  'collections.remove': bench => collectionInput(bench),
  'collections.add': async bench => ({ ...await collectionInput(bench), takeIds: [await takeOf(bench)] }),
  'collections.removeTakes': async (bench) => {
    const takeId = await takeOf(bench)
    return { ...await collectionInput(bench, [takeId]), takeIds: [takeId] }
  },
  'collections.move': async (bench) => {
    const [takeId, beforeTakeId] = [await takeOf(bench), await takeOf(bench)]
    return { ...await collectionInput(bench, [beforeTakeId, takeId]), takeIds: [takeId], beforeTakeId }
  },
  'searches.create': async () => ({ name: 'Gulls', text: 'gull', sort: newestFirst }),
  'searches.change': async bench => ({ ...await searchInput(bench), name: 'Crows', text: 'crow' }),
  'searches.remove': searchInput,
  'takes.tag': async bench => ({ takeIds: [await takeOf(bench)], add: ['sea'], remove: [] }),
  'takes.trash': takeIds,
  'takes.restore': after(takeIds, ({ studio }, input) => studio.handlers.takes.trash(input, call)),
  'takes.addToProject': takeInProject,
  'takes.removeFromProject': after(takeInProject, ({ studio }, input) => studio.handlers.takes.addToProject(input, call)),
  'takes.frame': async bench => ({ takeId: await shotOf(bench), atSeconds: 0, projectId: null }),
  'takes.import': async bench => ({ ticket: await ticketOf(bench, 'tone.wav', soundOf()), projectId: null }),
  'takes.locate': async bench => ({
    takeId: await importOf(bench, 'tone.wav', soundOf()),
    ticket: await ticketOf(bench, 'other.wav', soundOf()),
    projectId: null,
  }),
  'recordings.begin': async () => ({ name: 'Words', format: 'audio/webm;codecs=opus', projectId: null }),
  'recordings.append': async bench => ({ recordingId: await recordingOf(bench), at: 0, base64: Buffer.alloc(10_000, 1).toString('base64') }),
  'recordings.finish': async bench => ({ recordingId: await recordingOf(bench), slices: [] }),
  'recordings.leave': async bench => ({ recordingId: await recordingOf(bench) }),
  'recordings.dismiss': async bench => ({ recordingId: await recordingOf(bench) }),
  'transcripts.edit': correction,
  'transcripts.revert': corrected,
  'transcripts.restore': after(corrected, ({ studio }, input) => studio.handlers.transcripts.revert(input, call)),
  'conversations.create': async () => ({ title: 'Talk', projectId: null, system: '' }),
  'conversations.rename': async bench => ({ ...await conversationOf(bench), title: 'Renamed' }),
  'conversations.instruct': async bench => ({ ...await conversationOf(bench), system: 'Be brief.' }),
  'conversations.trash': conversationOf,
  'conversations.restore': after(conversationOf, ({ studio }, input) => studio.handlers.conversations.trash(input, call)),
  'conversations.open': async (bench) => {
    const input = await paidInputs['conversations.send']!(bench) as { conversationId: never }
    const { answer } = await bench.studio.handlers.conversations.send({ ...input, requestId: newId() } as never, call)
    await bench.studio.parts.library.run(sql`UPDATE conversations SET open_message_id = NULL WHERE id = ${input.conversationId}`)
    return { conversationId: input.conversationId, messageId: answer.id }
  },
  'projects.import': async bench => ({
    ticket: await ticketOf(bench, 'Film.takeroom', await bundleOf(bench.studio, await newProject(bench))),
  }),
  'luts.import': async bench => ({ ticket: await ticketOf(bench, 'soft.cube', cubeBytes()) }),
  'luts.rename': async bench => ({ lutId: await lutOf(bench), name: 'Softer' }),
  'luts.setListed': async bench => ({ lutId: await lutOf(bench), isListed: false }),
  'voices.create': async bench => ({ takeId: (await makeVoice(bench)).take.id, name: 'Ben', consent: 'yes' }),
  'voices.rename': async bench => ({ ...await voiceInput(bench), name: 'Cleo' }),
  'voices.describe': async bench => ({ ...await voiceInput(bench), language: 'English', tags: ['old'], notes: 'Slow.' }),
  'voices.move': async bench => ({ voiceIds: [(await voiceInput(bench)).voiceId], folder: 'Narrators' }),
  'voices.trash': voiceInput,
  'voices.restore': after(voiceInput, ({ studio }, input) => studio.handlers.voices.trash(input, call)),
  'voices.forget': async (bench) => {
    const place = { ...await voiceInput(bench), modelId: asId('higgs2p5'), accountId: bench.accountId }
    await bench.studio.parts.voices.noteRegistered(place, { registeredAs: 'id', jobId: newId<JobId>() })
    return place
  },
  'script.colourSpeaker': async bench =>
    ({ projectId: (await withLines(bench)).projectId, speaker: 'ANNA', colour: 'pink', isChosen: true }),
  'script.setLanguage': async bench => ({ projectId: (await withLines(bench)).projectId, speaker: 'ANNA', language: 'de' }),
  'script.setTone': async bench => ({ projectId: (await withLines(bench)).projectId, speaker: 'ANNA', chain: chainOf('podcast') }),
  'script.cast': castingInput,
  'listening.accept': async (bench) => {
    const { projectId, takeId } = await spokenLine(bench)
    await transcriptOf(bench, [takeId])
    return { projectId, takeIds: [takeId], isRight: true }
  },
  'drift.accept': async (bench) => {
    const { projectId, takeId } = await spokenLine(bench)
    return { projectId, takeIds: [takeId], isRight: true }
  },
  'drift.setAnchor': async (bench) => {
    const { projectId, takeId } = await spokenLine(bench)
    return { projectId, speaker: 'ANNA', takeId }
  },
  'script.pronounce': async bench => ({
    saved: [{ id: newId(), projectId: (await withLines(bench)).projectId, word: 'One', language: '', alias: 'won' }],
    removedIds: [],
  }),
  'shelf.write': async bench => ({
    saved: [{
      entry: {
        ...{ id: newId(), projectId: await newProject(bench), kind: 'look' },
        ...{ name: `noir-${newId()}`, text: 'dark', words: [], takeIds: [] },
      },
    }],
    removedIds: [],
  }),
  'script.add': async bench =>
    ({ ...await projectInput(bench), afterLineId: null, lines: [{ speaker: '', text: 'A line', direction: '' }] }),
  'script.edit': async bench => ({ ...await lineInput(bench), text: 'Other words' }),
  'script.change': async (bench) => {
    const { projectId, lineIds } = await withLines(bench)
    return { projectId, edits: lineIds.map(lineId => ({ lineId, isLocked: true })) }
  },
  'script.removeAll': withLines,
  'script.renameSpeaker': async bench => ({ projectId: (await withLines(bench)).projectId, from: 'ANNA', to: 'BEN' }),
  'script.move': async bench => ({ ...await lineInput(bench), position: 2 }),
  'script.choose': async (bench) => {
    const { projectId, lineIds: [lineId] } = await withLines(bench)
    return { lineId, takeId: await takeOf(bench, { projectId, lineId: lineId! }) }
  },
  'script.remove': lineInput,
  'storyboard.edit': async (bench) => {
    const { projectId, lineIds: [lineId] } = await withLines(bench)
    return { projectId, edits: [{ lineId, prompt: 'A door' }] }
  },
  'storyboard.setLook': async bench => ({ ...await projectInput(bench), style: 'Ink' }),
  'jobs.pause': async bench => ({ ...await jobsInput(bench), isPaused: true }),
  'jobs.pauseAll': async () => ({ isPaused: true }),
  'jobs.move': async bench => ({ ...await jobsInput(bench), beforeJobId: null }),
  'jobs.runNext': jobsInput,
  'jobs.release': async (bench) => {
    const jobIds = [await jobOf(bench)]
    await bench.studio.parts.ledger.move(jobIds[0]!, 'block', { blockedBy: 'restored', wakesAt: null, failure: null })
    return { jobIds }
  },
  'jobs.tryNow': async (bench) => {
    const jobId = await jobOf(bench)
    await bench.studio.parts.ledger.move(jobId, 'block', { blockedBy: 'rate', wakesAt: Date.now() + 3_600_000, failure: null })
    return { jobId }
  },
  'jobs.attach': async bench => ({ jobId: await unsureJob(bench), ticket: await ticketOf(bench, 'door.png', blankPng()) }),
  'jobs.markAsLost': async bench => ({ jobId: await unsureJob(bench) }),
  'jobs.cancel': async bench => ({ jobId: await jobOf(bench) }),
  'jobs.cancelUnsent': jobsInput,
  'jobs.lookAgain': async bench => ({ jobId: await unsureJob(bench, { kind: 'video', taskId: 'task-1' }) }),
  'jobs.attachTask': async bench => ({ jobId: await unsureJob(bench, { kind: 'video' }), taskId: 'task-2' }),
  'jobs.clear': async bench => ({ jobIds: [await endedJob(bench)] }),
  'sequences.create': async bench => ({ ...await projectInput(bench), ...size, sequenceId: newId(), name: 'Cut' }),
  'sequences.duplicate': async bench => ({ ...await sequenceInput(bench), newId: newId(), name: 'Copy' }),
  'sequences.edit': async (bench) => {
    const { sequenceId, revision } = await sequenceOf(bench)
    return { sequenceId, baseRevision: revision, name: 'sequence', edits: [{ do: 'setSequence', values: { background: '#445566' } }] }
  },
  'sequences.captionTranscript': async (bench) => {
    const projectId = await newProject(bench)
    const heard = await importOf(bench, 'tone.wav', soundOf())
    const { id: sequenceId } = await storeSequence(bench.studio.parts.sequences, projectId, { spoken: [{ takeId: heard }] })
    const takeId = await transcriptOf(bench)
    await bench.studio.parts.library.run(sql`UPDATE takes SET source_take_ids = ${JSON.stringify([heard])} WHERE id = ${takeId}`)
    return { sequenceId, takeId }
  },
  'sequences.layOut': async bench => ({ projectId: await spokenScript(bench), ...size }),
  'sequences.assemble': async (bench) => {
    const { sequences } = bench.studio.parts
    return { sequenceId: (await storeSequence(sequences, await spokenScript(bench))).id }
  },
  'sequences.trash': sequenceInput,
  'sequences.restore': after(sequenceInput, ({ studio }, input) => studio.handlers.sequences.trash(input, call)),
  'journal.undo': recorded,
  'journal.redo': after(recorded, ({ studio }, input) => studio.handlers.journal.undo(input, call)),
  'deliveries.choose': async bench => ({ projectId: await spokenScript(bench), choices: { presetId: 'podcast-mp3' } }),
  'deliveries.render': renderOf,
  'deliveries.again': async bench => ({ requestId: newId(), ...await deliveryOf(bench) }),
  'deliveries.trash': deliveryOf,
  'deliveries.clear': async () => ({}),
  'credentials.install': async () => signingPair(),
  'credentials.remove': after(async () => ({}), ({ studio }) => studio.handlers.credentials.install(signingPair(), call)),
  'saving.toFile': async bench => ({ items: [{ of: 'take', takeId: await importOf(bench, 'tone.wav', soundOf()) }], template: '' }),
  'opened.take': async () => ({}),
  'saving.cancel': async () => ({ saveId: newId() }),
  'saving.manyToFolder': async (bench) => {
    const take = await bench.studio.parts.takes.get(await importOf(bench, 'tone.wav', soundOf()))
    return { runs: String(take.number), template: '' }
  },
  'saving.toFolder': async bench => ({ items: [{ of: 'take', takeId: await importOf(bench, 'tone.wav', soundOf()) }], template: '' }),
  'renditions.want': async () => ({ assetIds: [] }),
  'renditions.requestAtSpeed': async () => ({ sounds: [] }),
  'words.want': async () => ({ takeIds: [] }),
  'renditions.remake': async () => ({ assetIds: [] }),
  'renditions.clear': async () => ({}),
  'settings.change': async () => ({ settings: { trashDays: 77 } }),
  'spend.setCurrency': async bench => ({ accountId: await otherAccount(bench), currency: 'EUR' }),
  'spend.setPrice': async bench =>
    ({ accountId: await otherAccount(bench), modelId: 'higgs2p5', rates: { ...noRates, request: 1000 } }),
  'spend.setBudget': async bench =>
    ({ ...await projectInput(bench), period: 'all', currency: 'USD', softMicros: null, hardMicros: 1_000_000 }),
  'spend.agree': after(
    async (bench: Bench) => ({ ...await projectInput(bench), period: 'all' as const, currency: 'USD' }),
    ({ studio }, input) => studio.handlers.spend.setBudget({ ...input, softMicros: 1, hardMicros: 2 }, call),
  ),
  'spend.letThrough': after(jobsInput, async ({ studio, accountId }, { jobIds: [jobId] }) => {
    await studio.handlers.spend.setPrice({ accountId, modelId: asId('eigen-image'), rates: { ...noRates, image: 1000 } }, call)
    await vi.waitUntil(async () => (await studio.parts.spend.costsOf([jobId!])).length > 0, { timeout: hangMs })
  }),
  'snapshots.restore': async (bench) => {
    const { projectId } = await withLines(bench)
    await bench.studio.parts.snapshots.take(projectId)
    const [snapshot] = await bench.studio.parts.snapshots.list(projectId)
    return { snapshotId: snapshot!.id, asNew: true }
  },
  'backups.make': async () => ({ withFilms: false }),
  'backups.restore': async () => ({ name: 'none.tar' }),
  'backups.schedule': async () => ({ plan: { every: 'weekly', keep: 3 } }),
  'backups.setFolder': async () => ({ to: { is: 'usual' } }),
  'backups.stop': async () => ({}),
  'moves.start': async () => ({ planId: newId() }),
  'moves.stop': async () => ({}),
  'moves.removeFormer': async () => ({}),
  'relinks.find': async () => ({ in: { is: 'path', path: import.meta.dirname } }),
  'relinks.stop': async () => ({}),
  'trash.restore': trashed,
  'trash.purge': trashed,
  'checks.run': async () => ({ isDeep: false, isRepairing: true }),
  'pages.end': async () => ({ browserId: newId() }),
  'pages.endOthers': async () => ({}),
  'studio.repair': async () => ({}),
  'studio.dismissRecovery': after(async () => ({}), ({ studio }) => studio.parts.ledgerDb.run(sql`
    INSERT INTO recoveries (at, trouble, said, is_readable, jobs, holes, lost, lost_accounts, held, unsure, followed)
    VALUES (1, 'damaged', 'x', 1, 0, 0, 0, 0, 0, 0, 0)`)),
  'studio.noteBreakage': async () => ({ where: 'here', said: 'it broke' }),
}
