/** Joins the handlers of the features: `StudioHandlers` has every procedure of the contract. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Log } from '../base/log.ts'
import type { RecoveryNotice } from '../jobs/recovery-notice.ts'
import type { Journals } from '../journal/handlers.ts'
import type { Library } from '../library/open-library.ts'
import type { Sample } from '../sample/sample.ts'
import type { HostPorts } from './ports.ts'
import type { Status } from './status.ts'
import { Fault } from '#contract/faults.ts'
import { accountHandlers, credentialHandlers, settingHandlers } from '../accounts/handlers.ts'
import { backupHandlers } from '../backup/handlers.ts'
import { createFeed } from '../base/feed.ts'
import { bundleHandlers } from '../bundle/import-project.ts'
import { checkHandlers, diagnosticHandlers } from '../check/handlers.ts'
import { deliveryHandlers } from '../deliver/handlers.ts'
import { driftHandlers } from '../drift/handlers.ts'
import {
  attachHandlers,
  lutFileHandlers,
  openedHandlers,
  recordingHandlers,
  relinkHandlers,
  savingHandlers,
  takeFileHandlers,
} from '../files/handlers.ts'
import { journalHandlers } from '../journal/handlers.ts'
import { speaksWith } from '../kinds/cloned-voice.ts'
import { jobHandlers } from '../kinds/handlers.ts'
import {
  collectionHandlers,
  isMadeFor,
  levelHandlers,
  lutHandlers,
  modelHandlers,
  projectHandlers,
  renditionHandlers,
  savedSearchHandlers,
  shelfHandlers,
  subjectHandlers,
  takeHandlers,
  transcriptHandlers,
  wordTimeHandlers,
} from '../library/handlers.ts'
import { listeningHandlers } from '../listening/handlers.ts'
import { conversationHandlers, makeHandlers, voiceHandlers } from '../make/handlers.ts'
import { moveHandlers } from '../move/handlers.ts'
import { createProject } from '../sample/create-project.ts'
import { scriptHandlers } from '../script/handlers.ts'
import { sequenceHandlers } from '../sequences/handlers.ts'
import { sequenceJournals } from '../sequences/journals.ts'
import { lutUses } from '../sequences/lut-uses.ts'
import { recolourCaptions } from '../sequences/recolour-captions.ts'
import { renameCaptions } from '../sequences/rename-captions.ts'
import { duplicateHandlers, snapshotHandlers, templateHandlers } from '../snapshots/handlers.ts'
import { createFromTemplate } from '../snapshots/project-templates.ts'
import { spendHandlers } from '../spend/handlers.ts'
import { storyboardHandlers } from '../storyboard/handlers.ts'
import { trashHandlers } from '../trash/handlers.ts'

interface StudioPorts extends Pick<Journals, 'journal' | 'queueJournal'> {
  readonly ports: HostPorts
  readonly folderId: string
  readonly library: Library
  readonly recoveries: RecoveryNotice
  readonly status: Status
  readonly sample: Sample
  readonly log: Log
}

/** What each feature asks for; `open-studio.ts` has it. */
export type HandlerPorts = StudioPorts
  & Parameters<typeof accountHandlers>[0]
  & Parameters<typeof credentialHandlers>[0]
  & Parameters<typeof settingHandlers>[0]
  & Parameters<typeof backupHandlers>[0]
  & Parameters<typeof checkHandlers>[0]
  & Parameters<typeof diagnosticHandlers>[0]
  & Parameters<typeof deliveryHandlers>[0]
  & Parameters<typeof attachHandlers>[0]
  & Parameters<typeof openedHandlers>[0]
  & Parameters<typeof recordingHandlers>[0]
  & Parameters<typeof relinkHandlers>[0]
  & Parameters<typeof savingHandlers>[0]
  & Parameters<typeof takeFileHandlers>[0]
  & Parameters<typeof jobHandlers>[0]
  & Parameters<typeof modelHandlers>[0]
  & Parameters<typeof lutHandlers>[0]
  & Parameters<typeof lutFileHandlers>[0]
  & Parameters<typeof shelfHandlers>[0]
  & Parameters<typeof projectHandlers>[0]
  & Parameters<typeof createProject>[0]
  & Parameters<typeof moveHandlers>[0]
  & Parameters<typeof renditionHandlers>[0]
  & Parameters<typeof takeHandlers>[0]
  & Parameters<typeof collectionHandlers>[0]
  & Parameters<typeof savedSearchHandlers>[0]
  & Parameters<typeof wordTimeHandlers>[0]
  & Parameters<typeof levelHandlers>[0]
  & Parameters<typeof subjectHandlers>[0]
  & Parameters<typeof transcriptHandlers>[0]
  & Parameters<typeof conversationHandlers>[0]
  & Parameters<typeof makeHandlers>[0]
  & Parameters<typeof voiceHandlers>[0]
  & Parameters<typeof scriptHandlers>[0]
  & Parameters<typeof listeningHandlers>[0]
  & Parameters<typeof driftHandlers>[0]
  & Parameters<typeof sequenceHandlers>[0]
  & Parameters<typeof snapshotHandlers>[0]
  & Parameters<typeof duplicateHandlers>[0]
  & Parameters<typeof templateHandlers>[0]
  & Parameters<typeof bundleHandlers>[0]
  & Parameters<typeof spendHandlers>[0]
  & Parameters<typeof storyboardHandlers>[0]
  & Parameters<typeof trashHandlers>[0]

