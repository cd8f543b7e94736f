/** A drag of takes begins: within the studio it carries the takes, beyond it their files. */
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import { dragFiles, prepareDrag } from '../saving/drag-out.ts'
import { itemsOf } from '../saving/use-saving.ts'
import { putTakes } from './take-drag.ts'

const withFile = (takes: readonly Take[]): Take[] => takes.filter(take => !take.asset.isMissing)

/** When the pointer goes down: a drag can only carry files that are ready when it begins. */
export function holdForDrag(takes: readonly Take[]): void {
  void prepareDrag(itemsOf(withFile(takes)))
}

export function startTakeDrag(event: DragEvent, takes: readonly Take[], lineOf?: ReadonlyMap<TakeId, LineId>): void {
  const { dataTransfer } = event
  if (dataTransfer && !dragFiles(event, itemsOf(withFile(takes))))
    putTakes(dataTransfer, takes, lineOf)
}
