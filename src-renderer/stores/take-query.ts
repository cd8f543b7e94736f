/** Which takes a list shows, and what news does to it. Pure: main answers the search, this keeps the answer true. */
import type { StudioClient } from '#contract/index.ts'
import type { Take } from '#contract/takes.ts'
import type { SearchTerm } from '#rules/search/query.ts'
import type { TakeState } from '#rules/search/terms.ts'
import type { TakeNews } from './takes.ts'
import { foldName } from '#rules/search/names.ts'
import { isOfChecks, parseSearch } from '#rules/search/query.ts'

type SearchInput = Parameters<StudioClient['takes']['search']>[0]
export type TakeQuery = Omit<SearchInput, 'cursor' | 'limit'>

/** Frozen: a form bound to this shared object would write its search into every other list. */
export const everyTake: Readonly<TakeQuery> = Object.freeze({
  text: '',
  kinds: [],
  media: [],
  modelIds: [],
  projectId: null,
  onlyMadeThere: false,
  lineId: null,
  onlyStarred: false,
  onlyIncomplete: false,
  inTrash: false,
})

/** Certainly part of the project. Which takes a script or a timeline uses, only main knows. */
function isInProject(take: Take, { projectId, onlyMadeThere }: TakeQuery): boolean {
  return projectId === null || take.projectId === projectId || (!onlyMadeThere && take.addedToIds.includes(projectId))
}

function passesFacets(take: Take, query: TakeQuery): boolean {
  return (take.trashedAt !== null) === query.inTrash
    && (query.kinds.length === 0 || query.kinds.includes(take.kind))
    && (query.media.length === 0 || query.media.includes(take.medium))
    && (query.modelIds.length === 0 || (take.modelId !== null && query.modelIds.includes(take.modelId)))
    && (query.lineId === null || take.lineId === query.lineId)
    && (!query.onlyStarred || take.isStarred)
    && (!query.onlyIncomplete || Boolean(take.arrival?.incomplete))
}

/** What the page knows of a take for a term; null where only main knows. */
function passesTerm(take: Take, term: SearchTerm): boolean | null {
  switch (term.is) {
    case 'kind': return take.kind === term.value
    case 'tag': return take.tags.some(tag => foldName(tag).includes(foldName(term.value)))
    case 'voice': return take.voice !== null && foldName(take.voice).includes(foldName(term.value))
    // Which of its collections is called so, only main knows.
    case 'collection': return take.collectionIds === undefined ? false : null
    case 'longer': return take.medium !== 'picture' && (take.asset.durationSeconds ?? 0) > term.value
    case 'shorter': return take.medium !== 'picture' && take.asset.durationSeconds !== null && take.asset.durationSeconds < term.value
    case 'is': {
      const known = {
        starred: take.isStarred,
        practice: take.isPractice,
        missing: take.asset.isMissing,
        incomplete: Boolean(take.arrival?.incomplete),
        used: null,
        unused: null,
        duplicate: null,
        check: take.checkOf !== undefined,
      } satisfies Record<TakeState, boolean | null>
      return known[term.value]
    }
    default: return null
  }
}

/** Whether no filter of the search leaves the take out, as far as the page knows. */
function passesSearch(take: Take, text: string): boolean {
  const terms = parseSearch(text)
  return (take.checkOf === undefined || terms.some(isOfChecks)) && terms.every(term => passesTerm(take, term) !== term.isNot)
}

/** Whether only main knows what the search leaves out: then a change of any take may move it into the list or out of it. */
export function isLeftToMain({ text }: Pick<TakeQuery, 'text'>): boolean {
  const states: readonly TakeState[] = ['duplicate', 'used', 'unused']
  return parseSearch(text).some(term => term.is === 'collection' || (term.is === 'is' && states.includes(term.value)))
}

/** Whether a take that was found stays, after a change: only main knows whether its words are found again. */
export function mayStay(take: Take, query: TakeQuery): boolean {
  return passesFacets(take, query) && passesSearch(take, query.text)
}

/** Whether nothing but the words of the query can leave the take out: which words it is found by, only main knows. */
export function mayBelong(take: Take, query: TakeQuery): boolean {
  return mayStay(take, query) && isInProject(take, query)
}

/** As main compares words: *cafe* finds *Café*. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Would this take be found by the query? For text the page can only guess; main decides when asked. */
export function mayMatch(take: Take, query: TakeQuery): boolean {
  const words = parseSearch(query.text)
    .flatMap(term => (term.is === 'word' || term.is === 'phrase') && !term.isNot ? [withoutAccents(term.text)] : [])
  const texts = [take.title, take.text, take.note, take.voice, take.modelId, ...take.tags].map(text => withoutAccents(text ?? ''))
  return mayBelong(take, query) && words.every(word => texts.some(text => text.includes(word)))
}

/** Whether main lists a take after another one: by its number, or by its time where dates are searched. */
export function isBehind(take: Take, other: Take, { text }: Pick<TakeQuery, 'text'>): boolean {
  const hasDates = parseSearch(text).some(term => term.is === 'before' || term.is === 'after')
  return hasDates && take.takenAt !== other.takenAt ? take.takenAt < other.takenAt : take.number < other.number
}

/** What is shown after news: takes that left are gone, changed ones are replaced in place, new ones are only counted. */
export function patchList(
  shown: readonly Take[],
  news: Pick<TakeNews, 'changed' | 'removed'>,
  query: TakeQuery,
): { shown: readonly Take[], arrived: readonly Take[] } {
  const changed = new Map(news.changed.map(take => [take.id, take]))
  const removed = new Set(news.removed)
  const here = new Set(shown.map(take => take.id))
  const touched = shown.some(take => changed.has(take.id) || removed.has(take.id))
  // One that was listed without having been made or added there is used there, and stays.
  const stays = (before: Take, after: Take): boolean => mayStay(after, query) && (isInProject(after, query) || !isInProject(before, query))
  const next = touched
    ? shown.flatMap((take) => {
        const after = changed.get(take.id)
        return removed.has(take.id) || (after && !stays(take, after)) ? [] : after ?? take
      })
    : shown
  return { shown: next, arrived: news.changed.filter(take => !here.has(take.id) && mayMatch(take, query)) }
}
