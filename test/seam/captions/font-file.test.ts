import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { create } from 'fontkit'
import { expect, it } from 'vitest'
import { withAllCharacters } from '#rules/captions/font-file.ts'
import { fontFamilies, fontFiles, inPackage } from '#rules/captions/fonts.ts'

it('a font’s table for Windows has all its characters, those beyond U+FFFF among them', () => {
  for (const family of fontFamilies) {
    const file = readFileSync(createRequire(import.meta.url).resolve(inPackage(family, fontFiles(family)[0]!)))
    const { cmap } = create(Buffer.from(withAllCharacters(file))) as unknown as
      { cmap: { tables: { platformID: number, encodingID: number, table: { version: number } }[] } }
    const windows = cmap.tables.filter(({ platformID }) => platformID === 3)
    expect(new Set(windows.map(({ table }) => table.version)).size, family).toBe(1)
    expect(windows[0]!.table.version, family).toBe(windows.some(({ encodingID }) => encodingID === 10) ? 12 : 4)
  }
})

it('what is no font stays as it is', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    const file = new Uint8Array(bytes)
    expect(withAllCharacters(file)).toEqual(file)
  }))
})
