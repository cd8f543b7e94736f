/** An audio element for node: it plays when told, and its owner moves its time and stops it as a browser would. */
export class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  preservesPitch = false
  playbackRate = 1
  currentTime = 0
  paused = true
  ended = false

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

  /** Reaches its end: the browser pauses first. */
  end(): void {
    this.ended = true
    this.pause()
    queueMicrotask(() => this.dispatchEvent(new Event('ended')))
  }
}
