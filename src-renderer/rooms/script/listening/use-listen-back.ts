/** Transcribing takes of the script to compare them with their lines: which ones, by which model, for how much. */
import type { Line } from '#contract/script.ts'
import type { LineId, ModelId, ProjectId } from '#contract/words.ts'
import type { Sending } from '../../../parts/spend/use-estimates.ts'
import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { headingOf, isSpoken } from '#rules/script/script-lines.ts'
import { quantitiesOf } from '#rules/spend/quantities.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useListened } from '../../../stores/listened.ts'
import { useModels } from '../../../stores/models.ts'
import { attempt, patientStudio, studio } from '../../../studio.ts'

export type Scope = 'script' | 'scene' | 'selected'

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly selected: () => readonly Line[]
  readonly activeId: () => LineId | null
}

export interface Unheard { readonly lineId: LineId, readonly durationSeconds: number | null }

const isWithTake = (line: Line): boolean => isSpoken(line) && line.chosenTakeId !== null

export function useListenBack({ projectId, lines, selected, activeId }: Room) {
  const accounts = useAccounts()
  const models = useModels()
  const jobs = useJobs()
  const listened = useListened()
  const estimates = useEstimates()
  const intents = useIntents()
  const notices = useNotices()
  const isOpen = shallowRef(false)
  const chosenScope = shallowRef<Scope>('script')
  const chosenModel = shallowRef<ModelId | null>(null)

  const choices = computed(() => models.ofKind('transcribe').filter(model => !model.isHidden))
  const model = computed(() => choices.value.find(each => each.id === chosenModel.value) ?? choices.value[0] ?? null)
  const hasScenes = computed(() => lines().some(line => headingOf(line) !== null))
  const scope = computed<Scope>(() => {
    const isThere = chosenScope.value === 'selected' ? selected().length > 0 : chosenScope.value !== 'scene' || hasScenes.value
    return isThere ? chosenScope.value : 'script'
  })

  function sceneLines(): readonly Line[] {
    const all = lines()
    const at = Math.max(0, all.findIndex(line => line.id === activeId()))
    const start = Math.max(0, all.findLastIndex((line, index) => index <= at && headingOf(line) !== null))
    const end = all.findIndex((line, index) => index > start && headingOf(line) !== null)
    return all.slice(start, end < 0 ? all.length : end)
  }
  const meant = computed(() => {
    if (!isOpen.value)
      return []
    const all = scope.value === 'selected' ? selected() : scope.value === 'scene' ? sceneLines() : lines()
    return all.filter(isWithTake)
  })

  /** Main knows which takes have a transcript, or one on its way. */
  const isAsked = shallowRef(false)
  const underWay = computed(() =>
    jobs.all.filter(job => job.kind === 'transcribe' && job.projectId === projectId() && isUnderWay(job)).length)
  const asked = shallowRef<readonly Unheard[]>([])
  const takesMeant = computed(() => meant.value.map(line => line.chosenTakeId).join(' '))
  const isIdle = computed(() => underWay.value === 0)
  const settled = refDebounced(computed(() => [model.value?.id, accounts.currentId, isIdle.value, takesMeant.value].join(' ')), 120)
  let rounds = 0
  async function ask(): Promise<void> {
    const [accountId, modelId, round] = [accounts.current?.id, model.value?.id, ++rounds]
    const lineIds = meant.value.map(line => line.id)
    const answer = accountId === undefined || modelId === undefined || lineIds.length === 0
      ? null
      : await attempt(patientStudio.make.unheard({ accountId, modelId, projectId: projectId(), lineIds }))
    if (round !== rounds)
      return
    if (answer?.fault)
      notices.fault(answer.fault)
    asked.value = answer?.value?.lines ?? []
    isAsked.value = answer?.value !== undefined
  }
  watch([settled, isOpen], ([, open]) => open && void ask(), { immediate: true })
  /** Without those whose transcripts have come since. */
  const unheard = computed(() => asked.value.filter(each => (listened.get(each.lineId)?.transcriptId ?? null) === null))

  const sendings = computed((): Sending[] => {
    const [accountId, hearing] = [accounts.currentId, model.value]
    return accountId === null || hearing === null
      ? []
      : unheard.value.map(({ durationSeconds }) =>
          ({ accountId, modelId: hearing.id, quantities: quantitiesOf('transcribe', hearing, {}, durationSeconds) }))
  })

  async function sendAll(): Promise<void> {
    const [accountId, modelId, at] = [accounts.current?.id, model.value?.id, projectId()]
    const lineIds = unheard.value.map(each => each.lineId)
    if (accountId === undefined || modelId === undefined || lineIds.length === 0 || !await estimates.confirm(sendings.value, at))
      return
    const request = { accountId, modelId, projectId: at, lineIds }
    const answer = await intents.once(['listen back', request], requestId => attempt(studio.make.listenBack({ requestId, ...request })))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(t => t.listening.queued(answer.value.takeCount))
    await ask()
  }

  return {
    isOpen,
    scope,
    hasScenes,
    choices,
    model,
    meant,
    unheard,
    /** Main has told which takes have no transcript. */
    isAsked,
    underWay,
    estimates: computed(() => estimates.of(sendings.value)),
    isSending: computed(() => intents.isUnderWay('listen-back')),
    maySend: computed(() => accounts.canSend && unheard.value.length > 0),
    setScope: (to: Scope): void => { chosenScope.value = to },
    choose: (modelId: ModelId): void => { chosenModel.value = modelId },
    /** For the lines that are selected, else the whole script. */
    open(): void {
      chosenScope.value = selected().length > 0 ? 'selected' : chosenScope.value
      isOpen.value = true
    },
    close: (): void => { isOpen.value = false },
    send: (): Promise<void> => intents.press('listen-back', projectId(), sendAll),
  }
}

export type ListenBack = ReturnType<typeof useListenBack>
