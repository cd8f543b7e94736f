/** Whether a stack or track of OpenTimelineIO plays a part of what is in it. */

interface Time { readonly rate: number, readonly value: number }
interface Range { readonly start_time: Time, readonly duration: Time }

/** In seconds: less than any frame. */
const least = 0.005

/** `whole` is all of it; null where that is not known. */
export function isPart(range: Range | null | undefined, whole: Range | null): boolean {
  const seconds = ({ value, rate }: Time): number => value / rate
  return range != null && whole !== null
    && (Math.abs(seconds(range.start_time)) > least || seconds(range.duration) < seconds(whole.duration) - least)
}
