/** A change that comes late: it replaces only what was there when it was asked for, and is done where it is done already. */
import type { ChoicesNow } from '#contract/delivery-choices.ts'
import type { KeptCall } from '#contract/kept.ts'
import type { ProjectColours } from '#contract/script.ts'
import type { ModelId, PictureId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { keptCallNames, lateSafetyOf } from '#contract/kept.ts'
import { newestFirst } from '#contract/take-order.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { writeCatalogue } from '../../../src-main/library/catalogue-file.ts'
import { readLanguages } from '../../../src-main/script/script-languages.ts'
import { spokenTake } from '../../kit/library.ts'
import { soundOf } from '../../kit/small-media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }

interface Case {
  /** Asks for one of the values, which replaces another. */
  readonly ask: (to: string, expected?: string) => Promise<unknown>
  readonly now: () => Promise<string | null>
}

async function openCases(): Promise<Partial<Record<KeptCall, Case>>> {
  const { parts, handlers, receiveFile } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('first')
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'first', text: 'first', direction: '' }])
  const lineId = line!.id
  const words = async (text: string) => parts.assets.adoptText(text, { mime: 'text/plain', extension: 'txt' })
  const spoken = async (name: string) => parts.takes.file(spokenTake(name, { lineId, projectId }), await words(name))
  const takeIds = new Map<string, TakeId>()
  for (const name of ['first', 'mine', 'theirs'])
    takeIds.set(name, (await spoken(name)).id)
  const takeId = takeIds.get('first')!
  await parts.script.choose(lineId, takeId)
  await parts.takes.note(takeId, 'first')
  await parts.takes.rename([{ takeId, name: 'first' }])
  const { collection: { id: collectionId } } = await parts.collections.create('first', [])
  const { id: searchId } = await parts.savedSearches.create({ name: 'Saved', text: 'first', sort: newestFirst })
  const conversation = await parts.conversations.create({ title: 'first', projectId: null, system: 'first' })
  const conversationId = conversation.id
  const ticket = await receiveFile('voice.wav', (async function* () {
    yield soundOf()
  })(), null)
  const { take: clip } = await handlers.takes.import({ ticket, projectId: null }, call)
  const { id: voiceId } = await parts.voices.create({ takeId: clip.id, name: 'first', consent: 'Mine.' })
  await parts.voices.describe(voiceId, { notes: 'first' })
  const lutTicket = await receiveFile('first.cube', (async function* () {
    yield Buffer.from('LUT_1D_SIZE 2\n0 0 0\n1 1 1\n')
  })(), null)
  const { lut: { id: lutId } } = await handlers.luts.import({ ticket: lutTicket }, call)
  const own = { ...parts.models.template('speech', 'own' as ModelId), label: 'first' }
  await parts.models.save(own)
  const transcript = { text: 'first', language: 'en', durationSeconds: 2, segments: [], answer: { contentType: 'text/plain', body: '' } }
  const textAsset = await parts.assets.adoptText(JSON.stringify(transcript), { mime: 'application/json', extension: 'json' })
  const { id: textId } = await parts.takes.file(spokenTake('first', { kind: 'transcribe', medium: 'text' }), textAsset)
  const casting = (voice: string) => ({ speaker: 'first', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice } })
  await parts.script.cast(projectId, casting('first'))
  const colours = { first: 'orange', mine: 'blue', theirs: 'pink' } as const
  await parts.script.colourSpeaker(projectId, { speaker: 'first', colour: 'orange', isChosen: true })
  const codes = { first: 'en', mine: 'de', theirs: 'fr' } as const
  await parts.script.setLanguage(projectId, { speaker: 'first', language: 'en' })
  const gains = { first: 0, mine: 1, theirs: 2 } as const
  await parts.tones.set({ projectId, speaker: 'first', chain: chainOf('film') })
  await parts.storyboard.edit(projectId, [{ lineId, prompt: 'first' }])
  await parts.storyboard.setLook(projectId, { style: 'first' })
  await parts.settings.change({ deliveryName: 'first' })
  await parts.deliveryChoices.change(projectId, { tags: { comment: 'first' } })
  const nameOf = (id: TakeId | null): string | null => [...takeIds].find(([, each]) => each === id)?.[0] ?? null
  const colourOf = async (): Promise<string | null> => {
    const stop = new AbortController()
    const { value } = await parts.script.colours(projectId, stop.signal)[Symbol.asyncIterator]().next()
    stop.abort()
    const { changed } = value as { changed: ProjectColours[] } // A feed begins with the state so far.
    const colour = changed[0]?.colours.find(each => each.speaker === 'first')?.colour
    return Object.entries(colours).find(([, each]) => each === colour)?.[0] ?? null
  }
  const optional = (expected: string | undefined) => expected === undefined ? {} : { expected }

  return {
    'projects.rename': {
      ask: (name, expected) => handlers.projects.rename({ projectId, name, ...optional(expected) }, call),
      now: () => parts.projects.nameOf(projectId),
    },
    'takes.note': {
      ask: (note, expected) => handlers.takes.note({ takeId, note, ...optional(expected) }, call),
      now: async () => (await parts.takes.get(takeId)).note,
    },
    'takes.rename': {
      ask: (name, expected) => handlers.takes.rename({ names: [{ takeId, name, ...optional(expected) }] }, call),
      now: async () => (await parts.takes.get(takeId)).name,
    },
    'collections.rename': {
      ask: (name, expected) => handlers.collections.rename({ collectionId, name, ...optional(expected) }, call),
      now: async () => (await parts.collections.list())[0]?.name ?? null,
    },
    'searches.change': {
      ask: (text, expected) =>
        handlers.searches.change({ searchId, text, ...expected === undefined ? {} : { expected: { text: expected } } }, call),
      now: async () => (await parts.savedSearches.list())[0]?.text ?? null,
    },
    'conversations.rename': {
      ask: (title, expected) => handlers.conversations.rename({ conversationId, title, ...optional(expected) }, call),
      now: async () => (await parts.conversations.get(conversationId)).title,
    },
    'conversations.instruct': {
      ask: (system, expected) => handlers.conversations.instruct({ conversationId, system, ...optional(expected) }, call),
      now: async () => (await parts.conversations.get(conversationId)).system,
    },
    'luts.rename': {
      ask: (name, expected) => handlers.luts.rename({ lutId, name, ...optional(expected) }, call),
      now: async () => (await parts.luts.get(lutId)).name,
    },
    'voices.rename': {
      ask: (name, expected) => handlers.voices.rename({ voiceId, name, ...optional(expected) }, call),
      now: async () => (await parts.voices.get(voiceId)).name,
    },
    'voices.describe': {
      ask: (notes, expected) => handlers.voices.describe({
        ...{ voiceId, notes },
        ...expected !== undefined && { expected: { notes: expected } },
      }, call),
      now: async () => (await parts.voices.get(voiceId)).notes,
    },
    'models.save': {
      ask: (label, expected) => handlers.models.save({
        model: { ...own, label },
        ...expected !== undefined && { expected: { ...own, label: expected } },
      }, call),
      now: async () => parts.models.all().find(model => model.id === own.id)?.label ?? null,
    },
    'models.import': {
      ask: (label, expected) => handlers.models.import({
        text: writeCatalogue([{ ...own, label }]),
        ...expected !== undefined && { expected: [{ ...own, label: expected }] },
      }, call),
      now: async () => parts.models.all().find(model => model.id === own.id)?.label ?? null,
    },
    'storyboard.setLook': {
      ask: (style, expected) => handlers.storyboard.setLook({
        projectId,
        style,
        ...expected !== undefined && { expected: { style: expected } },
      }, call),
      now: async () => (await parts.storyboard.look(projectId)).style,
    },
    'storyboard.edit': {
      ask: (prompt, expected) => handlers.storyboard.edit({
        projectId,
        edits: [{ lineId, prompt, ...expected !== undefined && { expected: { prompt: expected } } }],
      }, call),
      now: async () => (await parts.storyboard.read(projectId))[0]?.picture.prompt ?? null,
    },
    'script.edit': {
      ask: (text, expected) => handlers.script.edit({
        lineId,
        text,
        ...expected !== undefined && { expected: { text: expected } },
      }, call),
      now: async () => (await parts.script.lines(projectId))[0]?.text ?? null,
    },
    'script.change': {
      ask: (text, expected) => handlers.script.change({
        projectId,
        edits: [{ lineId, text, ...expected !== undefined && { expected: { text: expected } } }],
      }, call),
      now: async () => (await parts.script.lines(projectId))[0]?.text ?? null,
    },
    'script.choose': {
      ask: (to, expected) => handlers.script.choose({
        lineId,
        takeId: takeIds.get(to)!,
        ...expected !== undefined && { expected: takeIds.get(expected)! },
      }, call),
      now: async () => nameOf((await parts.script.lines(projectId))[0]?.chosenTakeId ?? null),
    },
    'script.cast': {
      ask: (to, expected) => handlers.script.cast({
        projectId,
        casting: casting(to),
        ...expected !== undefined && { expected: casting(expected) },
      }, call),
      now: async () => String((await parts.script.castings(projectId))[0]?.fields.voice),
    },
    'script.colourSpeaker': {
      ask: (to, expected) => handlers.script.colourSpeaker({
        projectId,
        speaker: 'first',
        colour: colours[to as keyof typeof colours],
        isChosen: true,
        ...expected !== undefined && { expected: colours[expected as keyof typeof colours] },
      }, call),
      now: colourOf,
    },
    'script.setLanguage': {
      ask: (to, expected) => handlers.script.setLanguage({
        projectId,
        speaker: 'first',
        language: codes[to as keyof typeof codes],
        ...expected !== undefined && { expected: codes[expected as keyof typeof codes] },
      }, call),
      now: async () => {
        const { speakers } = await readLanguages(parts.library, projectId)
        return Object.entries(codes).find(([, code]) => code === speakers[0]?.language)?.[0] ?? null
      },
    },
    'script.setTone': {
      ask: (to, expected) => handlers.script.setTone({
        projectId,
        speaker: 'first',
        chain: { ...chainOf('film'), outputDb: gains[to as keyof typeof gains] },
        ...expected !== undefined && { expected: { ...chainOf('film'), outputDb: gains[expected as keyof typeof gains] } },
      }, call),
      now: async () => {
        const [tone] = await parts.tones.of(projectId)
        return Object.entries(gains).find(([, gain]) => gain === tone?.chain.outputDb)?.[0] ?? null
      },
    },
    'settings.change': {
      ask: (deliveryName, expected) => handlers.settings.change({
        settings: { deliveryName },
        ...expected !== undefined && { expected: { deliveryName: expected } },
      }, call),
      now: async () => (await parts.settings.get()).deliveryName,
    },
    'deliveries.choose': {
      ask: (comment, expected) => handlers.deliveries.choose({
        projectId,
        choices: { tags: { comment } },
        ...expected !== undefined && { expected: { comment: expected } },
      }, call),
      now: async () => {
        const stop = new AbortController()
        const { value } = await parts.deliveryChoices.changes(projectId, stop.signal)[Symbol.asyncIterator]().next()
        stop.abort()
        return (value as ChoicesNow).choices.tags.comment // A feed begins with the state so far.
      },
    },
    'transcripts.edit': {
      ask: async (text, expected) => {
        const { version } = await parts.transcripts.get(textId)
        const isNow = expected === undefined || (await parts.transcripts.get(textId)).text === expected
        return handlers.transcripts.edit({ takeId: textId, text, segments: [], expected: isNow ? version : 'another' }, call)
      },
      now: async () => (await parts.transcripts.get(textId)).text,
    },
  }
}

