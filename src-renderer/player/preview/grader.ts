/** Grades pictures before they are drawn: by the graphics processor, or pixel by pixel where there is none. */
import type { Lattice } from '#rules/colour/lattice.ts'
import type { Shade } from '#rules/sequence/graded.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { ShaderGrader } from './grade-shader.ts'
import type { Luts } from './luts.ts'
import { hasColours, hasLut } from '#rules/colour/grade.ts'
import { latticeOf } from '#rules/colour/lattice.ts'
import { gradePixels } from '#rules/colour/pixels.ts'
import { createShaderGrader } from './grade-shader.ts'

export interface Grader {
  /** The picture with its grade, of the same size; to be drawn before the next one is asked for. The picture itself without a grade. */
  graded: (image: CanvasImageSource, size: Size, shade: Shade | null) => CanvasImageSource
  /** Whether all that the grade needs is there, or will not come. */
  isReady: (shade: Shade | null) => boolean
  /** A look-up table has come. */
  refresh: () => void
  /** Shows pictures as they are without grades. */
  setBypass: (isBypassed: boolean) => void
  close: () => void
}

/** Of the last grades that were seen: to make one takes some milliseconds. */
const mostLattices = 32

export function createGrader(luts: Pick<Luts, 'at' | 'isComing'>): Grader {
  const lattices = new Map<string, Lattice>()
  let shader: ShaderGrader | null | undefined
  let straight: OffscreenCanvasRenderingContext2D | null = null
  let isBypassed = false

  function latticeFor({ grade, points }: Shade): Lattice | null {
    if (!hasColours(grade))
      return null
    const { vignette: _, vignetteStart: __, ...colours } = grade
    // One that has keys is another object in each frame, and drawn again and again while it rests.
    const key = JSON.stringify([points, colours])
    const lattice = lattices.get(key) ?? latticeOf(grade, grade.lut && hasLut(grade) ? luts.at(grade.lut.id) : null, points)
    lattices.delete(key)
    lattices.set(key, lattice)
    const [oldest] = lattices.keys()
    if (lattices.size > mostLattices && oldest)
      lattices.delete(oldest)
    return lattice
  }

  function onCanvas(image: CanvasImageSource, { width, height }: Size): OffscreenCanvasRenderingContext2D {
    if (straight?.canvas.width !== width || straight.canvas.height !== height)
      straight = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: shader === null })
    if (!straight)
      throw new Error('The canvas has no 2D context')
    straight.clearRect(0, 0, width, height)
    straight.drawImage(image, 0, 0, width, height)
    return straight
  }

  return {
    graded(image, size, shade) {
      if (!shade || isBypassed || size.width < 1 || size.height < 1)
        return image
      shader = shader?.isLost ? null : shader === undefined ? createShaderGrader() : shader
      const { grade } = shade
      const lattice = latticeFor(shade)
      if (shader) {
        // A bitmap keeps its transparency in a form that textures take as it is.
        const isDrawnFirst = image instanceof ImageBitmap || image instanceof SVGImageElement
        return shader.graded(isDrawnFirst ? onCanvas(image, size).canvas : image, size, { lattice, grade })
      }
      const context = onCanvas(image, size)
      const pixels = context.getImageData(0, 0, size.width, size.height)
      gradePixels(pixels.data, size.width, { lattice, grade })
      context.putImageData(pixels, 0, 0)
      return context.canvas
    },
    isReady: shade => isBypassed || !shade?.grade.lut || !hasLut(shade.grade) || !luts.isComing(shade.grade.lut.id),
    refresh: () => lattices.clear(),
    setBypass: next => isBypassed = next,
    close() {
      shader?.close()
      shader = null
      lattices.clear()
    },
  }
}
