/** An edit list on its way to a sequence: read, its media found, then made as a new sequence, with one for each that is a clip in it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, LineId, ProjectId, SequenceId } from '#contract/words.ts'
import type { LeftOut, ListedMedia, ReadList } from '#rules/interchange/list.ts'
import type { BuiltSequence } from '#rules/interchange/sequence-of-list.ts'
import type { AnyFault } from '../../../studio.ts'
import type { ListAnswer, ListRequest } from './read-list-worker.ts'
import { until } from '@vueuse/core'
import { computed, onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { fromEarliest } from '#rules/interchange/camera-time.ts'
import { missingOf } from '#rules/interchange/own-losses.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { sequencesOfOwn } from '#rules/interchange/sequence-of-own.ts'
import { inWorker } from '../../../parts/pauses/in-worker.ts'
import { firstState } from '../../../stores/first-state.ts'
import { useLuts } from '../../../stores/luts.ts'
import { useProject } from '../../../stores/project.ts'
import { attempt, studio } from '../../../studio.ts'
import { randomId } from '../../../wire/random-id.ts'
import { findMedia, keyOfMedia, mediaOf } from './find-media.ts'

/** Larger files are no edit list of a person. */
const mostBytes = 64 * 2 ** 20
const plainRate: FrameRate = { numerator: 25, denominator: 1 }
/** A shape for lists that say none. */
const plainSize = { width: 1920, height: 1080 }
/** One call carries no more clips than this. */
const mostAtOnce = 2000

export interface Made {
  readonly sequenceId: SequenceId
  /** The last one is the film. */
  readonly all: readonly BuiltSequence[]
}

export type ListState = 'reading' | 'searching' | 'ready' | 'making' | 'unreadable'

export function useImportList(projectId: ProjectId, file: File) {
  const open = useProject()
  const luts = useLuts()
  const stop = new AbortController()
  onScopeDispose(() => stop.abort())
  const state = shallowRef<ListState>('reading')
  const list = shallowRef<ReadList | null>(null)
  const rate = shallowRef(plainRate)
  const found = shallowRef<ReadonlyMap<string, Take>>(new Map())
  const media = computed(() => list.value ? mediaOf(list.value) : [])
  const missing = computed(() => media.value.filter(each => !found.value.has(keyOfMedia(each))))
  /** Lines of this project and tables of this studio that a list of ours may refer to. */
  const isKnown = computed(() => (open.projectId !== projectId || open.hasLines) && luts.isReady)
  const lines = computed(() => new Set(open.projectId === projectId ? open.lines.map(({ id }) => id) : []))
  const here = { hasLine: (id: LineId) => lines.value.has(id), hasLut: (id: AssetId) => luts.get(id) !== undefined }

  async function search(): Promise<void> {
    state.value = 'searching'
    found.value = await findMedia(media.value, projectId, stop.signal)
    if (list.value?.own)
      await until(isKnown).toBe(true)
    stop.signal.throwIfAborted()
    state.value = 'ready'
  }
  async function read(): Promise<void> {
    state.value = 'reading'
    const request: ListRequest = { file, rate: rate.value }
    const answer = file.size > mostBytes
      ? null
      : await inWorker<ListAnswer>(
          () => new Worker(new URL('./read-list-worker.ts', import.meta.url), { type: 'module', name: 'edit list' }),
          request,
          stop.signal,
        )
    list.value = answer
    if (answer)
      await search()
    else
      state.value = 'unreadable'
  }
  function begin(act: () => Promise<void>): void {
    act().catch((error) => {
      if (!stop.signal.aborted)
        throw error
    })
  }
  begin(read)

  const takeOf = (of: ListedMedia): Take | null => found.value.get(keyOfMedia(of)) ?? null
  /** What is left out; of places in files, with what is known of these. */
  const left = computed((): ReadonlyMap<LeftOut, number> => {
    const now = list.value
    if (now?.own)
      return isKnown.value ? missingOf(now.own, here) : new Map()
    const count = now ? fromEarliest(now, { rate: now.rate ?? rate.value, takeOf }).count : 0
    return new Map([...now?.left ?? [], ...count > 0 ? [['timecodes', count] as const] : []])
  })

  function builtOf(from: ReadList): BuiltSequence[] {
    return from.own
      ? sequencesOfOwn(from.own, { takeOf, newId: randomId, ...here })
      : sequencesOfList(from, { rate: from.rate ?? rate.value, takeOf, newId: randomId })
  }

  /** `nameOf` answers one that is free. With a fault, what was made before is in the trash. */
  async function make(nameOf: (built: BuiltSequence, isFilm: boolean) => string): Promise<Made | AnyFault> {
    const from = list.value!
    state.value = 'making'
    const all = builtOf(from)
    const film = all.at(-1)!
    for (const [index, built] of all.entries()) {
      const fault = await makeOne(built, nameOf(built, built === film))
      if (fault) {
        for (const { sequenceId } of all.slice(0, index + 1).reverse())
          await attempt(studio.sequences.trash({ sequenceId }))
        state.value = 'ready'
        return fault
      }
    }
    state.value = 'ready'
    return { sequenceId: film.sequenceId, all }
  }

  async function makeOne({ sequenceId, size, rate: perSecond, edits }: BuiltSequence, name: string): Promise<AnyFault | null> {
    const about = { ...size ?? plainSize, rate: perSecond }
    const made = await attempt(studio.sequences.create({ projectId, sequenceId, name, ...about }))
    return made.fault ?? await fill(sequenceId, edits, stop.signal)
  }

  return {
    state: shallowReadonly(state),
    list: shallowReadonly(list),
    media,
    missing,
    left,
    rate: shallowReadonly(rate),
    /** For a list that does not say its rate. */
    setRate(next: FrameRate): void {
      rate.value = next
      begin(read)
    },
    /** After files were imported. */
    searchAgain: () => begin(search),
    make,
  }
}

/** A new sequence has a track of each kind: the list's own come instead. */
async function fill(sequenceId: SequenceId, edits: readonly SequenceEdit[], signal: AbortSignal): Promise<AnyFault | null> {
  const first = await attempt(firstState(sequenceId, signal))
  if (first.fault)
    return first.fault
  const { trackIds, revision } = first.value
  const cleared = trackIds.map((trackId): SequenceEdit => ({ do: 'removeTrack', trackId }))
  let baseRevision = revision
  for (const some of inCalls([...cleared, ...edits])) {
    const { value, fault } = await attempt(studio.sequences.edit({ sequenceId, baseRevision, name: 'import-list', edits: some }))
    if (fault)
      return fault
    baseRevision = value.revision
  }
  return null
}

/** In order, as many at a time as one call should carry. */
function inCalls(edits: readonly SequenceEdit[]): SequenceEdit[][] {
  const calls: SequenceEdit[][] = []
  let clips = Infinity
  for (const edit of edits) {
    const more = edit.do === 'place' ? edit.placements.length : 1
    if (clips + more > mostAtOnce) {
      calls.push([])
      clips = 0
    }
    calls.at(-1)?.push(edit)
    clips += more
  }
  return calls
}
