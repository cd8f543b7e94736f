/** The calls of models, look-up tables, the prompt shelf, projects, takes, transcripts, renditions, word times, levels and subjects. */
import type { ProjectId } from '#contract/words.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { Engine } from '../jobs/engine.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Database } from '../storage/database.ts'
import type { Collections } from './collections.ts'
import type { Luts } from './luts.ts'
import type { Models } from './models.ts'
import type { ProjectSizes } from './project-sizes.ts'
import type { Projects } from './projects.ts'
import type { RefreshPorts } from './refresh-models.ts'
import type { Renditions } from './renditions.ts'
import type { SavedSearches } from './saved-searches.ts'
import type { Shelf } from './shelf.ts'
import type { SoundLevels } from './sound-levels.ts'
import type { Subjects } from './subjects.ts'
import type { Takes } from './takes.ts'
import type { Transcripts } from './transcripts.ts'
import type { TakeWordTimes } from './word-times.ts'
import { gathered, gatheredChanges, mergeChanges } from '../base/gathered.ts'
import { lineageOf } from './lineage.ts'
import { refreshModels } from './refresh-models.ts'
import { idsOfNumbers, weightOfTakes } from './selected-takes.ts'
import { toldToPages } from './told-takes.ts'

export interface ModelPorts extends RefreshPorts {
  readonly models: Models
}

export function modelHandlers(ports: ModelPorts): StudioHandlers['models'] {
  const { models } = ports
  return {
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
    refresh: ({ accountId }, { signal }) => refreshModels(ports, accountId, signal),
  }
}

export interface LutPorts {
  readonly luts: Luts
}

export function lutHandlers({ luts }: LutPorts): Pick<StudioHandlers['luts'], 'changes' | 'rename' | 'setListed'> {
  return {
    changes: (_, { signal }) => luts.changes(signal),
    rename: async ({ lutId, name, expected }) => ({ lut: await luts.rename(lutId, name, expected) }),
    setListed: async ({ lutId, isListed }) => ({ lut: await luts.setListed(lutId, isListed) }),
  }
}

export interface ShelfPorts {
  readonly shelf: Shelf
}

export function shelfHandlers({ shelf }: ShelfPorts): StudioHandlers['shelf'] {
  return {
    changes: (_, { signal }) => shelf.changes(signal),
    async write({ saved, removedIds }) {
      await shelf.write(saved, removedIds)
      return {}
    },
  }
}

export interface ProjectPorts {
  readonly projects: Projects
  readonly projectSizes: ProjectSizes
  readonly engine: Pick<Engine, 'cancelUnsentOf'>
}

/** A film costs nothing to render, and may be wanted after a restore. */
export function isMadeFor(projectId: ProjectId): (row: JobRow) => boolean {
  return row => row.project_id === projectId && row.kind !== 'render'
}

type OfOthers = 'create' | 'duplicate' | 'import' | 'openSample' | 'saveTemplate' | 'templateContent'
type OfProjects = Omit<StudioHandlers['projects'], OfOthers>

export function projectHandlers({ projects, projectSizes, engine }: ProjectPorts): OfProjects {
  return {
    changes: (_, { signal }) => gatheredChanges(open => projects.changes(open), signal),
    rename: async ({ projectId, name, expected }) => ({ project: await projects.rename(projectId, name, expected) }),
    arrange: async ({ projectIds, folder, isArchived }) => ({ projects: await projects.arrange(projectIds, { folder, isArchived }) }),
    setCover: async ({ projectId, takeId }) => ({ project: await projects.setCover(projectId, takeId) }),
    setColour: async ({ projectId, colour }) => ({ project: await projects.setColour(projectId, colour) }),
    trash: async ({ projectId }) => {
      const { done, cancelled } = await engine.cancelUnsentOf(isMadeFor(projectId), () => projects.trash(projectId))
      return { project: done, cancelledJobs: cancelled }
    },
    restore: async ({ projectId }) => ({ project: await projects.restore(projectId) }),
    sizes: async () => ({ sizes: await projectSizes.all() }),
  }
}

export interface TakePorts {
  readonly takes: Takes
  readonly library: Pick<Database, 'all' | 'get'>
}

type OfTakeFiles = 'probe' | 'frame' | 'locate' | 'import' | 'settingsInFile'

