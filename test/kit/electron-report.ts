/** What the stories came to on the Electron of one system, as a page that is read next to those of other systems. */
import type { StoryReport } from './failures.ts'
import { failedStories, storiesIn } from './failures.ts'

export interface Machine {
  readonly electron: string
  readonly system: string
  /** When it was run, as a person writes it. */
  readonly at: string
}

const words = { expected: 'passed', unexpected: '**failed**', flaky: '**flaky**', skipped: 'not run' } as const

/** Null: the stories did not begin. */
export function electronReport(report: StoryReport | null, { electron, system, at }: Machine): string {
  const head = [`# The stories on Electron ${electron}, ${system}`, '', at, '']
  if (report === null)
    return [...head, 'The stories did not begin: see the output of the run.', ''].join('\n')
  const stories = storiesIn(report)
  const rows = stories.map(({ name, story }) => `| ${cell(name)} | ${words[story.status as keyof typeof words] ?? story.status} |`)
  const { expected, unexpected, skipped } = report.stats
  return [
    ...head,
    `${expected} passed, ${unexpected} failed, ${skipped} not run.`,
    '',
    '| story | result |',
    '|---|---|',
    ...rows,
    ...failedStories(report).flatMap(text => ['', '```', text.replaceAll('```', '\'\'\''), '```']),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
