/** The font files of captions and titles: from their packages in a checkout, from next to the page in a packaged program. */
import type { FontFamily } from '#rules/captions/fonts.ts'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withAllCharacters } from '#rules/captions/font-file.ts'
import { fontFiles, fontsIn, inPackage } from '#rules/captions/fonts.ts'

/**
 * Puts the fonts that a file of ASS asks for into a folder, where libass finds them by name.
 * @throws Error when this installation has lost one of them
 */
export async function layOutFonts(ass: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const family of fontsIn(ass)) {
    for (const file of fontFiles(family))
      await writeFile(join(folder, file), withAllCharacters(await readFile(fontPath(family, file))))
  }
}

/** Where a font's file is, seen from a source file or a built one. */
export function fontPath(family: FontFamily, file: string, from: string = import.meta.url): string {
  const path = fromPackage(inPackage(family, file), from) ?? beside(file, from)
  if (path === null)
    throw new Error(`The font ${file} is missing from this installation`)
  return path
}

function fromPackage(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name)
  }
  catch {
    return null // A packaged program has no such packages.
  }
}

function beside(file: string, from: string): string | null {
  return ['../renderer/fonts/', '../../renderer/fonts/']
    // ffmpeg cannot read inside the archive: electron-builder puts the fonts next to it.
    .map(folder => fileURLToPath(new URL(folder + file, from)).replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'))
    .find(existsSync) ?? null
}
