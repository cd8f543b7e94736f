/** Paints a waveform on a canvas in the element's own text colour. */
import type { Peaks } from '../../player/peaks.ts'
import { pickPeaks } from '../../player/peaks.ts'

export interface WaveformPicture {
  peaks: Peaks | null
  /** CSS pixels. */
  width: number
  height: number
  /** The share that is drawn at full strength, 0 to 1. */
  playedShare: number
  durationSeconds: number
}

const barPixels = 2
const gapPixels = 1

/** Bars of two pixels, one apart; speech is quiet against full scale, so the loudest bar fills the height. */
export function drawWaveform(canvas: HTMLCanvasElement, picture: WaveformPicture): void {
  const { width, height } = picture
  const density = globalThis.devicePixelRatio || 1
  const { color } = getComputedStyle(canvas)
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  const brush = canvas.getContext('2d')
  if (!brush)
    return
  brush.scale(density, density)
  brush.fillStyle = color
  const middle = height / 2
  if (!picture.peaks) {
    brush.globalAlpha = 0.25
    brush.fillRect(0, middle - 0.5, width, 1)
    return
  }
  const bars = Math.max(1, Math.floor((width + gapPixels) / (barPixels + gapPixels)))
  const picked = pickPeaks(picture.peaks, bars, 0, picture.durationSeconds || picture.peaks.durationSeconds)
  const loudest = picked.reduce((most, value) => Math.max(most, Math.abs(value)), 0.05)
  const scale = (middle - 1) / loudest
  for (let bar = 0; bar < bars; bar++) {
    const up = Math.max(0.5, (picked[bar * 2 + 1] ?? 0) * scale)
    const down = Math.max(0.5, -(picked[bar * 2] ?? 0) * scale)
    brush.globalAlpha = alphaOf((bar + 0.5) / bars, picture.playedShare)
    brush.fillRect(bar * (barPixels + gapPixels), middle - up, barPixels, up + down)
  }
}

/** Untouched, the whole is of one strength; once begun, what has sounded is out. */
function alphaOf(share: number, playedShare: number): number {
  if (playedShare === 0)
    return 0.75
  return share <= playedShare ? 1 : 0.38
}
