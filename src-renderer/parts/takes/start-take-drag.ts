/** A drag of takes begins: within the studio it carries the takes, beyond it their files. */
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { TakesToActOn } from './take-work.ts'
import { dragFiles, prepareDrag } from '../saving/drag-out.ts'
import { itemsOf } from '../saving/use-saving.ts'
import { putNumbers, putTakes } from './take-drag.ts'
import { loadedOf } from './take-work.ts'

const withFile = (takes: readonly Take[]): Take[] => takes.filter(take => !take.asset.isMissing)

/** When the pointer goes down: a drag can only carry files that are ready when it begins. */
export function holdForDrag(takes: TakesToActOn): void {
  void prepareDrag(itemsOf(withFile(loadedOf(takes))))
}

/** Those that are not all loaded are dragged within the studio alone. */
export function startTakeDrag(event: DragEvent, takes: TakesToActOn, lineOf?: ReadonlyMap<TakeId, LineId>): void {
  const { dataTransfer } = event
  if ('numbers' in takes) {
    if (dataTransfer)
      putNumbers(dataTransfer, takes.numbers)
    return
  }
  if (dataTransfer && !dragFiles(event, itemsOf(withFile(takes))))
    putTakes(dataTransfer, takes, lineOf)
}
