/** Maps each procedure of the contract to the part that implements it. */
import type { JobRow } from '../jobs/rows.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { Parts } from './parts.ts'
import type { StudioHandlers } from './ports.ts'
import { mapEvents } from '#contract/define.ts'
import { Fault } from '#contract/faults.ts'
import { checkNetworkRoots } from '../accounts/network-roots.ts'
import { createFeed } from '../base/feed.ts'
import { inPieces } from '../base/in-pieces.ts'
import { inspectStudio } from '../check/inspect-studio.ts'
import { speaksWith } from '../kinds/cloned-voice.ts'
import { sentLines } from '../script/sent-lines.ts'
import { captionTranscript } from '../sequences/caption-transcript.ts'
import { assembleInto, layoutOf, layOutProject } from '../sequences/lay-out-project.ts'
import { recolourCaptions } from '../sequences/recolour-captions.ts'
import { renameCaptions } from '../sequences/rename-captions.ts'
import { sentSequence, textSteps } from '../sequences/sent-sequence.ts'
import { restoreSnapshot } from '../snapshots/keep-snapshots.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { jobHandlers } from './job-handlers.ts'
import { refreshModels } from './refresh-models.ts'
import { savingHandlers } from './saving-handlers.ts'
import { spendHandlers } from './spend-handlers.ts'

/** Of a host that serves no browser. */
const noPages = createFeed<{ pages: [] }>()

