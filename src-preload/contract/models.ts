/** The model catalogue: the models, their parameters and limits. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, AssetId, Kind, ModelId, SoundChoice } from './words.ts'

/** A file in a request, by the asset with its content. `heard` is what is sent of its sound, where not all of it is; main fills it in. */
export const FileValue = z.object({ assetId: AssetId, heard: SoundChoice.optional() })
export type FileValue = z.infer<typeof FileValue>
export const FieldValue = z.union([z.string().max(200_000), z.number(), z.boolean(), FileValue, z.array(FileValue)])
export type FieldValue = z.infer<typeof FieldValue>
/** The values that a user filled in, by parameter name. Dotted names (`voice_settings.speed`) nest. Contains only touched fields. */
export const Fields = z.record(z.string().max(100), FieldValue)
export type Fields = z.infer<typeof Fields>

/** One parameter of a model, as the service document names it. */
export const Field = z.object({
  /** The parameter's name in the request; a dot nests it in an object, which multipart requests send as a JSON string. */
  name: z.string(),
  type: z.enum(['line', 'text', 'integer', 'number', 'yes-no', 'choice', 'address', 'file', 'files']),
  isRequired: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  /** What the service uses when the parameter is not sent. It is displayed, but never sent unless the user sets it. */
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  /** The longest accepted text; exceeding it is only a warning when `isAdvice`. */
  maxCharacters: z.object({ count: z.int(), isAdvice: z.boolean() }).nullable(),
  /** The accepted MIME types of a file. */
  accepts: z.array(z.string()).nullable(),
  maxFiles: z.int().nullable(),
  maxClipSeconds: z.number().nullable(),
  /** Names of fields that cannot be combined with this one. */
  excludes: z.array(z.string()),
  /** The section of the form. */
  group: z.enum(['main', 'voice', 'style', 'source', 'size', 'sampling', 'output', 'advanced']),
  help: z.string(),
})
export type Field = z.infer<typeof Field>

export const Model = z.object({
  id: ModelId,
  kind: Kind,
  label: z.string(),
  /** One sentence about its use. */
  summary: z.string(),
  fields: z.array(Field),
  /** The encoding of a request without files; with files it is always multipart. */
  encoding: z.enum(['json', 'multipart']),
  /** Values that the service document requires and that users cannot change, such as `mode`. */
  fixed: z.record(z.string(), z.string()),
  /** The preset voices of the model. */
  presets: z.array(z.object({ name: z.string(), description: z.string(), language: z.string() })),
  canStream: z.boolean(),
  /** Whether the service registers reference clips for this model and returns a `voice_id`. */
  registersVoices: z.boolean(),
  /** Whether it accepts images and videos in a conversation; chat models only. */
  seesPictures: z.boolean(),
  /** Groups of parameters of which at least one is required, such as image or image_url. */
  oneOf: z.array(z.array(z.string())),
  /** The source of these facts: the service document, or public evidence of the live service. */
  evidence: z.string(),
  isBuiltIn: z.boolean(),
  /** Not offered in the workbenches, but still known, so that its takes can be displayed. */
  isHidden: z.boolean(),
})
export type Model = z.infer<typeof Model>

export const models = {
  /** The current catalogue, then its changes. */
  changes: feed({ input: z.object({}), event: changesOf(Model, ModelId) }),
  /** A draft entry with the usual parameters of models of this kind. Nothing is stored yet. */
  template: procedure({ effect: 'reads', input: z.object({ kind: Kind, modelId: ModelId }), output: z.object({ model: Model }) }),
  /**
   * Stores a model that the user made or changed. With the id of a built-in model it replaces that one until it is removed. `expected` is
   * the user's present model with this id, null for none; when it is another, and not this one, the call fails with changed-meanwhile.
   */
  save: procedure({
    effect: 'writes',
    input: z.object({ model: Model, expected: Model.nullable().optional() }),
    output: z.object({ model: Model }),
    faults: ['bad-model', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Deletes a model that the user made; a built-in one that it replaced is restored. */
  remove: procedure({
    effect: 'writes',
    input: z.object({ modelId: ModelId }),
    output: z.object({}),
    faults: ['not-found', 'built-in-model', 'library-read-only'],
  }),
  /** Hides a model from the workbenches, or shows it again. */
  hide: procedure({
    effect: 'writes',
    input: z.object({ modelId: ModelId, isHidden: z.boolean() }),
    output: z.object({ model: Model }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** The models that the user made or changed, as the text of a catalogue file. */
  export: procedure({ effect: 'reads', input: z.object({}), output: z.object({ text: z.string(), fileName: z.string() }) }),
  /**
   * Imports a catalogue file completely or, if any entry is invalid, not at all. `expected` are the models that the user made or changed;
   * when one that the file replaces is another by now, the call fails with changed-meanwhile.
   */
  import: procedure({
    effect: 'writes',
    input: z.object({ text: z.string().max(2_000_000), expected: z.array(Model).max(2000).optional() }),
    output: z.object({ modelIds: z.array(ModelId) }),
    faults: ['bad-model', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Requests the models that the account offers; free. `unknown` are those without an entry in the catalogue. */
  refresh: procedure({
    effect: 'reads',
    input: z.object({ accountId: AccountId }),
    output: z.object({ hasList: z.boolean(), offered: z.array(z.string()), unknown: z.array(z.string()) }),
    faults: [
      ...['not-found', 'no-account', 'no-key', 'key-locked', 'keychain-unavailable', 'host-unconfirmed'] as const,
      ...['practice-unavailable', 'account-refused'] as const,
    ],
  }),
}
