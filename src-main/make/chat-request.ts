/** A conversation as a chat request: the model's parameters, then texts and pictures of all messages in order. */
import type { Message, MessagePart } from '#contract/conversations.ts'
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import { shapeRequest } from './shape-request.ts'

type Said = Pick<Message, 'role' | 'parts'>

/** Body members in the order of sending (service document 1). A picture is its asset's id; its bytes are added when it is sent. */
export function chatParts(model: Model, fields: Fields, said: { system: string, path: readonly Said[] }): [string, unknown][] {
  const { parts } = shapeRequest(model, fields)
  return [
    ...parts.map(([name, value]): [string, unknown] => [name, value]),
    ['messages', [...systemMessage(said.system), ...said.path.flatMap(messageFor)]],
  ]
}

function systemMessage(system: string): object[] {
  return system.trim() === '' ? [] : [{ role: 'system', content: system }]
}

function messageFor({ role, parts }: Said): object[] {
  const texts = parts.flatMap(part => part.type === 'text' ? part.text : [])
  // The parts of an answer are one text; an empty answer is left out.
  if (role === 'assistant')
    return texts.length === 0 ? [] : [{ role, content: texts.join('') }]
  // Every model takes a text, not every one takes parts.
  const isPlain = parts.length === 1 && texts.length === 1
  return [{ role, content: isPlain ? texts[0] : parts.map(partFor) }]
}

function partFor(part: MessagePart): object {
  switch (part.type) {
    case 'text': return { type: 'text', text: part.text }
    case 'image': return { type: 'image_url', image_url: { url: { dataUrlOf: part.assetId } } }
    case 'image-address': return { type: 'image_url', image_url: { url: part.url } }
    case 'video-address': return { type: 'video_url', video_url: { url: part.url } }
    default: return part satisfies never
  }
}

/** The pictures that the messages carry, each once. */
export function picturesIn(path: readonly Said[]): AssetId[] {
  return [...new Set(path.flatMap(({ parts }) => parts.flatMap(part => part.type === 'image' ? part.assetId : [])))]
}

/** What is wrong with the new message; its field in the request is `messages`. */
export function issuesOf(parts: readonly MessagePart[], pictures: readonly Asset[]): FieldIssue[] {
  const issue = (
    problem: FieldIssue['problem'],
    limit: string | null = null,
  ): FieldIssue => ({ field: 'messages', problem, limit, isWarning: false })
  return [
    ...(parts.every(part => part.type === 'text' && part.text.trim() === '') ? [issue('missing')] : []),
    ...parts.flatMap(part => 'url' in part && !/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(part.url) ? [issue('not-an-address')] : []),
    ...pictures.flatMap(picture => picture.mime.startsWith('image/') ? [] : [issue('wrong-file-type', 'image/*')]),
  ]
}
