/** What may follow what is typed into a search: names of filters, and their values. */
import type { FilterName, SearchLanguage } from './terms.ts'
import { TakeKind } from '#contract/words.ts'
import { foldName } from './names.ts'
import { printFilter } from './query.ts'
import { filterNames, offeredKind, offeredName, offeredState, readFilterName, takeStates } from './terms.ts'

/** The values of this studio. */
export type KnownNames = Readonly<Record<'voice' | 'model' | 'tag' | 'project' | 'collection' | 'account', readonly string[]>>

export interface Completion {
  /** As it is shown. */
  readonly label: string
  /** The whole text once it is chosen. */
  readonly text: string
}

/** The last term, which is being typed: its minus, the name before the colon, and the value, which may be in quotes. */
const last = /(^|\s)(-?)(?:([^\s:："“”-][^\s:："“”]*)([:：]))?(?:["“]([^"”]*)|([^\s"“”-][^\s"“”]*)?)$/u
const mostOffered = 8

/** Best first; none where nothing is typed yet. */
export function completionsOf(text: string, language: SearchLanguage, known: KnownNames): Completion[] {
  const match = last.exec(text)
  if (match === null)
    return []
  const [all, space = '', minus = '', name = '', colon, quoted, bare = ''] = match
  const before = text.slice(0, text.length - all.length) + space + minus
  const filter = readFilterName(name)
  if (colon === undefined) {
    return quoted !== undefined || bare === ''
      ? []
      : filterNames.filter(each => [each, offeredName(each, language)].some(word => word.startsWith(bare.toLowerCase())))
          .map(each => ({ label: `${offeredName(each, language)}:`, text: `${before}${offeredName(each, language)}:` }))
  }
  if (filter === null)
    return []
  const typed = foldName(quoted ?? bare)
  const values = [...new Set(valuesOf(filter, language, known))].map(value => ({ value, at: foldName(value).indexOf(typed) }))
  return values.filter(({ at }) => at >= 0)
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, mostOffered)
    .map(({ value }) => ({ label: value, text: `${before}${printFilter(name, value)} ` }))
    .filter(completion => completion.text.trimEnd() !== text)
}

function valuesOf(name: FilterName, language: SearchLanguage, known: KnownNames): readonly string[] {
  switch (name) {
    case 'kind': return TakeKind.options.map(kind => offeredKind(kind, language))
    case 'is': return takeStates.map(state => offeredState(state, language))
    case 'before':
    case 'after': return language === 'zh' ? ['今天', '昨天'] : ['today', 'yesterday']
    case 'longer':
    case 'shorter': return language === 'zh' ? ['10秒', '1分', '10分'] : ['10s', '1m', '10m']
    default: return known[name]
  }
}
