/** Checks the messages of a chat request and reads their texts and media. */
import { Refusal } from '../answers/answer.ts'

export interface Message {
  readonly role: string
  readonly text: string
  /** URLs of images and videos among the parts. */
  readonly media: readonly { readonly type: string, readonly url: string }[]
}

const roles = ['system', 'user', 'assistant', 'tool', 'developer']

/** Throws Refusal 400 with the path of the mistake, such as `messages.0.role`. `sees`: the part types allowed besides text. */
export function checkMessages(name: string, value: unknown, sees: readonly string[]): readonly Message[] {
  if (!Array.isArray(value))
    throw new Refusal(400, `${name}: Input should be a valid list`)
  if (value.length === 0)
    throw new Refusal(400, `${name}: List should have at least 1 item`)
  return value.map((message: unknown, index) => checkMessage(`${name}.${index}`, message, sees))
}

function checkMessage(name: string, value: unknown, sees: readonly string[]): Message {
  const role = propertyOf(value, 'role')
  if (typeof role !== 'string' || !roles.includes(role))
    throw new Refusal(400, `${name}.role: Input should be one of: ${roles.join(', ')}`)
  const content = propertyOf(value, 'content')
  if (typeof content === 'string')
    return { role, text: content, media: [] }
  if (Array.isArray(content))
    return { role, ...readParts(`${name}.content`, content, sees) }
  if (content === null && role === 'assistant')
    return { role, text: '', media: [] }
  throw new Refusal(400, `${name}.content: Input should be a string or a list of parts`)
}

function readParts(name: string, parts: readonly unknown[], sees: readonly string[]): Pick<Message, 'text' | 'media'> {
  const texts: string[] = []
  const media: { type: string, url: string }[] = []
  for (const [index, part] of parts.entries()) {
    const type = propertyOf(part, 'type')
    const said = propertyOf(part, 'text')
    const url = typeof type === 'string' ? propertyOf(propertyOf(part, type), 'url') : undefined
    if (type === 'text' && typeof said === 'string')
      texts.push(said)
    else if (typeof type === 'string' && sees.includes(type) && typeof url === 'string')
      media.push({ type, url })
    else
      throw new Refusal(400, `${name}.${index}: ${refusalOf(type, sees)}`)
  }
  return { text: texts.join('\n'), media }
}

function refusalOf(type: unknown, sees: readonly string[]): string {
  if (type === 'image_url' || type === 'video_url')
    return sees.includes(type) ? `${type} should hold an object with url` : `This model does not accept ${type} parts`
  return `Input should be a part of type ${['text', ...sees].join(', ')}`
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