/** Compared, too, but with a state that has no words of its own: tested with what they are about. */
const elsewhere: readonly KeptCall[] = ['transcripts.revert', 'transcripts.restore']
const compared = keptCallNames.filter(name => lateSafetyOf(name).is === 'compares' && !elsewhere.includes(name))

it('a change that comes late replaces what was there, and nothing newer', async () => {
  const cases = await openCases()
  const conflict = { code: 'changed-meanwhile' }
  for (const name of compared) {
    const { ask, now } = cases[name]!
    expect(await now(), name).toBe('first')
    await ask('theirs', 'first')
    expect(await now(), name).toBe('theirs')
    await expect(ask('mine', 'first'), name).rejects.toMatchObject(conflict)
    expect(await now(), name).toBe('theirs')
    await ask('mine', 'theirs')
    expect(await now(), name).toBe('mine')
    // A version is compared with nothing that is asked for.
    if (name !== 'transcripts.edit') {
      await ask('mine', 'theirs')
      expect(await now(), `${name}: what is done already is no conflict`).toBe('mine')
      await ask('first')
      expect(await now(), `${name}: a call that expects nothing`).toBe('first')
    }
  }
})

it('the look is compared by its parts, and the pictures that end early one by one', async () => {
  const { parts, handlers } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('The boat')
  const lines = await parts.script.add(projectId, null, ['One', 'Two'].map(text => ({ speaker: '', text, direction: '' })))
  const pictures = await parts.storyboard.edit(projectId, lines.map(line => ({ lineId: line.id, prompt: line.text })))
  const [one, two] = pictures.map(picture => picture.id) as [PictureId, PictureId]
  await handlers.storyboard.setLook({ projectId, style: 'Ink', whenShortOf: { [one]: 'loop' } }, call)
  const late = { projectId, whenShortOf: { [two]: 'slow' as const }, expected: { whenShortOf: { [two]: null } } }
  const { look } = await handlers.storyboard.setLook(late, call)
  expect(look).toMatchObject({ style: 'Ink', whenShortOf: { [one]: 'loop', [two]: 'slow' } })
  const older = { projectId, whenShortOf: { [one]: null }, expected: { whenShortOf: { [one]: 'hold' as const } } }
  await expect(handlers.storyboard.setLook(older, call)).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'storyboard' } })
  expect((await parts.storyboard.look(projectId)).whenShortOf).toEqual({ [one]: 'loop', [two]: 'slow' })
})

