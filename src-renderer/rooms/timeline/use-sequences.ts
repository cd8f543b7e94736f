/** The sequences of a project: which there are, which is open, and what can be done with them as a whole. */
import type { FrameRate, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceSummary } from '#contract/sequences.ts'
import type { ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { IntoFrame } from './reframe/into-frame.ts'
import { computed, shallowRef, watch } from 'vue'
import { SequenceId } from '#contract/words.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { reframable, reframeEdits } from '#rules/sequence/reframe/reframe.ts'
import { fillsAlone, reshaped } from '#rules/sequence/reshape.ts'
import { useNotices } from '../../actions/notices.ts'
import { mirror } from '../../stores/mirror.ts'
import { useOpenSequence } from '../../stores/open-sequence.ts'
import { useSequence } from '../../stores/sequence.ts'
import { attempt, studio } from '../../studio.ts'
import { randomId } from '../../wire/random-id.ts'
import { tellReframed } from './reframe/tell-reframed.ts'
import { useFindSubjects } from './reframe/use-find-subjects.ts'

/** Smooth on every screen, and a whole number of samples for each frame. */
export const plainRate: FrameRate = { numerator: 30, denominator: 1 }

export interface Format { readonly width: number, readonly height: number, readonly rate: FrameRate }

export const shapes = [
  { id: '16:9', width: 1920, height: 1080 },
  { id: '9:16', width: 1080, height: 1920 },
  { id: '1:1', width: 1080, height: 1080 },
  { id: '4:5', width: 1080, height: 1350 },
] as const
export type Shape = typeof shapes[number]

/** `16:9` for 1920 × 1080; null for other shapes. */
export function shapeOf({ width, height }: { width: number, height: number }): Shape['id'] | null {
  return shapes.find(shape => Math.abs(shape.width / shape.height - width / height) < 0.01)?.id ?? null
}

export function useSequences(projectId: ProjectId) {
  const notices = useNotices()
  const sequence = useSequence()
  const list = mirror(
    (id: ProjectId, options) => studio.sequences.changes({ projectId: id }, options),
    { key: () => projectId },
  )
  const chosen = useOpenSequence(projectId)
  const findSubjects = useFindSubjects()
  const isAssembling = shallowRef(false)
  /** A new one is on its way: a second press of the button makes no other. */
  const isMaking = shallowRef(false)
  /** Those that were open before the one in them was opened, the outermost first. */
  const outers = shallowRef<readonly SequenceId[]>([])

  const all = computed(() => list.all.value.filter(sequence => sequence.trashedAt === null))
  const current = computed<SequenceSummary | null>(() => all.value.find(sequence => sequence.id === chosen.value) ?? all.value[0] ?? null)
  /** The open one, and before it is known which there are, the one that was open last: the room is built while a long one is on its way. */
  const likely = computed(() => current.value?.id ?? (list.isReady.value ? null : SequenceId.safeParse(chosen.value).data ?? null))
  watch(current, (now) => {
    if (now && chosen.value === '')
      chosen.value = now.id
  })

  function open(id: SequenceId): void {
    outers.value = []
    chosen.value = id
  }
  const outer = computed(() => all.value.find(one => one.id === outers.value.at(-1)) ?? null)
  function isRefused(fault: AnyFault | undefined): boolean {
    if (fault)
      notices.fault(fault)
    return fault !== undefined
  }
  async function create(name: string, { width, height, rate }: Format): Promise<SequenceId | null> {
    if (isMaking.value)
      return null
    isMaking.value = true
    const sequenceId = randomId<SequenceId>()
    const { fault } = await attempt(studio.sequences.create({ projectId, sequenceId, name, width, height, rate }))
    isMaking.value = false
    if (isRefused(fault))
      return null
    open(sequenceId)
    return sequenceId
  }
  /** Also says what changed; nothing is written when nothing differs. */
  async function assemble(sequenceId: SequenceId): Promise<void> {
    if (isAssembling.value)
      return
    isAssembling.value = true
    await sequence.whenSent()
    const { value, fault } = await attempt(studio.sequences.assemble({ sequenceId }))
    isAssembling.value = false
    if (isRefused(fault) || !value)
      return
    const { added, changed, removed, notMade } = value.report
    notices.say(t => t.timeline.assembled(added, changed, removed, notMade.length), { tone: 'good' })
  }

  return {
    isReady: list.isReady,
    all,
    current,
    likely,
    isAssembling,
    isMaking,
    open,
    /** The one that is opened again by `openOuter`; null where none was. */
    outer,
    /** Opens a sequence that is a clip of the open one. */
    openInner(id: SequenceId): void {
      outers.value = current.value ? [...outers.value, current.value.id] : []
      chosen.value = id
    },
    openOuter(): void {
      const id = outers.value.at(-1)
      outers.value = outers.value.slice(0, -1)
      if (id)
        chosen.value = id
    },
    create,
    assemble,
    /** `into` counts in another shape. Whether it was made; if not, a notice says why. Looking for subjects is not waited for. */
    async duplicate(
      of: SequenceSummary,
      name: string,
      shape: { width: number, height: number },
      into: IntoFrame = 'fill',
    ): Promise<boolean> {
      if (isMaking.value)
        return false
      isMaking.value = true
      const newId = randomId<SequenceId>()
      const { width, height } = shape
      // Main has it like this, too, once all is sent. Another one may be open by then.
      const before = sequence.id === of.id ? sequence.settled : null
      await sequence.whenSent()
      const pictures = into === 'auto' ? 'fill' : into
      const { value, fault } = await attempt(studio.sequences.duplicate({ sequenceId: of.id, newId, name, width, height, pictures }))
      isMaking.value = false
      if (isRefused(fault) || !value)
        return false
      open(newId)
      if (into === 'auto' && before)
        void reframeAll(value.sequence, reshaped(before, { width, height }, pictures))
      else if (into === 'fill' && shapeOf(of) !== shapeOf({ width, height }))
        notices.say(t => t.timeline.format.filled)
      return true
    },
    async trash({ id, name }: SequenceSummary): Promise<void> {
      await sequence.whenSent()
      const { fault } = await attempt(studio.sequences.trash({ sequenceId: id }))
      const around = all.value.find(one => one.id !== id && one.nestedIds.includes(id))
      if (!isRefused(fault)) {
        notices.say(t => around
          ? t.timeline.nested.stillIn(name || t.timeline.newName, around.name)
          : t.timeline.trashed(name || t.timeline.newName), { act: { label: t => t.shell.act.undo, run: () => restore(id) } })
      }
    },
  }

  /** One step of undo in the duplicate, which is shown meanwhile as it was filled. Pictures that move by keys stay as they are. */
  async function reframeAll({ id, revision }: SequenceSummary, filled: SequenceDocument): Promise<void> {
    const ids = tracksOf(filled).flatMap(track => track.kind === 'pictures' && !track.isLocked
      ? clipsOf(track).filter(clip => fillsAlone(clip) && !clip.keys?.x && !clip.keys?.y && !clip.keys?.scale).map(clip => clip.id)
      : [])
    const clips = reframable(filled, ids)
    if (clips.length === 0)
      return
    notices.say(t => t.timeline.reframe.looking(clips.length))
    const found = await findSubjects(clips, filled.rate)
    if (!found)
      return
    const edits = reframeEdits(filled, found)
    if (edits.length > 0) {
      const { fault } = await attempt(studio.sequences.edit({ sequenceId: id, baseRevision: revision, name: 'reframe', edits }))
      if (isRefused(fault))
        return
    }
    tellReframed(notices, found)
  }

  async function restore(sequenceId: SequenceId): Promise<void> {
    const { fault } = await attempt(studio.sequences.restore({ sequenceId }))
    if (!isRefused(fault))
      open(sequenceId)
  }
}
export type Sequences = ReturnType<typeof useSequences>
