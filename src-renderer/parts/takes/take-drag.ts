/** What dragging takes carries from a card, a list or a bin to a field, a project or a timeline. */
import type { Take } from '#contract/takes.ts'
import type { ManyTakes } from './take-work.ts'
import { z } from 'zod'
import { LineId, Medium, TakeId } from '#contract/words.ts'
import { readJson } from '#rules/plain-data.ts'

export const takesDragType = 'application/x-takeroom-takes'
// While something is dragged over, only the names of the types can be read; so each medium is one of them.
const mediumType = (medium: Medium): string => `application/x-takeroom-medium-${medium}`
/** So is each of the takes, in order, with the line that it is dragged for. */
function takeType(place: number, takeId: TakeId, lineId: LineId | undefined): string {
  return `application/x-takeroom-take-${place}-${takeId}${lineId ? `-for-${lineId}` : ''}`
}
const takeTypes = /^application\/x-takeroom-take-(\d+)-([0-9a-f-]{36})(?:-for-([0-9a-f-]{36}))?$/
/** More say only their media before they are dropped. */
const mostNamed = 100

const DraggedTake = z.object({
  takeId: TakeId,
  medium: Medium,
  title: z.string(),
  /** The line of the script that was dragged; null when it was the take itself. */
  lineId: LineId.nullable(),
})
export type DraggedTake = z.infer<typeof DraggedTake>

/** Puts takes on the drag, and their words for programs that only know text. `lineOf` names the lines that are dragged with their takes. */
export function putTakes(transfer: DataTransfer, takes: readonly Take[], lineOf: ReadonlyMap<TakeId, LineId> = new Map()): void {
  const dragged = takes.map(({ id, medium, title }): DraggedTake => ({ takeId: id, medium, title, lineId: lineOf.get(id) ?? null }))
  transfer.setData(takesDragType, JSON.stringify(dragged))
  for (const medium of new Set(takes.map(take => take.medium)))
    transfer.setData(mediumType(medium), '')
  if (takes.length <= mostNamed)
    takes.forEach(({ id }, place) => transfer.setData(takeType(place, id, lineOf.get(id)), ''))
  transfer.setData('text/plain', takes.map(take => take.text || take.title).join('\n'))
  transfer.effectAllowed = 'copy'
}

const DraggedNumbers = z.object({ numbers: z.array(z.int()) })

/**
 * Puts takes on the drag that are not all loaded, by their numbers. Which media they have is not known: only places that are for takes of
 * any kind get them.
 */
export function putNumbers(transfer: DataTransfer, numbers: readonly number[]): void {
  transfer.setData(takesDragType, JSON.stringify({ numbers }))
  transfer.effectAllowed = 'copy'
}

/** All takes that were dropped, also those of which only the numbers are known. For places that only pass them on. */
export function manyIn(transfer: DataTransfer): ManyTakes {
  return readJson(DraggedNumbers, transfer.getData(takesDragType)) ?? takesIn(transfer).map(take => take.takeId)
}

/** The takes that were dropped; empty when the drag came from elsewhere or from another version, or has only numbers. */
export function takesIn(transfer: DataTransfer): DraggedTake[] {
  return readJson(z.array(DraggedTake), transfer.getData(takesDragType)) ?? []
}

/** The takes that are dragged over, in order; null when they are too many to be named, or something else is dragged. */
export function takesOver(types: readonly string[]): { readonly takeId: TakeId, readonly lineId: LineId | null }[] | null {
  const named = types.flatMap((type) => {
    const [, place, takeId, lineId] = takeTypes.exec(type) ?? []
    const [take, line] = [TakeId.safeParse(takeId).data, LineId.safeParse(lineId).data ?? null]
    return take ? [{ place: Number(place), takeId: take, lineId: line }] : []
  })
  return named.length === 0 ? null : named.sort((a, b) => a.place - b.place).map(({ takeId, lineId }) => ({ takeId, lineId }))
}

/** What is being dragged over, as far as can be known before it is dropped: the media of takes, or files. */
export function draggedMedia(types: readonly string[]): readonly Medium[] | 'files' | null {
  if (types.includes(takesDragType))
    return Medium.options.filter(medium => types.includes(mediumType(medium)))
  return types.includes('Files') ? 'files' : null
}

/** Of files, as far as their types are known while they are dragged; those of takes. */
export function mediaOver({ types, items }: Pick<DataTransfer, 'types' | 'items'>): readonly Medium[] {
  const media = draggedMedia(types)
  if (media !== 'files')
    return media ?? []
  const ofType = { audio: 'audio', image: 'picture', video: 'video' } as const
  return [...items].flatMap(({ kind, type }) => {
    const [main = ''] = type.split('/')
    return kind === 'file' && main in ofType ? [ofType[main as keyof typeof ofType]] : [] // `in` has just shown it
  })
}
