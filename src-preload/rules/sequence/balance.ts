/** How loud each side of a stereo sound is where it is panned: never louder than it is in the middle, and no side comes into the other. */

/** Amplitudes from 0 to 1. */
export interface Balance { readonly left: number, readonly right: number }

/** The side from which a sound moves away falls as a cosine, from what it is to silence. */
function sidesOf(pan: number): Balance {
  const far = Math.abs(pan) >= 100 ? 0 : Math.cos(Math.abs(pan) / 100 * Math.PI / 2)
  return { left: pan > 0 ? far : 1, right: pan < 0 ? far : 1 }
}

/** Of a clip and its track, one after the other, from −100 to 100; null where nothing changes. */
export function balanceOf(ofClip = 0, ofTrack = 0): Balance | null {
  if (ofClip === 0 && ofTrack === 0)
    return null
  const [clip, track] = [sidesOf(ofClip), sidesOf(ofTrack)]
  return { left: clip.left * track.left, right: clip.right * track.right }
}

export function isSameBalance(one: Balance | null, other: Balance | null): boolean {
  return one?.left === other?.left && one?.right === other?.right
}

/** What it takes from the power of a sound that is alike on both sides, in decibels. */
export function balanceDb(balance: Balance | null | undefined): number {
  return balance ? 10 * Math.log10((balance.left ** 2 + balance.right ** 2) / 2) : 0
}
