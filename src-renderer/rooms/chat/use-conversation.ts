/** The open conversation: its path, the arriving answer, and its actions. */
import type { Conversation, Message, MessagePart } from '#contract/conversations.ts'
import type { ConversationId, MessageId, ProjectId } from '#contract/words.ts'
import type { Sending } from '../../parts/spend/use-estimates.ts'
import type { AnyFault } from '../../studio.ts'
import type { PathStep } from './messages/message-tree.ts'
import { until } from '@vueuse/core'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { unknownModel } from '#rules/models/sent-values.ts'
import { quantitiesOfChat } from '#rules/spend/quantities.ts'
import { useNotices } from '../../actions/notices.ts'
import { useIntents } from '../../parts/intents/use-intents.ts'
import { retryPlace } from '../../parts/jobs/use-cancel.ts'
import { useStillThere } from '../../parts/navigation/use-still-there.ts'
import { useEstimates } from '../../parts/spend/use-estimates.ts'
import { useJobCost } from '../../parts/spend/use-job-cost.ts'
import { useConversations, useJobOutput, useMessages } from '../../stores/conversations.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useLoaded } from '../../stores/loaded.ts'
import { attempt, studio } from '../../studio.ts'
import { useChatDrafts } from './composer/drafts.ts'
import { useRequest } from './composer/use-request.ts'
import { openPath, upTo } from './messages/message-tree.ts'

/** One question is sent after another. */
const place = 'chat'

/** Where something was asked: opening another conversation in the meantime does not change that. Null before a conversation has begun. */
interface AskedIn { readonly conversation: Conversation | null, readonly path: readonly PathStep[] }

/** How an attempt to ask ended: in which conversation, and why it was refused. */
interface Ended { readonly conversationId: ConversationId | null, readonly fault: AnyFault | null }

