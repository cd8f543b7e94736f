/** The words of a book in the format EPUB, 2 or 3: a paragraph each, separated by blank rows; headings begin with `#`. */
import type { OpenZip } from '../../../parts/files/unzip.ts'
import type { ChapterTitle } from './epub-package.ts'
import type { Block } from './epub-text.ts'
import { isProtected, packageIn, readPackage, titlesIn } from './epub-package.ts'
import { blocksOf } from './epub-text.ts'

export const containerName = 'META-INF/container.xml'

type BookFault = 'not-a-document' | 'protected' | 'too-large' | 'no-words'

type BookWords = { readonly text: string, readonly language: string | null } | { readonly refused: BookFault }

/** Where the book has more than `mostCharacters`, it is not read to its end. @throws ZipError */
export async function readEpub(zip: OpenZip, mostCharacters: number): Promise<BookWords> {
  const encryption = await zip.textOf('META-INF/encryption.xml')
  if (encryption !== null && isProtected(encryption))
    return { refused: 'protected' }
  const packageName = packageIn(await zip.textOf(containerName) ?? '')
  const opf = packageName === null ? null : await zip.textOf(packageName)
  if (packageName === null || opf === null)
    return { refused: 'not-a-document' }
  const { documents, contents, language } = readPackage(opf, packageName)
  const titles = await titlesOf(zip, contents)
  const paragraphs: string[] = []
  let size = 0
  for (const name of documents) {
    const blocks = blocksOf(await zip.textOf(name) ?? '')
    const rows = rowsOf(withTitles(blocks, titles.filter(title => title.name === name)))
    size += rows.reduce((sum, row) => sum + row.length + 2, 0)
    if (size > mostCharacters)
      return { refused: 'too-large' }
    paragraphs.push(...rows)
  }
  return paragraphs.length === 0 ? { refused: 'no-words' } : { text: paragraphs.join('\n\n'), language }
}

async function titlesOf(zip: OpenZip, contents: ReturnType<typeof readPackage>['contents']): Promise<ChapterTitle[]> {
  for (const each of contents) {
    const titles = titlesIn(await zip.textOf(each.name) ?? '', each)
    if (titles.length > 0)
      return titles
  }
  return []
}

/** A chapter that has no heading of its own begins with its title in the table of contents. */
function withTitles(blocks: readonly Block[], titles: readonly ChapterTitle[]): Block[] {
  const byId = new Map(titles.flatMap(({ id, title }) => id === null ? [] : [[id, title] as const]))
  const ofWhole = titles.find(({ id }) => id === null)?.title
  const all: readonly Block[] = ofWhole === undefined ? blocks : [{ kind: 'place', id: '' }, ...blocks]
  const result: Block[] = []
  /** Where the title would be, until the chapter turns out to have a heading. */
  let chapter: { title: string, at: number } | null = null
  const end = (): void => {
    const first = chapter && result[chapter.at]
    // The title may be a paragraph that only looks like a heading.
    if (chapter && first)
      result.splice(chapter.at, isSame(first, chapter.title) ? 1 : 0, { kind: 'heading', level: 1, text: chapter.title })
    chapter = null
  }
  for (const [at, block] of all.entries()) {
    if (block.kind !== 'place') {
      chapter = block.kind === 'heading' && block.level <= 3 ? null : chapter
      result.push(block)
      continue
    }
    const title = at === 0 && block.id === '' ? ofWhole : byId.get(block.id)
    if (title !== undefined) {
      end()
      chapter = { title, at: result.length }
    }
  }
  end()
  return result
}

function isSame(block: Block, title: string): boolean {
  return block.kind === 'text' && block.text.replaceAll(/\s+/g, ' ').toLowerCase() === title.toLowerCase()
}

function rowsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'place')
      return []
    return block.kind === 'heading' ? `# ${block.text}` : block.text
  })
}
