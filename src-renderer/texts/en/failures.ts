/** What went wrong with a job, whether it was charged, and what is safe to do. */
import type { JobState } from '#contract/jobs.ts'
import type { Charged } from '#contract/words.ts'
import { blocked, failureKinds, notSigned } from '#rules/text/failures/en.ts'
import { saidIn } from '#rules/text/found-words.ts'

const states: Record<JobState, string> = {
  queued: 'Queued',
  preparing: 'Preparing',
  sending: 'Sending',
  committed: 'Sent, waiting for a response',
  accepted: 'Accepted by the service',
  running: 'Generating',
  downloading: 'Downloading',
  verifying: 'Verifying',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  unsure: 'Unsure',
  blocked: 'On hold',
}

const charged: Record<Charged, { label: string, detail: string }> = {
  no: { label: 'Not charged', detail: 'You were not charged for this.' },
  yes: { label: 'Charged', detail: 'The service did the work and has charged for it.' },
  unknown: { label: 'Maybe charged', detail: 'Takeroom can’t tell. The service’s website shows what was charged.' },
}

export const failures = {
  free: { label: 'Free', detail: 'The practice service charges nothing.' },
  kinds: failureKinds,
  states,
  blocked,
  charged,
  unsure: { what: 'The request was sent completely, but no response came back.', todo: 'Takeroom never resends it automatically. Check the service’s website, then decide.' },
  notHereYet: 'Paid for, not received yet. Takeroom keeps checking, free of charge.',
  wasSent: 'Your first click went through, so nothing was sent twice. Click again to generate another.',
  /** A service asked to wait. */
  hold: {
    until: (when: string) => `On hold until ${when}.`,
    why: {
      model: (model: string) => `The service asked to wait before more requests for ${model}.`,
      account: (account: string) => `The service asked to wait before more requests from “${account}”.`,
      free: 'The service asked to wait before results are checked again.',
    },
    act: 'Try now',
    hint: 'Sends one request. If the service still refuses, it is not charged.',
    tried: 'Trying now.',
  },
  /** Of a job whose result arrived in part: the part is a take. */
  partly: {
    what: 'Only a part of the result arrived. It is kept as a take, marked incomplete.',
    todo: 'Use the part, or generate again, which may be charged again. Takeroom never resends it automatically.',
  },
  /** Why a file was not signed, by its code. */
  notSigned: notSigned as Readonly<Record<string, string>>,
  /** Which part of a long text is missing. */
  missingPart: (part: number, all: number) => `Part ${part} of ${all}`,
  /** What this computer says, in words; what others say unchanged. */
  found: (said: string) => saidIn('en', said),
  leadsTo: (address: string) => `It redirects to ${address}`,
  said: (text: string) => `The service said: “${text}”`,
  reference: (id: string) => `Request ${id}`,
}
