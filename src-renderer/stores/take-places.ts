/** A list of all takes that answer a search, each at its place: what is in sight is loaded, and nothing moves by itself. */
import type { MaybeRefOrGetter } from 'vue'
import type { TakeMonth, TakeSort } from '#contract/take-order.ts'
import type { TakeId } from '#contract/words.ts'
import type { Stack } from '#rules/search/stacks.ts'
import type { AnyFault } from '../studio.ts'
import type { TakeQuery } from './take-query.ts'
import type { TakeNews } from './takes.ts'
import { useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, readonly, shallowReadonly, shallowRef, toValue, watch } from 'vue'
import { readRuns } from '#rules/search/runs.ts'
import { readStacks } from '#rules/search/stacks.ts'
import { attempt, patientStudio } from '../studio.ts'
import { useLoadedTakes } from './loaded-takes.ts'
import { isLeftToMain, mayBelong, mayMatch, mayStay } from './take-query.ts'
import { useTakes } from './takes.ts'

/** What a usual window shows: with the newest takes, the list is there before main has put the whole result in order. */
const headSize = 36

/**
 * Another query or sort starts from the top. Takes that are filed meanwhile are counted in `arrivedCount` until `showArrived()`; those
 * that leave the result or return to it do so at once. `isPinned`: takes that stay loaded while they are out of sight. `isFolded`:
 * the stacks among them are asked for, too.
 */
