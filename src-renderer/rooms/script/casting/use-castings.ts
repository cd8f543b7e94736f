/** Who speaks for whom in the open project, and changing it. */
import type { Casting, ColourName, SpeakerColour } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import { useThrottleFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { usePageHide } from '../../../parts/drafts/use-page-hide.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { useTyping } from '../../../parts/typing/use-typing.ts'
import { useStatus } from '../../../stores/status.ts'
import { attempt, studio } from '../../../studio.ts'

export function useCastings(projectId: () => ProjectId) {
  const notices = useNotices()
  const status = useStatus()
  const undo = useUndo()
  const unsaved = useUnsaved()
  const typing = useTyping()
  const all = shallowRef<readonly Casting[]>([])
  const isReady = shallowRef(false)
  /** Shown before the studio has confirmed them, by speaker. */
  const hoped = shallowRef<ReadonlyMap<string, Casting>>(new Map())

  async function load(): Promise<void> {
    const asked = projectId()
    const answer = await attempt(studio.script.castings({ projectId: asked }))
    if (asked !== projectId() || !answer.value)
      return
    all.value = answer.value.castings
    isReady.value = true
  }
  // Undo changes castings, too, from wherever it is pressed.
  watch([projectId, () => status.wire, () => undo.turned], () => void load(), { immediate: true })

  function noteCast(of: ProjectId, before: Casting | undefined, casting: Casting, now: readonly Casting[]): void {
    all.value = now
    undo.note({
      name: 'cast',
      of: casting.speaker,
      back: [before
        ? { call: 'script.cast', input: { projectId: of, casting: before } }
        : { call: 'script.uncast', input: { projectId: of, speaker: casting.speaker } }],
      forth: [{ call: 'script.cast', input: { projectId: of, casting } }],
      joins: `cast ${casting.speaker} ${typing.stretch()}`,
    }, of)
  }

  async function send(): Promise<boolean> {
    let isKept = true
    const castings = [...hoped.value.values()]
    for (const casting of castings) {
      const before = all.value.find(each => each.speaker === casting.speaker)
      const of = projectId()
      const answer = await attempt(studio.script.cast({ projectId: projectId(), casting }))
      isKept &&= !answer.fault
      if (answer.fault)
        notices.fault(answer.fault)
      else
        noteCast(of, before, casting, answer.value.castings)
      // Only what was sent: it may have been changed again meanwhile.
      if (hoped.value.get(casting.speaker) === casting)
        hoped.value = new Map([...hoped.value].filter(([speaker]) => speaker !== casting.speaker))
    }
    return isKept
  }
  let underWay: Promise<boolean> = Promise.resolve(true)
  /**
   * Resolves with true when every change is saved; with false when one could not be, which is then reverted. One after another: nothing
   * is sent twice, and each step of undo knows what it follows.
   */
  function flush(): Promise<boolean> {
    const before = underWay
    const done = (async () => {
      const wasKept = await before
      return await send() && wasKept
    })()
    underWay = done
    void done.then(() => {
      if (underWay === done)
        underWay = Promise.resolve(true)
    })
    return done
  }
  // A choice is sent at once; what is typed or dragged, a few times a second.
  const flushSoon = useThrottleFn(flush, 350, true, true)
  onScopeDispose(() => void flush())
  onScopeDispose(typing.settlesWith(flush))
  usePageHide(flush)

  const bySpeaker = computed(() => new Map([...all.value.map((casting): [string, Casting] => [casting.speaker, casting]), ...hoped.value]))

  return {
    isReady,
    of: (speaker: string): Casting | undefined => bySpeaker.value.get(speaker),
    cast(casting: Casting): void {
      hoped.value = new Map([...hoped.value, [casting.speaker, casting]])
      void flushSoon()
    },
    flush,
    async recolour({ speaker, colour: before, isChosen }: SpeakerColour, colour: ColourName): Promise<void> {
      const of = projectId()
      const answer = await attempt(studio.script.colourSpeaker({ projectId: of, speaker, colour, isChosen: true }))
      if (answer.fault)
        return notices.fault(answer.fault)
      undo.note({
        name: 'colourSpeaker',
        of: speaker,
        back: [{ call: 'script.colourSpeaker', input: { projectId: of, speaker, colour: before, isChosen } }],
        forth: [{ call: 'script.colourSpeaker', input: { projectId: of, speaker, colour, isChosen: true } }],
        joins: `colour ${speaker}`,
      }, of)
    },
    /** Another name for a speaker; the name of another one makes one of the two. */
    async rename(from: string, to: string): Promise<void> {
      await Promise.all([flush(), unsaved.flushAll()])
      const of = projectId()
      const answer = await attempt(studio.script.renameSpeaker({ projectId: of, from, to }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { lineIds, before, castings } = answer.value
      all.value = castings
      const had = before.find(each => each.speaker === from)
      const got = before.some(each => each.speaker === to) ? undefined : castings.find(each => each.speaker === to)
      const { takeBack } = undo.note({
        name: 'renameSpeaker',
        of: `${from === '' ? '–' : from} → ${to}`,
        back: [
          ...had ? [{ call: 'script.cast', input: { projectId: of, casting: had, expected: null } } as const] : [],
          ...got ? [{ call: 'script.uncast', input: { projectId: of, speaker: to, expected: got } } as const] : [],
          { call: 'script.renameSpeaker', input: { projectId: of, from: to, to: from, lineIds } },
        ],
        forth: [{ call: 'script.renameSpeaker', input: { projectId: of, from, to } }],
      }, of)
      notices.say(t => t.script.cast.renamed(from, to, lineIds.length), { act: { label: t => t.shell.act.undo, run: takeBack } })
    },
  }
}
