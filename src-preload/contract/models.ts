/** The model catalogue: which models there are, what each can be asked, and within which limits. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, AssetId, Kind, ModelId } from './words.ts'

/** A file that a request carries, by the asset that holds its bytes. */
export const FileValue = z.object({ assetId: AssetId })
export type FileValue = z.infer<typeof FileValue>
export const FieldValue = z.union([z.string().max(200_000), z.number(), z.boolean(), FileValue, z.array(FileValue)])
export type FieldValue = z.infer<typeof FieldValue>
/** What a person filled in, by parameter name. Dotted names (`voice_settings.speed`) nest. Only touched fields are present. */
export const Fields = z.record(z.string().max(100), FieldValue)
export type Fields = z.infer<typeof Fields>

/** One parameter of a model, as the service document names it. */
export const Field = z.object({
  /** The parameter's name on the wire; a dot nests it in an object, which multipart requests carry as a JSON string. */
  name: z.string(),
  type: z.enum(['line', 'text', 'integer', 'number', 'yes-no', 'choice', 'address', 'file', 'files']),
  isRequired: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  /** What the service takes when the parameter is not sent; shown, never sent for the person. */
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  /** Longest text that is sent as it is; longer is a warning where the document only recommends. */
  maxCharacters: z.object({ count: z.int(), isAdvice: z.boolean() }).nullable(),
  /** MIME types that a file may have. */
  accepts: z.array(z.string()).nullable(),
  maxFiles: z.int().nullable(),
  maxClipSeconds: z.number().nullable(),
  /** Names of fields that can't be sent together with this one. */
  excludes: z.array(z.string()),
  /** Where it stands in the form. */
  group: z.enum(['main', 'voice', 'style', 'source', 'size', 'sampling', 'output', 'advanced']),
  help: z.string(),
})
export type Field = z.infer<typeof Field>

export const Model = z.object({
  id: ModelId,
  kind: Kind,
  label: z.string(),
  /** One sentence: what it is good for. */
  summary: z.string(),
  fields: z.array(Field),
  /** How the request travels when it carries no file; with files it is always multipart. */
  encoding: z.enum(['json', 'multipart']),
  /** Values that the document demands and nobody may change, such as `mode`. */
  fixed: z.record(z.string(), z.string()),
  /** Speaking voices that come with the model. */
  presets: z.array(z.object({ name: z.string(), description: z.string(), language: z.string() })),
  canStream: z.boolean(),
  /** Does the service take a reference clip for this model and give a `voice_id`? */
  registersVoices: z.boolean(),
  /** Can it be shown pictures and films in a conversation? Of chat models only. */
  seesPictures: z.boolean(),
  /** Alternatives of which at least one must be present, such as image or image_url. */
  oneOf: z.array(z.array(z.string())),
  /** Where the facts come from: the service document, or public evidence of the live service. */
  evidence: z.string(),
  isBuiltIn: z.boolean(),
  /** Left out of the workbenches; still known, so that its takes can be read. */
  isHidden: z.boolean(),
})
export type Model = z.infer<typeof Model>

export const models = {
  /** The catalogue as it stands, then whatever changes in it. */
  changes: feed({ input: z.object({}), event: changesOf(Model, ModelId) }),
  /** The whole catalogue, or one kind of it. */
  list: procedure({
    effect: 'reads',
    input: z.object({ kind: Kind.nullable() }),
    output: z.object({ models: z.array(Model) }),
  }),
  /** A new entry to be filled in: what models of this kind usually take. Nothing is kept yet. */
  template: procedure({ effect: 'reads', input: z.object({ kind: Kind, modelId: ModelId }), output: z.object({ model: Model }) }),
  /** Keeps a model made or changed by hand; under the id of a built-in one it stands in its place until it is removed. */
  save: procedure({ effect: 'writes', input: z.object({ model: Model }), output: z.object({ model: Model }), faults: ['bad-model', 'library-read-only'] }),
  /** Forgets a model made by hand; a built-in one that it stood for comes back. */
  remove: procedure({ effect: 'writes', input: z.object({ modelId: ModelId }), output: z.object({}), faults: ['not-found', 'built-in-model', 'library-read-only'] }),
  /** Leaves a model out of the workbenches, or takes it in again. */
  hide: procedure({ effect: 'writes', input: z.object({ modelId: ModelId, isHidden: z.boolean() }), output: z.object({ model: Model }), faults: ['not-found', 'library-read-only'] }),
  /** The models made or changed by hand as the text of a catalogue file. */
  export: procedure({ effect: 'reads', input: z.object({}), output: z.object({ text: z.string(), fileName: z.string() }) }),
  /** Takes in a catalogue file: all of it or, at the first entry that cannot be read, nothing. */
  import: procedure({
    effect: 'writes',
    input: z.object({ text: z.string().max(2_000_000) }),
    output: z.object({ modelIds: z.array(ModelId) }),
    faults: ['bad-model', 'library-read-only'],
  }),
  /** Asks the account which models it offers; free. `unknown` are those that the catalogue has no entry for. */
  refresh: procedure({
    effect: 'reads',
    input: z.object({ accountId: AccountId }),
    output: z.object({ hasList: z.boolean(), offered: z.array(z.string()), unknown: z.array(z.string()) }),
    faults: ['not-found', 'no-account', 'no-key', 'key-locked', 'practice-unavailable', 'account-refused'],
  }),
}
