/** Tables: each is declared once, and written by its owner only; every other reader is listed with the reason. */
import type { Migration } from '../../src-main/storage/migrate.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { ledgerTables, libraryTables } from '../../src-main/databases/tables.ts'
import { ledgerMigrations } from '../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each table with the files that write it. A folder ends in a slash. */
const owners: Record<string, readonly string[]> = {
  // The library.
  projects: ['library/projects.ts'],
  assets: ['library/asset-rows.ts', 'library/assets.ts'],
  luts: ['library/luts.ts'],
  shelf: ['library/shelf-rows.ts'],
  takes: ['library/take-rows.ts', 'library/takes.ts', 'library/checks.ts', 'library/purge-takes.ts'],
  project_takes: ['library/project-takes.ts'],
  take_tags: ['library/take-tags.ts'],
  collections: ['library/collections.ts'],
  collection_takes: ['library/collections.ts'],
  saved_searches: ['library/saved-searches.ts'],
  takes_search: ['library/search-index.ts'],
  transcripts: ['library/transcripts.ts'],
  set_aside_corrections: ['library/transcripts.ts'],
  right_takes: ['listening/'],
  accepted_drift: ['drift/'],
  conversations: ['library/conversation-rows.ts', 'library/conversations.ts'],
  messages: ['library/conversation-rows.ts', 'library/conversations.ts'],
  deliveries: ['library/deliveries.ts'],
  delivery_choices: ['library/delivery-choices.ts'],
  models: ['library/models.ts'],
  hidden_models: ['library/models.ts'],
  voices: ['library/voices.ts'],
  registrations: ['library/voices.ts'],
  settings: ['accounts/settings.ts', 'accounts/signing.ts', 'backup/plan-store.ts'],
  lines: ['script/'],
  castings: ['script/'],
  speaker_colours: ['script/'],
  script_languages: ['script/'],
  speaker_tones: ['script/'],
  speaker_anchors: ['script/'],
  pronunciations: ['script/'],
  storyboard: ['storyboard/'],
  storyboard_looks: ['storyboard/'],
  sequences: ['sequences/'],
  sequence_journal: ['sequences/'],
  sequence_clips: ['sequences/'],
  sequence_starts: ['sequences/'],
  snapshots: ['snapshots/'],
  snapshot_summaries: ['snapshots/'],
  undo_steps: ['journal/'],
  done_changes: ['storage/done-changes.ts'],
  // The ledger.
  accounts: ['accounts/'],
  credits: ['accounts/credits.ts'],
  jobs: ['jobs/'],
  job_moves: ['jobs/'],
  queue: ['jobs/order.ts'],
  recoveries: ['jobs/recovery-notice.ts', 'databases/recover-ledger.ts'],
  prices: ['spend/'],
  budgets: ['spend/'],
  costs: ['spend/'],
}

interface Exception { readonly who: string, readonly tables: readonly string[], readonly because: string }

