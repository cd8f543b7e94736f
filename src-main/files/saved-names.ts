/** The names of files that are saved out of the studio, from a template: valid on every system, and all different. */
import { numberedFileBase, safeFileBase } from '../base/file-name.ts'

/** What a template may name of a result. `number` is its place among those that are saved together, from 1. */
export const nameParts = ['number', 'title', 'speaker', 'line', 'voice', 'model', 'kind', 'project', 'date'] as const
export type NamePart = (typeof nameParts)[number]

export interface NamedFile {
  readonly parts: Readonly<Record<Exclude<NamePart, 'number'>, string>>
  /** Without the dot. */
  readonly extension: string
}

/** Each stands for a part of a template: one that says something, and one that is empty. */
const [full, empty] = ['\uE000', '\uE001']
const leading = /^[\s\-_·–]+/u
const trailing = /[\s\-_·–]+$/u

/**
 * `{title}` and so on are replaced, anything else stays; an empty result falls back to the title. Separators of the template next to
 * an empty part are left out with it, but for one between two others. What the parts say stays as it is.
 */
function filled(template: string, parts: Readonly<Record<NamePart, string>>): string {
  const values: string[] = []
  const marked = template.replaceAll(/[\uE000\uE001]/g, ' ').replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => {
    const asked = nameParts.find(part => part === name)
    const value = asked === undefined ? whole : parts[asked]
    if (value.trim() === '')
      return empty
    values.push(value)
    return full
  })
  const [first = '', ...others] = marked.split(empty)
  const tidy = withoutEnd(others.reduce(joined, first), others.at(-1))
  return tidy.replace(leading, '') === '' ? parts.title : tidy.replaceAll(full, () => values.shift() ?? '')
}

/** What is before an empty part and what is behind it. */
function joined(before: string, after: string): string {
  const [kept, rest] = [before.replace(trailing, ''), after.replace(leading, '')]
  const gaps = [after.slice(0, after.length - rest.length), before.slice(kept.length)]
  return kept === '' ? rest : kept + (gaps.find(gap => gap.trim() !== '') ?? gaps.find(gap => gap !== '') ?? '') + rest
}

/** `last` is what the template has behind its last empty part, where there is one. */
function withoutEnd(text: string, last: string | undefined): string {
  return last?.replace(leading, '') === '' ? text.replace(trailing, '') : text
}

/** In the order of the files. Two equal names, without regard to case, get `(2)`, `(3)` …; none is among `taken`. */
export function savedNames(template: string, files: readonly NamedFile[], taken: Iterable<string> = []): string[] {
  return createSavedNames(template, { total: files.length, taken })(files)
}

/** The same for files that come in parts: each part continues the numbers, and has no name of an earlier one. */
export function createSavedNames(
  template: string,
  { total, taken = [] }: { readonly total: number, readonly taken?: Iterable<string> },
): (files: readonly NamedFile[]) => string[] {
  const used = new Set(Array.from(taken, fold))
  const counts = new Map<string, number>()
  const digits = String(total).length
  let number = 0
  return files => files.map(({ parts, extension }) => {
    number += 1
    const base = safeFileBase(filled(template, { ...parts, number: String(number).padStart(digits, '0') }))
    const letters = extension.replaceAll(/\W/g, '').slice(0, 10)
    const ending = letters === '' ? '' : `.${letters}`
    const key = fold(`${base}${ending}`)
    for (let count = counts.get(key) ?? 1; ; count += 1) {
      const name = `${numberedFileBase(base, count)}${ending}`
      if (used.has(fold(name)))
        continue
      used.add(fold(name))
      counts.set(key, count + 1)
      return name
    }
  })
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