it('a model that somebody hid in the meantime stays hidden when a late change of it is saved', async () => {
  const { parts, handlers } = await openTestStudio()
  const model = { ...parts.models.template('speech', 'own' as ModelId), label: 'First' }
  await handlers.models.save({ model, expected: null }, call)
  await handlers.models.hide({ modelId: model.id, isHidden: true }, call)
  await handlers.models.save({ model: { ...model, label: 'Second' }, expected: model }, call)
  expect(parts.models.all().find(each => each.id === model.id)).toMatchObject({ label: 'Second', isHidden: true })
  await handlers.models.remove({ modelId: model.id }, call)
  await expect(handlers.models.save({ model: { ...model, label: 'Third' }, expected: model }, call), 'a removed one does not come back')
    .rejects
    .toMatchObject({ code: 'changed-meanwhile', data: { word: 'model' } })
})

it('of own titles, one that was changed or removed in the meantime is not replaced, and the others are', async () => {
  const { parts, handlers } = await openTestStudio()
  const title = (id: string, name: string) =>
    ({ id: `own-${id}`, name, text: name, style: titleStyle, look: plainLook, seconds: 4, fadeInSeconds: 0, fadeOutSeconds: 0 })
  const [one, two] = [title('one', 'One'), title('two', 'Two')]
  await parts.settings.change({ titles: { put: [one, two], remove: [] } })
  await parts.settings.change({ titles: { put: [title('one', 'Theirs')], remove: [] } })
  const late = (put: ReturnType<typeof title>[]) =>
    handlers.settings.change({ settings: { titles: { put, remove: [] } }, expected: { titles: [one, two] } }, call)
  await expect(late([title('one', 'Mine')])).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await late([title('two', 'Mine')])
  expect((await parts.settings.get()).titles.map(({ name }) => name)).toEqual(['Theirs', 'Mine'])
})

