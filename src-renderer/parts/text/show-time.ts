/** Times of media as people read them. */

/** 0:04.2 under a minute, 3:07 above, 1:02:03 above an hour. */
export function showTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  if (whole < 60) {
    const tenths = Math.floor(seconds * 10 + 1e-6) / 10
    return `0:${tenths < 10 ? '0' : ''}${tenths.toFixed(1)}`
  }
  const minutes = Math.floor(whole / 60)
  if (minutes < 60)
    return `${minutes}:${twoDigits(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(whole % 60)}`
}

/** For a slider's spoken value: where it is, and of how much. */
export function spokenTime(seconds: number, durationSeconds: number): string {
  return `${showTime(seconds)} / ${showTime(durationSeconds)}`
}
