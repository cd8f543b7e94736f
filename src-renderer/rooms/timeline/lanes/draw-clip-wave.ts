/** Paints the part of a clip's waveform that is seen. */
import type { Peaks } from '../../../player/peaks.ts'
import { pickPeaks } from '../../../player/peaks.ts'

export interface WavePicture {
  readonly peaks: Peaks | null
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Of the source. */
  readonly fromSeconds: number
  readonly untilSeconds: number
  /** Where in the source this share of the width is. Absent: it is played at one speed. */
  readonly secondsAt?: (share: number) => number
  readonly gainDb: number
  readonly colour: string
}

/** Speech is quiet against full scale: a root lifts it, so that its shape is seen, and louder still looks louder. */
const lift = 0.6

/** From the left edge and the top of what is painted on, in CSS pixels. */
export function drawClipWave(brush: CanvasRenderingContext2D, left: number, wanted: WavePicture): void {
  const { peaks, width, height, fromSeconds, untilSeconds, secondsAt, gainDb, colour } = wanted
  brush.fillStyle = colour
  const middle = height / 2
  if (!peaks) {
    brush.globalAlpha *= 0.3
    brush.fillRect(left, middle - 0.5, width, 1)
    return
  }
  const columns = Math.max(1, Math.round(width))
  const picked = secondsAt
    ? Array.from({ length: columns }, (_, at) => [...pickPeaks(peaks, 1, secondsAt(at / columns), secondsAt((at + 1) / columns))]).flat()
    : pickPeaks(peaks, columns, fromSeconds, untilSeconds)
  const amplitude = 10 ** (gainDb / 20)
  const tall = (value: number): number => Math.max(0.5, Math.min(1, Math.abs(value) * amplitude) ** lift * (middle - 1))
  brush.globalAlpha *= 0.8
  brush.beginPath()
  brush.moveTo(left, middle)
  for (let column = 0; column < columns; column++)
    brush.lineTo(left + column + 0.5, middle - tall(picked[column * 2 + 1] ?? 0))
  for (let column = columns - 1; column >= 0; column--)
    brush.lineTo(left + column + 0.5, middle + tall(picked[column * 2] ?? 0))
  brush.fill()
}
