/** Several requests from one form: what they are, what they cost, and sending them. */
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'
import type { AccountId, ModelId, ProjectId, VoiceId } from '#contract/words.ts'
import type { Sending } from '../../../parts/spend/use-estimates.ts'
import type { AnyFault } from '../../../studio.ts'
import type { Bench } from '../form/use-workbench.ts'
import type { BatchPlan } from './batch.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { checkRequest } from '#rules/models/check-request.ts'
import { filesOf } from '#rules/models/presence.ts'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { excludedBy, fieldsThatFit } from '../../../parts/fields/field-form.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useAlreadyMade } from '../../../parts/jobs/use-already-made.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useNamedRequest } from '../../../parts/shelf/use-named-request.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { attempt, studio } from '../../../studio.ts'
import { carriedOver, promptFieldOf, sourceFieldOf, withSource } from '../form/workbenches.ts'
import { readBatchTable } from './batch-table.ts'
import { axesOf, countOf, isWithin, mostVariants, numbersIn, variantsOf, variedIn } from './batch.ts'
import { countOfBraces, promptsOfBraces } from './braces.ts'

/** One of the two fields of a grid: numbers are written, choices are ticked. */
export interface AxisDraft { readonly name: string | null, readonly text: string, readonly choices: readonly string[] }

/** The requests to one model. */
interface Group { readonly model: Model, readonly variants: readonly Fields[] }

/** Who pays, with which voice, and where the results belong. */
interface Sender { readonly accountId: AccountId, readonly voiceId: VoiceId | null, readonly projectId: ProjectId | null }

/** From here on the user is asked again. */
const asksAbove = 10
/** One batch after another. */
const place = 'batch'
const noAxis: AxisDraft = { name: null, text: '', choices: [] }

