/** A colour: red, green and blue of BT.709 as a film stores them, 0 to 1. */

export type Rgb = readonly [red: number, green: number, blue: number]