const mayRead: readonly Exception[] = [
  { who: 'library/stacks.ts', tables: ['takes'], because: 'which numbers are of one stack is kept in memory' },
  {
    who: 'library/projects.ts',
    tables: ['lines', 'takes', 'project_takes', 'deliveries', 'assets'],
    because: 'a card counts what a project holds and shows its newest picture',
  },
  {
    who: 'library/newest-stamp.ts',
    tables: ['projects', 'conversations', 'takes', 'voices', 'models', 'deliveries', 'sequences'],
    because: 'the stamps of a run go on from the newest of all lists that are sorted by one',
  },
  { who: 'library/project-sizes.ts', tables: ['takes', 'assets', 'projects'], because: 'its size is that of the files of its takes' },
  { who: 'sequences/lut-uses.ts', tables: ['projects'], because: 'where a look-up table is used is told with the name of the project' },
  { who: 'library/uses.ts', tables: ['sequences', 'sequence_clips'], because: 'a sequence is used where it is nested in another one' },
  { who: 'library/take-rows.ts', tables: ['assets'], because: 'a take is read with its file, in one query for a page of them' },
  { who: 'library/take-rows.ts', tables: ['projects', 'lines'], because: 'a take may name a project or line only while that is there' },
  {
    who: 'library/take-rows.ts',
    tables: ['project_takes', 'take_tags', 'collection_takes'],
    because: 'a take says to which projects it was added, its tags and its collections',
  },
  { who: 'library/takes.ts', tables: ['project_takes'], because: 'takes of a restored project are announced' },
  { who: 'library/project-takes.ts', tables: ['takes'], because: 'a project also holds what was made there' },
  {
    who: 'library/take-references.ts',
    tables: [
      'takes',
      'lines',
      'storyboard',
      'storyboard_looks',
      'sequences',
      'sequence_clips',
      'voices',
      'project_takes',
      'snapshots',
      'snapshot_summaries',
      'delivery_choices',
    ],
    because: 'every place that refers to a take is listed here, for the details of a take, the trash and the bins of projects',
  },
  {
    who: 'library/lineage.ts',
    tables: ['takes', 'lines', 'castings', 'voices'],
    because: 'the lineage of a take names its sources, its line and the voice of that, of any age',
  },
  {
    who: 'library/lineage-films.ts',
    tables: ['sequences', 'sequence_clips', 'deliveries'],
    because: 'the lineage of a take ends in the films that it is in',
  },
  { who: 'library/take-uses.ts', tables: ['projects'], because: 'the details of a take name the projects that use it' },
  {
    who: 'library/search-index.ts',
    tables: ['takes', 'transcripts', 'take_tags'],
    because: 'the index holds the words of takes, corrections and tags included',
  },
  { who: 'library/cost-order.ts', tables: ['takes'], because: 'which takes are of the jobs that the ledger has put in order' },
  {
    who: 'library/name-order.ts',
    tables: ['takes', 'take_tags', 'projects'],
    because: 'takes are listed by names that many of them share',
  },
  { who: 'library/checks.ts', tables: ['transcripts'], because: 'a check is shown as it was corrected' },
  {
    who: 'library/same-content.ts',
    tables: ['takes', 'assets', 'project_takes'],
    because: 'takes are compared by the content of their files',
  },
  { who: 'library/take-tags.ts', tables: ['takes'], because: 'only takes that exist get tags' },
  { who: 'library/collections.ts', tables: ['takes'], because: 'only takes that exist are put into collections' },
  {
    who: 'library/search.ts',
    tables: ['takes', 'takes_search', 'assets'],
    because: 'a search is one query over takes, their files and their index',
  },
  { who: 'library/take-months.ts', tables: ['takes'], because: 'months are those of takes' },
  { who: 'library/takes-made-with.ts', tables: ['takes'], because: 'it finds takes by what made them' },
  { who: 'library/selected-takes.ts', tables: ['takes', 'assets'], because: 'what takes weigh is what their files weigh' },
  {
    who: 'library/take-order.ts',
    tables: ['takes', 'takes_search', 'assets', 'collection_takes'],
    because: 'the order of a search is the same query, and that of a collection is in its rows',
  },
  {
    who: 'library/search-terms.ts',
    tables: ['takes', 'take_tags', 'collection_takes', 'assets', 'projects'],
    because: 'a filter of a search is a condition of that query, and names a project',
  },
  {
    who: 'library/facets/',
    tables: ['takes', 'take_tags', 'collection_takes', 'assets', 'projects', 'takes_search'],
    because: 'what is counted next to a search follows from the same tables',
  },
  { who: 'library/transcripts.ts', tables: ['takes'], because: 'the transcripts of many takes are found by one query' },
  { who: 'library/voices.ts', tables: ['takes'], because: 'the sample of a voice is the newest take that speaks with it' },
  { who: 'library/voices.ts', tables: ['castings', 'projects'], because: 'a voice is shown with the speakers who are cast with it' },
  { who: 'library/voices.ts', tables: ['assets'], because: 'a voice is shown with the file of its clip' },
  { who: 'library/results-of-job.ts', tables: ['takes', 'messages', 'registrations'], because: 'the result of a job is one of the three' },
  {
    who: 'library/uses.ts',
    tables: ['takes', 'assets', 'luts', 'voices', 'projects', 'messages', 'conversations', 'castings', 'snapshots', 'snapshot_summaries'],
    because: 'before something is deleted, everything that may name it is asked in the same transaction',
  },
  { who: 'script/', tables: ['takes'], because: 'the state of a line follows from its chosen take, and its takes are counted' },
  { who: 'script/fitting-takes.ts', tables: ['assets'], because: 'a take whose file is missing does not save a line from being made' },
  { who: 'script/choose-takes.ts', tables: ['assets'], because: 'a line whose chosen take has lost its file takes a new one' },
  { who: 'script/paces.ts', tables: ['assets'], because: 'how fast a speaker speaks follows from the lengths of their takes' },
  { who: 'script/script-version.ts', tables: ['voices'], because: 'a version may name a voice that was deleted since' },
  { who: 'storyboard/', tables: ['takes', 'lines'], because: 'a picture covers lines of the script, and shows takes' },
  { who: 'sequences/sequences.ts', tables: ['projects'], because: 'a sequence needs its project' },
  {
    who: 'snapshots/project-templates.ts',
    tables: ['takes'],
    because: 'which takes come along with a template follows from where they came from',
  },
  { who: 'snapshots/project-version.ts', tables: ['projects'], because: 'a version has the name of its project' },
  {
    who: 'snapshots/snapshots.ts',
    tables: ['projects', 'takes', 'assets'],
    because: 'a version is taken when its project changed, and says which takes were deleted since',
  },
  {
    who: 'trash/trash.ts',
    tables: ['takes', 'assets', 'projects', 'lines', 'sequences', 'voices', 'conversations', 'deliveries', 'models'],
    because: 'the trash is one list of everything, newest first',
  },
  { who: 'backup/backup.ts', tables: ['takes', 'assets'], because: 'a backup copies the files that the library names' },
  {
    who: 'check/inspect-studio.ts',
    tables: ['takes', 'assets', 'conversations', 'messages', 'lines', 'sequences', 'sequence_clips', 'jobs'],
    because: 'a check compares tables with each other and with the disk',
  },
  { who: 'databases/history.ts', tables: ['jobs'], because: 'a studio that ever had a job must have a library' },
  { who: 'databases/recover-ledger.ts', tables: ['accounts', 'jobs'], because: 'it counts the accounts and jobs that were lost' },
  { who: 'accounts/credits.ts', tables: ['jobs'], because: 'credits belong to a job' },
  { who: 'accounts/leaving.ts', tables: ['jobs'], because: 'the key of a removed account stays until its paid jobs have ended' },
  { who: 'spend/report.ts', tables: ['credits'], because: 'the report counts the service\'s own credits, too' },
  { who: 'spend/', tables: ['jobs', 'accounts'], because: 'a cost belongs to a job, and a price to an account' },
  { who: 'check/diagnostics.ts', tables: ['jobs', 'job_moves'], because: 'the report for support lists the last jobs' },
]