export function takeHandlers({ takes, library }: TakePorts): Omit<StudioHandlers['takes'], OfTakeFiles> {
  return {
    changes: (_, { signal }) => toldToPages(gathered(open => takes.changes(open), mergeChanges, signal)),
    search: query => takes.search(query),
    order: query => takes.order(query),
    months: async () => ({ months: await takes.months() }),
    numbered: async ({ numbers }) => ({ takes: await takes.numbered(numbers) }),
    ids: async ({ numbers }) => ({ takeIds: await idsOfNumbers(library, numbers) }),
    weigh: ({ runs }) => weightOfTakes(library, runs),
    get: async ({ takeId }) => ({ take: await takes.get(takeId) }),
    star: async ({ takeIds, isStarred }) => ({ takeIds: await takes.star(takeIds, isStarred) }),
    chooseSound: ({ takeId, heard }) => takes.chooseSound(takeId, heard),
    mark: ({ takeId, marks }) => takes.mark(takeId, marks),
    addToNotes: ({ takeIds, text }) => takes.addToNotes(takeIds, text),
    note: async ({ takeId, note, expected }) => ({ take: await takes.note(takeId, note, expected) }),
    rename: async ({ names }) => ({ takes: await takes.rename(names) }),
    tag: async ({ takeIds, add, remove }) => ({ takeIds: await takes.tag(takeIds, { add, remove }) }),
    known: () => takes.known(),
    facets: async (query, { signal }) => ({ facets: await takes.facets(query, signal) }),
    trash: async ({ takeIds }) => ({ takeIds: await takes.trash(takeIds) }),
    restore: async ({ takeIds }) => ({ takeIds: await takes.restore(takeIds) }),
    addToProject: async ({ projectId, takeIds }) => ({ takeIds: await takes.addToProject(projectId, takeIds) }),
    removeFromProject: ({ projectId, takeIds }) => takes.removeFromProject(projectId, takeIds),
    uses: async ({ takeIds }) => ({ uses: await takes.uses(takeIds) }),
    checks: async ({ takeId }) => ({ checks: await takes.checks(takeId) }),
    othersOfContent: async ({ takeId }) => ({ others: await takes.othersOfContent(takeId) }),
    ofContents: async ({ files, projectId }) => ({ takes: await takes.ofContents(files, projectId) }),
    lineage: ({ takeId }) => lineageOf(library, takeId),
  }
}

export interface CollectionPorts {
  readonly collections: Collections
}

export function collectionHandlers({ collections }: CollectionPorts): StudioHandlers['collections'] {
  return {
    changes: (_, { signal }) => collections.changes(signal),
    create: ({ name, takeIds }) => collections.create(name, takeIds),
    rename: async ({ collectionId, name, expected }) => ({ collection: await collections.rename(collectionId, name, expected) }),
    async remove({ collectionId }) {
      await collections.remove(collectionId)
      return {}
    },
    add: async ({ collectionId, takeIds }) => ({ takeIds: await collections.add(collectionId, takeIds) }),
    removeTakes: async ({ collectionId, takeIds }) => ({ takeIds: await collections.removeTakes(collectionId, takeIds) }),
    move: async ({ collectionId, takeIds, beforeTakeId }) => ({ takeIds: await collections.move(collectionId, takeIds, beforeTakeId) }),
  }
}

export interface SavedSearchPorts {
  readonly savedSearches: SavedSearches
  readonly takes: Pick<Takes, 'countFound'>
}

export function savedSearchHandlers({ savedSearches, takes }: SavedSearchPorts): StudioHandlers['searches'] {
  return {
    changes: (_, { signal }) => savedSearches.changes(signal),
    create: async search => ({ search: await savedSearches.create(search) }),
    change: async ({ searchId, name, text, sort, expected }) =>
      ({ search: await savedSearches.change(searchId, { name, text, sort }, expected) }),
    async remove({ searchId }) {
      await savedSearches.remove(searchId)
      return {}
    },
    counts: async ({ texts }, { signal }) => ({ counts: await takes.countFound(texts, signal) }),
  }
}

export interface TranscriptPorts {
  readonly transcripts: Transcripts
}

export function transcriptHandlers({ transcripts }: TranscriptPorts): StudioHandlers['transcripts'] {
  return {
    get: async ({ takeId }) => ({ transcript: await transcripts.get(takeId) }),
    edit: async ({ takeId, expected, step: _, ...words }) => ({ transcript: await transcripts.edit(takeId, words, expected) }),
    revert: async ({ takeId, expected }) => ({ transcript: await transcripts.revert(takeId, expected) }),
    restore: async ({ takeId, expected }) => ({ transcript: await transcripts.restore(takeId, expected) }),
    export: ({ takeId, format }) => transcripts.exportFile(takeId, format),
  }
}

export interface RenditionPorts {
  readonly renditions: Renditions
}

export function renditionHandlers({ renditions }: RenditionPorts): StudioHandlers['renditions'] {
  return {
    changes: (_, { signal }) => renditions.changes(signal),
    want: async ({ assetIds }) => ({ renditions: await renditions.want(assetIds) }),
    requestAtSpeed: async ({ sounds }) => ({ renditions: await renditions.requestAtSpeed(sounds) }),
    remake: async ({ assetIds }) => ({ renditions: await renditions.remake(assetIds) }),
    storage: (_, { signal }) => renditions.storage(signal),
    clear: async () => ({ freedBytes: await renditions.clear() }),
  }
}

export interface WordTimePorts {
  readonly takeWords: TakeWordTimes
}

export function wordTimeHandlers({ takeWords }: WordTimePorts): StudioHandlers['words'] {
  return {
    changes: (_, { signal }) => takeWords.changes(signal),
    want: async ({ takeIds }) => ({ wordTimes: await takeWords.want(takeIds) }),
  }
}

export interface LevelPorts {
  readonly soundLevels: SoundLevels
}

export function levelHandlers({ soundLevels }: LevelPorts): StudioHandlers['levels'] {
  return {
    measure: async ({ sounds }, { signal }) => ({ levels: await soundLevels.measure(sounds, signal) }),
  }
}

export interface SubjectPorts {
  readonly subjects: Subjects
}

export function subjectHandlers({ subjects }: SubjectPorts): StudioHandlers['subjects'] {
  return {
    find: async ({ shots }, { signal }) => ({ subjects: await subjects.find(shots, signal) }),
  }
}
