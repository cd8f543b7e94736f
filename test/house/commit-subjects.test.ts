/** Subjects of commits: a verb in the imperative, 72 characters at most. The reason is in the body. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { subjectsSince, wrongWithSubject } from '../kit/commit-subjects.ts'

it('every commit since the rule keeps to it', () => {
  const wrong = subjectsSince('.').map(subject => `${subject}: ${wrongWithSubject(subject)}`).filter(line => !line.endsWith(': '))
  expect(wrong).toEqual([])
})

it.each([
  ['Keep captions that overlap', ''],
  ['Re-read a file that changed', ''],
  ['Address each door by its name', ''],
  ['keep captions that overlap', 'imperative'],
  ['Keeps captions that overlap', 'imperative'],
  ['Fixed the captions', 'imperative'],
  ['Captions: keep those that overlap', 'imperative'],
  ['The captions are kept', 'imperative'],
  ['Keep captions that overlap.', 'full stop'],
  [`Keep ${'captions '.repeat(8)}`, '72 at most'],
])('%j', (subject, problem) => {
  expect(wrongWithSubject(subject)).toContain(problem)
  expect(wrongWithSubject(subject) === '').toBe(problem === '')
})

it('a folder without history has nothing to check, and a shallow clone what it has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'subjects-'))
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com']
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...author, ...args], { stdio: 'pipe' })
  try {
    expect(subjectsSince(folder)).toEqual([])
    git('init', '-q')
    expect(subjectsSince(folder)).toEqual([])
    git('commit', '-q', '--allow-empty', '-m', 'Older ones are left alone', '--date=2020-01-01T00:00:00Z')
    git('commit', '-q', '--allow-empty', '-m', 'Begin again')
    expect(subjectsSince(folder)).toContain('Begin again')
  }
  finally {
    rmSync(folder, { recursive: true })
  }
})
