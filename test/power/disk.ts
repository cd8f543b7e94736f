/**
 * A disk that remembers: replays recorded operations, and rebuilds what it may contain after the power went, under two models.
 *
 * - `ordered`, as ext4 (data=ordered) and XFS: names are a prefix of what was done, every flush commits all earlier ones; bytes that were
 *   not flushed are there in any subset of pages, the last of them torn; a file has a length that it once had.
 * - `strict`, what POSIX promises: each name lasts by itself, from the flush of its folder on.
 */
import type { Random } from '../../src-main/practice/seed.ts'
import type { Op } from './trace.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

export type Model = 'ordered' | 'strict'
/** By path: bytes, or null for a folder. */
export type Tree = Map<string, Buffer | null>

type Inode = number
type Change = { readonly op: number } & (
  | { readonly is: 'bytes', readonly offset: number, readonly bytes: Buffer }
  | { readonly is: 'size', readonly size: number }
)
/** From the operation `begins` on it is under way, and done with `ends`. */
interface Flush { readonly begins: number, readonly ends: number, readonly isOfNew: boolean }
interface Node { readonly isFolder: boolean, readonly changes: Change[], readonly flushes: Flush[], size: number }
interface Name { readonly op: number, readonly inode: Inode | null }

export interface Disk {
  readonly ops: readonly Op[]
  /** What is there when nothing is lost, after this many operations. */
  whole: (cut: number) => Tree
  /** What may be there when the power goes after this many operations. */
  after: (cut: number, model: Model, dice: Random) => Tree
}

const pageBytes = 4096
const sectorBytes = 512

/** `folder` was there, empty, before the first operation. */
export function replay(ops: readonly Op[], folder: string): Disk {
  const nodes: Node[] = []
  /** By the inode of a folder and a name in it: what it named, one after another. */
  const names = new Map<string, Name[]>()
  const all: Flush[] = []
  const newNode = (isFolder: boolean): Inode => nodes.push({ isFolder, changes: [], flushes: [], size: 0 }) - 1
  const root = newNode(true)
  const flushing = new Map<number, number>()
  const current = new Map<string, Inode>([[folder, root]])

  function name(op: number, path: string, inode: Inode | null): void {
    const parent = current.get(dirname(path))
    if (parent === undefined)
      return
    const key = `${parent} ${basename(path)}`
    names.set(key, [...names.get(key) ?? [], { op, inode }])
    if (inode === null)
      current.delete(path)
    else
      current.set(path, inode)
  }

  function moveBelow(from: string, to: string): void {
    for (const [path, inode] of [...current].filter(([each]) => each.startsWith(`${from}/`))) {
      current.delete(path)
      current.set(to + path.slice(from.length), inode)
    }
  }

  function write(op: number, path: string, at: number, bytes: Buffer): void {
    const node = nodes[current.get(path) ?? -1]
    if (!node)
      return
    const offset = at < 0 ? node.size : at
    node.changes.push({ op, is: 'bytes', offset, bytes })
    node.size = Math.max(node.size, offset + bytes.length)
  }

  function bytesNow(path: string): Buffer {
    const inode = current.get(path)
    return inode === undefined ? readFileSync(path) : contentOf(nodes[inode]!.changes)
  }

  for (const [op, each] of ops.entries()) {
    switch (each.op) {
      case 'make':
        if (!current.has(each.path))
          name(op, each.path, newNode(each.isFolder))
        break
      case 'write':
        write(op, each.path, each.offset, each.bytes)
        break
      case 'copy': {
        const bytes = bytesNow(each.from)
        write(op, each.path, each.offset, bytes.subarray(each.fromOffset, Math.min(bytes.length, each.fromOffset + each.length)))
        break
      }
      case 'size': {
        const node = nodes[current.get(each.path) ?? -1]
        if (node && !(each.onlyGrows && each.size <= node.size)) {
          node.changes.push({ op, is: 'size', size: each.size })
          node.size = each.size
        }
        break
      }
      case 'link':
      case 'rename': {
        const inode = current.get(each.path)
        if (inode === undefined)
          break
        name(op, each.to, inode)
        if (each.op === 'rename') {
          name(op, each.path, null)
          moveBelow(each.path, each.to)
        }
        break
      }
      case 'remove':
        name(op, each.path, null)
        break
      case 'flush begins':
        flushing.set(each.number, op)
        break
      case 'flush ends': {
        const node = nodes[current.get(each.path) ?? -1]
        const begins = flushing.get(each.number)
        if (node && begins !== undefined) {
          // A file that only changed in place needs no names on the disk.
          const since = node.flushes.at(-1)?.begins ?? -1
          const isOfNew = node.isFolder || since < 0 || node.changes.some(change => change.is === 'size' && change.op > since)
          const flush = { begins, ends: op, isOfNew }
          node.flushes.push(flush)
          all.push(flush)
        }
        break
      }
      default:
    }
  }

  function treeOf(nameAt: (list: readonly Name[], parent: Inode) => Inode | null, bytesAt: (node: Node) => Buffer): Tree {
    const below = Map.groupBy(names, ([key]) => Number(key.split(' ')[0]))
    const tree: Tree = new Map()
    const visit = (inode: Inode, path: string, above: readonly Inode[]): void => {
      for (const [key, list] of below.get(inode) ?? []) {
        const found = nameAt(list, inode)
        if (found === null || above.includes(found))
          continue
        const at = `${path}/${key.slice(key.indexOf(' ') + 1)}`
        tree.set(at, nodes[found]!.isFolder ? null : bytesAt(nodes[found]!))
        if (nodes[found]!.isFolder)
          visit(found, at, [...above, found])
      }
    }
    visit(root, folder, [root])
    return tree
  }

  const nameBefore = (list: readonly Name[], op: number): Inode | null => list.findLast(each => each.op < op)?.inode ?? null
  /** Flushes overlap: one that began later may end earlier. */
  const lastBegun = (flushes: readonly Flush[], cut: number): number =>
    flushes.reduce((last, { begins, ends }) => ends < cut ? Math.max(last, begins) : last, -1)
  const durableOf = (node: Node, cut: number): number => lastBegun(node.flushes, cut)

  return {
    ops,
    whole: cut => treeOf(list => nameBefore(list, cut), node => contentOf(node.changes.filter(({ op }) => op < cut))),
    after(cut, model, dice) {
      const holes = dice.next() < 0.5
      const inPlaceCommitsNoNames = dice.next() < 0.3
      const committed = Math.max(0, lastBegun(all.filter(flush => flush.isOfNew || !inPlaceCommitsNoNames), cut))
      const names = dice.next() < 0.4 ? committed : dice.next() < 0.3 ? cut : committed + Math.floor(dice.next() * (cut - committed + 1))
      const eachName = new Map<readonly Name[], Inode | null>()
      const strictly = (list: readonly Name[], parent: Inode): Inode | null => {
        if (!eachName.has(list)) {
          const flushed = durableOf(nodes[parent]!, cut)
          const later = list.filter(({ op }) => op >= flushed && op < cut).map(({ inode }) => inode)
          const may: readonly [Inode | null, ...(Inode | null)[]] = [nameBefore(list, flushed), ...later]
          eachName.set(list, dice.next() < 0.5 ? may.at(-1)! : dice.pick(may))
        }
        return eachName.get(list)!
      }
      const bytes = new Map<Node, Buffer>()
      const bytesAt = (node: Node): Buffer => {
        if (!bytes.has(node))
          bytes.set(node, bytesAfter(node, durableOf(node, cut), cut, { dice, holes }))
        return bytes.get(node)!
      }
      return treeOf(model === 'strict' ? strictly : list => nameBefore(list, names), bytesAt)
    },
  }
}