export function useTakePlaces(
  query: MaybeRefOrGetter<TakeQuery>,
  sort: MaybeRefOrGetter<TakeSort>,
  isPinned: (number: number) => boolean,
  isFolded: MaybeRefOrGetter<boolean> = false,
) {
  const takes = useTakes()
  /** The numbers of all takes of the result, in order. */
  const order = shallowRef<readonly number[]>([])
  const stacks = shallowRef<readonly Stack[]>([])
  const places = computed(() => placesOf(order.value))
  const placeOf = (number: number): number => places.value[number] ?? -1
  const arrived = shallowRef<ReadonlySet<TakeId>>(new Set())
  /** False while only the beginning is known. */
  const isWhole = shallowRef(false)
  const isReady = shallowRef(false)
  /** Each until the same is read again: that takes could be read says nothing of the order. */
  const [orderFault, takesFault] = [shallowRef<AnyFault | null>(null), shallowRef<AnyFault | null>(null)]
  /** Of all takes, where the list is in the order of time. */
  const months = shallowRef<readonly TakeMonth[]>([])
  /** Grows with each list from the top. */
  const opened = shallowRef(0)
  /** As main wrote the order: what has not changed is not put in its places again. */
  let runs: string | null = null
  let stacksText = ''
  const loaded = useLoadedTakes({
    isPinned,
    onFault: now => takesFault.value = now,
    onGone: (gone) => {
      order.value = order.value.filter(number => !gone.has(number))
      runs = null
    },
  })
  /** The newest take that is listed; null while the list is opened, as what changes then may be read before or after. */
  let upTo: number | null = null
  let isMissed = false
  let turn = 0
  let refreshing: Promise<void> | null = null
  /** Asks again for the order where that failed. */
  let askAgain: () => Promise<void> = open
  let retrying: Promise<void> | null = null
  let isDirty = false

  const question = () => ({ ...toValue(query), sort: toValue(sort), isFolded: toValue(isFolded) })

  function noteOrder(fault: AnyFault | undefined, ask: () => Promise<void>): void {
    orderFault.value = fault ?? null
    askAgain = ask
  }
  function putStacks(text: string): void {
    if (text === stacksText)
      return
    stacks.value = readStacks(text)
    stacksText = text
  }

  /** From the top, with everything there is. */
  async function open(): Promise<void> {
    const mine = ++turn
    upTo = null
    isMissed = false
    orderFault.value = null
    const asked = question()
    const { sort: { by, isAscending }, isFolded, ...filter } = asked
    // Which take a stack is shown by follows from all of it.
    const head = by === 'time' && !isAscending && !isFolded
      ? await attempt(patientStudio.takes.search({ ...filter, cursor: null, limit: headSize }))
      : null
    if (mine !== turn)
      return
    if (head?.value) {
      loaded.add(head.value.takes)
      show(head.value.takes.map(take => take.number), { isAll: head.value.nextCursor === null, isFromTop: true })
    }
    await openWhole(mine, !head?.value)
  }

  /** All there is, in order. */
  async function openWhole(mine: number, isFromTop: boolean): Promise<void> {
    const asked = question()
    const whole = await attempt(patientStudio.takes.order({ ...asked, upTo: null }))
    if (mine !== turn)
      return
    noteOrder(whole.fault, () => openWhole(turn, false))
    if (!whole.value)
      return
    upTo = whole.value.upTo
    arrived.value = new Set()
    putStacks(whole.value.stacks)
    show(readRuns(whole.value.runs), { isAll: true, isFromTop })
    runs = whole.value.runs
    if (isMissed)
      void refresh()
    const answer = asked.sort.by === 'time' ? await attempt(patientStudio.takes.months({})) : null
    if (mine === turn)
      months.value = answer?.value?.months ?? []
  }

  function show(numbers: readonly number[], { isAll, isFromTop }: { isAll: boolean, isFromTop: boolean }): void {
    order.value = numbers
    runs = null
    isWhole.value = isAll
    isReady.value = true
    if (isFromTop)
      opened.value += 1
  }

  /** Takes have left the result or returned to it: the same list is put in order again. One question at a time; the last one counts. */
  function refresh(): Promise<void> {
    isDirty = true
    if (upTo !== null)
      refreshing ??= putAgain().finally(() => refreshing = null)
    return refreshing ?? Promise.resolve()
  }

  async function putAgain(): Promise<void> {
    while (isDirty) {
      isDirty = false
      const mine = turn
      const answer = await attempt(patientStudio.takes.order({ ...question(), upTo }))
      if (mine === turn)
        noteOrder(answer.fault, refresh)
      if (mine === turn && answer.value)
        putStacks(answer.value.stacks)
      if (mine === turn && answer.value && answer.value.runs !== runs) {
        order.value = readRuns(answer.value.runs)
        runs = answer.value.runs
        openIfEmpty()
      }
    }
  }

  /** Where nothing is listed, nothing can move: what has arrived is shown at once. */
  function openIfEmpty(): void {
    if (order.value.length === 0 && arrived.value.size > 0)
      void open()
  }

  /** After a reconnect: new takes are counted, loaded ones are read again, and nothing moves. */
  async function catchUp(): Promise<void> {
    const mine = turn
    const before = upTo
    const answer = await attempt(patientStudio.takes.order({ ...question(), upTo: null }))
    if (mine !== turn || before === null)
      return
    noteOrder(answer.fault, catchUp)
    if (!answer.value)
      return
    loaded.readAgain()
    putStacks(answer.value.stacks)
    if (answer.value.runs === runs)
      return
    const numbers = readRuns(answer.value.runs)
    const since = numbers.filter(number => number > before)
    order.value = numbers.filter(number => number <= before)
    runs = since.length === 0 ? answer.value.runs : null
    const fresh = await loaded.load(since)
    if (mine !== turn)
      return
    arrived.value = new Set([...arrived.value, ...fresh.map(take => take.id)])
    openIfEmpty()
  }

  function hear({ changed, removed }: Pick<TakeNews, 'changed' | 'removed'>): void {
    const asked = toValue(query)
    const limit = upTo
    for (const take of changed)
      loaded.update(take)
    if (limit === null) {
      isMissed = true
      return
    }
    const waiting = new Set(arrived.value)
    let moves = removed.length > 0
    // A star may make another take the best of its stack.
    const mayMoveAnyway = toValue(sort).by !== 'time' || toValue(isFolded) || isLeftToMain(asked)
    for (const id of removed)
      waiting.delete(id)
    for (const take of changed) {
      if (take.number > limit) {
        if (mayMatch(take, asked))
          waiting.add(take.id)
        else
          waiting.delete(take.id)
      }
      else {
        const isListed = placeOf(take.number) >= 0
        // One that may be found is left to main, as after undo of a delete.
        moves ||= isListed !== (isListed ? mayStay(take, asked) : mayBelong(take, asked)) || mayMoveAnyway
      }
    }
    arrived.value = waiting
    if (moves)
      void refresh()
    openIfEmpty()
  }

  /** What could not be read is read again when somebody scrolls on, or returns. */
  function tryAgain(): void {
    if (orderFault.value !== null)
      retrying ??= askAgain().finally(() => retrying = null)
  }

  // Uses of takes are no news of theirs: another page may have placed one.
  useEventListener('focus', () => isLeftToMain(toValue(query)) && order.value.length > 0 ? void refresh() : tryAgain())
  onScopeDispose(takes.listen((news) => {
    if (!news.isCatchUp)
      hear(news)
    else if (order.value.length > 0)
      void catchUp()
    else
      void open()
  }))
  onScopeDispose(() => turn += 1)
  watch(() => JSON.stringify([toValue(query), toValue(sort)]), () => {
    isReady.value = false
    return open()
  }, { immediate: true })
  // The same takes: nothing begins from the top.
  watch(() => toValue(isFolded), () => upTo === null ? open() : refresh())

  return {
    order: shallowReadonly(order),
    /** Those of the result; also of takes that arrived since. Empty where they are not asked for. */
    stacks: shallowReadonly(stacks),
    placeOf,
    months: shallowReadonly(months),
    /** The take with this number, while it is loaded. Reactive. */
    get: loaded.get,
    /** These places are in sight, or will be. */
    want(from: number, to: number): void {
      loaded.want(order.value.slice(Math.max(0, from), to))
      tryAgain()
    },
    /** All of these, in this order; without those that are gone. */
    load: loaded.load,
    arrivedCount: computed(() => arrived.value.size),
    isWhole: readonly(isWhole),
    isReady: readonly(isReady),
    opened: readonly(opened),
    fault: computed(() => orderFault.value ?? takesFault.value),
    /** Main has another order of it: resolves when that is here. */
    refresh,
    /** From the top, with everything that arrived. */
    showArrived: open,
  }
}

/** The place of each number; -1 of those that have none. Plain loops: of a whole library at each key press of a search. */
function placesOf(order: readonly number[]): Int32Array {
  let most = -1
  for (const number of order)
    most = Math.max(most, number)
  const places = new Int32Array(most + 1).fill(-1)
  for (let place = 0; place < order.length; place++)
    places[order[place] ?? 0] = place
  return places
}
