/** An audio element for node: it plays when told, and its owner moves its time and stops it as a browser would. */
export class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  preservesPitch = false
  playbackRate = 1
  currentTime = 0
  paused = true
  ended = false
  error: { code: number } | null = null

  play(): Promise<void> {
    this.paused = false
    this.ended = false
    return Promise.resolve()
  }

  pause(): void {
    if (this.paused)
      return
    this.paused = true
    queueMicrotask(() => this.dispatchEvent(new Event('pause')))
  }

  load(): void {}
  removeAttribute(): void {}

  /** Cannot continue, as a browser tells it: 2 where the network failed, 3 or 4 where it cannot decode the file or is refused it. */
  fail(code: number): void {
    this.error = { code }
    this.dispatchEvent(new Event('error'))
  }

  /** Reaches its end: the browser pauses first. */
  end(): void {
    this.ended = true
    this.pause()
    queueMicrotask(() => this.dispatchEvent(new Event('ended')))
  }
}