function contentOf(changes: readonly Change[]): Buffer {
  let bytes = Buffer.alloc(0)
  let size = 0
  const reserve = (length: number): void => {
    if (length > bytes.length)
      bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(length, 2 * bytes.length) - bytes.length)])
  }
  for (const change of changes) {
    if (change.is === 'size') {
      reserve(change.size)
      if (change.size < size)
        bytes.fill(0, change.size, size)
      size = change.size
    }
    else {
      reserve(change.offset + change.bytes.length)
      change.bytes.copy(bytes, change.offset)
      size = Math.max(size, change.offset + change.bytes.length)
    }
  }
  return Buffer.from(bytes.subarray(0, size))
}

/** What was flushed is there; of what came after, any subset of pages, one of them torn, in a length that the file once had. */
function bytesAfter({ changes }: Node, flushed: number, cut: number, { dice, holes }: { dice: Random, holes: boolean }): Buffer {
  const before = contentOf(changes.filter(({ op }) => op <= flushed))
  const later = changes.filter(({ op }) => op > flushed && op < cut)
  if (later.length === 0)
    return before
  const lengths: [number, ...number[]] = [before.length]
  for (const change of later)
    lengths.push(change.is === 'size' ? change.size : Math.max(lengths.at(-1)!, change.offset + change.bytes.length))
  const now = contentOf(changes.filter(({ op }) => op < cut))
  const length = dice.next() < 0.3 ? before.length : dice.pick(lengths)
  const result = Buffer.alloc(length)
  before.copy(result, 0, 0, Math.min(before.length, length))
  const share = dice.next()
  for (let at = 0; at < length; at += pageBytes) {
    const isNew = at >= before.length
    if (dice.next() < share || (isNew && !holes)) {
      const isTorn = !isNew && dice.next() < 0.1
      now.copy(result, at, at, Math.min(now.length, length, at + (isTorn ? sectorBytes * (1 + Math.floor(dice.next() * 7)) : pageBytes)))
    }
  }
  return result
}
