/** One workbench: the chosen model, what is filled in for it, and the request that becomes of it. */
import type { IntoClip } from '#contract/into.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { ModelId, ProjectId, VoiceId } from '#contract/words.ts'
import type { QueueCall } from '../../../parts/jobs/use-request-form.ts'
import type { Workbench } from './workbenches.ts'
import { computed, shallowRef, watch } from 'vue'
import { Fault } from '#contract/faults.ts'
import { spokenParts } from '#rules/script/spoken-parts.ts'
import { useNotices } from '../../../actions/notices.ts'
import { fieldsThatFit } from '../../../parts/fields/field-form.ts'
import { useHeldFiles } from '../../../parts/files/held-files.ts'
import { useRequestForm } from '../../../parts/jobs/use-request-form.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useNamedRequest } from '../../../parts/shelf/use-named-request.ts'
import { useModels } from '../../../stores/models.ts'
import { attempt, studio } from '../../../studio.ts'
import { useDrafts } from './drafts.ts'
import { useSpeechChoices } from './speech-choices.ts'
import { carriedOver, modelsOn, promptFieldOf } from './workbenches.ts'

export type Bench = ReturnType<typeof useWorkbench>

/** While a file is on its way into the form (`isComing`) nothing is sent: it would be what was there before. */
export function useWorkbench(projectId: () => ProjectId | null, isComing: () => boolean) {
  const drafts = useDrafts()
  const models = useModels()
  const held = useHeldFiles()
  const speech = useSpeechChoices()
  const notices = useNotices()
  const { sendingsOf } = useSendings()
  const names = useNamedRequest()

  /** The clip in a timeline that the next single request is for. A batch says nothing of it, and leaves it. */
  const into = shallowRef<IntoClip | null>(null)

  const workbench = computed<Workbench>(() => drafts.workbench())
  const choices = computed(() => modelsOn(workbench.value, models.all))
  const draft = computed(() => drafts.draftOf(projectId(), workbench.value))
  const model = computed<Model | null>(() => choices.value.find(one => one.id === draft.value.modelId) ?? choices.value[0] ?? null)
  const fields = computed<Fields>(() => model.value ? fieldsThatFit(model.value, draft.value.byModel[model.value.id] ?? {}) : {})
  /** The user's own voice, which no field carries. */
  const ownVoiceId = computed(() => workbench.value === 'speech' ? speech.voiceFor(projectId(), model.value) : null)
  const fieldsSent = computed<Fields>(() => model.value ? speech.fieldsSent(model.value, fields.value, ownVoiceId.value) : {})
  const isOverSocket = computed(() => workbench.value === 'speech' && fields.value.stream === true && speech.isOverSocket())
  /** As main sends them, with names of the shelf replaced. */
  const named = computed(() => model.value
    ? names.resolved(model.value, fieldsSent.value, projectId())
    : { fields: fieldsSent.value, issues: [] })
  /** More than one for a text that is longer than the model takes. */
  const parts = computed(() => model.value ? spokenParts(model.value, fieldsSent.value) : [])
  const promptField = computed(() => model.value && promptFieldOf(model.value))

  /** As the studio checks it: a part is as long as any request may be, and a voice counts as chosen although its name is not known yet. */
  function asChecked(sent: Fields): Fields {
    const spoken = model.value ? spokenParts(model.value, sent) : []
    const [first] = spoken
    return {
      ...sent,
      ...(spoken.length > 1 && first !== undefined && { text: first }),
      ...(ownVoiceId.value && { voice_id: ownVoiceId.value }),
    }
  }

  function change(next: Fields): void {
    if (model.value)
      drafts.put(projectId(), workbench.value, model.value.id, next)
  }

  /** Clears the form; the returned function restores that same form, also when another one is open by then. */
  function clear(): () => void {
    const [at, bench, before] = [projectId(), workbench.value, draft.value]
    change({})
    const left = drafts.draftOf(at, bench)
    return () => {
      if (!drafts.restore(at, bench, before, left))
        notices.fault(new Fault('changed-meanwhile', { word: 'form' }))
    }
  }

  function choose(modelId: ModelId): void {
    const next = choices.value.find(one => one.id === modelId)
    if (!next)
      return
    const before = model.value ? { model: model.value, fields: fields.value } : null
    drafts.put(projectId(), workbench.value, modelId, carriedOver(before, { model: next, fields: draft.value.byModel[modelId] ?? {} }))
  }

  /** Fixed when it is called: the form may change while the request waits for its turn. */
  function queue() {
    const [bench, voiceId, overSocket, clip] = [workbench.value, ownVoiceId.value, isOverSocket.value, into.value]
    const withClip = clip ? { into: clip } : {}
    const call: QueueCall = async (request) => {
      const answer = await attempt({
        speech: () => studio.make.speech({ ...request, ...withClip, lineId: null, voiceId, isOverSocket: overSocket }),
        image: () => studio.make.image({ ...request, ...withClip }),
        edit: () => studio.make.image({ ...request, ...withClip }),
        video: () => studio.make.video({ ...request, ...withClip }),
      }[bench]())
      // Unless another clip was chosen in the meantime.
      if (answer.value && into.value === clip)
        into.value = null
      return answer
    }
    return { what: [bench, voiceId, overSocket, clip], call, voiceId }
  }

  const form = useRequestForm('make', {
    projectId,
    isComing,
    model: () => model.value,
    fields: () => fields.value,
    written: () => [projectId(), workbench.value, draft.value, speech.written(projectId())],
    fieldsSent: () => fieldsSent.value,
    fieldsChecked: () => asChecked(named.value.fields),
    moreIssues: () => named.value.issues,
    moreFacts: () => names.facts(projectId()),
    sendings: (account, model) => sendingsOf(account.id, model, fieldsSent.value, ownVoiceId.value),
    queue,
  })
  watch(workbench, () => form.showMissing(false))

  return {
    ...form,
    into,
    workbench,
    open: drafts.open,
    choices,
    model,
    fields,
    promptField,
    change,
    choose,
    ownVoiceId,
    fieldsSent,
    asChecked,
    /** Clears the other fields that choose a voice. */
    speakWith: (voiceId: VoiceId | null) => {
      if (model.value && voiceId !== null)
        change(speech.fieldsSent(model.value, fields.value, voiceId))
      speech.chooseVoice(projectId(), voiceId)
    },
    parts,
    isOverSocket: computed(speech.isOverSocket),
    travelOverSocket: speech.travelOverSocket,
    facts: () => {
      const facts = held.factsOf(fields.value)
      return facts && { ...names.facts(projectId()), ...facts }
    },
    clear,
  }
}
