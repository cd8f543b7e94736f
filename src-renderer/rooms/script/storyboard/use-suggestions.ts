/** Prompts proposed by a chat model: asking, following the answer, and using what is ticked of it. */
import type { Line } from '#contract/script.ts'
import type { LineId, ModelId, ProjectId } from '#contract/words.ts'
import type { Storyboard } from './use-storyboard.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { quantitiesOfChat } from '#rules/spend/quantities.ts'
import { pictureQuestion } from '#rules/storyboard/ask-for-pictures.ts'
import { readSuggestions } from '#rules/storyboard/read-suggestions.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { newestFirst } from '../../../stores/by-age.ts'
import { useJobOutput, useMessages } from '../../../stores/conversations.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useModels } from '../../../stores/models.ts'
import { attempt, studio } from '../../../studio.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

export interface Proposal {
  readonly lineId: LineId
  readonly prompt: string
  readonly motion: string
  readonly isTicked: boolean
}

const place = 'storyboard-suggestions'

export function useSuggestions({ projectId, lines, board }: {
  projectId: () => ProjectId
  lines: () => readonly Line[]
  board: Storyboard
}) {
  const accounts = useAccounts()
  const estimates = useEstimates()
  const intents = useIntents()
  const jobs = useJobs()
  const models = useModels()
  const notices = useNotices()
  const chosenModel = useLocalStorage(pageKeys.storyboardChatModel, '')

  const choices = computed(() => models.ofKind('chat').filter(model => !model.isHidden))
  const model = computed(() => choices.value.find(each => each.id === chosenModel.value) ?? choices.value[0] ?? null)
  const suggestion = computed(() => board.look.value?.suggestion ?? null)
  const messages = useMessages(() => suggestion.value?.conversationId ?? null)
  /** The newest answer: it may have been asked for again in the chat. */
  const answer = computed(() => messages.all.value.filter(message => message.role === 'assistant')
    .toSorted(newestFirst)[0] ?? null)
  const job = computed(() => jobs.get(answer.value?.jobId) ?? null)
  const output = useJobOutput(() => answer.value?.state === 'arriving' ? answer.value.jobId : null)
  const text = computed(() => answer.value?.state === 'arriving'
    ? output.value?.text ?? ''
    : answer.value?.parts.flatMap(part => part.type === 'text' ? part.text : []).join('') ?? '')
  const isOver = computed(() => answer.value?.state === 'whole' || answer.value?.state === 'partial')
  const read = computed(() => isOver.value ? readSuggestions(text.value) : [])

  /** A line that has a prompt already is not ticked by itself. */
  const found = computed<readonly Proposal[]>(() => {
    const byNumber = new Map(suggestion.value?.lines.map(each => [each.number, each.lineId]))
    const there = new Set(lines().map(line => line.id))
    return read.value.flatMap(({ line, prompt, motion }) => {
      const lineId = byNumber.get(line)
      return lineId !== undefined && there.has(lineId) ? [{ lineId, prompt, motion, isTicked: !hasPrompt(lineId) }] : []
    })
  })
  const proposals = shallowRef<readonly Proposal[]>([])
  watch(() => [suggestion.value?.requestId, answer.value?.id, answer.value?.state, board.isReady.value, found.value.length], () => {
    proposals.value = found.value
  }, { immediate: true })

  function hasPrompt(lineId: LineId): boolean {
    const cell = board.byLine.value.get(lineId)
    return cell !== undefined && cell.picture.prompt.trim() !== ''
  }

  function sendingsFor(wanted: ReadonlySet<LineId>) {
    const account = accounts.current
    if (!account || !model.value || wanted.size === 0)
      return []
    const texts = [pictureQuestion(lines(), wanted, board.look.value?.style ?? '')]
    return [{
      accountId: account.id,
      modelId: model.value.id,
      quantities: quantitiesOfChat({ texts, pictureCount: 0, messageCount: 1 }, {}, model.value),
    }]
  }

  return {
    choices,
    model,
    maySend: computed(() => accounts.canSend && model.value !== null),
    isAsking: computed(() => intents.isUnderWay(place)),
    suggestion,
    answer,
    job,
    text,
    isOver,
    isReady: computed(() => suggestion.value === null || messages.isReady.value),
    proposals,
    /** Proposals for lines that are gone. */
    goneCount: computed(() => read.value.length - found.value.length),
    hasPrompt,
    sendingsFor,
    choose(modelId: ModelId): void {
      chosenModel.value = modelId
    },
    change(lineId: LineId, part: Partial<Omit<Proposal, 'lineId'>>): void {
      proposals.value = proposals.value.map(each => each.lineId === lineId ? { ...each, ...part } : each)
    },
    async ask(wanted: ReadonlySet<LineId>): Promise<void> {
      const account = accounts.current
      if (!account || !model.value || wanted.size === 0)
        return
      const request = { accountId: account.id, modelId: model.value.id, projectId: projectId(), lineIds: [...wanted] }
      await intents.press(place, request, async () => {
        if (!await estimates.confirm(sendingsFor(wanted), request.projectId))
          return
        const asked = await intents.once(['suggest-pictures', request], requestId =>
          attempt(studio.make.suggestPictures({ requestId, ...request })))
        if (asked.fault)
          notices.fault(asked.fault)
      })
    },
    async stop(): Promise<void> {
      const jobId = answer.value?.jobId
      const stopped = jobId ? await attempt(studio.jobs.cancel({ jobId })) : null
      if (stopped?.fault)
        notices.fault(stopped.fault)
    },
    /** Answers whether the ticked ones are used. */
    async use(): Promise<boolean> {
      const ticked = proposals.value.filter(each => each.isTicked && each.prompt.trim() !== '')
      const isUsed = await board.act(ticked.map(({ lineId, prompt, motion }) => ({
        lineId,
        prompt: prompt.trim(),
        ...(motion.trim() !== '' && { motionPrompt: motion.trim() }),
      })), t => t.storyboard.suggest.used(ticked.length))
      // No step: undo of the pictures would need two.
      return isUsed && board.setLook({ suggestion: null }, false)
    },
    discard: () => board.setLook({ suggestion: null }),
  }
}