it('of own presets, one that was changed or removed in the meantime is not replaced, and the others are', async () => {
  const { parts, handlers } = await openTestStudio()
  const preset = (id: string, name: string) => ({
    ...{ id: `own-${id}`, name, format: 'mp4' as const, purpose: 'film' as const, loudness: null, captionModes: ['none' as const] },
    video: { codec: 'h264' as const, width: 64, height: 36, rate: null, quality: 'small' as const, encoder: 'software' as const },
    audio: { codec: 'aac' as const, kilobits: 96 },
  })
  const [one, two] = [preset('one', 'One'), preset('two', 'Two')]
  await parts.settings.change({ presets: { put: [one, two], remove: [] } })
  await parts.settings.change({ presets: { put: [preset('one', 'Theirs')], remove: [] } })
  const late = (put: ReturnType<typeof preset>[]) =>
    handlers.settings.change({ settings: { presets: { put, remove: [] } }, expected: { presets: [one, two] } }, call)
  await expect(late([preset('one', 'Mine')])).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'preset' } })
  await late([preset('two', 'Mine')])
  await late([preset('three', 'New')])
  expect((await parts.settings.get()).presets.map(({ name }) => name)).toEqual(['Theirs', 'Mine', 'New'])
  await parts.settings.change({ presets: { put: [], remove: ['own-two'] } })
  await expect(late([preset('two', 'Again')]), 'a removed one does not come back').rejects.toMatchObject({ code: 'changed-meanwhile' })
})
