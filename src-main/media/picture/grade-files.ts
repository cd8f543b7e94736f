/** The files of lattices that the filters of a grade read. */
import type { Grade } from '#contract/grade.ts'
import type { Cube } from '#rules/colour/cube.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { Layer } from './layer.ts'
import { access, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { readCube } from '#rules/colour/cube.ts'
import { hasColours } from '#rules/colour/grade.ts'
import { cubeText, latticeOf, latticeSize } from '#rules/colour/lattice.ts'
import { gradeAt, latticePoints } from '#rules/sequence/graded.ts'
import { writeFileAtomic } from '../../base/atomic-file.ts'
import { sha256 } from '../../base/hash.ts'
import { inPieces } from '../../base/in-pieces.ts'
import { gradeOfLayer, hasMovingColours, latticed } from './graded-layer.ts'
import { courseIn } from './layer.ts'

/** The name of what `writeGrades` writes: a lattice, or one for each frame. */
export function fileOf(layer: Layer, grade: Grade): string {
  const { vignette: _, vignetteStart: __, ...colours } = grade
  const { picture, from, frames } = layer
  const points = latticePoints(picture)
  const name = (of: object): string => `grade-${sha256(JSON.stringify(of)).slice(0, 20)}`
  if (!hasMovingColours(layer))
    return `${name(points === latticeSize ? colours : { colours, points })}.cube`
  // No other segment begins there, so that this one may remove it.
  return `${name({ colours, courses: latticed.map(property => courseIn(layer, property)), frames, start: picture.start + from })}.raw`
}

/** Into the folder where ffmpeg runs; other segments may write the same at the same time. */
export async function writeGrades(layers: readonly Layer[], folder: string): Promise<void> {
  for (const layer of layers) {
    const grade = gradeOfLayer(layer)
    const isMoving = hasMovingColours(layer)
    if (grade === null || !(isMoving || hasColours(grade)))
      continue
    const path = join(folder, fileOf(layer, grade))
    if (await access(path).then(() => true, () => false))
      continue
    const lut = await lutOf(layer.picture)
    if (isMoving)
      await writeLattices(path, layer, lut)
    else
      await writeFileAtomic(path, cubeText(latticeOf(grade, lut, latticePoints(layer.picture))))
  }
}

/** Those of a grade that changes are large: they are removed when their segment is drawn. */
export async function removeGrades(layers: readonly Layer[], folder: string): Promise<void> {
  for (const layer of layers.filter(hasMovingColours)) {
    const grade = gradeOfLayer(layer)
    if (grade !== null)
      await rm(join(folder, fileOf(layer, grade)), { force: true, maxRetries: 3 })
  }
}

/** A lattice for each frame, as `haldclut` reads them: a picture of its colours, in which red changes first. */
async function writeLattices(path: string, { picture, from, frames }: Layer, lut: Cube | null): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let frame = 0; frame < frames; frame++) {
      const { values } = latticeOf(gradeAt(picture, from + frame), lut, latticePoints(picture))
      await file.write(new Uint8Array(Uint16Array.from(values, value => Math.round(65_535 * value)).buffer))
      // Main answers others meanwhile.
      await setImmediate()
    }
  }
  finally {
    await file.close()
  }
}

/** It was checked when it came into the library. */
async function lutOf({ lut }: Pick<RenderPicture, 'lut'>): Promise<Cube | null> {
  return lut ? inPieces(readCube(await readFile(lut.path, 'utf8'))) : null
}
