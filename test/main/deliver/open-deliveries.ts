/** A laid-out project over a real library and a real ledger, with real files, ready to be delivered. */
import type { Medium, ModelId, SequenceId, TakeId } from '#contract/words.ts'
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isFault } from '#contract/faults.ts'
import { createSigning } from '../../../src-main/accounts/signing.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createDeliver } from '../../../src-main/deliver/deliver.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { createDeliveries } from '../../../src-main/library/deliveries.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { createSpeakerTones } from '../../../src-main/script/speaker-tones.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { assembleInto } from '../../../src-main/sequences/lay-out-project.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { findFfmpeg, noFfmpeg } from '../../kit/ffmpeg.ts'
import { openLibrary } from '../script/open-library.ts'

interface Means {
  readonly hasFfmpeg?: boolean
  readonly encoders?: readonly string[]
  readonly freeBytes?: number
  /** As it is; without it, one that has only the usual encoders. */
  readonly ffmpeg?: Ffmpeg
}

export async function openDeliveries(means: Means = {}) {
  const library = await openLibrary()
  const found = await findFfmpeg()
  const { clock, assets, takes, projectId } = library
  const ledgerDb = await openDatabase(join(library.folder, 'ledger.db'), { migrations: ledgerMigrations, clock })
  onTestFinished(() => ledgerDb.close())
  const ledger = await openLedger({ db: ledgerDb, clock })
  const script = createScript(library)
  const tones = createSpeakerTones(library)
  const sequences = createSequences({ ...library, touch: library.projects.touch })
  const deliveries = createDeliveries(library)
  const deliveriesFolder = join(library.folder, 'deliveries')
  const ffmpeg = async (): Promise<Ffmpeg | null> => means.ffmpeg ?? (means.hasFfmpeg === false || found === null
    ? null
    : { ...found, encoders: new Set(means.encoders ?? ['libx264', 'aac']), filters: new Set<string>() })
  const deliver = createDeliver({
    sequences,
    storedSequence: sequences.get,
    takes,
    script,
    tones,
    voices: { list: async () => [] },
    spend: { costsOf: async () => [] },
    deliveries,
    ledger,
    assets,
    peaksOf: async () => null,
    ffmpeg,
    needFfmpeg: async () => await ffmpeg() ?? noFfmpeg(),
    freeBytes: async () => means.freeBytes ?? 1e12,
    ownPresets: async () => [],
    signing: createSigning({ db: library.db, secrets: createMemoryStore(), clock, version: '1.2.3' }),
    deliveriesFolder,
    workFolder: join(library.folder, 'work'),
    clock,
  })

  /** Files a take with an existing file, which counts as decoded when it came. */
  async function filed(medium: Medium, has: Parameters<typeof library.file>[0], bytes: Uint8Array | string = medium) {
    const take = await library.file({ medium, ...has, asset: { hasPeaks: true, hasPoster: true, ...has?.asset } })
    await mkdir(dirname(assets.pathOf(take.asset)), { recursive: true })
    await writeFile(assets.pathOf(take.asset), bytes)
    return take
  }

  /** Two spoken lines and a still. */
  async function layOutTwoLines() {
    const lines = await script.add(
      projectId,
      null,
      [{ speaker: 'ANN', text: 'One light still burns.', direction: '' }, { speaker: 'BOB', text: 'Thirty winters.', direction: '' }],
    )
    for (const line of lines) {
      const take = await filed('audio', { lineId: line.id, title: line.text, modelId: 'qwen3-tts' as ModelId })
      await script.choose(line.id, take.id)
    }
    await filed('picture', {
      kind: 'image',
      title: 'A lighthouse',
      modelId: 'eigen-image' as ModelId,
      asset: { extension: 'png', mime: 'image/png', durationSeconds: null, width: 1280, height: 720 },
    })
    return layOutAgain()
  }

  /** A new sequence of all that there is; empty when there is nothing. */
  async function layOutAgain() {
    const sequenceId = newId<SequenceId>()
    const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
    await sequences.create({ ...size, sequenceId, projectId, name: 'Main' }, false)
    const look = async () => ({ whenShort: 'hold' as const, whenShortOf: {} })
    const storyboard = { ofProject: async () => [], pictureIds: async () => [], look }
    const assembling = assembleInto({ ...library, script, sequences, storyboard }, sequenceId)
    await assembling.catch(error => isFault(error, 'nothing-to-lay-out') || Promise.reject(error))
    return sequences.get(sequenceId)
  }

  const purge = async (takeId: TakeId) => {
    await takes.trash([takeId])
    await takes.purge([takeId])
  }
  return { ...library, ledger, script, tones, sequences, deliveries, deliveriesFolder, deliver, filed, layOutTwoLines, layOutAgain, purge }
}
