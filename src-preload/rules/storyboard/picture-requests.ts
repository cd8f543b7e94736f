/** What a picture of the storyboard asks of a model: the page prices it by the same rule that main sends it by. */
import type { Field, Fields, Model } from '#contract/models.ts'
import type { PictureMaker, StoryboardLook, StoryboardPicture } from '#contract/storyboard.ts'
import type { AssetId, Kind } from '#contract/words.ts'
import { givenValue } from '../models/presence.ts'

/** A picture that goes along with a request. */
export interface GivenPicture { readonly assetId: AssetId, readonly mime: string }

const promptField = 'prompt'

export const stillKinds: readonly Kind[] = ['image', 'edit']
export const shotKinds: readonly Kind[] = ['video']

/** The model that was chosen, else the first that is offered; undefined where the catalogue has none. */
export function makerModel(maker: PictureMaker, models: readonly Model[], kinds: readonly Kind[]): Model | undefined {
  const fitting = models.filter(model => kinds.includes(model.kind))
  return fitting.find(model => model.id === maker.modelId)
    ?? kinds.flatMap(kind => fitting.filter(model => model.kind === kind && !model.isHidden))[0]
}

/** The field in which a model takes this picture; undefined when it takes none. */
export function sourceFieldOf(model: Model, mime: string): Field | undefined {
  return model.fields.find(field => field.group === 'source'
    && (field.type === 'file' || field.type === 'files')
    && field !== endFieldOf(model, mime)
    && (field.accepts === null || field.accepts.includes(mime)))
}

/** The field in which a model takes the picture that a shot ends with; undefined when it takes none. */
export function endFieldOf(model: Model, mime: string): Field | undefined {
  return model.fields.find(field => field.group === 'source'
    && field.type === 'file'
    && /(?:^|_)(?:end|last|final|tail)(?:_|$)/.test(field.name)
    && (field.accepts === null || field.accepts.includes(mime)))
}

/** Fields for choosing by hand: all but the prompt and what the picture itself brings. */
export function isMakerField(field: Field): boolean {
  return field.name !== promptField && field.group !== 'source'
}

/** The whole prompt of a still: what it shows, then the style of the project. */
export function stillPrompt(prompt: string, style: string): string {
  return [prompt.trim(), style.trim()].filter(words => words !== '').join('\n\n')
}

/** Null without a prompt. */
export function stillFields(
  picture: Pick<StoryboardPicture, 'prompt'>,
  look: Pick<StoryboardLook, 'style' | 'still'>,
  { model, reference }: { model: Model, reference: GivenPicture | null },
): Fields | null {
  return picture.prompt.trim() === ''
    ? null
    : fieldsFor(model, look.still.fields, stillPrompt(picture.prompt, look.style), reference)
}

/** Null without a still or without words for its motion. */
export function shotFields(
  picture: Pick<StoryboardPicture, 'motionPrompt'>,
  look: Pick<StoryboardLook, 'shot'>,
  { model, still }: { model: Model, still: GivenPicture | null },
): Fields | null {
  return picture.motionPrompt.trim() === '' || still === null
    ? null
    : fieldsFor(model, look.shot.fields, picture.motionPrompt.trim(), still)
}

function fieldsFor(model: Model, chosen: Fields, prompt: string, picture: GivenPicture | null): Fields {
  const source = picture === null ? undefined : sourceFieldOf(model, picture.mime)
  const given = model.fields.flatMap((field): [string, Fields[string]][] => {
    const value = givenValue(chosen, field.name)
    // A model that edits a picture takes its size from that.
    const isShutOut = source !== undefined && (field.excludes.includes(source.name) || source.excludes.includes(field.name))
    return value === undefined || !isMakerField(field) || isShutOut ? [] : [[field.name, value]]
  })
  const file = picture && { assetId: picture.assetId }
  return {
    ...Object.fromEntries(given),
    [promptField]: prompt,
    ...(source && file ? { [source.name]: source.type === 'files' ? [file] : file } : {}),
  }
}

/** Equal for fields that become the very same request of this model: blank ones, and those that it does not have, are not sent. */
export function requestText(model: Model, fields: Fields): string {
  const sent = model.fields.map(field => field.name).toSorted().flatMap((name) => {
    const value = givenValue(fields, name)
    return value === undefined ? [] : [[name, typeof value === 'string' ? value.normalize('NFC').trim() : value]]
  })
  return JSON.stringify([model.id, sent])
}
