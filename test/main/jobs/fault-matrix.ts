/**
 * How a job ends when a fault occurs just after it has entered a state: every fault in every state, as data.
 * The test makes each case happen on the real core; the page in resources/ is generated from it.
 */
import type { JobState } from '#contract/jobs.ts'
import type { Charged } from '#contract/words.ts'
import type { Work } from '../../kit/fault-bench.ts'

export interface Outcome {
  readonly ends: JobState
  readonly charged: Charged | null
  /** How many requests the service has accepted in the end. */
  readonly accepted: number
  /** What the user sees: why the job waited, or what failed. Null for a fault that is not visible. */
  readonly told: string | null
  readonly work: Work
  /** How many incomplete takes are kept of what arrived, where that is certain. */
  readonly parts?: number
}

/** An outcome, or why there can be none. */
export type Cell = Outcome | string
export interface FaultRow { readonly fault: Fault, readonly cells: Readonly<Record<JobState, Cell>> }

export const faults = {
  'refused': 'the service refuses with 422, or with 403 for a poll or download',
  'key-refused': 'the service refuses the key with 401; later it gets one that it accepts',
  'rate-seconds': '429 with Retry-After in seconds',
  'rate-date': '429 with Retry-After as a date',
  'rate-bare': '429 without Retry-After',
  'broken': 'the service fails with 500',
  'overloaded': '503 with Retry-After',
  'overloaded-bare': '503 without Retry-After',
  'reset-early': 'the connection is reset before the request is read',
  'reset-late': 'the connection is reset after the whole request, before an answer',
  'reset-within': 'the connection is reset in the middle of the answer',
  'sound-cut': 'streamed sound stops without its end',
  'sound-fails': 'an error comes after the beginning of streamed sound',
  'sound-cut-within': 'streamed sound stops in the middle of an event',
  'sound-damaged': 'one event of streamed sound is damaged',
  'time-out': 'the service does not respond until the time-out',
  'truncated': 'the answer is cut short without an error',
  'truncated-always': 'every answer is cut short',
  'wrong-type': 'a web page comes instead of the answer, with 200',
  'drip': 'the answer arrives in many small pieces',
  'interim': 'interim answers (100, 102, 103) come before the request is read and before the answer',
  'proxy-password': 'a proxy asks for a password with 407; later it does not',
  'proxy-password-always': 'a proxy lets questions pass, and asks for a password with 407 for each paid request',
  'gave-up-waiting': 'the service stops waiting for the request with 408, once',
  'breaks-each-time': 'the connection is reset each time before the request is read',
  'compressed': 'the answer is compressed, though the request asks for plain bytes',
  'unknown-word': 'the service reports an unknown state of the task',
  'task-lost': 'the service says in its JSON for minutes that it does not know the task',
  'task-late': 'the service says once that it does not know the task',
  'redirected': 'a poll or download is redirected to a login page',
  'proxy-page': 'a gateway answers polls or downloads with its 404 page, several times',
  'task-fails': 'the task fails at the service',
  'no-name': 'the host name of the service does not resolve; later it does',
  'offline': 'the network is disconnected; later it is back',
  'clock-forward': 'the clock is set two hours ahead',
  'clock-back': 'the clock is set two hours back',
  'disk-full': 'the disk reports no free space; later there is some',
  'disk-filled': 'a real disk is filled to the last byte; later there is space',
  'disk-broken': 'every write of the ledger fails with an I/O error; later it succeeds',
  'key-removed': 'the key is removed from the keychain; later there is one',
  'key-locked': 'the keychain is locked; later it is unlocked',
  'host-unconfirmed': 'the studio was restored, and the address of the account is not confirmed; later it is',
  'ffmpeg-killed': 'ffmpeg is killed as soon as it starts',
  'cancelled': 'the user cancels the job',
} as const
export type Fault = keyof typeof faults

