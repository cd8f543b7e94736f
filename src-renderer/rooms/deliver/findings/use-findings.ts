/** What can be done about a finding: going to its place, and removing it by an edit that undo takes back. */
import type { FindingPlace, PreflightFinding } from '#contract/deliveries.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import { computed, watch } from 'vue'
import { useRouter } from 'vue-router'
import { fixOf, fixOfAll } from '#rules/deliver/fixes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useOneAtATime } from '../../../parts/intents/use-one-at-a-time.ts'
import { useMakeLines } from '../../../parts/jobs/use-make-lines.ts'
import { useStillThere } from '../../../parts/navigation/use-still-there.ts'
import { useRelinking } from '../../../parts/relink/use-relinking.ts'
import { useStoryboardShown } from '../../../parts/storyboard/storyboard-shown.ts'
import { useRelink } from '../../../parts/takes/use-relink.ts'
import { useProject } from '../../../stores/project.ts'
import { attempt, studio } from '../../../studio.ts'

interface Shown {
  readonly projectId: () => ProjectId
  readonly sequence: () => Sequence | null
  /** Keeps the layout on show: only what is kept can be edited, or opened in the Timeline. */
  readonly keep: () => Promise<SequenceId | null>
  /** After a file came back. */
  readonly check: () => Promise<void>
}

export function useFindings({ projectId, sequence, keep, check }: Shown) {
  const router = useRouter()
  const noteWhere = useStillThere()
  const notices = useNotices()
  const undo = useUndo()
  const open = useProject()
  const showsStoryboard = useStoryboardShown(projectId)
  const making = useMakeLines(projectId)
  const isOfLines = (finding: PreflightFinding['finding']): boolean => finding === 'stale-line' || finding === 'line-not-made'

  const relink = useRelink({
    projectId,
    onFound: check,
    async onOther(found) {
      notices.say(t => t.deliver.places.otherFile(found.title), { tone: 'bad' })
      await check()
    },
  })

  /**
   * One step of undo, however many places there are. It is worked out on what is shown when it is asked for; another sequence may be shown
   * by the time that this one is kept.
   */
  const { isBusy: isFixing, run: fix } = useOneAtATime(async (
    { finding }: PreflightFinding,
    places: readonly FindingPlace[],
  ): Promise<void> => {
    const shown = sequence()
    const step = shown && fixOfAll(shown, finding, places)
    const sequenceId = step && await keep()
    const now = sequence()
    // A layout that is kept has the id that it had, and a revision only now.
    const baseRevision = now?.id === sequenceId ? now?.revision : shown?.revision
    if (!step || sequenceId === null || shown?.id !== sequenceId || baseRevision === undefined)
      return void notices.say(t => t.deliver.places.notFixed, { tone: 'bad' })
    const { value, fault } = await attempt(studio.sequences.edit({ sequenceId, baseRevision, name: step.name, edits: [...step.edits] }))
    if (fault)
      return notices.fault(fault)
    notices.say(t => t.deliver.places.fixed(t.timeline.steps[step.name]), {
      tone: 'good',
      act: { label: t => t.shell.act.undo, run: undo.takeBackEdit(sequenceId, value.revision) },
    })
  })

  const relinking = useRelinking()
  watch(() => relinking.report, report => report && report.found.count > 0 && void check())

  return {
    isFixing: computed(() => isFixing.value || making.isMaking.value),
    /** Lines can be made from here, too: that costs. */
    mayMake: (finding: PreflightFinding['finding'], { lineId }: FindingPlace): boolean =>
      isOfLines(finding) && lineId !== null && making.maySend.value,
    make: (places: readonly FindingPlace[]): Promise<void> => making.make(places.flatMap(({ lineId }) => lineId ?? [])),
    mayFix: (finding: PreflightFinding['finding'], place: FindingPlace): boolean => {
      const now = sequence()
      return now !== null && fixOf(now, finding, place) !== null
    },
    async goThere({ finding }: PreflightFinding, { startFrame, clipId, lineId }: FindingPlace): Promise<void> {
      const params = { projectId: projectId() }
      if (lineId !== null && (finding === 'stale-line' || finding === 'line-not-made'))
        return void await router.push({ name: 'script', params, query: { line: lineId } })
      const isStillThere = noteWhere()
      const sequenceId = await keep()
      if (sequenceId && startFrame !== null && isStillThere()) {
        const query = { sequence: sequenceId, frame: String(startFrame), ...clipId && { clip: clipId } }
        await router.push({ name: 'timeline', params, query })
      }
    },
    hasLines: computed(() => open.lines.length > 0),
    openStoryboard(): void {
      showsStoryboard.value = true
      void router.push({ name: 'script', params: { projectId: projectId() } })
    },
    makePicture: () => void router.push({ name: 'make', params: { projectId: projectId() }, query: { kind: 'image' } }),
    locate({ takeId }: FindingPlace): void {
      if (takeId)
        relink(takeId)
    },
    findInFolder: relinking.open,
    fix,
  }
}
export type Findings = ReturnType<typeof useFindings>
