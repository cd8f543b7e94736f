/** Who is told of rows that undo and redo have written. */
import type {
  AssetId,
  DeliveryId,
  PictureId,
  ProjectId,
  SavedSearchId,
  TakeId,
  VoiceId,
} from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Keeper } from './journal.ts'
import type { RowChange, Values } from './row-changes.ts'

export interface KeeperPorts {
  readonly script: {
    readonly turn: NonNullable<Keeper['write']>
    readonly turnPronounced: NonNullable<Keeper['write']>
  }
  readonly tones: { readonly noteTurned: (projectId: ProjectId) => Promise<void> }
  readonly storyboard: {
    readonly noteTurned: (pictureIds: readonly PictureId[]) => Promise<void>
    /** `former`: the columns that were changed, as they were. */
    readonly noteLookTurned: (projectId: ProjectId, former: Values) => Promise<void>
  }
  readonly takes: {
    readonly noteTurned: (takeIds: readonly TakeId[], projectIds?: readonly ProjectId[]) => Promise<void>
    /** Writes the search index of these takes as they are in this transaction. */
    readonly index: (tx: Transaction, takeIds: readonly TakeId[]) => Promise<void>
    readonly announceAssets: (assetIds: readonly AssetId[]) => Promise<void>
  }
  readonly collections: { readonly turn: NonNullable<Keeper['write']> }
  readonly savedSearches: { readonly noteTurned: (searchId: SavedSearchId) => Promise<void> }
  readonly deliveries: { readonly noteTurned: (deliveryId: DeliveryId) => Promise<void> }
  readonly deliveryChoices: { readonly turn: NonNullable<Keeper['write']> }
  readonly projects: { readonly noteTurned: (projectId: ProjectId) => Promise<void> }
  readonly listening: { readonly noteTurned: (takeIds: readonly TakeId[]) => Promise<void> }
  readonly drift: { readonly noteTurned: () => Promise<void> }
  readonly shelf: { readonly turn: NonNullable<Keeper['write']> }
  /** `noteTurned` announces a voice that is there. */
  readonly voices: { readonly noteTurned: (voiceId: VoiceId) => Promise<void> }
}

/** The ids in one column of the keys; the caller knows the table. */
function idsOf<Id extends string>(changes: readonly RowChange[], column = 0): Id[] {
  return [...new Set(changes.map(change => String(change.key[column]) as Id))]
}

async function each<Id extends string>(changes: readonly RowChange[], tell: (id: Id) => Promise<void>): Promise<void> {
  for (const id of idsOf<Id>(changes))
    await tell(id)
}

/** Whether a take is found by what changed. */
function isOfWords({ table, before, after }: RowChange): boolean {
  const changed = { ...before, ...after }
  return table === 'take_tags' || 'name' in changed || 'note' in changed
}

export function createKeepers(ports: KeeperPorts): readonly Keeper[] {
  const { script, tones, storyboard, takes, collections, savedSearches, deliveries, deliveryChoices, projects, voices } = ports
  const { listening, drift, shelf } = ports
  return [
    { tables: ['lines', 'castings', 'speaker_colours', 'script_languages'], write: script.turn },
    { tables: ['speaker_tones'], announce: changes => each(changes, tones.noteTurned) },
    { tables: ['pronunciations'], write: script.turnPronounced },
    { tables: ['shelf'], write: shelf.turn },
    { tables: ['storyboard'], announce: changes => storyboard.noteTurned(idsOf(changes)) },
    {
      tables: ['storyboard_looks'],
      async announce(changes) {
        for (const { key: [projectId], before } of changes)
          await storyboard.noteLookTurned(String(projectId) as ProjectId, before ?? {}) // the key of the table
      },
    },
    { tables: ['right_takes'], announce: changes => listening.noteTurned(idsOf(changes)) },
    { tables: ['speaker_anchors', 'accepted_drift'], announce: drift.noteTurned },
    {
      tables: ['takes', 'take_tags'],
      async write(tx, changes, write) {
        await write(changes)
        await takes.index(tx, idsOf(changes.filter(isOfWords)))
        return () => takes.noteTurned(idsOf(changes))
      },
    },
    {
      tables: ['transcripts', 'set_aside_corrections'],
      async write(tx, changes, write) {
        await write(changes)
        await takes.index(tx, idsOf(changes))
        return () => takes.noteTurned(idsOf(changes))
      },
    },
    { tables: ['project_takes'], announce: changes => takes.noteTurned(idsOf(changes, 1), idsOf(changes)) },
    { tables: ['collections'], write: collections.turn },
    { tables: ['collection_takes'], announce: changes => takes.noteTurned(idsOf(changes, 1)) },
    { tables: ['saved_searches'], announce: changes => each(changes, savedSearches.noteTurned) },
    { tables: ['assets'], announce: changes => takes.announceAssets(idsOf(changes)) },
    { tables: ['deliveries'], announce: changes => each(changes, deliveries.noteTurned) },
    { tables: ['delivery_choices'], write: deliveryChoices.turn },
    { tables: ['projects'], announce: changes => each(changes, projects.noteTurned) },
    { tables: ['voices'], announce: changes => each(changes, voices.noteTurned) },
  ]
}
