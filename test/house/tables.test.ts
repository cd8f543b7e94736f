/** Who names which table in SQL: each table has one owner that writes it, and whoever else reads it is listed with the reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each table with the files that write it. A folder ends in a slash. */
const owners: Record<string, readonly string[]> = {
  // The library.
  projects: ['library/projects.ts'],
  assets: ['library/asset-rows.ts', 'library/assets.ts'],
  takes: ['library/take-rows.ts', 'library/takes.ts'],
  takes_search: ['library/search-index.ts'],
  transcripts: ['library/transcripts.ts'],
  set_aside_corrections: ['library/transcripts.ts'],
  conversations: ['library/conversation-rows.ts', 'library/conversations.ts'],
  messages: ['library/conversation-rows.ts', 'library/conversations.ts'],
  deliveries: ['library/deliveries.ts'],
  models: ['library/models.ts'],
  hidden_models: ['library/models.ts'],
  voices: ['library/voice-rows.ts', 'library/voices.ts'],
  registrations: ['library/voice-rows.ts', 'library/voices.ts'],
  settings: ['accounts/settings.ts'],
  lines: ['script/'],
  castings: ['script/'],
  sequences: ['sequences/'],
  sequence_journal: ['sequences/'],
  snapshots: ['snapshots/'],
  // The ledger.
  accounts: ['accounts/'],
  jobs: ['jobs/'],
  job_moves: ['jobs/'],
  queue: ['jobs/order.ts'],
  salvages: ['jobs/recoveries.ts', 'jobs/recover-ledger.ts'],
  prices: ['spend/'],
  budgets: ['spend/'],
  costs: ['spend/'],
}

interface Exception { readonly who: string, readonly tables: readonly string[], readonly because: string }

const mayRead: readonly Exception[] = [
]

const mayWrite: readonly Exception[] = [
]

/** Filled by SQLite, and of no word's. */
const builtIn = ['sqlite_schema']

/** Every piece of SQL in a source text: what is tagged `sql`, and plain text that begins like a statement. */
function statementsIn(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql')
      found.push(textOf(node.template))
    else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) && !isTagged(node) && statement.test(textOf(node)))
      found.push(textOf(node))
    ts.forEachChild(node, visit)
  }
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  visit(source)
  return found
}

const statement = /^\s*(?:SELECT|INSERT|REPLACE|UPDATE|DELETE|WITH|EXISTS)\b[\s\S]*\b(?:FROM|INTO|SET)\b/

function isTagged(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node.parent)
}

/** Values stand for themselves: what is put in is a value, or a piece that is looked at by itself. */
function textOf(node: ts.Node): string {
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(span => span.literal.text)].join(' ? ')
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : ''
}

interface Named { readonly reads: Set<string>, readonly writes: Set<string> }

function tablesNamedIn(statements: readonly string[]): Named {
  const reads = new Set<string>()
  const writes = new Set<string>()
  for (const statement of statements) {
    const plain = statement.replaceAll(/--.*$/gm, ' ').replaceAll(/'(?:[^']|'')*'/g, ' \'\' ')
    const rest = plain.replaceAll(/\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+"?(\w+)"?/gi, (whole, table: string) => {
      if (table.toUpperCase() === 'SET')
        return whole
      writes.add(table)
      return ' '
    })
    for (const [word] of rest.matchAll(/\w+/g)) {
      if (Object.hasOwn(owners, word) && !writes.has(word))
        reads.add(word)
    }
  }
  return { reads, writes }
}

const isIn = (file: string, places: readonly string[]): boolean => places.some(place => place.endsWith('/') ? file.startsWith(place) : file === place)

/** What is wrong with the SQL of one file of src-main. */
function troubleWith(file: string, text: string): string[] {
  const { reads, writes } = tablesNamedIn(statementsIn(text))
  const allowed = (exceptions: readonly Exception[], table: string): boolean => exceptions.some(each => isIn(file, [each.who]) && each.tables.includes(table))
  return [
    ...[...writes].filter(table => !isIn(file, owners[table] ?? []) && !allowed(mayWrite, table)).map(table => `${file} writes ${table}, which ${owners[table]?.join(' and ') ?? 'nobody'} owns`),
    ...[...reads].filter(table => !isIn(file, owners[table] ?? []) && !allowed([...mayRead, ...mayWrite], table)).map(table => `${file} reads ${table}, which ${owners[table]?.join(' and ') ?? 'nobody'} owns`),
  ]
}

function sources(): { file: string, text: string }[] {
  return readdirSync(join(root, 'src-main'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes(join('storage', 'migrations')))
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({ file: relative(join(root, 'src-main'), path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
}

it('every table of the two databases has an owner, and every owner has its table', () => {
  const folder = join(root, 'src-main/storage/migrations')
  const made = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(match => match[1]))
  expect(Object.keys(owners).sort()).toEqual([...new Set(made)].sort())
})

it('only its owner writes a table, and whoever else reads it is listed', () => {
  const trouble = sources().flatMap(({ file, text }) => troubleWith(file, text))
  expect(trouble.join('\n')).toBe('')
})
