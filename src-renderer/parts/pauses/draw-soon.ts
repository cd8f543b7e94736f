/** Draws waveforms and pictures a few at a time, so that many new ones do not delay a frame. */

const mostMs = 6
const waiting = new Set<() => void>()
let frame = 0

function drawSome(): void {
  const from = performance.now()
  for (const draw of waiting) {
    waiting.delete(draw)
    draw()
    if (performance.now() - from > mostMs)
      break
  }
  frame = waiting.size > 0 ? requestAnimationFrame(drawSome) : 0
}

/** Once, in one of the next frames. */
export function drawSoon(draw: () => void): void {
  waiting.add(draw)
  frame ||= requestAnimationFrame(drawSome)
}

/** For removed elements. */
export function drawNoMore(draw: () => void): void {
  waiting.delete(draw)
}
