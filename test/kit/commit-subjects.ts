/** What is wrong with the subjects of commits: too long, or not beginning with a verb in the imperative. */
import { spawnSync } from 'node:child_process'

/** Commits after this one keep to the rule. Where a clone does not reach so far, those after its time do. */
const since = { commit: 'c1245404cd69', time: '2026-11-27T18:00:00Z' }
const mostCharacters = 72

/** First words that are no verbs, although they look like an imperative. */
const noVerbs = new Set([
  ...['A', 'An', 'The', 'This', 'That', 'These', 'Those', 'It', 'Its', 'In', 'On', 'At', 'By', 'For', 'From', 'Of', 'To', 'With'],
  'Without',
  ...['When', 'Where', 'While', 'If', 'As', 'No', 'Not', 'None', 'All', 'Each', 'Every', 'One', 'Two', 'Some', 'Any', 'Both'],
  ...['New', 'Old'],
  ...['Better', 'Also', 'Only', 'Now', 'There', 'Here', 'And', 'But', 'Or', 'Is', 'Are', 'Was', 'Were', 'Has', 'Had', 'Can'],
  'Must',
])
/** Verbs that end as other forms do. */
const verbs = new Set([
  ...['Address', 'Bring', 'Compress', 'Cross', 'Discuss', 'Embed', 'Express', 'Feed', 'Focus', 'Guess', 'Heed', 'Miss', 'Need', 'Pass'],
  ...['Press', 'Process', 'Seed', 'Shed', 'Spring', 'Stress', 'String', 'Suppress', 'Toss'],
])

/** Empty for a good one. */
export function wrongWithSubject(subject: string): string {
  if ([...subject].length > mostCharacters)
    return `has ${[...subject].length} characters, ${mostCharacters} at most`
  const [first = ''] = subject.split(' ')
  if (!/^[A-Z][a-z]+(?:-[a-z]+)?$/.test(first) || noVerbs.has(first) || (/(?:[^s]s|ss|ed|ing)$/.test(first) && !verbs.has(first)))
    return 'does not begin with a verb in the imperative'
  return subject.endsWith('.') ? 'ends with a full stop' : ''
}

function git(folder: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

/** Subjects since the rule; none without git, or in a folder that is no clone. */
export function subjectsSince(folder: string): string[] {
  const isKnown = git(folder, 'merge-base', '--is-ancestor', since.commit, 'HEAD') !== null
  const range = isKnown ? [`${since.commit}..HEAD`] : [`--since=${since.time}`, 'HEAD']
  return (git(folder, 'log', '--no-merges', '--format=%s', ...range) ?? '').split('\n').filter(subject => subject !== '')
}