const mayWrite: readonly Exception[] = [
  { who: 'library/stack-takes.ts', tables: ['takes'], because: 'takes of earlier versions get the key of their stack later' },
  {
    who: 'library/repair.ts',
    tables: [
      'assets',
      'luts',
      'projects',
      'conversations',
      'messages',
      'lines',
      'castings',
      'speaker_colours',
      'script_languages',
      'speaker_tones',
      'speaker_anchors',
      'delivery_choices',
      'storyboard',
      'storyboard_looks',
      'takes',
      'project_takes',
      'take_tags',
      'collections',
      'collection_takes',
      'sequences',
      'deliveries',
      'voices',
    ],
    because: 'a recovered library lacks rows that others refer to; they are inserted before the parts open',
  },
  {
    who: 'databases/replace-lost-rows.ts',
    tables: ['queue', 'accounts', 'jobs', 'job_moves', 'prices', 'costs'],
    because: 'a recovered ledger lacks rows that others refer to; they are inserted before the parts open',
  },
  { who: 'spend/prices.ts', tables: ['accounts'], because: 'the column for an account\'s currency is read and written by prices alone' },
]

const statement = /^\s*(?:SELECT|INSERT|REPLACE|UPDATE|DELETE|WITH|EXISTS)\s(?:[\s\S]*\s)?(?:FROM|INTO|SET)\s/

