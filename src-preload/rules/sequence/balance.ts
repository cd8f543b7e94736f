/** How loud each side of a stereo sound is where it is panned: never louder than it is in the middle, and no side comes into the other. */
import type { SoundPoint } from './sound-points.ts'
import { changeBetween, pointValueAt, turnsOf } from './sound-points.ts'

/** Amplitudes from 0 to 1. */
export interface Balance { readonly left: number, readonly right: number }

/** The amplitude of a side at a distance from the start of a sound in samples; straight in between, and as it is at both ends. */
interface SideLevel { readonly at: number, readonly amplitude: number }
/** Of a sound that moves between the sides. */
export interface Sides { readonly left: readonly SideLevel[], readonly right: readonly SideLevel[] }

/** The side from which a sound moves away falls as a cosine, from what it is to silence. */
function sidesOf(pan: number): Balance {
  const far = Math.abs(pan) >= 100 ? 0 : Math.cos(Math.abs(pan) / 100 * Math.PI / 2)
  return { left: pan > 0 ? far : 1, right: pan < 0 ? far : 1 }
}

/** Of a clip, its track and what these are in, one after the other, from −100 to 100; null where nothing changes. */
export function balanceOf(...pans: readonly (number | undefined)[]): Balance | null {
  const changing = pans.filter(pan => pan !== undefined && pan !== 0)
  return changing.length > 0 ? sidesOfAll(changing) : null
}

function sidesOfAll(pans: readonly (number | undefined)[]): Balance {
  return pans.map(pan => sidesOf(pan ?? 0)).reduce((all, one) => ({ left: all.left * one.left, right: all.right * one.right }), sidesOf(0))
}

/** The gain and the pan that do the same as these pans one after the other. */
export function joinedPans(pans: readonly number[]): { readonly db: number, readonly pan: number } {
  const { left, right } = sidesOfAll(pans)
  const loudest = Math.max(left, right)
  if (loudest === 0)
    return { db: -Infinity, pan: 0 }
  const far = Math.acos(Math.min(1, Math.min(left, right) / loudest)) / Math.PI * 200
  return { db: 20 * Math.log10(loudest), pan: left < right ? far : -far }
}

/** Percent of pan between two places of a side: straight lines between them are too near the cosine for it to be heard. */
const stepPan = 2

/** While a clip of this length is heard, on a track and in sequences with these pans; null where it has no points. */
export function sidesOver(points: readonly SoundPoint[], length: number, outerPans: readonly (number | undefined)[] = []): Sides | null {
  if (points.length === 0)
    return null
  const edges = [...new Set([0, ...turnsOf(points).filter(at => at > 0 && at < length), length])].sort((a, b) => a - b)
  const places = edges.flatMap((at, index) => {
    const next = edges[index + 1]
    const steps = next === undefined ? 1 : Math.min(next - at, Math.max(1, Math.ceil(changeBetween(points, at, next) / stepPan)))
    return Array.from({ length: steps }, (_, step) => next === undefined ? at : Math.round(at + (next - at) * step / steps))
  })
  const outer = sidesOfAll(outerPans)
  const heard = places.map(at => ({ at, clip: sidesOf(pointValueAt(points, at)) }))
  return {
    left: heard.map(({ at, clip }) => ({ at, amplitude: clip.left * outer.left })),
    right: heard.map(({ at, clip }) => ({ at, amplitude: clip.right * outer.right })),
  }
}

export function isSameBalance(one: Balance | null, other: Balance | null): boolean {
  return one?.left === other?.left && one?.right === other?.right
}

export function isSameSides(one: Sides | undefined, other: Sides | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** What it takes from the power of a sound that is alike on both sides, in decibels. */
export function balanceDb(balance: Balance | null | undefined): number {
  return balance ? 10 * Math.log10((balance.left ** 2 + balance.right ** 2) / 2) : 0
}
