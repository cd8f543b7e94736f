/**
 * A request while it is filled in: what is wrong with it, what it costs, and sending it once. For every form that sends fields
 * to a model.
 */
import type { Account } from '#contract/accounts.ts'
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, ProjectId } from '#contract/words.ts'
import type { AnyFault, Attempt } from '../../wire/attempt.ts'
import type { Sending } from '../spend/use-estimates.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { RequestId } from '#contract/words.ts'
import { checkRequest } from '#rules/models/check-request.ts'
import { useNotices } from '../../actions/notices.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useHeldFiles } from '../files/held-files.ts'
import { useEstimates } from '../spend/use-estimates.ts'

/** What every call that queues fields has in common. */
export interface FieldsRequest {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId | null
  readonly fields: Fields
}

interface Options {
  readonly projectId: () => ProjectId | null
  readonly model: () => Model | null
  /** As filled in. */
  readonly fields: () => Fields
  /** As they are sent, where the form adds to them. */
  readonly fieldsSent?: () => Fields
  /** As they are checked, where that is not what is sent. */
  readonly fieldsChecked?: () => Fields
  /** What else makes two requests differ. */
  readonly others?: () => unknown
  /** A file is on its way into the form: nothing is sent then, because it would be what was there before. */
  readonly isComing: () => boolean
  /** The requests it becomes, for what they cost. */
  readonly sendings: (account: Account, model: Model) => Sending[]
  readonly queue: (request: FieldsRequest) => Promise<Attempt<{ readonly jobIds: readonly JobId[] }>>
}

/** The same request again within this time is one that was asked for twice by accident. */
const REPEAT_MS = 1000

export function useRequestForm(options: Options) {
  const { projectId, model, fields, fieldsSent = fields, fieldsChecked = fieldsSent, others, isComing, queue } = options
  const accounts = useAccounts()
  const held = useHeldFiles()
  const estimates = useEstimates()
  const notices = useNotices()

  const account = computed(() => accounts.current ?? null)
  const sendings = computed(() => {
    const chosen = model()
    return account.value && chosen ? options.sendings(account.value, chosen) : []
  })
  const hasTried = shallowRef(false)
  const isSending = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  /** Named by the studio's own check, until the form changes. */
  const refused = shallowRef<readonly FieldIssue[]>([])
  const sentJobIds = shallowRef<ReadonlySet<JobId>>(new Set())
  const issues = computed(() => {
    const chosen = model()
    return chosen ? checkRequest(chosen, fieldsChecked(), held.factsOf(fieldsSent())) : []
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

  /** A key that is held down, or pressed twice in haste, must not pay twice. */
  let last = { what: '', at: 0 }
  function isRepeat(what: string): boolean {
    const isSame = what === last.what && Date.now() - last.at < REPEAT_MS
    last = { what, at: Date.now() }
    return isSame
  }

  const noteSent = (jobIds: readonly JobId[]): void => {
    sentJobIds.value = new Set([...sentJobIds.value, ...jobIds])
  }

  /** Answers whether it was queued; where it was not, the form says why. */
  async function send(): Promise<boolean> {
    // Keys, the palette and notices send, too.
    if (isComing()) {
      notices.say(texts => texts.make.comingHint)
      return false
    }
    hasTried.value = true
    fault.value = null
    const chosen = model()
    if (!chosen || !account.value || isBlocked.value || isSending.value)
      return false
    const request = { accountId: account.value.id, modelId: chosen.id, projectId: projectId(), fields: fieldsSent() }
    if (isRepeat(JSON.stringify([request, others?.()])))
      return false
    isSending.value = true
    const isConfirmed = await estimates.confirm(sendings.value, projectId())
    const answer = isConfirmed ? await queue({ requestId: RequestId.parse(crypto.randomUUID()), ...request }) : null
    isSending.value = false
    if (answer?.fault) {
      fault.value = answer.fault
      if (answer.fault.code === 'bad-fields')
        refused.value = answer.fault.data.issues
    }
    if (!answer?.value)
      return false
    hasTried.value = false
    noteSent(answer.value.jobIds)
    return true
  }

  return {
    account,
    maySend: computed(() => accounts.canSend && model() !== null),
    sendings,
    isSending: shallowReadonly(isSending),
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
