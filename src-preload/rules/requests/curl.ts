/** A request of a service as a command line for a POSIX shell, with the key in a variable of that shell. */

/** Its value is never written into the command. */
const keyVariable = 'TAKEROOM_KEY'
/** Linux starts no program with one argument of more than 128 kB; a multi-part form has no way around it. */
const longestArgument = 100_000

interface CurlFile { readonly path: string, readonly name: string, readonly mime: string }

export interface CurlRequest {
  readonly url: string
  readonly encoding: 'json' | 'multipart'
  /** As `service/wire/encode.ts` sends them: `{ assetId }` is a file of a form, `{ dataUrlOf }` a file inside of JSON. */
  readonly parts: readonly (readonly [name: string, value: unknown])[]
  readonly files: Readonly<Record<string, CurlFile>>
}

/** Text, or a file whose bytes are written as base64. */
type Piece = string | { readonly base64Of: CurlFile }

/** Null for what a command line cannot carry: a file that is not there, or a very long text in a form. */
export function curlOf(request: CurlRequest): string | null {
  const begin = [`curl -X POST ${quoted(request.url)}`, `-H "Authorization: Bearer $${keyVariable}"`]
  if (request.encoding === 'multipart') {
    const fields = request.parts.map(([name, value]) => formFields(name, value, request.files))
    return fields.includes(null) ? null : lines([...begin, ...fields.flatMap(each => each ?? [])])
  }
  const pieces = jsonPieces(Object.fromEntries(request.parts), request.files)
  const head = [...begin, `-H 'Content-Type: application/json'`]
  if (pieces === null)
    return null
  const text = pieces.every(piece => typeof piece === 'string') ? pieces.join('') : null
  if (text !== null && sizeOf(text) < longestArgument)
    return lines([...head, `--data-raw ${quoted(text)}`])
  // Both are parts of the shell or read a file, so that no argument is too long.
  const written = joined(pieces).map(piece => typeof piece === 'string'
    ? `printf '%s' ${quoted(piece)}`
    : `base64 < ${quoted(piece.base64Of.path)} | tr -d '\\n'`)
  return `{ ${written.join('; ')}; } | ${lines([...head, '--data-binary @-'])}`
}

function lines(words: readonly string[]): string {
  return words.join(' \\\n  ')
}

/** In bytes of UTF-8, each half of a pair counted as two. */
function sizeOf(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xD800 && unit < 0xE000) ? 2 : 3
  }
  return bytes
}

/** Nothing has a meaning between single quotes but the single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll('\'', String.raw`'\''`)}'`
}

function fileIn(value: unknown, key: 'assetId' | 'dataUrlOf'): string | null {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null
  return typeof id === 'string' ? id : null
}

function formFields(name: string, value: unknown, files: CurlRequest['files']): string[] | null {
  const ids = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => fileIn(one, 'assetId') ?? [])
  if (ids.length === 0) {
    const text = `${name}=${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)}`
    return sizeOf(text) < longestArgument ? [`--form-string ${quoted(text)}`] : null
  }
  const found = ids.flatMap(id => files[id] ?? [])
  return found.length < ids.length ? null : found.map(file => `-F ${quoted(`${name}=@${inForm(file.path)};type=${file.mime};filename=${inForm(file.name)}`)}`)
}

/** As curl reads what is between double quotes in a form. */
function inForm(text: string): string {
  return `"${text.replace(/["\\]/g, sign => `\\${sign}`)}"`
}

/** The JSON of a value, as `JSON.stringify` writes it; null where a file is not there. */
function jsonPieces(value: unknown, files: CurlRequest['files']): Piece[] | null {
  const id = fileIn(value, 'dataUrlOf')
  if (id !== null) {
    const file = files[id]
    return file ? [`"data:${file.mime};base64,`, { base64Of: file }, '"'] : null
  }
  if (typeof value !== 'object' || value === null)
    return [JSON.stringify(value) ?? 'null']
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, inner]) => isList || inner !== undefined)
  const pieces: Piece[] = [isList ? '[' : '{']
  for (const [index, [name, inner]] of entries.entries()) {
    const written = jsonPieces(inner, files)
    if (written === null)
      return null
    pieces.push(`${index > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}`, ...written)
  }
  return [...pieces, isList ? ']' : '}']
}

/** Neighbouring texts as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((done, piece) => {
    const last = done.at(-1)
    return typeof last === 'string' && typeof piece === 'string' ? [...done.slice(0, -1), last + piece] : [...done, piece]
  }, [])
}