/** All SQL in a source text: templates tagged `sql`, and plain strings that begin like a statement. */
function statementsIn(text: string): string[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql') {
      found.push(textOf(node.template))
    }
    else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
      && !isTagged(node)
      && statement.test(textOf(node))) {
      found.push(textOf(node))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTagged(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node.parent)
}

/** Interpolations are replaced by a placeholder: they are values, or SQL that is checked separately. */
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
    // eslint-disable-next-line style/max-len -- one pattern for the four ways to write
    const rest = plain.replaceAll(/\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+"?(\w+)"?/gi, (whole, table: string) => {
      // A temporary table is of one connection alone.
      if (table.toUpperCase() === 'SET' || table === 'temp')
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

function isIn(file: string, places: readonly string[]): boolean {
  return places.some(place => place.endsWith('/') ? file.startsWith(place) : file === place)
}

/** Records in `used` which exceptions were needed. */
function isAllowed(file: string, table: string, exceptions: readonly Exception[], used: Set<string>): boolean {
  if (isIn(file, owners[table] ?? []))
    return true
  const found = exceptions.filter(each => isIn(file, [each.who]) && each.tables.includes(table))
  for (const { who } of found)
    used.add(`${who} ${table}`)
  return found.length > 0
}

/** What is wrong with the SQL of one file of src-main. */
function troubleWith(file: string, text: string, used = new Set<string>()): string[] {
  const { reads, writes } = tablesNamedIn(statementsIn(text))
  const ownerOf = (table: string): string => owners[table]?.join(' and ') ?? 'nobody'
  return [
    ...[...writes].filter(table => !isAllowed(file, table, mayWrite, used)).map(table =>
      `${file} writes ${table}, which belongs to ${ownerOf(table)}`),
    ...[...reads].filter(table => !isAllowed(file, table, [...mayRead, ...mayWrite], used)).map(table =>
      `${file} reads ${table} of ${ownerOf(table)}`),
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
  // A later migration gives one another name.
  const made = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry =>
      [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(match => match[1]))
  const names = made.map(name => name === 'salvages' ? 'recoveries' : name)
  expect(Object.keys(owners).sort()).toEqual([...new Set(names)].sort())
})

it('only its owner writes a table, every other reader is listed, and no listed exception is unused', () => {
  const used = new Set<string>()
  expect(sources().flatMap(({ file, text }) => troubleWith(file, text, used))).toEqual([])
  const listed = [...mayRead, ...mayWrite].flatMap(({ who, tables }) => tables.map(table => `${who} ${table}`))
  expect(listed.filter(each => !used.has(each))).toEqual([])
})

/** A source text with `<…>` in place of `${…}`. */
const planted = (code: string): string => code.replaceAll('<', '${').replaceAll('>', '}')

it('finds violations however the statement is written', () => {
  const inProjects = (code: string): string[] => troubleWith('library/projects.ts', planted(code))
  expect(inProjects('await tx.run(sql`DELETE FROM castings WHERE project_id = <id>`)')).toEqual([
    'library/projects.ts writes castings, which belongs to script/',
  ])
  expect(inProjects('sql`INSERT OR IGNORE INTO jobs (id) VALUES (<id>)`')).toEqual([
    'library/projects.ts writes jobs, which belongs to jobs/',
  ])
  expect(inProjects('sql`REPLACE INTO "queue" VALUES (1)`')).toEqual(['library/projects.ts writes queue, which belongs to jobs/order.ts'])
  expect(inProjects('sql`\n  UPDATE OR IGNORE sequences SET revision = 1`')).toEqual([
    'library/projects.ts writes sequences, which belongs to sequences/',
  ])
  expect(inProjects('const mend = [`UPDATE voices SET name = <quoted>`]')).toEqual([
    'library/projects.ts writes voices, which belongs to library/voices.ts',
  ])
  expect(inProjects('const which = sql`id IN (SELECT id FROM snapshots)`')).toEqual(['library/projects.ts reads snapshots of snapshots/'])
  expect(inProjects('sql`SELECT 1 FROM takes, <isOld ? sql`messages` : sql.empty>`')).toEqual([
    'library/projects.ts reads messages of library/conversation-rows.ts and library/conversations.ts',
  ])
})

it('allows owners to write and listed readers to read, and ignores other text', () => {
  expect(troubleWith('library/projects.ts', planted('sql`UPDATE projects SET name = <name>`; sql`SELECT count(*) FROM lines`'))).toEqual([])
  expect(troubleWith(
    'script/script.ts',
    planted('sql`INSERT INTO lines (id) VALUES (<id>) ON CONFLICT (id) DO UPDATE SET text = excluded.text`'),
  )).toEqual([])
  expect(troubleWith('base/log.ts', 'const said = \'the jobs and their costs\'; log(`update the queue`)')).toEqual([])
  expect(troubleWith(
    'base/log.ts',
    planted('sql`SELECT <jobs> AS id, \'takes\' AS word, json_each(document, \'$.lines\') -- from messages`'),
  )).toEqual([])
})

/** The tables of a new database, with their columns. */
function columnsOf(migrations: readonly Migration[]): Record<string, string[]> {
  const db = new DatabaseSync(':memory:')
  for (const statement of migrations.flatMap(migration => migration.statements))
    db.exec(statement)
  const tables = db.prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  return Object.fromEntries(tables.map(({ name }) =>
    [String(name), db.prepare('SELECT name FROM pragma_table_info(?)').all(String(name)).map(row => String(row.name)).sort()]))
}

/** Nothing is read of them but whether a row is there, and no other folder takes them over. */
const undeclared = ['done_changes']

it.each([
  ['ledger', ledgerMigrations, ledgerTables],
  ['library', libraryMigrations, libraryTables],
])('every table of the %s is declared once, with all its columns', (_, migrations, tables) => {
  const declared = Object.fromEntries(tables.map(({ name, stored }) => [name, Object.keys(stored.shape).sort()]))
  expect(Object.keys(declared)).toHaveLength(tables.length)
  const made = Object.entries(columnsOf(migrations)).filter(([name]) => !undeclared.includes(name))
  expect(declared).toEqual(Object.fromEntries(made))
})

/** Ids and endings that become parts of paths: whoever claims one about a row has not parsed it. */
const becomesPath = /\b(?:JobId|AssetId|DeliveryId|RecordingId|\w*JobRow|extension|folder|fileName|file_name)\b/

/** Claims `db.all<…>` and `db.get<…>` about rows that hold what becomes part of a path, and were not parsed by a table. */
function claimsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && ['all', 'get'].includes(node.expression.name.text)) {
      const claim = node.typeArguments?.map(argument => argument.getText(source)).join() ?? ''
      if (becomesPath.test(claim))
        found.push(`${file} claims ${claim.replaceAll(/\s+/g, ' ')} of a row: read it by its table`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('what becomes a part of a path is never claimed about a row, but parsed', () => {
  expect(sources().flatMap(({ file, text }) => claimsIn(file, text))).toEqual([])
  expect(claimsIn('a.ts', 'await db.all<{ id: JobId }>(sql`SELECT id FROM jobs`)')).toHaveLength(1)
  expect(claimsIn('a.ts', 'await tx.get<JobRow>(sql`SELECT * FROM jobs`)')).toHaveLength(1)
  expect(claimsIn('a.ts', 'await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM jobs`); map.get<JobId>')).toEqual([])
})
