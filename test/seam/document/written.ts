/** Generates the table for readers from the rows that the tests use: documented parameter, catalogue entry, the test that sends it. */
import type { Field, Model } from '#contract/models.ts'
import type { Parameter } from './document.ts'
import { answersBeyond } from './beyond.ts'
import { nameOf } from './document.ts'
import { answers, combinations, contentParts, endpoints, headers, jobFields, limits, roles, states } from './facts.ts'
import { parameters } from './parameters.ts'

const walk = 'test/seam/document/parameters.test.ts'
const facts = 'test/seam/document/facts.test.ts'

/** The text of `resources/service-document.md`. */
export function writeDocument(models: readonly Model[]): string {
  return `${[
    '# The parameters of the service document in the studio',
    `Written by \`test/kit/service-document.mjs\` from \`test/seam/document\`; do not edit by hand. Each row is tested by \`${walk}\` under the name in its last column:`,
    'the catalogue has the entry as documented, the studio sends it and it arrives at the practice service, and both refuse a wrong value.',
    ...endpoints.map(endpoint => sectionOf(endpoint, models)),
    ...otherFacts(),
  ].join('\n\n')}\n`
}

function sectionOf({ id, title, method, path, contentType }: (typeof endpoints)[number], models: readonly Model[]): string {
  const rows = parameters.filter(row => row.endpoint === id)
  const answered = answers.filter(each => each.of === id).map(each => each.answer)
  return [
    `## ${id} · ${title}`,
    `\`${method} ${path}\`${contentType === null ? '' : `, \`${contentType}\``}. ${answered.length > 0 ? `Answers: ${answered.join('; ')}. ` : ''}Called by \`${facts}\`, “endpoint ${id}”.`,
    ...(rows.length === 0
      ? []
      : [table(['Parameter', 'Type', 'Required', 'The document says', 'Catalogue entry', 'Test'], rows.map(row => rowOf(row, models)))]),
  ].join('\n\n')
}

function rowOf(row: Parameter, models: readonly Model[]): string[] {
  return [`\`${row.name}\``, row.type, row.isRequired ? 'yes' : 'no', row.rules, entryOf(row, models), nameOf(row)]
}

function entryOf(row: Parameter, models: readonly Model[]): string {
  switch (row.source) {
    case 'field': return row.members
      ? row.members.map(({ name }) => `\`${row.name}.${name}\` of ${fieldsNamed(`${row.name}.${name}`, row.on, models)}`).join('; ')
      : fieldsNamed(row.name, row.on, models)
    case 'model': return `the entry’s own id: ${row.on.map(id => `\`${id}\``).join(', ')}`
    case 'conversation': return 'no field: the conversation itself'
    case 'mode': return 'no field: set by whether there is a source'
    case 'upload': return 'no field: the voice’s clip and the model it is registered with'
    case 'question': return 'no field: the task that is polled'
    default: return row.source satisfies never
  }
}

/** Models that declare the field alike share an entry. */
function fieldsNamed(name: string, on: readonly string[], models: readonly Model[]): string {
  const kinds = new Map<string, string[]>()
  for (const model of models) {
    const field = model.fields.find(each => each.name === name)
    if (field && (on.includes(model.id) || model.kind === 'chat'))
      kinds.set(inWords(field), [...kinds.get(inWords(field)) ?? [], model.id])
  }
  return [...kinds].map(([words, ids]) =>
    `${ids.length > 5 ? `${ids.length} chat models` : ids.map(id => `\`${id}\``).join(', ')}: ${words}`).join('; ')
}

function inWords({ type, min, max, default: usual, choices, maxCharacters, accepts, maxFiles, maxClipSeconds, excludes }: Field): string {
  const bounds = min !== null && max !== null ? `${min} to ${max}` : min !== null ? `from ${min}` : max === null ? null : `up to ${max}`
  return [
    type,
    bounds,
    choices && (choices.length > 12 ? `${choices.length} choices` : choices.map(({ value }) => value).join(' · ')),
    maxCharacters && `${maxCharacters.isAdvice ? 'best' : 'at most'} ${maxCharacters.count} characters`,
    accepts?.join(' · '),
    maxFiles && `at most ${maxFiles} file${maxFiles === 1 ? '' : 's'}`,
    maxClipSeconds && `at most ${maxClipSeconds} s`,
    excludes.length > 0 ? `not with ${excludes.join(', ')}` : null,
    usual === null ? null : `default ${usual}`,
  ].filter(words => words !== null && words !== undefined).join(', ')
}

function otherFacts(): string[] {
  return [
    '## Limits',
    table(
      ['Applies to', 'Limit', 'Row'],
      limits.map(each => [each.appliesTo, each.limit, nameOf({ endpoint: each.endpoint, name: each.parameter })]),
    ),
    '## What excludes what',
    table(['Rule', 'Tried on'], combinations.map(each => [each.rule, `\`${each.model}\``])),
    '## A video job',
    `States: ${states.map(state => `\`${state}\``).join(', ')}.`,
    table(['Member', 'Meaning'], jobFields.map(each => [`\`${each.name}\``, each.means])),
    '## Messages',
    `Roles: ${roles.map(role => `\`${role}\``).join(', ')}. Parts: ${contentParts.map(({ type }) => `\`${type}\``).join(', ')}.`,
    '## Headers',
    table(['Header', 'Value', 'On'], headers.map(each => [each.name, `\`${each.value}\``, each.on])),
    '## Answers beyond the document',
    table(['Answer', 'Becomes', 'Tested by'], answersBeyond.map(({ answer, becomes, test }) => [answer, becomes, `\`${test[0]}\``])),
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
