/** What fields are called on screen, and what is wrong with them, in the user's language. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Field } from '#contract/models.ts'
import { useTexts } from '../../texts/texts.ts'
import { wordsOfName } from './field-form.ts'

export function useFieldNames(): {
  nameOf: (fieldName: string) => string
  issueWords: (issue: FieldIssue) => string
  defaultWords: (field: Field) => string
} {
  const t = useTexts()
  const nameOf = (fieldName: string): string => t.value.player.fields.names[fieldName] ?? wordsOfName(fieldName)

  function issueWords(issue: FieldIssue): string {
    if (issue.problem === 'too-long' && issue.isWarning)
      return t.value.player.fields.tooLongAdvice(String(issue.limit))
    if (issue.problem === 'missing' && typeof issue.limit === 'string')
      return t.value.player.fields.oneOf(issue.limit.split(', ').map(nameOf))
    if (issue.problem === 'excluded-by' && typeof issue.limit === 'string')
      return t.value.faults.issue({ ...issue, limit: nameOf(issue.limit) })
    return t.value.faults.issue(issue)
  }

  /** The value that applies while the field is untouched. */
  function defaultWords(field: Field): string {
    if (field.default === null)
      return ''
    if (typeof field.default === 'boolean')
      return field.default ? t.value.player.fields.yes : t.value.player.fields.no
    return t.value.catalogue.said(field.choices?.find(choice => choice.value === field.default)?.label ?? String(field.default))
  }
  return { nameOf, issueWords, defaultWords }
}
