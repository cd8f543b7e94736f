/** What draws a shot: gives the picture at a second of it, or the nearest that is loaded. */

export interface Picture {
  readonly image: CanvasImageSource
  /** Whether it is the one that was asked for. */
  readonly isExact: boolean
  /** When it begins in the file: another picture may come on the same canvas. Absent where that is not known. */
  readonly seconds?: number
}

/** A pace: nothing is decoded ahead. */
export const aloneAt = -1

export interface Reader {
  /**
   * Null while there is none. `pace` is how many seconds of the shot pass in a second, 0 while it is paused, and
   * `aloneAt` for pictures here and there, of which none leads to the next. Only the latest question is
   * worked on, and `onPicture` is called when there is a better answer.
   */
  at: (seconds: number, pace: number) => Picture | null
  /** About how many bytes it contains. */
  readonly bytes: number
  close: () => void
}

export interface ReaderEvents {
  readonly onPicture: () => void
  readonly onBroken: (cause: unknown) => void
}
