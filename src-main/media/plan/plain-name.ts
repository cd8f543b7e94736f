/** Names of files in frozen plans. A plan is read from a row, so they are checked again when it is used. */
import { z } from 'zod'
import { knownExtensions } from '../../base/magic.ts'

const most = 300
/** No separators, nothing that ends a name early, and neither the folder itself nor the one above. */
const isPlain = (name: string): boolean => name.length <= most && !/[/\\\p{Cc}]/u.test(name) && !/^\.{0,2}$/.test(name)

/** Of one file, in a folder that is named elsewhere. */
export const PlainName = z.string().refine(isPlain, 'is no name of a file')

const endings = new Set([...knownExtensions, 'otio', 'mlt', 'fcpxml', 'edl', 'srt', 'vtt', 'ass', 'txt', 'json'])

/** Of a file in a kit: with slashes, never hidden, of a kind that kits have. */
export const KitPath = z.string().refine((path) => {
  const parts = path.split('/')
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return parts.length <= 4 && parts.every(part => isPlain(part) && !part.startsWith('.')) && endings.has(ending)
}, 'is no path in a kit')
