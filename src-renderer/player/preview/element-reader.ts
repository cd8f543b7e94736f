/** Reads a shot by the browser's own element: for what WebCodecs cannot decode. Cuts are less exact. */
import type { Reader, ReaderEvents } from './reader.ts'

/** The element is put right when it is further off than this while it plays. */
const driftSeconds = 0.12
/** After the news that it has arrived, the element may still draw the previous picture, and some report no pictures. */
const lateMs = 150
const slowest = 0.0625
const fastest = 16

export function createElementReader(url: string, { width, height }: { width: number, height: number }, events: ReaderEvents): Reader {
  const element = document.createElement('video')
  element.muted = true
  element.preload = 'auto'
  element.playsInline = true
  element.src = url
  let wanted = 0
  let isPlaying = false
  /** Whether it draws the picture of the place that it was last sent to. */
  let isShown = true
  let late: ReturnType<typeof setTimeout> | undefined

  function sendTo(seconds: number): void {
    clearTimeout(late)
    isShown = false
    element.currentTime = seconds
  }
  function show(): void {
    clearTimeout(late)
    isShown = true
    events.onPicture()
  }
  function hearPictures(): void {
    element.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (!isShown && Math.abs(mediaTime - element.currentTime) <= driftSeconds)
        show()
      hearPictures()
    })
  }

  function follow(pace: number): void {
    const off = Math.abs(element.currentTime - wanted)
    // The newest place is sought when the element has arrived at the one before.
    if (!element.seeking && off > (pace > 0 ? driftSeconds : 0.001))
      sendTo(wanted)
    const plays = pace > 0
    if (plays)
      element.playbackRate = Math.min(fastest, Math.max(slowest, pace))
    if (plays === isPlaying)
      return
    isPlaying = plays
    if (plays)
      void element.play().catch(() => {}) // it was stopped first, or the error is reported below
    else
      element.pause()
  }

  hearPictures()
  element.addEventListener('seeked', () => {
    if (isShown)
      events.onPicture()
    else
      late = setTimeout(show, lateMs)
  })
  element.addEventListener('loadeddata', events.onPicture)
  element.addEventListener('error', () => events.onBroken(new Error(element.error?.message ?? 'The file cannot be played')))

  return {
    at(seconds, pace) {
      // A place at the very end shows nothing in some browsers.
      wanted = Number.isFinite(element.duration) ? Math.min(seconds, Math.max(0, element.duration - 0.01)) : seconds
      if (element.readyState < HTMLMediaElement.HAVE_METADATA)
        return null
      follow(pace)
      const isThere = isShown && !element.seeking && Math.abs(element.currentTime - wanted) <= driftSeconds
      return element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? { image: element, isExact: isThere } : null
    },
    bytes: width * height * 4,
    close() {
      clearTimeout(late)
      element.removeAttribute('src')
      element.load()
    },
  }
}
