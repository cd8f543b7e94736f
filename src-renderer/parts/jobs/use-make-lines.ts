/** Makes some lines of a script from another room, with the voices of their speakers: what it costs is asked first. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { until } from '@vueuse/core'
import { computed } from 'vue'
import { fieldsOfLine, linesToMake } from '#rules/script/line-fields.ts'
import { useNotices } from '../../actions/notices.ts'
import { useQuestion } from '../../actions/question.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useProjectCastings } from '../../stores/castings.ts'
import { isUnderWay, linesOfJob, useJobs } from '../../stores/jobs.ts'
import { useLoaded } from '../../stores/loaded.ts'
import { useModels } from '../../stores/models.ts'
import { useProject } from '../../stores/project.ts'
import { usePronunciations } from '../../stores/pronunciations.ts'
import { attempt, studio } from '../../studio.ts'
import { useLanguage } from '../../texts/texts.ts'
import { useIntents } from '../intents/use-intents.ts'
import { showAmounts } from '../spend/show-money.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { useSendings } from './use-sendings.ts'

/** One press sends. */
const place = 'lines of a delivery'

export function useMakeLines(projectId: () => ProjectId) {
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const cast = useProjectCastings()
  const said = usePronunciations()
  const open = useProject()
  const notices = useNotices()
  const question = useQuestion()
  const language = useLanguage()
  const estimates = useEstimates()
  const intents = useIntents()
  const isLoaded = useLoaded()
  const { sendingsOf } = useSendings()

  const isBeingMade = (line: Line): boolean =>
    jobs.all.some(job => linesOfJob(job).includes(line.id) && (isUnderWay(job) || job.state === 'unsure'))

  async function makeNow(lineIds: readonly LineId[]): Promise<void> {
    await until(() => isLoaded.value && jobs.isReady && cast.isReady).toBe(true)
    const at = projectId()
    const account = accounts.current
    if (!account)
      return
    const castings = new Map(cast.all.map(casting => [casting.speaker, casting]))
    const wanted = linesToMake(open.lines.filter(line => lineIds.includes(line.id)), isBeingMade)
    const ready = wanted.flatMap((line) => {
      const casting = castings.get(line.speaker)
      const model = casting && models.get(casting.modelId)
      return casting && model ? [{ line, casting, model }] : []
    })
    const uncast = wanted.find(line => !ready.some(each => each.line.id === line.id))
    if (uncast)
      notices.say(t => t.script.castFirst(uncast.speaker || t.script.noSpeaker), { tone: 'bad' })
    else if (ready.length === 0)
      notices.say(t => t.script.queued(0))
    if (ready.length === 0)
      return
    const sendings = ready.flatMap(({ line, casting, model }) =>
      sendingsOf(account.id, model, fieldsOfLine({ ...line, text: said.saidIn(line).text }, casting, model), casting.voiceId))
    const { amounts, unpricedCount, isFree } = estimates.of(sendings)
    const isAgreed = await question.ask({
      title: t => t.delivery.make.ask(ready.length),
      body: t => [
        ...isFree ? [t.spend.free] : [],
        ...amounts.length > 0 ? [t.spend.about(showAmounts(amounts, language.language))] : [],
        ...unpricedCount > 0 ? [t.spend.unpriced(unpricedCount)] : [],
      ].join(' · '),
      act: t => t.delivery.make.act,
    })
    if (!isAgreed || !await estimates.confirm(sendings, at))
      return
    const request = { accountId: account.id, projectId: at, lineIds: ready.map(({ line }) => line.id) }
    const made = await intents.once(
      ['lines', request, ready.map(({ line }) => line.requestKey)],
      requestId => attempt(studio.make.lines({ requestId, ...request })),
    )
    if (made.fault)
      return notices.fault(made.fault)
    notices.say(t => t.script.queued(made.value.lineCount), made.value.lineCount > 0 ? { tone: 'good' } : {})
    const [refused] = made.value.refused
    const [issue] = refused?.issues ?? []
    const at1 = ready.find(({ line }) => line.id === refused?.lineId)?.line.position
    if (issue && at1 !== undefined)
      notices.say(t => t.script.refused(made.value.refused.length, at1 + 1, t.faults.issue(issue)), { tone: 'bad' })
  }

  return {
    maySend: computed(() => accounts.canSend),
    isMaking: computed(() => intents.isUnderWay(place)),
    make: async (lineIds: readonly LineId[]): Promise<void> => {
      await intents.press(place, projectId(), () => makeNow(lineIds))
    },
  }
}
