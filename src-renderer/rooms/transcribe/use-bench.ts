/** The request to write something down: model, fields kept over a reload, what stands in the way, and sending it. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Field, Fields, Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { JobId, ModelId, ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { until } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { RequestId } from '#contract/words.ts'
import { checkRequest } from '#rules/models/check-request.ts'
import { useNotices } from '../../actions/notices.ts'
import { fieldsThatFit, withField } from '../../parts/fields/field-form.ts'
import { useHeldFiles } from '../../parts/files/held-files.ts'
import { useSendings } from '../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useModels } from '../../stores/models.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, studio } from '../../studio.ts'
import { useSoundDraft } from './draft.ts'

/** The field that takes the sound. */
export function soundFieldOf(model: Model): Field | null {
  return model.fields.find(field => field.group === 'source' && field.type === 'file') ?? null
}

/** While a file is on its way into the form (`isComing`) nothing is sent: it would be the sound that stood there before. */
export function useBench(projectId: () => ProjectId | null, isComing: () => boolean) {
  const draft = useSoundDraft()
  const models = useModels()
  const takes = useTakes()
  const accounts = useAccounts()
  const held = useHeldFiles()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const notices = useNotices()

  const choices = computed(() => models.ofKind('transcribe').filter(model => !model.isHidden))
  const model = computed<Model | null>(() => choices.value.find(one => one.id === draft.modelId()) ?? choices.value[0] ?? null)
  const fields = computed<Fields>(() => model.value ? fieldsThatFit(model.value, draft.fieldsOf(projectId(), model.value.id)) : {})
  const account = computed(() => accounts.current ?? null)
  const sendings = computed(() => account.value && model.value && soundFieldOf(model.value) && fields.value[soundFieldOf(model.value)?.name ?? ''] !== undefined ? sendingsOf(account.value.id, model.value, fields.value) : [])
  const maySend = computed(() => account.value !== null && model.value !== null && (account.value.isPractice || account.value.key.state === 'ok'))

  const hasTried = shallowRef(false)
  const isSending = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  const refused = shallowRef<readonly FieldIssue[]>([])
  const sentJobIds = shallowRef<ReadonlySet<JobId>>(new Set())
  const issues = computed(() => model.value ? checkRequest(model.value, fields.value, held.factsOf(fields.value)) : [])
  const shownIssues = computed(() => refused.value.length > 0 ? refused.value : issues.value.filter(issue => hasTried.value || issue.problem !== 'missing'))
  watch(fields, () => {
    refused.value = []
    fault.value = null
  })

  function change(next: Fields): void {
    if (model.value)
      draft.put(projectId(), model.value.id, next)
  }

  /** Another model is asked to write down the same sound. */
  function choose(modelId: ModelId): void {
    const next = choices.value.find(one => one.id === modelId)
    const from = model.value && soundFieldOf(model.value)
    const to = next && soundFieldOf(next)
    const sound = from ? fields.value[from.name] : undefined
    draft.choose(modelId)
    if (to && sound !== undefined)
      draft.put(projectId(), modelId, withField(draft.fieldsOf(projectId(), modelId), to.name, sound))
  }

  async function send(): Promise<void> {
    // Keys and the palette send, too.
    if (isComing())
      return notices.say(texts => texts.make.comingHint)
    hasTried.value = true
    if (!model.value || !account.value || !maySend.value || isSending.value || issues.value.some(issue => !issue.isWarning))
      return
    isSending.value = true
    fault.value = null
    if (!await estimates.maySend(sendings.value, projectId())) {
      isSending.value = false
      return
    }
    const answer = await attempt(studio.make.transcribe({ requestId: RequestId.parse(crypto.randomUUID()), accountId: account.value.id, modelId: model.value.id, projectId: projectId(), fields: fields.value }))
    isSending.value = false
    if (answer.fault) {
      fault.value = answer.fault
      if (answer.fault.code === 'bad-fields')
        refused.value = answer.fault.data.issues
      return
    }
    hasTried.value = false
    sentJobIds.value = new Set([...sentJobIds.value, ...answer.value.jobIds])
    // The same sound sent twice in haste would be paid twice: what was sent leaves the form.
    const sound = soundFieldOf(model.value)
    if (sound)
      change(withField(fields.value, sound.name, undefined))
  }

  return {
    choices,
    model,
    fields,
    sendings,
    maySend,
    isSending: shallowReadonly(isSending),
    isComing: computed(isComing),
    fault: shallowReadonly(fault),
    shownIssues,
    sentJobIds: shallowReadonly(sentJobIds),
    change,
    choose,
    send,
    /** Fills the form with the request that made a transcript. */
    async fill(take: Take): Promise<void> {
      await until(() => models.isReady).toBe(true)
      for (const sourceId of take.sourceTakeIds) {
        const source = await takes.load(sourceId)
        if (source.value)
          held.note(source.value.take)
      }
      const wanted = choices.value.find(one => one.id === take.modelId) ?? model.value
      if (!wanted || !take.request)
        return
      draft.choose(wanted.id)
      draft.put(projectId(), wanted.id, fieldsThatFit(wanted, take.request.fields))
    },
  }
}
