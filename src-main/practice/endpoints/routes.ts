/** The routing table: which path and which model lead to which endpoint. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, ReadRequest, WorkRequest } from '../context.ts'
import type { Kind, ModelRules } from '../parameters.ts'
import type { Submission } from '../request/http-body.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { formsOf, models, uploads } from '../parameters.ts'
import { chat } from './chat.ts'
import { edit, image } from './images.ts'
import { speech } from './speech.ts'
import { transcribe } from './transcripts.ts'
import { shotResult, shotStatus, submitShot } from './video.ts'
import { uploadVoice } from './voices.ts'

export type Route
  = | { readonly method: 'GET', readonly answer: (context: PracticeContext, request: ReadRequest) => Answer | Promise<Answer> }
    | {
      readonly method: 'POST'
      /** Throws Refusal for a model that cannot do this. */
      readonly rulesFor: (model: string, submission: Submission) => ModelRules
      readonly answer: (context: PracticeContext, request: WorkRequest) => Promise<Answer>
    }

const work: Readonly<Record<Kind, (context: PracticeContext, request: WorkRequest) => Promise<Answer>>> = {
  chat,
  image,
  edit,
  video: submitShot,
  transcription: transcribe,
  speech,
  upload: uploadVoice,
}

const generate: Route = { method: 'POST', rulesFor: generateRules, answer: (context, request) => work[request.kind](context, request) }

export const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/api/v1/chat/completions', { method: 'POST', rulesFor: chatRules, answer: chat }],
  ['/api/v1/generate', generate],
  ['/api/v1/generate/status', { method: 'GET', answer: shotStatus }],
  ['/api/v1/generate/result', { method: 'GET', answer: shotResult }],
  ['/api/v1/generate/upload', { method: 'POST', rulesFor: uploadRules, answer: uploadVoice }],
  ['/api/v1/models', { method: 'GET', answer: listModels }],
])

function chatRules(model: string, submission: Submission): ModelRules {
  requireForm('chat', submission)
  const rules = models.get(model)?.find(({ kind }) => kind === 'chat')
  if (!rules)
    throw new Refusal(400, `model: Unknown model '${model}'`)
  return rules
}

/** The model determines the kind of work; for models that generate and edit images, `mode` or an attached image decides. */
function generateRules(model: string, submission: Submission): ModelRules {
  const choices = models.get(model)?.filter(({ kind }) => kind !== 'chat') ?? []
  const [first, second] = choices
  // The live service answers this for a model that it cannot route.
  if (!first)
    throw new Refusal(500, 'Unsupported category')
  const mode = submission.fields.get('mode')
  if (!second && first.kind === 'edit' && mode === 'text-to-image')
    throw new Refusal(400, `mode: ${model} only supports image-editing`)
  // Neither kind, so neither form.
  if (second && mode !== undefined && mode !== 'text-to-image' && mode !== 'image-editing')
    throw new Refusal(400, 'mode: Input should be one of: text-to-image, image-editing')
  const editing = choices.find(({ kind }) => kind === 'edit')
  const hasPicture = (editing?.needsOneOf ?? []).flat().some(name =>
    submission.fields.has(name) || submission.files.some(file => file.field === name))
  const rules = editing && (mode === 'image-editing' || (mode === undefined && hasPicture)) ? editing : first
  requireForm(rules.kind, submission)
  return rules
}

function uploadRules(model: string, submission: Submission): ModelRules {
  requireForm('upload', submission)
  const rules = uploads.get(model)
  if (!rules)
    throw new Refusal(400, `model: Input should be one of: ${[...uploads.keys()].join(', ')}`)
  return rules
}

const contentTypes: Readonly<Record<Submission['encoding'], string>> = { json: 'application/json', multipart: 'multipart/form-data' }

function requireForm(kind: Kind, { encoding }: Submission): void {
  const wanted = formsOf[kind][0]
  if (!formsOf[kind].includes(encoding))
    throw new Refusal(415, `Unsupported content type: ${contentTypes[encoding]}. Send ${contentTypes[wanted]}`)
}

function listModels(): Answer {
  const data = [...models].map(([id, [rules]]) => ({ id, object: 'model', created: 0, owned_by: 'practice', kind: rules.kind }))
  return jsonAnswer({ object: 'list', data })
}
