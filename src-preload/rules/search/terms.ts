/** The words of the search language, in English and in Chinese, and what their values are. */
import type { TakeKind } from '#contract/words.ts'

/** In the order in which they are offered. */
export const filterNames = [
  ...['kind', 'is', 'voice', 'model', 'tag', 'project', 'collection', 'account'] as const,
  ...['before', 'after', 'longer', 'shorter'] as const,
] as const
export type FilterName = typeof filterNames[number]

/** Written in front of the colon, lower-case. The first is what is offered in Chinese; in English that is the name itself. */
const chineseNames: Readonly<Record<FilterName, readonly string[]>> = {
  kind: ['类型'],
  is: ['状态', '是'],
  voice: ['音色'],
  model: ['模型'],
  tag: ['标签'],
  project: ['项目'],
  collection: ['合集'],
  account: ['账户', '帐户'],
  before: ['早于', '之前'],
  after: ['晚于', '之后'],
  longer: ['长于'],
  shorter: ['短于'],
}

const kindWords: Readonly<Record<TakeKind, readonly string[]>> = {
  speech: ['语音'],
  image: ['图片'],
  edit: ['图片编辑', 'image edit'],
  video: ['视频'],
  transcribe: ['转写', '转写稿', 'transcript'],
  chat: ['对话'],
  import: ['导入'],
}

export const takeStates = ['starred', 'unused', 'used', 'incomplete', 'practice', 'missing', 'duplicate', 'check'] as const
export type TakeState = typeof takeStates[number]
const stateWords: Readonly<Record<TakeState, readonly string[]>> = {
  starred: ['已加星标', '星标'],
  unused: ['未使用'],
  used: ['已使用'],
  incomplete: ['不完整'],
  practice: ['练习'],
  missing: ['文件缺失', '缺失'],
  duplicate: ['重复'],
  check: ['回听稿'],
}

export type SearchLanguage = 'en' | 'zh'

function reader<Word extends string>(words: Readonly<Record<Word, readonly string[]>>): (text: string) => Word | null {
  const found = new Map<string, Word>()
  for (const word of Object.keys(words) as Word[]) { // The keys of a literal.
    for (const spelling of [word, ...words[word]])
      found.set(spelling, word)
  }
  return text => found.get(text.toLowerCase()) ?? null
}

export const readFilterName = reader(chineseNames)
export const readKind = reader(kindWords)
export const readState = reader(stateWords)

/** As they are offered in a language. */
export function offeredName(name: FilterName, language: SearchLanguage): string {
  return language === 'zh' ? chineseNames[name][0] ?? name : name
}
export function offeredKind(kind: TakeKind, language: SearchLanguage): string {
  return language === 'zh' ? kindWords[kind][0] ?? kind : kind
}
export function offeredState(state: TakeState, language: SearchLanguage): string {
  return language === 'zh' ? stateWords[state][0] ?? state : state
}
