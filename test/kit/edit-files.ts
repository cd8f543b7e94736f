/** Edit lists of documents for tests: files next to the list, titles as pictures. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { EditFile, EditList } from '../../src-main/interchange/edit-list.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { editListOf } from '../../src-main/interchange/list-of-sequence.ts'

export function fileOfTake({ id, title, medium, asset }: Take, path: string): EditFile {
  const { width, height, durationSeconds, framesPerSecond, sampleRate, channels, sounds } = asset
  const kind = medium === 'text' ? 'picture' : medium
  const facts = { width, height, seconds: durationSeconds, framesPerSecond, sampleRate, channels: channels ?? 0, ...sounds && { sounds } }
  return { id, hash: asset.id, path, name: title, medium: kind, ...facts }
}

export function titleFile(name: string, { width, height }: Pick<SequenceDocument, 'width' | 'height'>): EditFile {
  const none = { seconds: null, framesPerSecond: null, sampleRate: null, channels: 0 }
  return { id: name, path: name, name, medium: 'picture', width, height, ...none }
}

export function listOf(
  sequence: SequenceDocument,
  takes: readonly Take[],
  { pathOf = take => `media/${take.id.slice(-4)}`, onTitle = () => {}, innerOf, own }: {
    pathOf?: (take: Take) => string
    onTitle?: (clip: PictureClip, file: EditFile) => void
    innerOf?: InnerOf
    own?: string | null
  } = {},
): EditList {
  const byId = new Map(takes.map(take => [take.id, take]))
  return editListOf({
    ...{ sequence: innerOf ? flat(sequence, innerOf) : sequence, size: null, innerOf, ...own !== undefined && { own } },
    fileOf: id => fileOfTake(byId.get(id)!, pathOf(byId.get(id)!)),
    hasFile: id => byId.has(id),
    titleOf(clip) {
      const file = titleFile(`title-${clip.id}.png`, sequence)
      onTitle(clip, file)
      return file
    },
  })
}
