/** Separates an answer from reasoning inside it: think tags, also without the opening one, and harmony channels. */

export interface SplitAnswer { readonly text: string, readonly reasoning: string }

const opening = '<think>'
const closing = '</think>'
const channelWords = ['start', 'end', 'channel', 'message', 'constrain', 'return', 'call']
const channelMark = new RegExp(`(<\\|(?:${channelWords.join('|')})\\|>)`)
const marks = [opening, closing, ...channelWords.map(word => `<|${word}|>`)]

/**
 * Only a block at the beginning is reasoning: a later tag is part of the text. While the answer arrives (`isOver` false), an end
 * that may be the beginning of a mark is held back.
 */
export function splitThinking(content: string, { isOver }: { readonly isOver: boolean }): SplitAnswer {
  if (!content.includes('<'))
    return { text: content, reasoning: '' }
  const shown = isOver ? content : withoutPartialMark(content)
  if (!/^\s*(?:<\|start\|>[^<]*)?<\|channel\|>/.test(shown))
    return splitTags(shown)
  if (shown.includes('<|message|>'))
    return splitChannels(shown)
  return { text: isOver ? shown : '', reasoning: '' }
}

function splitTags(content: string): SplitAnswer {
  const start = content.trimStart()
  const isOpened = start.startsWith(opening)
  const endsAt = start.indexOf(closing)
  if (!isOpened && endsAt < 0)
    return { text: content, reasoning: '' }
  // When the chat template opens the block, the answer contains only the closing tag.
  const thinking = start.slice(isOpened ? opening.length : 0, endsAt < 0 ? undefined : endsAt)
  return { text: endsAt < 0 ? '' : start.slice(endsAt + closing.length).trimStart(), reasoning: thinking.trim() }
}

/** Everything not marked as analysis or commentary is the answer, so that no text is lost. */
function splitChannels(content: string): SplitAnswer {
  const texts: string[] = []
  const thoughts: string[] = []
  let head: string | null = ''
  let isThinking = false
  for (const part of content.split(channelMark)) {
    if (part === '<|start|>' || part === '<|channel|>') {
      head = ''
    }
    else if (part === '<|message|>') {
      isThinking = /^\s*(?:analysis|commentary)/.test(head ?? '')
      head = null
    }
    else if (channelMark.test(part)) {
      isThinking = false
      head = part === '<|constrain|>' ? head : null
    }
    else if (head !== null) {
      head += part
    }
    else {
      (isThinking ? thoughts : texts).push(part)
    }
  }
  return { text: joined(texts), reasoning: joined(thoughts) }
}

function joined(blocks: readonly string[]): string {
  return blocks.map(block => block.trim()).filter(block => block !== '').join('\n\n')
}

function withoutPartialMark(content: string): string {
  const from = content.lastIndexOf('<')
  const end = content.slice(from)
  return from >= 0 && marks.some(mark => mark.length > end.length && mark.startsWith(end)) ? content.slice(0, from) : content
}
