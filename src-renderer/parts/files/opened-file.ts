/** A file that was opened with Takeroom from outside, as a drop would give it. Its bytes come from the studio when they are read. */
import type { OpenedFile } from '#contract/opened.ts'
import { useMedia } from '../../stores/media.ts'

/** A piece that the studio sends at once. */
const pieceBytes = 4 * 2 ** 20

type Read = (from: number, to: number) => Promise<ArrayBuffer>

/** Browsers make files of bytes that are there; this one is asked for its bytes. A part of it has the same name. */
class FileElsewhere extends File {
  readonly #read: Read
  readonly #from: number
  readonly #to: number

  constructor(name: string, read: Read, from: number, to: number) {
    super([], name)
    this.#read = read
    this.#from = from
    this.#to = to
  }

  override get size(): number {
    return this.#to - this.#from
  }

  override slice(from = 0, to = this.size): Blob {
    const within = (at: number): number => this.#from + Math.min(Math.max(at < 0 ? this.size + at : at, 0), this.size)
    return new FileElsewhere(this.name, this.#read, within(from), Math.max(within(from), within(to)))
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read(this.#from, this.#to)
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer())
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = this.#from
    return new ReadableStream({
      pull: async (controller) => {
        const end = Math.min(at + pieceBytes, this.#to)
        if (at < end)
          controller.enqueue(new Uint8Array(await this.#read(at, end)))
        at = end
        if (at >= this.#to)
          controller.close()
      },
    })
  }
}

export function fileOf({ openedId, name, sizeBytes }: OpenedFile): File {
  const media = useMedia()
  async function read(from: number, to: number): Promise<ArrayBuffer> {
    if (from === to)
      return new ArrayBuffer(0)
    const answer = await fetch(await media.url({ of: 'opened', openedId }), { headers: { Range: `bytes=${from}-${to - 1}` } })
    const bytes = await answer.arrayBuffer()
    if (!answer.ok || bytes.byteLength !== to - from)
      throw new DOMException('The file was moved or changed after it was opened.', 'NotReadableError')
    return bytes
  }
  return new FileElsewhere(name, read, 0, sizeBytes)
}
