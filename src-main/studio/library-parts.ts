/** Creates the parts that keep a person's work: projects, takes, voices, script, storyboard, sequences. */
import type { BaseParts } from './base-parts.ts'
import { join } from 'node:path'
import { accountNames } from '../accounts/account-rows.ts'
import { createRisingClock } from '../base/rising-clock.ts'
import { createDrift } from '../drift/drift.ts'
import { createJournal } from '../journal/journal.ts'
import { createKeepers } from '../journal/keepers.ts'
import { inLibrary, purgeSteps } from '../journal/step-rows.ts'
import { createAssets } from '../library/assets.ts'
import { createCollections } from '../library/collections.ts'
import { keepConversationsOfProject } from '../library/conversation-rows.ts'
import { createConversations } from '../library/conversations.ts'
import { createDeliveredSources } from '../library/delivered-sources.ts'
import { createDeliveries, purgeDeliveries } from '../library/deliveries.ts'
import { createDeliveryChoices, purgeDeliveryChoices } from '../library/delivery-choices.ts'
import { createLuts } from '../library/luts.ts'
import { openModels } from '../library/models.ts'
import { newestStamp } from '../library/newest-stamp.ts'
import { createProjectSizes } from '../library/project-sizes.ts'
import { purgeBin } from '../library/project-takes.ts'
import { createProjects } from '../library/projects.ts'
import { createRenditions } from '../library/renditions.ts'
import { createSavedSearches } from '../library/saved-searches.ts'
import { purgeShelf } from '../library/shelf-rows.ts'
import { createShelf } from '../library/shelf.ts'
import { createSoundLevels } from '../library/sound-levels.ts'
import { createSubjects } from '../library/subjects.ts'
import { keepTakesOfProject } from '../library/take-rows.ts'
import { createTakeVoices } from '../library/take-voices.ts'
import { createTakes } from '../library/takes.ts'
import { createTranscripts } from '../library/transcripts.ts'
import { createVoices } from '../library/voices.ts'
import { createTakeWordTimes } from '../library/word-times.ts'
import { createListening } from '../listening/listening.ts'
import { createSegmentCache } from '../media/render/segment-cache.ts'
import { findVoice } from '../media/voice/voice-thread.ts'
import { findWordTimes } from '../media/words/words-thread.ts'
import { createPaces } from '../script/paces.ts'
import { purgeScript } from '../script/script-version.ts'
import { createScript } from '../script/script.ts'
import { createSpeakerTones } from '../script/speaker-tones.ts'
import { createHolds } from '../sequences/holds.ts'
import { playedSequences } from '../sequences/played-sequences.ts'
import { purgeSequences } from '../sequences/sequence-version.ts'
import { createSequences } from '../sequences/sequences.ts'
import { builtInModels } from '../service/catalogue/index.ts'
import { createDearest } from '../spend/dearest.ts'
import { purgeStoryboard } from '../storyboard/storyboard-version.ts'
import { createStoryboard } from '../storyboard/storyboard.ts'

/** What `createLibraryParts` creates. */
export type LibraryParts = Awaited<ReturnType<typeof createLibraryParts>>

export async function createLibraryParts(base: BaseParts) {
  const { ports, settings, library, ledgerDb, ffmpeg, freeBytes, minFreeBytes, log, scope } = base
  const clock = createRisingClock(base.clock, await newestStamp(library))
  const at = (name: string): string => join(ports.folder, name)
  const projects = createProjects({
    db: library,
    clock,
    onPurge: [
      keepTakesOfProject,
      purgeBin,
      keepConversationsOfProject,
      purgeDeliveries,
      purgeShelf,
      purgeDeliveryChoices,
      purgeSequences,
      purgeStoryboard,
      purgeScript,
      purgeSteps,
    ],
  })
  const assets = createAssets({ db: library, folder: at('assets'), ffmpeg, clock, log })
  const luts = createLuts({ db: library, assets, clock })
  const deliveries = createDeliveries({ db: library, projects, clock })
  const deliveredSources = createDeliveredSources({ db: library, assets, deliveries })
  const renditions = createRenditions({
    folder: at('renditions'),
    assets: deliveredSources,
    ffmpeg,
    limitBytes: async () => (await settings.get()).previewGigabytes * 1e9,
    freeBytes,
    minFreeBytes,
    clock,
    log,
  })
  scope.add(() => renditions.close())
  const segmentCache = createSegmentCache({
    folder: at('segments'),
    limitBytes: async () => (await settings.get()).segmentGigabytes * 1e9,
    hasRoom: async () => await freeBytes() > minFreeBytes,
    clock,
  })
  assets.onDiscard(renditions.forget)
  const models = await openModels({ db: library, builtIn: builtInModels, clock })
  const takes = createTakes({
    ...{ db: library, assets, projects, clock, log, models: models.all, accounts: () => accountNames(ledgerDb) },
    dearest: createDearest(ledgerDb),
  })
  const savedSearches = createSavedSearches({ db: library, clock })
  const collections = createCollections({ db: library, takes, savedSearches, clock })
  const takeWords = createTakeWordTimes({ takes, assets, ffmpeg, find: findWordTimes, workFolder: at('work'), log })
  scope.add(() => takeWords.close())
  const soundLevels = createSoundLevels({ takes, assets, ffmpeg, log })
  const subjects = createSubjects({ takes, assets, ffmpeg, log })
  const takeVoices = createTakeVoices({ takes, assets, ffmpeg, find: findVoice, workFolder: at('work'), log })
  scope.add(() => takeVoices.close())
  const deliveryChoices = createDeliveryChoices({ db: library })
  const transcripts = createTranscripts({ db: library, takes, assets, clock })
  const conversations = createConversations({ db: library, clock })
  const tones = createSpeakerTones({ db: library, projects })
  const script = createScript({ db: library, takes, clock, projects, models: models.all })
  const voices = createVoices({ db: library, takes, clock, onPurge: [script.releaseVoice] })
  const paces = createPaces({ db: library, takes, takeWords, voices })
  const shelf = createShelf({ db: library, takes, log })
  const storyboard = createStoryboard({ db: library, takes, clock, projects, models: models.all, shelfOf: shelf.entriesOf })
  shelf.onChange(storyboard.noteShelf)
  models.onChange(script.noteModels)
  models.onChange(storyboard.noteModels)
  takes.onPurge(script.releaseTakes)
  takes.onPurge(storyboard.releaseTakes)
  const sequences = createSequences({ db: library, clock, touch: projects.touch })
  const holds = createHolds()
  const listening = createListening({ db: library, script, takes, transcripts, takeWords, clock, log })
  const drift = createDrift({ db: library, projects, script, takes, takeVoices, clock, log })
  const keepers = createKeepers({
    ...{ script, tones, storyboard, takes, collections, savedSearches, deliveries, deliveryChoices, projects, voices },
    ...{ listening, drift, shelf },
  })
  const journal = createJournal({ db: library, records: inLibrary, keepers, clock })
  return {
    projects,
    projectSizes: createProjectSizes({ db: library, clock }),
    assets,
    luts,
    shelf,
    renditions,
    segmentCache,
    models,
    takes,
    collections,
    savedSearches,
    takeWords,
    soundLevels,
    subjects,
    takeVoices,
    deliveries,
    deliveredSources,
    deliveryChoices,
    transcripts,
    conversations,
    voices,
    script,
    paces,
    listening,
    drift,
    tones,
    storyboard,
    sequences,
    ...playedSequences(sequences.get),
    holds,
    journal,
  }
}