const states: readonly JobState[] = [
  'queued',
  'preparing',
  'sending',
  'committed',
  'accepted',
  'running',
  'downloading',
  'verifying',
  'blocked',
  'done',
  'failed',
  'cancelled',
  'unsure',
]
const over = 'The job has ended: nothing is requested, read or written for it any more.'
const noLine: Partial<Record<JobState, string>> = {
  queued: 'No connection is open while the job waits in the queue.',
  preparing: 'Preparing sends nothing to the service.',
  verifying: 'The whole answer is on the disk: nothing is sent to the service.',
  blocked: 'No connection is open while the job is blocked.',
}
const noAnswerYet = 'No answer is read before the last bytes have left.'
const noSound = 'Sound arrives with the answer to the request itself.'
const noTask = 'There is no task yet.'
const unread = 'The key was sent with the request; it is not read again.'

const works: Partial<Record<JobState, Work>> = { accepted: 'video', running: 'video', downloading: 'video', verifying: 'video' }

type Told = Partial<Omit<Outcome, 'ends'>>
type End = (state: JobState) => Outcome
function end(ends: JobState, more: Told): End {
  return state => ({ ends, charged: null, accepted: 1, told: null, work: works[state] ?? 'speech', ...more })
}

/** It is done in the end, once, and the user saw this in the meantime. */
const done = (told: string | null = null, more: Told = {}): End => end('done', { charged: 'yes', told, ...more })
const free = (told: string, more: Told = {}): End => end('failed', { charged: 'no', accepted: 0, told, ...more })
const paid = (told: string, more: Told = {}): End => end('failed', { charged: 'yes', told, ...more })
const unsent = (more: Told = {}): End => end('cancelled', { charged: 'no', accepted: 0, ...more })
const unsure = (told: string, more: Told = {}): End => end('unsure', { charged: 'unknown', told, ...more })

type Cells = Partial<Record<JobState, End | string>>
const asking = (cell: End | string): Cells => ({ accepted: cell, running: cell, downloading: cell })

function row(fault: Fault, cells: Cells, impossible: Partial<Record<JobState, string>> = noLine): FaultRow {
  const cellOf = (state: JobState): Cell => {
    const cell = cells[state] ?? impossible[state] ?? over
    return typeof cell === 'string' ? cell : cell(state)
  }
  return { fault, cells: Object.fromEntries(states.map(state => [state, cellOf(state)])) as Record<JobState, Cell> }
}