export function useBatch(bench: Bench, projectId: () => ProjectId | null) {
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const intents = useIntents()
  const alreadyMade = useAlreadyMade()
  const names = useNamedRequest()
  const by = shallowRef<BatchPlan['by']>('seeds')
  const from = shallowRef(1)
  const count = shallowRef(4)
  const lines = shallowRef('')
  /** A table, as it was pasted. */
  const cells = shallowRef('')
  const axes = shallowRef<readonly AxisDraft[]>([noAxis, noAxis])
  /** Other models that a grid asks, too. */
  const otherIds = shallowRef<readonly ModelId[]>([])
  const fault = shallowRef<AnyFault | null>(null)

  const seedField = computed(() => bench.model.value && seedFieldOf(bench.model.value))
  const gridFields = computed<Field[]>(() => {
    const model = bench.model.value
    return model
      ? model.fields.filter(field => ['integer', 'number', 'choice'].includes(field.type)
        && excludedBy(model, bench.fields.value, field) === null)
      : []
  })
  const others = computed(() => bench.choices.value.filter(model => by.value === 'grid' && otherIds.value.includes(model.id)
    && model.id !== bench.model.value?.id))
  // Another model has other fields.
  watch(() => bench.model.value?.id, () => {
    axes.value = axes.value.map(axis => gridFields.value.some(field => field.name === axis.name) ? axis : noAxis)
  })

  function readAxis(axis: AxisDraft): { field: Field, values: FieldValue[], refused: string[] } | null {
    const field = gridFields.value.find(one => one.name === axis.name)
    if (!field)
      return null
    return field.type === 'choice' ? { field, values: [...axis.choices], refused: [] } : { field, ...numbersIn(field, axis.text) }
  }
  const readAxes = computed(() => axes.value.map(readAxis))

  const prompt = computed(() => {
    const text = bench.promptField.value ? bench.fields.value[bench.promptField.value.name] : undefined
    return typeof text === 'string' ? text : ''
  })
  const table = computed(() => bench.model.value && bench.promptField.value
    ? readBatchTable(cells.value, bench.model.value, { prompt: prompt.value, promptField: bench.promptField.value })
    : null)
  /** How many prompts the values in braces make, in a grid. */
  const promptCount = computed(() => countOfBraces(prompt.value))
  const promptAxis = computed(() => {
    const values = promptsOfBraces(prompt.value)
    // A value that is there twice is one prompt, which is not the text with its braces.
    return bench.promptField.value && values[0] !== prompt.value ? [{ field: bench.promptField.value, values }] : []
  })

  const plan = computed<BatchPlan | null>(() => {
    switch (by.value) {
      case 'seeds': return seedField.value && { by: 'seeds', field: seedField.value, from: from.value, count: count.value }
      case 'words': return bench.promptField.value && { by: 'words', field: bench.promptField.value, texts: lines.value.split('\n') }
      case 'table': return table.value && { by: 'table', rows: table.value.rows, varied: table.value.varied }
      case 'grid': return { by: 'grid', axes: [...promptAxis.value, ...readAxes.value.flatMap(axis => axis ?? [])] }
      default: return by.value satisfies never
    }
  })
  /** Several at once are not heard while they arrive. */
  const base = computed((): Fields => {
    const { stream: _stream, ...others } = bench.fieldsSent.value
    return others
  })
  /** Too many prompts are not written, only counted. */
  const isOverCounted = computed(() => by.value === 'grid' && promptCount.value > mostVariants)
  /** What the form has, as far as this model takes it. */
  function fieldsFor(model: Model): Fields {
    const from = bench.model.value && { model: bench.model.value, fields: base.value }
    const fields = carriedOver(from, { model, fields: fieldsThatFit(model, base.value) })
    const [own, its] = [bench.model.value && sourceFieldOf(bench.model.value), sourceFieldOf(model)]
    const [source] = own ? filesOf(base.value[own.name]) : []
    // Each names the image that it edits or begins with in its own way.
    return source && its && fields[its.name] === undefined ? withSource(model, fields, source.assetId) : fields
  }
  function plannedFor(model: Model): BatchPlan | null {
    if (plan.value?.by !== 'grid' || model.id === bench.model.value?.id)
      return plan.value
    // Parameters that this model does not have, or of which it takes none of the values, are left out.
    return { by: 'grid', axes: plan.value.axes.flatMap(({ field, values }) => {
      const own = field === bench.promptField.value
        ? promptFieldOf(model)
        : model.fields.find(each => each.name === field.name && each.type === field.type)
      return own && values.some(value => isWithin(own, value)) ? [{ field: own, values }] : []
    }) }
  }
  /** A parameter was chosen, and has no value yet that the model takes. */
  const isUnfinished = computed(() => plan.value?.by === 'grid' && axesOf(plan.value).some(axis => axis.values.length === 0))
  const counts = computed(() => [...bench.model.value ? [bench.model.value] : [], ...others.value].map((model) => {
    const planned = plannedFor(model)
    // Several models are compared even where nothing else differs.
    const isOnce = others.value.length > 0 && planned?.by === 'grid' && planned.axes.length === 0
    const count = isOnce ? 1 : planned ? countOf(planned) : 0
    return { model, planned, isOnce, count: isUnfinished.value ? 0 : count }
  }))
  const total = computed(() => isOverCounted.value ? promptCount.value : counts.value.reduce((sum, { count }) => sum + count, 0))
  const isTooMany = computed(() => total.value > mostVariants)
  const groups = computed<readonly Group[]>(() => isTooMany.value
    ? []
    : counts.value.flatMap(({ model, planned, isOnce, count }) => {
        const start = model.id === bench.model.value?.id ? base.value : fieldsFor(model)
        return count === 0 || !planned ? [] : [{ model, variants: isOnce ? [start] : variantsOf(start, planned) }]
      }))
  const requests = computed(() => groups.value.flatMap(({ model, variants }) => variants.map(fields => ({ model, fields }))))
  /** Names of the fields that differ from request to request. */
  const varied = computed(() => plan.value ? variedIn(plan.value) : [])
  const issues = computed(() => {
    const facts = bench.facts()
    return requests.value.map(({ model, fields: typed }) => {
      const { fields, issues } = names.resolved(model, typed, projectId())
      return [...issues, ...checkRequest(model, bench.asChecked(fields), facts)].filter(issue => !issue.isWarning)
    })
  })
  /** Reference images that some of the requests do not send, each once. */
  const nameWarnings = computed(() => {
    const all = requests.value
      .flatMap(({ model, fields }) => names.resolved(model, fields, projectId()).issues)
      .filter(issue => issue.isWarning)
    return [...new Map(all.map(issue => [`${issue.problem} ${issue.limit}`, issue])).values()]
  })
  const firstIssue = computed(() => issues.value.flat()[0] ?? null)
  const hasRefused = computed(() => by.value === 'grid'
    ? readAxes.value.some(axis => (axis?.refused.length ?? 0) > 0)
    : by.value === 'table' && table.value !== null
      && table.value.lacking.length + table.value.refused.length + table.value.overlong.length > 0)

  watch(requests, () => {
    fault.value = null
  })

  const sendingsFor = (all: readonly Group[], { accountId, voiceId }: Pick<Sender, 'accountId' | 'voiceId'>): Sending[] =>
    all.flatMap(({ model, variants }) => variants.flatMap(fields => sendingsOf(accountId, model, fields, voiceId)))
  const sendings = computed(() => {
    const account = bench.account.value
    return account ? sendingsFor(groups.value, { accountId: account.id, voiceId: bench.ownVoiceId.value }) : []
  })

  /** Those that do not repeat what is there, unless the person wants them all the same. */
  async function newOf(all: readonly Group[], of: Sender) {
    const made: Group[] = []
    let isShown = false
    for (const { model, variants } of all) {
      const answer = await alreadyMade.toMake({ ...of, model, variants })
      isShown ||= answer.isShown
      if (answer.variants.length > 0)
        made.push({ model, variants: answer.variants })
    }
    return { groups: made, isShown }
  }

  /** Answers how many were queued, all or none of those that are to be made; null where the panel stays open. */
  async function send(): Promise<number | null> {
    const [model, account, at, voiceId, workbench] = [
      bench.model.value,
      bench.account.value,
      projectId(),
      bench.ownVoiceId.value,
      bench.workbench.value,
    ]
    if (!model || !account || requests.value.length === 0)
      return null
    const all = [...groups.value]
    const sender: Sender = { accountId: account.id, voiceId, projectId: at }
    const kind = { ...sender, workbench }
    const told = (of: readonly Group[]) => of.map(each => ({ modelId: each.model.id, variants: [...each.variants] }))
    const queued = await intents.press(place, { ...kind, groups: told(all) }, async () => {
      // One whose answer was lost is not sent again: it keeps its id.
      const { groups: toMake, isShown } = intents.isOpen(['batch', { ...kind, groups: told(all) }])
        ? { groups: all, isShown: false }
        : await newOf(all, sender)
      const [first, ...also] = told(toMake)
      if (!first)
        return isShown ? 0 : null
      if (!await estimates.confirm(sendingsFor(toMake, sender), at))
        return null
      const answer = await intents.once(['batch', { ...kind, groups: [first, ...also] }], (requestId) => {
        const request = { requestId, accountId: account.id, projectId: at, ...first }
        const pictures = { ...request, ...also.length > 0 && { also } }
        return attempt({
          speech: () => studio.make.speeches({ ...request, voiceId }),
          image: () => studio.make.images(pictures),
          edit: () => studio.make.images(pictures),
          video: () => studio.make.videos(pictures),
        }[workbench]())
      })
      fault.value = answer.fault ?? null
      if (answer.value)
        bench.noteSent(answer.value.jobIds)
      return answer.value ? toMake.reduce((sum, { variants }) => sum + variants.length, 0) : null
    })
    return queued ?? null
  }

  return {
    by,
    from,
    count,
    lines,
    cells,
    table,
    promptCount,
    axes,
    seedField,
    gridFields,
    readAxes,
    total,
    isTooMany,
    requests,
    otherIds,
    /** More than one model is asked. */
    hasModels: computed(() => others.value.length > 0),
    sendings,
    varied,
    firstIssue,
    nameWarnings,
    needsConfirming: computed(() => requests.value.length > asksAbove),
    maySend: computed(() => bench.maySend.value && requests.value.length > 0 && firstIssue.value === null && !hasRefused.value),
    isSending: computed(() => intents.isUnderWay(place)),
    fault: shallowReadonly(fault),
    setAxis(index: number, axis: AxisDraft): void {
      axes.value = axes.value.map((one, place) => place === index ? axis : one)
    },
    /** Begins from what the form contains now. */
    begin(): void {
      fault.value = null
      const { promptField, fields } = bench
      const words = promptField.value ? fields.value[promptField.value.name] : undefined
      const seed = seedField.value ? fields.value[seedField.value.name] : undefined
      if (lines.value.trim() === '' && typeof words === 'string')
        lines.value = words
      if (typeof seed === 'number')
        from.value = seed
      if (!seedField.value && by.value === 'seeds')
        by.value = 'words'
    },
    send,
  }
}
