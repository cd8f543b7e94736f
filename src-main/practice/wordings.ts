/** Wordings of a line that take longer or shorter to say, for a chat that asks for them: the line with words left out, or words added. */

interface Task { readonly line: string, readonly characters: number, readonly keep: readonly string[] }

/** What a script editor would leave out first. */
const fillers = new Set([
  ...['really', 'very', 'just', 'quite', 'actually', 'rather', 'so', 'then', 'even', 'still', 'only', 'simply', 'indeed', 'almost', 'now'],
  ...['well', 'perhaps', 'always', 'again', 'here', 'there', 'too', 'also', 'already', 'all', 'own', 'little', 'such', 'ever', 'once'],
])
const opening = ['You know,', 'Listen:', 'Let me tell you,'] as const
const ending = ['or so they say', 'as far as I remember', 'and I would say it again', 'whatever anyone tells you', 'if you ask me'] as const
const chineseFillers = '的了就也都还很又真只再'
const chineseOpening = ['你知道，', '听我说，', '说真的，'] as const
const chineseEnding = ['至少大家都这么说', '我记得清清楚楚', '不管别人怎么讲', '如果你问我的话'] as const

/** JSON, as the prompt asks for it. Null for a prompt whose last row is no such task. */
export function writeWordings(prompt: string): string | null {
  const task = taskOf(prompt)
  if (!task)
    return null
  const isChinese = /\p{Script=Han}/u.test(task.line)
  const wordings = new Set<string>()
  for (const try_ of [0, 1, 2]) {
    const spacer = isChinese ? '' : ' '
    const ways = task.characters < [...task.line].length
      ? [true, false].map(dropsClauses => shorter(task, { spacer, try_, dropsClauses }))
      : [longer(task, { isChinese, try_ })]
    const wording = ways.find(each => !wordings.has(each))
    if (wording !== undefined)
      wordings.add(wording)
  }
  return JSON.stringify({ wordings: [...wordings] })
}

/** Longer ones are cut: to look for the next word to leave out takes the square of the length. */
const longestLine = 400

/** The last row of the prompt, where it is JSON that says what is wanted. */
function taskOf(prompt: string): Task | null {
  const { line, characters, keep } = membersOf(prompt.slice(prompt.lastIndexOf('\n') + 1))
  return typeof line === 'string' && line !== '' && typeof characters === 'number'
    ? { line: line.slice(0, longestLine), characters, keep: Array.isArray(keep) ? keep.filter(word => typeof word === 'string') : [] }
    : null
}

const clauses = /[^,.;:!?，。；：！？、]+[,.;:!?，。；：！？、…]*\s*/gu
const endMark = /[^\p{L}\p{N}]+$/u

interface Try { readonly spacer: string, readonly try_: number, readonly dropsClauses: boolean }

type Pick = (places: readonly number[]) => number | undefined

/** Without whole clauses, as far as enough is left to say. */
function withoutClauses({ line, characters, keep }: Task, pick: Pick): string {
  const parts = line.match(clauses) ?? [line]
  const isKept = (words: string): boolean => keep.some(each => words.toLowerCase().includes(each.toLowerCase()))
  for (let left = lengthOf(parts); left > characters; left = lengthOf(parts)) {
    const mayGo = (part: string): boolean => !isKept(part) && left - lengthOf([part]) >= characters * 0.7
    const at = pick(parts.map((_, each) => each).filter(each => mayGo(parts[each]!)))
    if (at === undefined)
      break
    parts.splice(at, 1)
  }
  return parts.join('').trim().replace(endMark, '') + (endMark.exec(line)?.[0] ?? '')
}

/** Fillers are left out first, then other words: from the end, the middle or the beginning. */
function shorter(task: Task, { spacer, try_, dropsClauses }: Try): string {
  const { line, characters, keep } = task
  const pick: Pick = places => places[Math.floor((places.length - 1) * (1 - try_ / 2))]
  const text = dropsClauses ? withoutClauses(task, pick) : line
  const kept = spacer === '' ? [...text] : text.split(' ')
  const isOfKept = (word: string): boolean => keep.some(each => each.toLowerCase().includes(word))
  const isFree = (at: number): boolean => at > 0 && at < kept.length - 1 && !isOfKept(plain(kept[at]!))
  const isFiller = (at: number): boolean => fillers.has(plain(kept[at]!)) || (spacer === '' && chineseFillers.includes(kept[at]!))
  const leaveOut = (mayGo: (at: number) => boolean): boolean => {
    const at = pick(kept.map((_, each) => each).filter(each => isFree(each) && mayGo(each)))
    if (at === undefined)
      return false
    // A comma or full stop belongs to the word before, now.
    const mark = endMark.exec(kept[at]!)?.[0] ?? ''
    kept.splice(at, 1)
    if (mark !== '' && !endMark.test(kept[at - 1]!))
      kept[at - 1] += mark
    return true
  }
  while (lengthOf([kept.join(spacer)]) > characters && (leaveOut(isFiller) || leaveOut(() => true)))
    continue
  const said = kept.join(spacer)
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function lengthOf(parts: readonly string[]): number {
  return [...parts.join('')].length
}

function longer({ line, characters }: Task, { isChinese, try_ }: { isChinese: boolean, try_: number }): string {
  const [openings, endings] = isChinese ? [chineseOpening, chineseEnding] as const : [opening, ending] as const
  const comma = isChinese ? '，' : ', '
  const mark = /[.!?。！？…]+["”」]?$/u.exec(line)?.[0] ?? ''
  let text = line.slice(0, line.length - mark.length)
  const distance = (of: string): number => Math.abs([...of].length - characters)
  for (let added = 0; added < endings.length; added += 1) {
    const more = text + comma + endings[(added + try_) % endings.length]!
    // At least one, and as many as bring it nearer.
    if (added > 0 && distance(more) >= distance(text))
      break
    text = more
  }
  const first = openings[try_ % openings.length]!
  if ([...text].length + first.length <= characters)
    text = isChinese ? first + text : `${first} ${text}`
  return text + mark
}

function plain(word: string): string {
  return word.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

function membersOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  }
  catch {
    return {} // It asks for something else.
  }
}