export function useConversation(at: {
  projectId: () => ProjectId | null
  conversationId: () => ConversationId | null
  opened: (conversationId: ConversationId) => Promise<unknown>
  saved: () => Promise<boolean>
}) {
  const notices = useNotices()
  const conversations = useConversations()
  const jobs = useJobs()
  const drafts = useChatDrafts()
  const request = useRequest()
  const estimates = useEstimates()
  const cost = useJobCost()
  const intents = useIntents()
  const isLoaded = useLoaded()
  const noteWhere = useStillThere()

  const conversation = computed(() => conversations.get(at.conversationId()) ?? null)
  const isTrashed = computed(() => conversation.value !== null && conversation.value.trashedAt !== null)
  const messages = useMessages(at.conversationId)
  const path = computed(() => openPath(messages.byId.value, conversation.value?.openMessageId ?? null))
  const arriving = computed<Message | null>(() => messages.all.value.find(message => message.state === 'arriving') ?? null)
  const output = useJobOutput(() => arriving.value?.jobId ?? null)

  /** A question needs the whole conversation: not before all messages have arrived. */
  const isReady = computed(() => isLoaded.value && conversations.isReady && (at.conversationId() === null || messages.isReady.value))

  const isAsking = computed(() => intents.isUnderWay(place))
  const fault = shallowRef<AnyFault | null>(null)
  watch(at.conversationId, () => {
    fault.value = null
  })

  function howNow() {
    const { model, account, fields } = request
    return model.value && account.value ? { accountId: account.value.id, modelId: model.value.id, fields: fields.value } : null
  }
  /** What a question is sent with; null while something is missing or a parameter is invalid. */
  const howToAsk = () => isReady.value && request.maySend.value && !request.isBlocked.value && !isTrashed.value ? howNow() : null

  /** The room was left: nothing that loads there arrives any more. */
  const isClosed = shallowRef(false)
  onScopeDispose(() => {
    isClosed.value = true
  })
  /** Shown where it was asked, else told. */
  function tell({ conversationId, fault: refused }: Ended): void {
    if (!isClosed.value && at.conversationId() === conversationId)
      fault.value = refused
    else if (refused)
      notices.fault(refused)
  }

  const askedHere = (): AskedIn => ({ conversation: conversation.value, path: path.value })
  /** What asking with these parts costs: the path before it is sent with every question. */
  function sendingsWith(parts: readonly MessagePart[], askedIn = askedHere(), how = howNow()): Sending[] {
    if (!how)
      return []
    const system = askedIn.conversation?.system ?? ''
    const said = [...askedIn.path.map(({ message }) => message.parts), parts].filter(each => each.length > 0)
    const texts = [system, ...said.flatMap(each => each.flatMap(part => part.type === 'text' ? part.text : []))]
    const pictureCount = said.flat().filter(part => part.type !== 'text').length
    return [{
      accountId: how.accountId,
      modelId: how.modelId,
      quantities: quantitiesOfChat(
        { texts, pictureCount, messageCount: said.length + (system === '' ? 0 : 1) },
        how.fields,
        request.model.value ?? unknownModel,
      ),
    }]
  }

  /**
   * One question at a time; a press while the conversation is still loading waits for it. Answers whether it was queued. `pressed` is plain
   * data: what is asked.
   */
  async function asking(
    pressed: unknown,
    ask: (how: NonNullable<ReturnType<typeof howToAsk>>, askedIn: AskedIn) => Promise<Ended>,
    { parts = [], after }: { readonly parts?: readonly MessagePart[], readonly after?: MessageId | null | undefined } = {},
  ): Promise<boolean> {
    const [pressedIn, howThen] = [at.conversationId(), isReady.value ? howToAsk() : undefined]
    const isQueued = await intents.press(place, [pressedIn, at.projectId(), pressed, howThen], async () => {
      await until(() => isReady.value || isClosed.value || at.conversationId() !== pressedIn).toBe(true)
      const how = howThen === undefined ? howToAsk() : howThen
      // What was written stays in the conversation that it was written in.
      if (!how || !isReady.value || at.conversationId() !== pressedIn)
        return false
      fault.value = arriving.value ? { code: 'answer-under-way', data: {} } : null
      if (fault.value)
        return false
      const askedIn = askedHere()
      // What is asked goes with the system prompt as it is on the screen.
      const isSaved = await at.saved()
      if (!isSaved)
        notices.say(t => t.chat.systemNotSaved, { tone: 'bad' })
      const sent = after === undefined ? askedIn : { ...askedIn, path: upTo(after, askedIn.path) }
      if (!isSaved || !await estimates.confirm(sendingsWith(parts, sent, how), at.projectId()))
        return false
      const ended = await ask(how, askedIn)
      tell(ended)
      return ended.fault === null
    })
    return isQueued ?? false
  }

  async function begin(): Promise<{ id: ConversationId } | { fault: AnyFault }> {
    const projectId = at.projectId()
    const [isStillThere, last] = [noteWhere(), drafts.lastOpen(projectId)]
    const made = await attempt(studio.conversations.create({ title: '', projectId, system: drafts.systemOf(projectId) }))
    if (made.fault)
      return { fault: made.fault }
    const { id } = made.value.conversation
    // What is written moves along, so that nothing is lost if the sending is refused; also what is typed until the address has changed.
    drafts.put(id, projectId, drafts.draftOf(null, projectId))
    if (isStillThere()) {
      await at.opened(id)
      drafts.put(id, projectId, drafts.draftOf(null, projectId))
    }
    // The person finds it again, unless they have opened another one.
    else if (drafts.lastOpen(projectId) === last) {
      drafts.open(projectId, id)
    }
    drafts.put(null, projectId, { text: '', seen: [] })
    drafts.putSystem(projectId, '')
    return { id }
  }

  /** Says something at the end of the open path, or next to the message whose `parentId` is given. Answers whether it was queued. */
  async function say(parts: MessagePart[], beside?: { parentId: MessageId | null }): Promise<boolean> {
    if (parts.length === 0)
      return false
    const draft = JSON.stringify(drafts.draftOf(at.conversationId(), at.projectId()))
    return asking([parts, beside], async (how, askedIn) => {
      const open = askedIn.conversation ?? await begin()
      if ('fault' in open)
        return { conversationId: null, fault: open.fault }
      const parentId = beside ? beside.parentId : askedIn.path.at(-1)?.message.id ?? null
      const said = { ...how, conversationId: open.id, parts }
      // Without the parent: where the answer was lost, the end of the path may be the very message that is sent again.
      const answer = await intents.once(['say', said, beside], requestId =>
        attempt(studio.conversations.send({ requestId, ...said, parentId })))
      // Keeps what was typed while the message was sent.
      if (!answer.fault && !beside && JSON.stringify(drafts.draftOf(open.id, at.projectId())) === draft)
        drafts.put(open.id, at.projectId(), { text: '', seen: [] })
      return { conversationId: open.id, fault: answer.fault ?? null }
    }, { parts, after: beside?.parentId })
  }

  return {
    request,
    sendingsWith,
    conversation,
    isReady,
    path,
    arriving,
    output,
    isAsking,
    fault: shallowReadonly(fault),
    /** Ready to ask, apart from the text itself. */
    mayAsk: computed(() => arriving.value === null
      && !isTrashed.value
      && (!isReady.value || (request.maySend.value && request.model.value !== null && !request.isBlocked.value))),
    say,
    async again(message: Message): Promise<void> {
      await asking(['again', message.id], async (how, { conversation: open }) => {
        const wish = { ...how, messageId: message.id }
        const { fault: refused } = await intents.once(['again', wish], requestId =>
          attempt(studio.conversations.regenerate({ requestId, ...wish })))
        return { conversationId: open?.id ?? null, fault: refused ?? null }
      }, { after: message.role === 'assistant' ? message.parentId : message.id })
    },
    /** Only for what surely was not charged; it takes the place of the answer that failed. */
    async retry(message: Message): Promise<void> {
      const { jobId } = message
      if (jobId === null)
        return
      const [conversationId, projectId] = [at.conversationId(), at.projectId()]
      await intents.press(retryPlace, jobId, async () => {
        // By main: it is sent as it was, whatever is chosen for the next question.
        const costs = await cost.ofMakingAgain([{ id: jobId }])
        if (costs.fault)
          return tell({ conversationId, fault: costs.fault })
        if (!await estimates.confirmAmounts(costs.value.amounts, projectId))
          return
        const answer = await intents.once(['retry', jobId], requestId =>
          attempt(studio.jobs.retry({ requestId, jobId, acceptsSecondCharge: false })))
        tell({ conversationId, fault: answer.fault ?? null })
      })
    },
    async stop(): Promise<void> {
      const jobId = arriving.value?.jobId
      if (!jobId)
        return
      const answer = await attempt(studio.jobs.cancel({ jobId }))
      // How it ended, and whether it may be charged, is said at the answer itself.
      if (answer.fault)
        notices.fault(answer.fault)
    },
    async openBranch(messageId: MessageId): Promise<void> {
      if (!conversation.value)
        return
      const answer = await attempt(studio.conversations.open({ conversationId: conversation.value.id, messageId }))
      if (answer.fault)
        notices.fault(answer.fault)
    },
    jobOf: (message: Message) => jobs.get(message.jobId),
  }
}
