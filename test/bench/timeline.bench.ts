/** The Timeline: what a person waits for while cutting and playing. */
import type { Figure } from './figure.ts'
import { captionFigures } from './timeline/captions.ts'
import { previewFigures } from './timeline/preview.ts'
import { roomFigures } from './timeline/room.ts'
import { undoFigures } from './timeline/undo.ts'

export async function* figures(): AsyncGenerator<Figure> {
  yield* undoFigures()
  yield* captionFigures()
  yield* roomFigures()
  yield* previewFigures()
}
