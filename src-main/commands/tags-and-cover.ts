/** Tags, cover and frame of a delivery from the command line, as the form of Deliver has them. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import type { AssetId, ProjectId, TakeId } from '#contract/words.ts'
import type { OpenStudio } from '../studio/open-studio.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { formats } from '#rules/deliver/formats.ts'
import { isStill } from '#rules/deliver/part.ts'
import { noTags } from '#rules/deliver/sound-tags.ts'
import { sha256File } from '../base/hash.ts'
import { importOf } from '../library/takes.ts'
import { OtherMediumError } from '../media/unreadable.ts'
import { CannotDeliver } from './cannot-deliver.ts'
import { terminalTexts } from './terminal-texts.ts'

export interface WantedTags {
  /** Those that were given. */
  readonly tags?: Partial<SoundTags> | undefined
  /** The absolute path of a picture; null for none. */
  readonly cover?: string | null | undefined
  /** Of a still, in seconds; null for the first frame. */
  readonly frameAt?: number | null | undefined
}

/** What a preset keeps of the tags is filled in, as in the form. @throws CannotDeliver for what this kind of file cannot carry */
export function tagsOf({ tags = {}, cover = null, frameAt = null }: WantedTags, preset: Preset): Pick<DeliveryOptions, 'tags'> {
  const given = [...Object.keys(tags).map(name => `--${name}`), ...cover === null ? [] : ['--cover']]
  const holds = formats[preset.format].cover
  if (given.length > 0 && !holds)
    throw new CannotDeliver('no-such-tags', { format: preset.format, given, carriers: carriers() })
  if (frameAt !== null && !isStill(preset))
    throw new CannotDeliver('frame-of-video', { preset: preset.id, format: preset.format })
  return holds ? { tags: { ...noTags, ...preset.tags, ...tags } } : {}
}

function carriers(): string[] {
  return Object.entries(formats).filter(([, { cover }]) => cover).map(([format]) => format)
}

/** The picture as a take of the library: one that already exists, or filed as an import. @throws CannotDeliver */
export async function coverTake(
  path: string,
  projectId: ProjectId,
  { parts, say }: { readonly parts: Pick<OpenStudio['parts'], 'imports' | 'takes'>, readonly say: (line: string) => void },
): Promise<TakeId> {
  const { size } = await stat(path).catch((cause: Error) => {
    throw new CannotDeliver('cover-unreadable', { said: cause.message }, { cause })
  })
  // An asset is named by its content.
  const known = await parts.takes.withAsset(await sha256File(path) as AssetId)
  if (known?.medium === 'picture' && !known.asset.isMissing)
    return known.id
  try {
    const ticket = await parts.imports.receive(basename(path), createReadStream(path), size)
    const { id } = await parts.imports.adopt(
      ticket,
      ({ asset, medium, name }) => parts.takes.file(importOf({ medium, title: name, fileName: name, projectId }), asset),
      'picture',
    )
    say(terminalTexts().deliver.coverAdded(basename(path)))
    return id
  }
  catch (cause) {
    if (cause instanceof OtherMediumError || isFault(cause, 'unsupported-file'))
      throw new CannotDeliver('cover-not-image', { path }, { cause })
    if (isFault(cause, 'unreadable-file') || isFault(cause, 'file-too-large') || isFault(cause, 'disk-full'))
      throw new CannotDeliver('cover-refused', { path, because: cause.code }, { cause })
    throw cause
  }
}