export function createHandlers(parts: Parts & { readonly diagnostics: Diagnostics }): StudioHandlers {
  const {
    accounts,
    settings,
    models,
    projects,
    takes,
    transcripts,
    conversations,
    voices,
    script,
    storyboard,
    sequences,
    holds,
    renditions,
    segmentCache,
    engine,
    make,
  } = parts

  return {
    accounts: {
      changes: (_, { signal }) => accounts.changes(signal),
      connect: async input => ({ account: await accounts.connect(input) }),
      check: async ({ accountId }) => ({ account: await accounts.check(accountId) }),
      replaceKey: async ({ accountId, key, baseUrl, isUnchecked }) =>
        ({ account: await accounts.replaceKey(accountId, key, baseUrl, isUnchecked) }),
      rename: async ({ accountId, name }) => ({ account: await accounts.rename(accountId, name) }),
      setSocketUrl: async ({ accountId, socketUrl }) => ({ account: await accounts.setSocketUrl(accountId, socketUrl) }),
      confirmHost: async ({ accountId, ...shown }) => ({ account: await accounts.confirmHost(accountId, shown) }),
      remove: async ({ accountId }) => {
        const { cancelled } = await engine.cancelUnsentOf(row => row.account_id === accountId, () => accounts.remove(accountId))
        return { cancelledJobs: cancelled }
      },
    },
    models: {
      changes: (_, { signal }) => models.changes(signal),
      template: async ({ kind, modelId }) => ({ model: models.template(kind, modelId) }),
      save: async ({ model, expected }) => ({ model: await models.save(model, expected) }),
      async remove({ modelId }) {
        await models.remove(modelId)
        return {}
      },
      hide: async ({ modelId, isHidden }) => ({ model: await models.hide(modelId, isHidden) }),
      export: async () => models.exportFile(),
      import: async ({ text, expected }) => ({ modelIds: await models.importFile(text, expected) }),
      refresh: ({ accountId }, { signal }) => refreshModels(parts, accountId, signal),
    },
    projects: {
      changes: (_, { signal }) => projects.changes(signal),
      create: async ({ name }) => ({ project: await projects.create(name) }),
      rename: async ({ projectId, name, expected }) => ({ project: await projects.rename(projectId, name, expected) }),
      trash: async ({ projectId }) => {
        // A film costs nothing to render, and may be wanted after a restore.
        const isMeant = (row: JobRow): boolean => row.project_id === projectId && row.kind !== 'render'
        const { done, cancelled } = await engine.cancelUnsentOf(isMeant, () => projects.trash(projectId))
        return { project: done, cancelledJobs: cancelled }
      },
      restore: async ({ projectId }) => ({ project: await projects.restore(projectId) }),
      openSample: () => parts.sample.open(),
    },
    takes: {
      changes: (_, { signal }) => takes.changes(signal),
      search: query => takes.search(query),
      get: async ({ takeId }) => ({ take: await takes.get(takeId) }),
      star: ({ takeId, isStarred }) => takes.star(takeId, isStarred),
      chooseSound: ({ takeId, heard }) => takes.chooseSound(takeId, heard),
      note: async ({ takeId, note, expected }) => ({ take: await takes.note(takeId, note, expected) }),
      trash: async ({ takeIds }) => ({ takeIds: await takes.trash(takeIds) }),
      restore: async ({ takeIds }) => ({ takeIds: await takes.restore(takeIds) }),
      frame: async ({ takeId, atSeconds, projectId }, { signal }) =>
        ({ take: await parts.frames.take(takeId, atSeconds, projectId, signal) }),
      addToProject: async ({ projectId, takeIds }) => ({ takeIds: await takes.addToProject(projectId, takeIds) }),
      removeFromProject: ({ projectId, takeIds }) => takes.removeFromProject(projectId, takeIds),
      uses: async ({ takeIds }) => ({ uses: await takes.uses(takeIds) }),
      locate: async ({ ticket, takeId, projectId }) => ({ take: await parts.imports.locate(ticket, takeId, projectId) }),
      import: async ({ ticket, projectId, moving }) => ({ take: await parts.imports.file(ticket, projectId, moving) }),
    },
    recordings: {
      changes: (_, { signal }) => parts.recordings.changes(signal),
      begin: async input => ({ recordingId: await parts.recordings.begin(input) }),
      async append({ recordingId, at, base64 }) {
        await parts.recordings.append(recordingId, at, Buffer.from(base64, 'base64'))
        return {}
      },
      finish: ({ recordingId, slices }) => parts.recordings.finish(recordingId, slices),
      async leave({ recordingId }) {
        await parts.recordings.leave(recordingId)
        return {}
      },
      async dismiss({ recordingId }) {
        await parts.recordings.dismiss(recordingId)
        return {}
      },
    },
    transcripts: {
      get: async ({ takeId }) => ({ transcript: await transcripts.get(takeId) }),
      edit: async ({ takeId, expected, ...words }) => ({ transcript: await transcripts.edit(takeId, words, expected) }),
      revert: async ({ takeId, expected }) => ({ transcript: await transcripts.revert(takeId, expected) }),
      restore: async ({ takeId, expected }) => ({ transcript: await transcripts.restore(takeId, expected) }),
      export: ({ takeId, format }) => transcripts.exportFile(takeId, format),
    },
    conversations: {
      changes: (_, { signal }) => conversations.changes(signal),
      messages: ({ conversationId }, { signal }) => conversations.messages(conversationId, signal),
      create: async input => ({ conversation: await conversations.create(input) }),
      rename: async ({ conversationId, title, expected }) =>
        ({ conversation: await conversations.rename(conversationId, title, expected) }),
      instruct: async ({ conversationId, system, expected }) =>
        ({ conversation: await conversations.instruct(conversationId, system, expected) }),
      trash: async ({ conversationId }) => ({ conversation: await conversations.trash(conversationId) }),
      restore: async ({ conversationId }) => ({ conversation: await conversations.restore(conversationId) }),
      open: async ({ conversationId, messageId }) => ({ conversation: await conversations.open(conversationId, messageId) }),
      send: input => make.send(input),
      regenerate: input => make.regenerate(input),
    },
    voices: {
      changes: (_, { signal }) => voices.changes(signal),
      async list() {
        const presets = models.all()
          .filter(model => !model.isHidden)
          .flatMap(model => model.presets.map(preset => ({ modelId: model.id, ...preset })))
        return {
          voices: await Promise.all(presets.map(async voice => ({
            ...voice,
            sampleTakeId: await takes.newestWithVoice(voice.modelId, voice.name),
          }))),
        }
      },
      create: async (input, { signal }) => {
        const takeId = await parts.voiceClips.clipOf(input.takeId, signal)
        return { voice: await voices.create({ ...input, takeId }) }
      },
      rename: async ({ voiceId, name, expected }) => ({ voice: await voices.rename(voiceId, name, expected) }),
      trash: async ({ voiceId }) => {
        const { done, cancelled } = await engine.cancelUnsentOf(row => speaksWith(row, voiceId), () => voices.trash(voiceId))
        return { voice: done, cancelledJobs: cancelled }
      },
      restore: async ({ voiceId }) => ({ voice: await voices.restore(voiceId) }),
      forget: async place => ({ voice: await voices.forget(place) }),
      register: async input => ({ jobIds: await make.registerVoice(input) }),
    },
    script: {
      changes: ({ projectId }, { signal }) => mapEvents(script.changes(projectId, signal), sentLines),
      colours: ({ projectId }, { signal }) => script.colours(projectId, signal),
      async colourSpeaker({ projectId, expected, ...now }) {
        const from = await script.colourSpeaker(projectId, now, expected)
        await recolourCaptions(sequences, { projectId, speaker: now.speaker, from, to: now.colour })
        return {}
      },
      castings: async ({ projectId }) => ({ castings: await script.castings(projectId) }),
      uncast: async ({ projectId, speaker, expected }) => ({ castings: await script.uncast(projectId, speaker, expected) }),
      removeLines: async ({ projectId, lineIds, expected }) => ({ count: await script.removeLines(projectId, lineIds, expected) }),
      restoreLines: async ({ projectId, lineIds }) => ({ count: await script.restoreLines(projectId, lineIds) }),
      cast: async ({ projectId, casting, expected }) => ({ castings: await script.cast(projectId, casting, expected) }),
      add: async ({ projectId, afterLineId, lines }) => ({ lines: await script.add(projectId, afterLineId, lines) }),
      edit: ({ lineId, expected, ...words }) => script.editFrom(lineId, words, expected),
      renameSpeaker: async (input) => {
        const renamed = await script.renameSpeaker(input)
        await renameCaptions(sequences, { ...input, lineIds: renamed.lineIds })
        return { lineIds: [...renamed.lineIds], before: [...renamed.before], castings: await script.castings(input.projectId) }
      },
      move: async ({ lineId, position, expected }) => ({ line: await script.move(lineId, position, expected) }),
      choose: async ({ lineId, takeId, expected }) => ({ line: await script.choose(lineId, takeId, expected) }),
      remove: async ({ lineId }) => {
        await script.remove(lineId)
        return {}
      },
    },
    storyboard: {
      changes: ({ projectId }, { signal }) => storyboard.changes(projectId, signal),
      look: ({ projectId }, { signal }) => storyboard.lookChanges(projectId, signal),
      edit: async ({ projectId, edits }) => ({ pictures: await storyboard.edit(projectId, edits) }),
      setLook: async ({ projectId, expected, ...part }) => ({ look: await storyboard.setLook(projectId, part, expected) }),
      takes: async ({ pictureId }) => ({ takes: await storyboard.takesOf(pictureId) }),
    },
    make: {
      alreadyMade: async asked => ({ found: await make.alreadyMade(asked) }),
      speech: async intention => ({ jobIds: await make.speech(intention) }),
      lines: asked => make.lines(asked),
      storyboard: asked => make.storyboard(asked),
      suggestPictures: asked => make.suggestPictures(asked),
      image: async intention => ({ jobIds: await make.image(intention) }),
      images: async intention => ({ jobIds: await make.images(intention) }),
      videos: async intention => ({ jobIds: await make.videos(intention) }),
      speeches: async intention => ({ jobIds: await make.speeches(intention) }),
      video: async intention => ({ jobIds: await make.video(intention) }),
      transcribe: async intention => ({ jobIds: await make.transcribe(intention) }),
    },
    jobs: jobHandlers(parts),
    sequences: {
      changes: ({ projectId }, { signal }) => sequences.changes(projectId, signal),
      layout: async (input) => {
        const { sequence, isEdited } = await layoutOf(parts, input)
        return { sequence: await inPieces(textSteps(sequence)), isEdited }
      },
      layOut: async input => ({ sequence: await layOutProject(parts, input) }),
      follow: ({ sequenceId }, { signal }) => mapEvents(sequences.follow(sequenceId, signal), sentSequence),
      hold: ({ sequenceId }, { signal }) => holds.hold(sequenceId, signal),
      create: async input => ({ sequence: await sequences.create(input, true) }),
      duplicate: async ({ sequenceId, newId, ...into }) =>
        ({ sequence: await sequences.duplicate(sequenceId, { ...into, sequenceId: newId }) }),
      edit: async ({ sequenceId, ...how }) => ({ revision: await sequences.edit(sequenceId, how) }),
      captionTranscript: input => captionTranscript({ sequences, transcripts, takes }, input),
      undo: ({ sequenceId, ...how }) => sequences.undo(sequenceId, how),
      redo: ({ sequenceId, ...how }) => sequences.redo(sequenceId, how),
      assemble: ({ sequenceId }) => assembleInto(parts, sequenceId),
      trash: async ({ sequenceId }) => ({ sequence: await sequences.trash(sequenceId) }),
      restore: async ({ sequenceId }) => ({ sequence: await sequences.restore(sequenceId) }),
    },
    renditions: {
      changes: (_, { signal }) => renditions.changes(signal),
      want: async ({ assetIds }) => ({ renditions: await renditions.want(assetIds) }),
      wantAtSpeed: async ({ sounds }) => ({ renditions: await renditions.wantAtSpeed(sounds) }),
      remake: async ({ assetIds }) => ({ renditions: await renditions.remake(assetIds) }),
      storage: (_, { signal }) => renditions.storage(signal),
      clear: async () => ({ freedBytes: await renditions.clear() }),
    },
    deliveries: deliveryHandlers(parts),
    credentials: {
      changes: (_, { signal }) => parts.signing.changes(signal),
      async check() {
        const { state } = await parts.signing.signer()
        return { because: state === 'ok' ? null : state }
      },
      async install(chosen) {
        const certificate = await parts.signing.install(chosen)
        // Deliveries may wait for it.
        engine.wake()
        return { certificate }
      },
      async remove() {
        await parts.signing.remove()
        return {}
      },
    },
    saving: savingHandlers(parts),
    opened: {
      changes: (_, { signal }) => parts.opened.changes(signal),
      take: () => parts.opened.take(),
    },
    settings: {
      changes: (_, { signal }) => settings.changes(signal),
      async change({ settings: wanted, expected }) {
        const roots = wanted.networkRoots && checkNetworkRoots(wanted.networkRoots, Date.now())
        const changed = await settings.change({ ...wanted, ...roots && { networkRoots: roots } }, expected)
        if (wanted.networkRoots !== undefined)
          parts.trust.alsoTrust(changed.settings.networkRoots?.pem ?? null)
        engine.wake()
        // The setting is kept already; what a smaller limit frees is removed with the next file at the latest.
        await Promise.all([renditions.tidy(), segmentCache.tidy()]).catch(error => parts.log.warn('kept-files-not-tidied', { error }))
        return changed
      },
    },
    spend: spendHandlers(parts),
    checks: {
      run: async (how, { signal }) => ({ report: await inspectStudio({
        ...parts,
        folder: parts.ports.folder,
        ledger: parts.ledgerDb,
      }, { ...how, strayAgeMs: 600_000, signal }) }),
    },
    trash: {
      list: async () => ({ items: await parts.trash.list() }),
      weigh: ({ items }) => parts.trash.weigh(items),
      restore: async ({ items }) => ({ count: await parts.trash.restore(items) }),
      // It makes room: on a full disk it is what helps.
      purge: ({ items }) => parts.reserve.rescue(() => parts.trash.purge(items)),
    },
    pages: {
      changes: (_, { signal }) => parts.ports.pages?.changes(signal) ?? noPages.subscribe(() => ({ pages: [] }), signal),
      async end({ browserId }) {
        if (parts.ports.pages?.end(browserId) !== true)
          throw new Fault('not-found', { word: 'page', id: browserId })
        return {}
      },
      endOthers: async () => ({ count: parts.ports.pages?.endOthers() ?? 0 }),
    },
    diagnostics: { gather: (how, { signal }) => parts.diagnostics.gather(how, signal) },
    snapshots: {
      list: async ({ projectId }) => ({ snapshots: await parts.snapshots.list(projectId) }),
      async show({ snapshotId }) {
        const { name, lines } = await parts.snapshots.content(snapshotId)
        return {
          name,
          lines: lines.map(({ speaker, text, chosenTakeId }) => ({ speaker, text, isMade: chosenTakeId !== null })),
          speakers: [...new Set(lines.map(line => line.speaker))].filter(speaker => speaker !== ''),
        }
      },
      restore: async input => ({ project: await restoreSnapshot(parts, input) }),
    },
    backups: {
      changes: (_, { signal }) => parts.backups.changes(signal),
      async make({ withFilms }) {
        parts.backups.make({ withFilms })
        return {}
      },
      async restore({ name }) {
        await parts.backups.restore(name)
        return {}
      },
      async stop() {
        await parts.backups.stop()
        return {}
      },
      async reveal({ name }) {
        const path = await parts.backups.pathOf(name)
        if (parts.ports.reveal === null)
          throw new Fault('not-in-this-host', { what: path })
        await parts.ports.reveal(path)
        return {}
      },
    },
    studio: {
      changes: (_, { signal }) => parts.status.changes(signal),
      folder: async () => ({ folderId: parts.folderId }),
      async repair() {
        const kept = await parts.library.repair()
        return { kept }
      },
      async dismissRecovery() {
        await parts.recoveries.dismiss()
        parts.status.refresh()
        return {}
      },
      async noteBreakage(told) {
        parts.log.error('page-failed', told)
        return {}
      },
      async media({ refs }) {
        const addresses = refs.map(ref => parts.ports.mediaUrl(ref))
        return {
          urls: addresses.map(each => each.url),
          expiresAt: Math.min(...addresses.map(each => each.expiresAt), Number.MAX_SAFE_INTEGER),
        }
      },
    },
  }
}
