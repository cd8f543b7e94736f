/**
 * A request while it is filled in: what is wrong with it, what it costs, and sending it once for each press. For every form that sends
 * fields to a model.
 */
import type { Account } from '#contract/accounts.ts'
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, ProjectId, RequestId, VoiceId } from '#contract/words.ts'
import type { FileFacts } from '#rules/models/check-request.ts'
import type { AnyFault, Attempt } from '../../wire/attempt.ts'
import type { Sending } from '../spend/use-estimates.ts'
import { until } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { checkRequest } from '#rules/models/check-request.ts'
import { plainText } from '#rules/plain-data.ts'
import { useNotices } from '../../actions/notices.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useLoaded } from '../../stores/loaded.ts'
import { useHeldFiles } from '../files/held-files.ts'
import { useIntents } from '../intents/use-intents.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { useAlreadyMade } from './use-already-made.ts'

/** What every call that queues fields has in common. */
export interface FieldsRequest {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId | null
  readonly fields: Fields
}

/** The call that queues a request; what it needs besides was fixed when the user pressed. */
export type QueueCall = (request: FieldsRequest) => Promise<Attempt<{ readonly jobIds: readonly JobId[] }>>

interface Options {
  readonly projectId: () => ProjectId | null
  readonly model: () => Model | null
  /** As filled in. */
  readonly fields: () => Fields
  /** Plain data: all that the user has written and chosen here, also before the models are there. */
  readonly written: () => unknown
  /** As they are sent, where the form adds to them. */
  readonly fieldsSent?: () => Fields
  /** As they are checked, where that is not what is sent. */
  readonly fieldsChecked?: () => Fields
  /** What is wrong besides. */
  readonly moreIssues?: () => readonly FieldIssue[]
  /** Of files that are sent although nobody put them into the form. */
  readonly moreFacts?: () => Record<string, FileFacts>
  /** A file is on its way into the form: nothing is sent then, because it would be what was there before. */
  readonly isComing: () => boolean
  /** The requests it becomes, for what they cost. */
  readonly sendings: (account: Account, model: Model) => Sending[]
  /** Read at each press. `what` is plain data: all but the fields that makes two requests differ. `voiceId`: the library voice that speaks. */
  readonly queue: () => { readonly what: unknown, readonly call: QueueCall, readonly voiceId?: VoiceId | null }
}

/** `place` names the form: its requests are sent one after another. */
export function useRequestForm(place: string, options: Options) {
  const { projectId, model, fields, written, fieldsSent = fields, fieldsChecked = fieldsSent, isComing, queue } = options
  const { moreIssues = () => [], moreFacts = () => ({}) } = options
  const accounts = useAccounts()
  const held = useHeldFiles()
  const estimates = useEstimates()
  const alreadyMade = useAlreadyMade()
  const notices = useNotices()
  const intents = useIntents()

  const isLoaded = useLoaded()
  const account = computed(() => accounts.current ?? null)
  const sendings = computed(() => {
    const chosen = model()
    return account.value && chosen ? options.sendings(account.value, chosen) : []
  })
  const hasTried = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  /** Named by the studio's own check, until the form changes. */
  const refused = shallowRef<readonly FieldIssue[]>([])
  const sentJobIds = shallowRef<ReadonlySet<JobId>>(new Set())
  const issues = computed(() => {
    const chosen = model()
    const facts = held.factsOf(fieldsSent())
    return chosen ? [...moreIssues(), ...checkRequest(chosen, fieldsChecked(), facts && { ...moreFacts(), ...facts })] : []
  })
  const isBlocked = computed(() => issues.value.some(issue => !issue.isWarning))

  watch(() => model()?.id, () => {
    hasTried.value = false
  })
  watch(fields, () => {
    refused.value = []
    fault.value = null
  })
  // Files that a form has held since before a reload: so that they can be shown and checked.
  watch(fields, held.recall, { immediate: true })

  const noteSent = (jobIds: readonly JobId[]): void => {
    sentJobIds.value = new Set([...sentJobIds.value, ...jobIds])
  }

  /** What a press asks for, as the form is now; null where it can't be sent. */
  function compose() {
    const chosen = model()
    if (!chosen || !account.value || isBlocked.value)
      return null
    const request = { accountId: account.value.id, modelId: chosen.id, projectId: projectId(), fields: fieldsSent() }
    const { what, call, voiceId = null } = queue()
    const asked = { accountId: account.value.id, model: chosen, voiceId, projectId: request.projectId, variants: [request.fields] }
    return { request, what: [request, what], call, sendings: sendings.value, asked }
  }

  /** A press that comes before the models and accounts waits for them. What was changed in the meantime is not sent unasked. */
  async function composeWhenLoaded(pressed: string) {
    await until(isLoaded).toBe(true)
    if (plainText(written()) === pressed)
      return compose()
    notices.say(texts => texts.make.changedMeanwhile)
    return null
  }

  async function queueOnce(composed: ReturnType<typeof compose>, projectId: ProjectId | null): Promise<boolean> {
    hasTried.value = true
    fault.value = null
    if (!composed)
      return false
    // One whose answer was lost is not sent again: it keeps its id.
    if (!intents.isOpen(composed.what) && (await alreadyMade.toMake(composed.asked)).variants.length === 0)
      return false
    if (!await estimates.confirm(composed.sendings, projectId))
      return false
    const answer = await intents.once(composed.what, requestId => composed.call({ requestId, ...composed.request }))
    if (answer.fault) {
      fault.value = answer.fault
      if (answer.fault.code === 'bad-fields')
        refused.value = answer.fault.data.issues
      return false
    }
    hasTried.value = false
    noteSent(answer.value.jobIds)
    return true
  }

  /** Answers whether it was queued; where it was not, the form says why. */
  async function send(): Promise<boolean> {
    // Keys, the palette and notices send, too.
    if (isComing()) {
      notices.say(texts => texts.make.comingHint)
      return false
    }
    const pressed = plainText(written())
    const [mine, at] = [isLoaded.value ? { composed: compose() } : null, projectId()]
    const isQueued = await intents.press(place, pressed, async () =>
      queueOnce(mine ? mine.composed : await composeWhenLoaded(pressed), at))
    return isQueued ?? false
  }

  return {
    account,
    /** While it is still loading, a press waits. */
    maySend: computed(() => !isLoaded.value || (accounts.canSend && model() !== null)),
    sendings,
    isSending: computed(() => intents.isUnderWay(place)),
    isComing: computed(isComing),
    fault: shallowReadonly(fault),
    /** An empty field is no mistake before the first attempt to send. */
    shownIssues: computed(() => refused.value.length > 0
      ? refused.value
      : issues.value.filter(issue => hasTried.value || issue.problem !== 'missing')),
    /** Something has to be put right before it can be sent. */
    isBlocked,
    /** Whether empty fields that are needed count as mistakes from now on. */
    showMissing: (isShown: boolean): void => {
      hasTried.value = isShown
    },
    /** Jobs that were sent from here since the room was opened. */
    sentJobIds: shallowReadonly(sentJobIds),
    /** Jobs that were queued from this form by another call than `send`. */
    noteSent,
    send,
  }
}