export const faultMatrix: readonly FaultRow[] = [
  row('refused', { sending: free('validation'), committed: free('validation'), ...asking(done('not-here')) }),
  row('key-refused', { sending: done('auth'), committed: done('auth'), ...asking(done('auth')) }),
  row('rate-seconds', { sending: done('rate'), committed: done('rate'), ...asking(done('rate')) }),
  row('rate-date', { sending: done('rate'), committed: done('rate'), ...asking(done('rate')) }),
  row('rate-bare', { sending: done('rate'), committed: done('rate'), ...asking(done('rate')) }),
  row('broken', { sending: free('server', { work: 'sound' }), committed: unsure('server', { accepted: 0 }), ...asking(done('server')) }),
  row('overloaded', { sending: done('rate'), committed: done('rate'), ...asking(done('server')) }),
  row('overloaded-bare', {
    sending: free('server', { work: 'sound' }),
    committed: unsure('server', { accepted: 0 }),
    ...asking(done('server')),
  }),
  row('reset-early', {
    sending: done('broken-off', { work: 'sound' }),
    committed: 'The request is complete: see the reset after the whole request.',
    ...asking(done('network')),
  }),
  row('reset-late', {
    sending: 'The request is not complete yet: see the reset before it is read.',
    committed: unsure('network'),
    ...asking('Free requests make no difference here: see the other two resets.'),
  }),
  row('reset-within', { sending: noAnswerYet, committed: unsure('network'), ...asking(done('network')) }),
  row('sound-cut', { sending: noAnswerYet, committed: unsure('network', { work: 'stream', parts: 1 }), ...asking(noSound) }),
  row('sound-fails', { sending: noAnswerYet, committed: unsure('server', { work: 'stream', parts: 1 }), ...asking(noSound) }),
  row('sound-cut-within', { sending: noAnswerYet, committed: unsure('network', { work: 'stream', parts: 1 }), ...asking(noSound) }),
  row('sound-damaged', { sending: noAnswerYet, committed: paid('undecodable', { work: 'stream', parts: 1 }), ...asking(noSound) }),
  row('time-out', { sending: done('broken-off', { work: 'sound' }), committed: unsure('timeout'), ...asking(done('timeout')) }),
  row('truncated', {
    sending: noAnswerYet,
    committed: paid('undecodable', { parts: 1 }),
    accepted: done('undecodable'),
    running: done('undecodable'),
    downloading: done(),
  }),
  row('truncated-always', {
    sending: noAnswerYet,
    committed: paid('undecodable'),
    accepted: 'A task without a readable answer is polled until the user cancels it.',
    running: 'The same as for an accepted task.',
    downloading: paid('undecodable'),
  }),
  row('wrong-type', { sending: noAnswerYet, committed: paid('undecodable'), ...asking(done('undecodable')) }),
  row('drip', { sending: noAnswerYet, committed: done(), ...asking(done()) }),
  row('interim', { sending: done(null, { work: 'sound' }), committed: done(), ...asking(done()) }),
  row('proxy-password', { sending: done('proxy'), committed: done('proxy'), ...asking(done('proxy')) }),
  row('proxy-password-always', {
    sending: free('proxy'),
    committed: free('proxy'),
    ...asking('Only paid requests are refused.'),
  }),
  row('gave-up-waiting', {
    sending: done('broken-off', { work: 'sound' }),
    committed: unsure('timeout', { accepted: 0 }),
    ...asking(done('timeout')),
  }),
  row('breaks-each-time', {
    sending: free('network', { work: 'sound' }),
    committed: 'The request is complete: see the reset after the whole request.',
    ...asking('Free requests are repeated as long as it takes.'),
  }),
  row('compressed', { sending: noAnswerYet, committed: done(), ...asking(done()) }),
  row('unknown-word', {
    sending: noTask,
    committed: noTask,
    accepted: done(),
    running: done(),
    downloading: 'The state is not polled any more.',
  }),
  row('task-lost', { sending: noTask, committed: noTask, ...asking(paid('expired')) }),
  row('task-late', { sending: noTask, committed: noTask, ...asking(done('not-here')) }),
  row('redirected', { sending: noTask, committed: noTask, ...asking(done('not-here')) }),
  row('proxy-page', { sending: noTask, committed: noTask, ...asking(done('not-here')) }),
  row('task-fails', {
    sending: noTask,
    committed: noTask,
    accepted: end('failed', { charged: 'unknown', told: 'job-failed' }),
    running: end('failed', { charged: 'unknown', told: 'job-failed' }),
    downloading: 'A completed task cannot fail any more.',
  }),
  row('no-name', {
    queued: done('offline'),
    preparing: done('offline'),
    sending: done('offline'),
    committed: 'The connection is open; the name is not resolved again.',
    accepted: done('network'),
    running: done('network'),
    downloading: done('network'),
    verifying: done(),
    blocked: done('offline'),
  }, {}),
  row('offline', {
    queued: done('offline'),
    preparing: done('offline'),
    sending: done('offline'),
    committed: unsure('network', { accepted: 0 }),
    ...asking(done('network')),
    verifying: done(),
    blocked: done('offline'),
  }, {}),
  row('clock-forward', {
    queued: done(),
    preparing: done(),
    sending: done(),
    committed: done(),
    ...asking(done()),
    verifying: done(),
    blocked: done(),
  }, {}),
  row('clock-back', {
    queued: done(),
    preparing: done(),
    sending: done(),
    committed: done(),
    ...asking(done()),
    verifying: done(),
    blocked: done(),
  }, {}),
  row('disk-full', {
    queued: done('no-space'),
    preparing: done('no-space'),
    sending: done('no-space'),
    committed: 'Free space was checked before: see the filled disk.',
    ...asking('Nothing is paid here: see the filled disk.'),
    verifying: 'As for downloading.',
    blocked: done('no-space'),
  }, {}),
  row('disk-filled', {
    queued: 'See the disk that reports no free space.',
    preparing: 'See the disk that reports no free space.',
    sending: done(null),
    committed: done(),
    accepted: done(),
    running: done(),
    downloading: done('internal'),
    verifying: done('internal'),
    blocked: 'See the disk that reports no free space.',
  }, {}),
  row('disk-broken', {
    queued: done(),
    preparing: done(),
    sending: free('internal'),
    committed: done(),
    ...asking(done()),
    verifying: done(),
    blocked: done(),
  }, {}),
  row('key-removed', {
    queued: done('no-key'),
    preparing: done('no-key'),
    sending: done('no-key'),
    committed: unread,
    ...asking(done('auth')),
    verifying: noLine.verifying ?? '',
    blocked: done('no-key'),
  }, {}),
  row('key-locked', {
    queued: done('key-locked'),
    preparing: done('key-locked'),
    sending: done('key-locked'),
    committed: unread,
    ...asking(done('auth')),
    verifying: noLine.verifying ?? '',
    blocked: done('key-locked'),
  }, {}),
  row('host-unconfirmed', {
    queued: done('unconfirmed-host'),
    preparing: done('unconfirmed-host'),
    sending: done('unconfirmed-host'),
    committed: unread,
    ...asking(done('auth')),
    verifying: noLine.verifying ?? '',
    blocked: done('unconfirmed-host'),
  }, {}),
  row('ffmpeg-killed', {
    queued: free('media', { work: 'film' }),
    preparing: free('media', { work: 'film' }),
    sending: 'ffmpeg has finished before anything is sent.',
    committed: 'ffmpeg is not needed while the service works.',
    ...asking('ffmpeg is not needed while the service works.'),
    verifying: done(),
    blocked: done(null, { work: 'film' }),
  }, {}),
  row('cancelled', {
    queued: unsent(),
    preparing: unsent(),
    sending: unsent({ work: 'sound' }),
    // The record is written, and the last bytes have not left.
    committed: unsent(),
    ...asking(end('cancelled', { charged: 'yes' })),
    verifying: done(),
    blocked: unsent(),
  }, {}),
]

