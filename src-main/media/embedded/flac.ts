/** Settings in FLAC: a field of its comments (RFC 9639, 8.6). */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { mostParts, mostSettingsBytes } from './file-bytes.ts'

const comments = 4
const mostBlock = 2 ** 24 - 1
const key = 'TAKEROOM'
const ownVendor = 'Takeroom'

interface Block { readonly at: number, readonly kind: number, readonly isLast: boolean, readonly length: number }

async function blocksOf(file: FileBytes): Promise<Block[] | null> {
  if ((await file.read(0, 4)).toString('latin1') !== 'fLaC')
    return null
  const blocks: Block[] = []
  for (let at = 4; blocks.length < mostParts;) {
    const head = await file.read(at, 4)
    if (head.length < 4)
      return null
    const [first = 0] = head
    const block = { at, kind: first & 0x7F, isLast: first >= 0x80, length: head.readUIntBE(1, 3) }
    blocks.push(block)
    at += 4 + block.length
    if (at > file.size)
      return null
    if (block.isLast)
      return blocks
  }
  return null
}

interface Comments { readonly vendor: Buffer, readonly fields: Buffer[] }

/** Null for a damaged block. */
function readComments(block: Buffer): Comments | null {
  let at = 0
  const next = (): Buffer | null => {
    const length = at + 4 <= block.length ? block.readUInt32LE(at) : block.length
    const from = at + 4
    at = from + length
    return at <= block.length ? block.subarray(from, at) : null
  }
  const vendor = next()
  if (!vendor || at + 4 > block.length)
    return null
  const count = block.readUInt32LE(at)
  at += 4
  const fields: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const field = next()
    if (!field || fields.length > mostParts)
      return null
    fields.push(field)
  }
  return { vendor, fields }
}

function counted(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

function written({ vendor, fields }: Comments): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32LE(fields.length)
  return Buffer.concat([counted(vendor), count, ...fields.map(counted)])
}

const isNamed = (field: Buffer, name: string): boolean => field.toString('latin1', 0, name.length + 1).toUpperCase() === `${name}=`

function blockOf(content: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntBE(content.length, 1, 3)
  head[0] = comments | (isLast ? 0x80 : 0)
  return Buffer.concat([head, content])
}

export const flac: Format = {
  async put(file, { settings, words }) {
    const blocks = await blocksOf(file)
    const [first] = blocks ?? []
    if (!blocks || !first || first.kind !== 0)
      return null
    const before = blocks.find(({ kind }) => kind === comments)
    const present = before ? readComments(await file.read(before.at + 4, before.length)) : { vendor: Buffer.from(ownVendor), fields: [] }
    if (!present)
      return null
    const others = present.fields.filter(field => !isNamed(field, key))
    const isDescribed = words === '' || others.some(field => isNamed(field, 'DESCRIPTION') || isNamed(field, 'COMMENT'))
    const more = [`${key}=${settings}`, ...isDescribed ? [] : [`DESCRIPTION=${words}`]].map(field => Buffer.from(field))
    const content = written({ vendor: present.vendor, fields: [...others, ...more] })
    if (content.length > mostBlock)
      return null
    // In its place, or behind the first block, which is then no longer the last one.
    const bytes = blockOf(content, (before ?? first).isLast)
    if (before)
      return [{ from: 0, to: before.at }, { bytes }, { from: before.at + 4 + before.length, to: file.size }]
    const end = first.at + 4 + first.length
    const notLast = Buffer.from([0])
    return [{ from: 0, to: first.at }, { bytes: notLast }, { from: first.at + 1, to: end }, { bytes }, { from: end, to: file.size }]
  },
  async find(file) {
    const block = (await blocksOf(file))?.find(({ kind }) => kind === comments)
    const fields = block ? readComments(await file.read(block.at + 4, block.length))?.fields : undefined
    const field = fields?.find(each => each.length <= mostSettingsBytes && isNamed(each, key))
    return field?.toString('utf8', key.length + 1) ?? null
  },
  async strip(file, words) {
    const blocks = await blocksOf(file)
    const [first] = blocks ?? []
    const block = blocks?.find(({ kind }) => kind === comments)
    const present = block ? readComments(await file.read(block.at + 4, block.length)) : null
    const at = present?.fields.findIndex(each => each.length <= mostSettingsBytes && isNamed(each, key)) ?? -1
    if (!first || !block || !present || at < 0)
      return null
    const isOurs = words !== '' && present.fields[at + 1]?.toString() === `DESCRIPTION=${words}`
    const fields = present.fields.toSpliced(at, isOurs ? 2 : 1)
    const end = block.at + 4 + block.length
    if (fields.length > 0 || present.vendor.toString() !== ownVendor)
      return [{ from: 0, to: block.at }, { bytes: blockOf(written({ ...present, fields }), block.isLast) }, { from: end, to: file.size }]
    // There was none, and the first block was the last one where this is.
    const kind = Buffer.from([block.isLast ? 0x80 : 0])
    return [{ from: 0, to: first.at }, { bytes: kind }, { from: first.at + 1, to: block.at }, { from: end, to: file.size }]
  },
}
