/** Gradients: where they begin and end in a frame, and changing their stops. */
import type { Gradient, GradientStop } from '#contract/gradient.ts'
import type { Point, Size } from '../sequence/placement.ts'
import { mostStops } from '#contract/gradient.ts'

export const plainGradient: Gradient = {
  kind: 'linear',
  angle: 180,
  centre: { x: 0.5, y: 0.5 },
  stops: [{ at: 0, colour: '#204060', opacity: 1 }, { at: 1, colour: '#f0b070', opacity: 1 }],
}
const leastStops = 2

/** From where to where it goes, in pixels: both ends are as far out as the corners are. */
export function lineOfGradient({ angle }: Pick<Gradient, 'angle'>, { width, height }: Size): readonly [from: Point, to: Point] {
  const turn = angle * Math.PI / 180
  const way = { x: Math.sin(turn), y: -Math.cos(turn) }
  const half = (Math.abs(way.x) * width + Math.abs(way.y) * height) / 2
  const at = (by: number): Point => ({ x: width / 2 + way.x * by, y: height / 2 + way.y * by })
  return [at(-half), at(half)]
}

export function circleOfGradient({ centre }: Pick<Gradient, 'centre'>, { width, height }: Size): Point & { readonly radius: number } {
  const [x, y] = [centre.x * width, centre.y * height]
  return { x, y, radius: Math.hypot(Math.max(x, width - x), Math.max(y, height - y)) }
}

/** The angle of a line from the middle of the frame to this point; it rests near each eighth of a turn. */
export function angleTo({ x, y }: Point, { width, height }: Size, isFree: boolean): number {
  const [across, down] = [x - width / 2, y - height / 2]
  const free = Math.round(Math.atan2(across, -down) * 180 / Math.PI + 360) % 360
  const rest = Math.round(free / 45) * 45 % 360
  return !isFree && Math.abs(((free - rest + 540) % 360) - 180) <= 4 ? rest : free
}

/** Its colour there; between two stops in even steps. */
export function stopAt({ stops }: Pick<Gradient, 'stops'>, at: number): GradientStop {
  const after = stops.findIndex(stop => stop.at >= at)
  const [one, other] = [stops[after === -1 ? stops.length - 1 : Math.max(0, after - 1)]!, stops[after === -1 ? stops.length - 1 : after]!]
  const way = other.at === one.at ? 0 : (at - one.at) / (other.at - one.at)
  const mixed = (from: number, to: number): number => from + (to - from) * Math.min(1, Math.max(0, way))
  const channel = (place: number): string => {
    const of = ({ colour }: GradientStop): number => Number.parseInt(colour.slice(place, place + 2), 16)
    return Math.round(mixed(of(one), of(other))).toString(16).padStart(2, '0')
  }
  return { at, colour: `#${[1, 3, 5].map(channel).join('')}`, opacity: Math.round(mixed(one.opacity, other.opacity) * 100) / 100 }
}

/** What is left, and which of its stops is meant now. */
export interface Stopped { readonly gradient: Gradient, readonly index: number }

/** Null where it has all that it can have. */
export function withStop(gradient: Gradient, at: number): Stopped | null {
  return gradient.stops.length >= mostStops ? null : sorted(gradient, [...gradient.stops, stopAt(gradient, at)], gradient.stops.length)
}

/** Null where it needs all that it has. */
export function withoutStop(gradient: Gradient, index: number): Stopped | null {
  if (gradient.stops.length <= leastStops)
    return null
  const stops = gradient.stops.filter((_, at) => at !== index)
  return { gradient: { ...gradient, stops }, index: Math.min(index, stops.length - 1) }
}

/** A stop that is moved past another one changes places with it. */
export function withStopValues(gradient: Gradient, index: number, values: Partial<GradientStop>): Stopped {
  return sorted(gradient, gradient.stops.map((stop, at) => at === index ? { ...stop, ...values } : stop), index)
}

export function turnedAround(gradient: Gradient): Gradient {
  return { ...gradient, stops: gradient.stops.toReversed().map(stop => ({ ...stop, at: Math.round((1 - stop.at) * 1000) / 1000 })) }
}

function sorted(gradient: Gradient, stops: readonly GradientStop[], index: number): Stopped {
  const order = stops.map((stop, at) => ({ stop, at })).sort((a, b) => a.stop.at - b.stop.at || a.at - b.at)
  return { gradient: { ...gradient, stops: order.map(({ stop }) => stop) }, index: order.findIndex(({ at }) => at === index) }
}

/** As CSS writes a colour. */
export function cssColour({ colour, opacity }: Pick<GradientStop, 'colour' | 'opacity'>): string {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${red} ${green} ${blue} / ${Math.round(opacity * 100)}%)`
}