/** The matrix as Markdown. */
export function faultMatrixPage(): string {
  const reasons = [...new Set(faultMatrix.flatMap(({ cells }) => Object.values(cells).filter(cell => typeof cell === 'string')))]
  const show = (cell: Cell): string => typeof cell === 'string'
    ? `–[${reasons.indexOf(cell) + 1}]`
    : `**${cell.ends}**, charged ${cell.charged ?? 'nothing'}, accepted ${cell.accepted}${cell.told === null ? '' : `, shows *${cell.told}*`}${cell.parts ? ', keeps the part' : ''}`
  const shown = states.filter(state => faultMatrix.some(({ cells }) => cells[state] !== over))
  const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    '# Every fault in every state',
    '',
    'How a job ends when a fault occurs just after it has entered a state: its final state, whether it was charged, how many requests the',
    'service accepted, and what the user is shown meanwhile or at the end. Faults pass, unless the row says otherwise. The queue continues',
    'by itself, except where only the user has the key or decides. Generated by `node test/kit/fault-matrix.mjs`',
    'from `test/main/jobs/fault-matrix.ts`; `test/main/jobs/fault-matrix.test.ts` makes each of these happen.',
    '',
    line('Fault', ...shown),
    line('---', ...shown.map(() => '---')),
    ...faultMatrix.map(({ fault, cells }) => line(faults[fault], ...shown.map(state => show(cells[state])))),
    '',
    `For ${states.filter(state => !shown.includes(state)).join(', ')}: ${over}`,
    '',
    'Why a case does not exist:',
    '',
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
    '',
  ].join('\n')
}