/** Of a host that serves no browser. */
const noPages = createFeed<{ pages: [] }>()

export function createHandlers(parts: HandlerPorts): StudioHandlers {
  return {
    accounts: accountHandlers(parts),
    models: modelHandlers(parts),
    projects: {
      ...projectHandlers(parts),
      ...duplicateHandlers(parts),
      ...bundleHandlers(parts),
      ...templateHandlers(parts),
      create: async ({ name, template, ownTemplateId }) => ({ project: ownTemplateId
        ? await createFromTemplate(parts, ownTemplateId, name)
        : await createProject(parts, name, template) }),
      openSample: ({ language }) => parts.sample.open(language),
    },
    takes: { ...takeHandlers(parts), ...takeFileHandlers(parts) },
    collections: collectionHandlers(parts),
    searches: savedSearchHandlers(parts),
    recordings: recordingHandlers(parts),
    transcripts: transcriptHandlers(parts),
    conversations: conversationHandlers(parts),
    voices: voiceHandlers(parts),
    script: scriptHandlers(parts),
    listening: listeningHandlers(parts),
    drift: driftHandlers(parts),
    storyboard: storyboardHandlers(parts),
    make: makeHandlers(parts),
    jobs: { ...jobHandlers(parts), ...attachHandlers(parts) },
    sequences: sequenceHandlers(parts),
    luts: {
      ...lutHandlers(parts),
      ...lutFileHandlers(parts),
      uses: async ({ lutId }) => ({ uses: await lutUses(parts.library, lutId) }),
    },
    shelf: shelfHandlers(parts),
    relinks: relinkHandlers(parts),
    renditions: renditionHandlers(parts),
    words: wordTimeHandlers(parts),
    levels: levelHandlers(parts),
    subjects: subjectHandlers(parts),
    deliveries: deliveryHandlers(parts),
    journal: journalHandlers({
      journal: parts.journal,
      queueJournal: parts.queueJournal,
      sequences: sequenceJournals(parts.sequences),
      renameCaptions: renaming => renameCaptions(parts.sequences, renaming),
      recolourCaptions: of => recolourCaptions(parts.sequences, of),
      cancelUnsentOf: of =>
        parts.engine.cancelUnsentOf('voiceId' in of ? row => speaksWith(row, of.voiceId) : isMadeFor(of.projectId), async () => {}),
    }),
    credentials: credentialHandlers(parts),
    saving: savingHandlers(parts),
    opened: openedHandlers(parts),
    settings: settingHandlers(parts),
    spend: spendHandlers(parts),
    checks: checkHandlers(parts),
    trash: trashHandlers(parts),
    pages: pageHandlers(parts),
    diagnostics: diagnosticHandlers(parts),
    snapshots: snapshotHandlers(parts),
    backups: backupHandlers(parts),
    moves: moveHandlers(parts),
    studio: studioHandlers(parts),
  }
}

function pageHandlers({ ports }: Pick<StudioPorts, 'ports'>): StudioHandlers['pages'] {
  return {
    changes: (_, { signal }) => ports.pages?.changes(signal) ?? noPages.subscribe(() => ({ pages: [] }), signal),
    async end({ browserId }) {
      if (ports.pages?.end(browserId) !== true)
        throw new Fault('not-found', { word: 'page', id: browserId })
      return {}
    },
    endOthers: async () => ({ count: ports.pages?.endOthers() ?? 0 }),
  }
}

function studioHandlers(parts: StudioPorts): StudioHandlers['studio'] {
  return {
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
        goodForMs: Math.min(...addresses.map(each => each.goodForMs), Number.MAX_SAFE_INTEGER),
      }
    },
  }
}
