/** Tells an answer from the thinking that some models write into it: think tags, also without the opening one, and harmony channels. */

export interface Said { readonly text: string, readonly reasoning: string }

const opening = '<think>'
const closing = '</think>'
const channelWords = ['start', 'end', 'channel', 'message', 'constrain', 'return', 'call']
const channelMark = new RegExp(`(<\\|(?:${channelWords.join('|')})\\|>)`)
const marks = [opening, closing, ...channelWords.map(word => `<|${word}|>`)]

/**
 * Only a block at the very beginning is thinking: further on, a tag is something the model speaks about. While the answer
 * arrives (`isOver` false) an end that may become a mark is held back.
 */
export function splitThinking(content: string, { isOver }: { readonly isOver: boolean }): Said {
  if (!content.includes('<'))
    return { text: content, reasoning: '' }
  const shown = isOver ? content : withoutHalfMark(content)
  if (!/^\s*(?:<\|start\|>[^<]*)?<\|channel\|>/.test(shown))
    return splitTags(shown)
  if (shown.includes('<|message|>'))
    return splitChannels(shown)
  return { text: isOver ? shown : '', reasoning: '' }
}

function splitTags(content: string): Said {
  const start = content.trimStart()
  const isOpened = start.startsWith(opening)
  const endsAt = start.indexOf(closing)
  if (!isOpened && endsAt < 0)
    return { text: content, reasoning: '' }
  // A template that opens the block itself leaves only the closing tag in the answer.
  const thinking = start.slice(isOpened ? opening.length : 0, endsAt < 0 ? undefined : endsAt)
  return { text: endsAt < 0 ? '' : start.slice(endsAt + closing.length).trimStart(), reasoning: thinking.trim() }
}

/** What is not marked as analysis or commentary is the answer: no word is lost. */
function splitChannels(content: string): Said {
  const texts: string[] = []
  const thoughts: string[] = []
  let head: string | null = ''
  let isThinking = false
  for (const piece of content.split(channelMark)) {
    if (piece === '<|start|>' || piece === '<|channel|>') {
      head = ''
    }
    else if (piece === '<|message|>') {
      isThinking = /^\s*(?:analysis|commentary)/.test(head ?? '')
      head = null
    }
    else if (channelMark.test(piece)) {
      isThinking = false
      head = piece === '<|constrain|>' ? head : null
    }
    else if (head !== null) {
      head += piece
    }
    else {
      (isThinking ? thoughts : texts).push(piece)
    }
  }
  return { text: joined(texts), reasoning: joined(thoughts) }
}

function joined(blocks: readonly string[]): string {
  return blocks.map(block => block.trim()).filter(block => block !== '').join('\n\n')
}

function withoutHalfMark(content: string): string {
  const from = content.lastIndexOf('<')
  const end = content.slice(from)
  return from >= 0 && marks.some(mark => mark.length > end.length && mark.startsWith(end)) ? content.slice(0, from) : content
}
