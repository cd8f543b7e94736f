/** What a recorder can be doing, and why it can't or no longer does. */

/**
 * `refused`: the user or the system allows no microphone; `none`: there is no microphone; `in-use`: another program holds it;
 * `unsupported`: the browser has no recorder, or the page is not secure; `gone`: it was unplugged; `broken`: anything else;
 * `studio`: the studio could not begin the recording.
 */
export type Blocked = 'refused' | 'none' | 'in-use' | 'unsupported' | 'gone' | 'broken' | 'studio'

/**
 * `stopped`: as asked; `gone`: the microphone was unplugged or sends nothing more; `slept`: the machine slept; `disk-full`;
 * `studio-gone`: the studio took no more of it; `broken`: the browser's recorder failed.
 */
export type Ended = 'stopped' | 'gone' | 'slept' | 'disk-full' | 'studio-gone' | 'broken'

export type RecorderState<Kept>
  = | { readonly is: 'closed' | 'opening' | 'ready' }
    | { readonly is: 'blocked', readonly because: Blocked }
    | { readonly is: 'counting', readonly left: number }
    /** `sinceMs` is on the clock of `RecorderHost.now`. */
    | { readonly is: 'recording', readonly sinceMs: number }
    | { readonly is: 'ending', readonly because: Ended }
    /** `kept` is null when nothing could be kept, or not yet. */
    | { readonly is: 'ended', readonly because: Ended, readonly kept: Kept | null }

/** Why a microphone did not open, from the error of `getUserMedia`. */
export function whyBlocked(thrown: unknown): Blocked {
  switch (thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use'
    default:
      return 'broken'
  }
}
