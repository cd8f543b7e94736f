/** Who speaks for whom in the open project, and changing it. */
import type { Casting, ColourName, SpeakerColour } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import { useThrottleFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { usePageHide } from '../../../parts/drafts/use-page-hide.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { useTyping } from '../../../parts/typing/use-typing.ts'
import { useProjectCastings, withCasting } from '../../../stores/castings.ts'
import { attempt, studio, wire } from '../../../studio.ts'

interface Cast {
  /** Another project may be opened before it is sent. */
  readonly of: ProjectId
  readonly casting: Casting
  /** What was seen when it was chosen; null for nobody, absent before main had told. */
  readonly expected?: Casting | null
  /** When it was chosen; another act may be sent before. */
  readonly at: number
}

export function useCastings(projectId: () => ProjectId) {
  const notices = useNotices()
  const undo = useUndo()
  const unsaved = useUnsaved()
  const typing = useTyping()
  const castings = useProjectCastings()
  /** Chosen, but not sent yet, by speaker; on top of what was sent. */
  const unsent = shallowRef<ReadonlyMap<string, Cast>>(new Map())
  /** Calls to main, one after another: each step of undo knows what it follows. */
  let inTurn: Promise<unknown> = Promise.resolve()
  const isAway = (): boolean => wire.state.value !== 'open'
  /** While the studio is away each is asked for at once, so that the browser keeps it; they are made in their order. */
  function after<Value>(run: () => Promise<Value>): Promise<Value> {
    const mine = isAway() ? run() : inTurn.then(run)
    inTurn = mine
    return mine
  }

  /** Sends the casting of a speaker as it was chosen last. True when main has it. */
  async function sendOne(speaker: string): Promise<boolean> {
    const chosen = unsent.value.get(speaker)
    if (!chosen)
      return true
    const { of, casting, at, expected } = chosen
    const step = undo.step({ name: 'cast', of: casting.speaker, joins: `cast ${casting.speaker} ${typing.stretch()}`, at }, of)
    const ask = () => after(() => attempt(studio.script.cast({ projectId: of, casting, step, ...expected !== undefined && { expected } })))
    const sent = castings.change(of, casting, ask)
    unsent.value = new Map([...unsent.value].filter(([name]) => name !== speaker))
    const answer = await sent
    if (answer.fault)
      notices.fault(answer.fault)
    return !answer.fault
  }

  async function send(): Promise<boolean> {
    let isKept = true
    for (const speaker of unsent.value.keys())
      isKept = await sendOne(speaker) && isKept
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
      const [wasKept, isKept] = isAway() ? await Promise.all([before, send()]) : [await before, await send()]
      return wasKept && isKept
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

  const shown = computed(() => [...unsent.value.values()]
    .reduce((all, { of, casting }) => of === projectId() ? withCasting(all, casting) : all, castings.all))
  const bySpeaker = computed(() => new Map(shown.value.map(casting => [casting.speaker, casting])))

  return {
    isReady: computed(() => castings.isReady),
    of: (speaker: string): Casting | undefined => bySpeaker.value.get(speaker),
    cast(casting: Casting): void {
      const { speaker } = casting
      const of = projectId()
      const before = unsent.value.get(speaker)
      const seen = castings.isReady ? { expected: castings.all.find(each => each.speaker === speaker) ?? null } : {}
      const { expected } = before?.of === of ? before : seen
      unsent.value = new Map([...unsent.value, [speaker, { of, casting, at: Date.now(), ...expected !== undefined && { expected } }]])
      void flushSoon()
    },
    flush,
    async recolour({ speaker, colour: before }: SpeakerColour, colour: ColourName): Promise<void> {
      const of = projectId()
      const step = undo.step({ name: 'colourSpeaker', of: speaker, joins: `colour ${speaker}` }, of)
      const answer = await attempt(studio.script.colourSpeaker({ projectId: of, speaker, colour, isChosen: true, expected: before, step }))
      if (answer.fault)
        notices.fault(answer.fault)
    },
    /** Another name for a speaker; the name of another one makes one of the two. Answers whether it was given. */
    async rename(from: string, to: string): Promise<boolean> {
      await Promise.all([flush(), unsaved.flushAll()])
      const of = projectId()
      const step = undo.step({ name: 'renameSpeaker', of: `${from === '' ? '–' : from} → ${to}` }, of)
      const answer = await after(() => attempt(studio.script.renameSpeaker({ projectId: of, from, to, step })))
      if (answer.fault) {
        notices.fault(answer.fault)
        return false
      }
      const { lineIds } = answer.value
      castings.receive(of, answer.value)
      notices.say(t => t.script.cast.renamed(from, to, lineIds.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
      return true
    },
  }
}
