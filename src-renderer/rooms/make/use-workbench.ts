/** One workbench: the chosen model, what is filled in, what stands in the way, and sending it. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { JobId, ModelId, ProjectId, VoiceId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { Workbench } from './workbenches.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { RequestId } from '#contract/words.ts'
import { checkRequest } from '#rules/models/check-request.ts'
import { spokenParts } from '#rules/script/spoken-parts.ts'
import { useNotices } from '../../actions/notices.ts'
import { fieldsThatFit } from '../../parts/fields/field-form.ts'
import { useHeldFiles } from '../../parts/files/held-files.ts'
import { useSendings } from '../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useModels } from '../../stores/models.ts'
import { attempt, studio } from '../../studio.ts'
import { useDrafts } from './drafts.ts'
import { useSpeechChoices } from './speech-choices.ts'
import { carriedOver, modelsOn, promptFieldOf } from './workbenches.ts'

export type Bench = ReturnType<typeof useWorkbench>

/** While a file is on its way into the form (`isComing`) nothing is sent: it would be what stood there before. */
export function useWorkbench(projectId: () => ProjectId | null, isComing: () => boolean) {
  const drafts = useDrafts()
  const models = useModels()
  const accounts = useAccounts()
  const held = useHeldFiles()
  const speech = useSpeechChoices()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const notices = useNotices()

  const workbench = computed<Workbench>(() => drafts.workbench())
  const choices = computed(() => modelsOn(workbench.value, models.all))
  const draft = computed(() => drafts.draftOf(projectId(), workbench.value))
  const model = computed<Model | null>(() => choices.value.find(one => one.id === draft.value.modelId) ?? choices.value[0] ?? null)
  const fields = computed<Fields>(() => model.value ? fieldsThatFit(model.value, draft.value.byModel[model.value.id] ?? {}) : {})
  /** A voice of one's own, which no field carries. */
  const ownVoiceId = computed(() => workbench.value === 'speech' ? speech.voiceFor(projectId(), model.value) : null)
  const fieldsSent = computed<Fields>(() => model.value ? speech.fieldsSent(model.value, fields.value, ownVoiceId.value) : {})
  const isOverSocket = computed(() => workbench.value === 'speech' && fields.value.stream === true && speech.isOverSocket())
  /** More than one for a text that is longer than the model takes. */
  const parts = computed(() => model.value ? spokenParts(model.value, fieldsSent.value) : [])
  const promptField = computed(() => model.value && promptFieldOf(model.value))

  const account = computed(() => accounts.current ?? null)
  const sendings = computed(() => account.value && model.value ? sendingsOf(account.value.id, model.value, fieldsSent.value, ownVoiceId.value) : [])
  const maySend = computed(() => account.value !== null && (account.value.isPractice || account.value.key.state === 'ok'))

  const hasTried = shallowRef(false)
  const isSending = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  /** Named by the studio's own check, until the form changes. */
  const refused = shallowRef<readonly FieldIssue[]>([])
  const sentJobIds = shallowRef<ReadonlySet<JobId>>(new Set())
  const issues = computed(() => model.value ? checkRequest(model.value, asChecked(fieldsSent.value), held.factsOf(fieldsSent.value)) : [])
  /** An empty field is no mistake before the first attempt to send. */
  const shownIssues = computed(() => refused.value.length > 0 ? refused.value : issues.value.filter(issue => hasTried.value || issue.problem !== 'missing'))
  const blocking = computed(() => issues.value.filter(issue => !issue.isWarning))

  watch([workbench, () => model.value?.id], () => {
    hasTried.value = false
  })
  watch(fields, () => {
    refused.value = []
    fault.value = null
  })
  // Files that a form has held since before a reload: so that they can be shown and checked.
  watch(fields, held.recall, { immediate: true })

  /** As the studio checks it: a part is as long as any request may be, and a voice counts as chosen although its name is not known yet. */
  function asChecked(sent: Fields): Fields {
    const [first] = parts.value
    return { ...sent, ...(parts.value.length > 1 && first !== undefined && { text: first }), ...(ownVoiceId.value && { voice_id: ownVoiceId.value }) }
  }

  function change(next: Fields): void {
    if (model.value)
      drafts.put(projectId(), workbench.value, model.value.id, next)
  }

  /** Empties the form; what it answers gives everything back to that same form, wherever one is by then. */
  function clear(): () => void {
    const [at, bench, modelId, before] = [projectId(), workbench.value, model.value?.id, fields.value]
    change({})
    return () => modelId && drafts.put(at, bench, modelId, before)
  }

  function choose(modelId: ModelId): void {
    const next = choices.value.find(one => one.id === modelId)
    if (!next)
      return
    const before = model.value ? { model: model.value, fields: fields.value } : null
    drafts.put(projectId(), workbench.value, modelId, carriedOver(before, { model: next, fields: draft.value.byModel[modelId] ?? {} }))
  }

  /** A key that is held down, or pressed twice in haste, must not pay twice: the same request again so soon is one. */
  let lastSent = { what: '', at: 0 }
  function isRepeat(what: string): boolean {
    const isSame = what === lastSent.what && Date.now() - lastSent.at < 1000
    lastSent = { what, at: Date.now() }
    return isSame
  }

  async function send(): Promise<void> {
    // Keys, the palette and notices send, too.
    if (isComing())
      return notices.say(texts => texts.make.comingHint)
    hasTried.value = true
    fault.value = null
    if (!model.value || !account.value || blocking.value.length > 0 || isSending.value)
      return
    if (isRepeat(JSON.stringify([model.value.id, account.value.id, projectId(), fieldsSent.value, ownVoiceId.value, isOverSocket.value])))
      return
    isSending.value = true
    if (!await estimates.maySend(sendings.value, projectId())) {
      isSending.value = false
      return
    }
    const intention = { requestId: RequestId.parse(crypto.randomUUID()), accountId: account.value.id, modelId: model.value.id, fields: fieldsSent.value, projectId: projectId() }
    const answer = await attempt({
      speech: () => studio.make.speech({ ...intention, lineId: null, voiceId: ownVoiceId.value, isOverSocket: isOverSocket.value }),
      image: () => studio.make.image(intention),
      edit: () => studio.make.image(intention),
      video: () => studio.make.video(intention),
    }[workbench.value]())
    isSending.value = false
    if (answer.fault) {
      fault.value = answer.fault
      if (answer.fault.code === 'bad-fields')
        refused.value = answer.fault.data.issues
      return
    }
    hasTried.value = false
    sentJobIds.value = new Set([...sentJobIds.value, ...answer.value.jobIds])
  }

  return {
    workbench,
    open: drafts.open,
    choices,
    model,
    fields,
    promptField,
    account,
    /** The requests that sending makes, for what they cost. */
    sendings,
    maySend,
    isSending: shallowReadonly(isSending),
    isComing: computed(isComing),
    fault: shallowReadonly(fault),
    shownIssues,
    /** Something stands in the way of sending. */
    isBlocked: computed(() => blocking.value.length > 0),
    /** From now on an empty field that is needed is shown as a mistake. */
    showAllIssues: () => {
      hasTried.value = true
    },
    /** Jobs that were sent from here since the room was opened. */
    sentJobIds: shallowReadonly(sentJobIds),
    change,
    choose,
    ownVoiceId,
    /** The other ways to choose a voice are emptied with it. */
    speakWith: (voiceId: VoiceId | null) => {
      if (model.value && voiceId !== null)
        change(speech.fieldsSent(model.value, fields.value, voiceId))
      speech.chooseVoice(projectId(), voiceId)
    },
    parts,
    isOverSocket: computed(speech.isOverSocket),
    travelOverSocket: speech.travelOverSocket,
    /** Jobs that were queued from this form by another call than `send`. */
    noteSent: (jobIds: readonly JobId[]) => {
      sentJobIds.value = new Set([...sentJobIds.value, ...jobIds])
    },
    facts: () => held.factsOf(fields.value),
    clear,
    send,
  }
}
