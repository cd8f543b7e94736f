/** The Timeline: what a person waits for while cutting and playing. */
import type { Figure } from './figure.ts'
import { previewFigures } from './timeline/preview.ts'
import { roomFigures } from './timeline/room.ts'

export async function* figures(): AsyncGenerator<Figure> {
  yield* roomFigures()
  yield* previewFigures()
}
