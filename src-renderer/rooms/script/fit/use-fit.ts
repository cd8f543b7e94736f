/** Fitting lines to a length: asking a chat model for wordings, and using the chosen ones as one step of undo. */
import type { Line } from '#contract/script.ts'
import type { AccountId, ModelId, ProjectId } from '#contract/words.ts'
import type { Sending } from '../../../parts/spend/use-estimates.ts'
import type { Storyboard } from '../storyboard/use-storyboard.ts'
import type { FitLine } from './use-fit-line.ts'
import type { Paces } from './use-paces.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import { fitQuestion, fitTask } from '#rules/fit/ask.ts'
import { unknownModel } from '#rules/models/sent-values.ts'
import { quantitiesOfChat } from '#rules/spend/quantities.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useModels } from '../../../stores/models.ts'
import { usePronunciations } from '../../../stores/pronunciations.ts'
import { attempt, studio } from '../../../studio.ts'
import { pageKeys } from '../../../wire/page-keys.ts'
import { useKeptLine } from '../lines/use-line-draft.ts'
import { useFitLine } from './use-fit-line.ts'
import { useFitTargets } from './use-fit-targets.ts'

const place = 'fit'

export function useFit({ projectId, lines, among, board, paces }: {
  projectId: ProjectId
  lines: () => readonly Line[]
  among: readonly Line[]
  board: Storyboard
  paces: Paces
}) {
  const accounts = useAccounts()
  const estimates = useEstimates()
  const intents = useIntents()
  const models = useModels()
  const notices = useNotices()
  const pronunciations = usePronunciations()
  const undo = useUndo()
  const keep = useKeptLine()
  const chosenModel = useLocalStorage(pageKeys.fitChatModel, '')
  const targetsOf = useFitTargets({ projectId, lines, among, board, paces })
  const rows: readonly FitLine[] = among.map(line => useFitLine({ line, lines, paceOf: paces.of, targetsOf }))

  const choices = computed(() => models.ofKind('chat').filter(model => !model.isHidden))
  const model = computed(() => choices.value.find(each => each.id === chosenModel.value) ?? choices.value[0] ?? null)
  /** Those that do not fit and have no wordings for their length yet; where there are none, all of them. */
  const toAsk = computed(() => {
    const may = rows.filter(row => row.mayAsk.value)
    const open = may.filter(row => !row.isAnswered.value && row.beyond(row.text.value) !== 0)
    return open.length > 0 ? open : may
  })

  function sendingsFor(asked: readonly FitLine[], accountId: AccountId, modelId: ModelId): Sending[] {
    const dictionary = pronunciations.all.map(entry => entry.word)
    return asked.flatMap((row) => {
      const task = fitTask({ lines: lines(), lineId: row.id, seconds: row.seconds.value, pace: row.pace.value, dictionary })
      const texts = task ? [fitQuestion(task)] : []
      const quantities = quantitiesOfChat({ texts, pictureCount: 0, messageCount: 1 }, {}, model.value ?? unknownModel)
      return [{ accountId, modelId, quantities }]
    })
  }
  const sendings = computed<Sending[]>(() => accounts.current && model.value
    ? sendingsFor(toAsk.value, accounts.current.id, model.value.id)
    : [])

  const toUse = computed(() => rows.flatMap((row) => {
    const words = row.words.value?.trim() ?? ''
    const line = row.line.value
    return line && words !== '' && words !== line.text ? [{ line, words }] : []
  }))

  return {
    rows,
    choices,
    model,
    toAsk,
    sendings,
    maySend: computed(() => accounts.canSend && model.value !== null),
    isAsking: computed(() => intents.isUnderWay(place)),
    isReady: computed(() => rows.every(row => row.isReady.value)),
    /** All of them have wordings for their length. */
    isAnswered: computed(() => rows.every(row => row.isAnswered.value)),
    useCount: computed(() => toUse.value.length),
    chooseModel(modelId: ModelId): void {
      chosenModel.value = modelId
    },
    async ask(): Promise<void> {
      const account = accounts.current
      const asked = [...toAsk.value]
      if (!account || !model.value || asked.length === 0)
        return
      const request = {
        accountId: account.id,
        modelId: model.value.id,
        projectId,
        lines: asked.map(row => ({ lineId: row.id, seconds: row.seconds.value })),
      }
      await intents.press(place, request, async () => {
        // What was typed last is asked about.
        for (const line of asked.flatMap(row => row.line.value ?? []))
          await keep(line)
        if (!await estimates.confirm(sendingsFor(asked, account.id, request.modelId), projectId))
          return
        const answer = await intents.once(['fit', request], requestId => attempt(studio.make.fit({ requestId, ...request })))
        if (answer.fault)
          notices.fault(answer.fault)
      })
    },
    async stop(row: FitLine): Promise<void> {
      const jobId = row.answer.value?.jobId
      const stopped = jobId ? await attempt(studio.jobs.cancel({ jobId })) : null
      if (stopped?.fault)
        notices.fault(stopped.fault)
    },
    /** The chosen wordings become the words of their lines. Answers whether they are. */
    async use(): Promise<boolean> {
      const all = toUse.value
      const [first] = all
      if (!first)
        return false
      const step = undo.step(all.length === 1
        ? { name: 'editLine', of: String(first.line.position + 1) }
        : { name: 'editLines', of: String(all.length) }, projectId)
      const edits = await Promise.all(all.map(async ({ line, words }) => {
        const kept = await keep(line) ?? line
        return { lineId: line.id, text: words, expected: { text: kept.text } }
      }))
      const answer = await attempt(studio.script.change({ projectId, edits, step }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return false
      }
      const { lockedIds } = answer.value
      if (lockedIds.length > 0)
        notices.say(t => t.script.acts.locked(lockedIds.length))
      else
        notices.say(t => t.fit.used(edits.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
      return lockedIds.length === 0
    },
  }
}
