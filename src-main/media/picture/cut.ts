/** The part of a picture that is drawn. */
import type { Size } from '#rules/sequence/placement.ts'
import type { Point } from './layer.ts'

/** What is taken of the source, as large as it will be on the screen. */
export interface Cut {
  /** Of what is clear around it, when it is drawn. */
  readonly border: number
  /** In pixels of the source. */
  readonly taken: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }
  /** What was taken comes to this size. */
  readonly scaled: Size
  /** Where in it the part begins that cropping leaves, and its size. */
  readonly inside: Point
  readonly width: number
  readonly height: number
}
