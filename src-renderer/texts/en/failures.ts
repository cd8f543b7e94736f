/** What went wrong with a job, whether it was charged, and what is safe to do. */
import type { BlockedBy, Failure, JobState } from '#contract/jobs.ts'
import type { Charged } from '#contract/words.ts'

const kinds: Record<Failure['kind'], { what: string, todo: string }> = {
  'validation': { what: 'The service did not accept the request as it was.', todo: 'Change what it names and make it again.' },
  'auth': { what: 'The service did not accept the account’s key.', todo: 'Check the key in Settings, then try again.' },
  'credits': { what: 'The account has no credits left.', todo: 'Top it up with the service, then try again.' },
  'permission': { what: 'The account may not use this model.', todo: 'Choose another model or another account.' },
  'not-found': { what: 'The service does not know this model or file.', todo: 'Choose another model.' },
  'not-ready': { what: 'The service said that the result was not ready.', todo: 'It is safe to look again.' },
  'too-large': { what: 'The request was too large for the service.', todo: 'Use a shorter text or a smaller file.' },
  'media-type': { what: 'The service does not take this kind of file.', todo: 'Use another file format.' },
  'rate': { what: 'The service asked for a pause: too many requests.', todo: 'It is safe to try again in a while.' },
  'model-unavailable': { what: 'The model is not available at the moment.', todo: 'It is safe to try again later.' },
  'server': { what: 'The service broke while it worked on this.', todo: 'Look at your account with the service before making it again.' },
  'network': { what: 'The connection broke.', todo: 'If nothing was charged, trying again is safe.' },
  'timeout': { what: 'The service did not answer in time.', todo: 'It may still have done the work. Look before you pay again.' },
  'undecodable': { what: 'The service’s answer was not what it should be.', todo: 'What arrived is kept. Making it again may be paid again.' },
  'job-failed': { what: 'The service gave up on this job.', todo: 'Change the request a little and make it again.' },
  'expired': { what: 'The service does not have the result any more.', todo: 'It can only be made again.' },
  'missing-file': { what: 'A file that the request needs is not in the library any more.', todo: 'Choose another file.' },
  'media': { what: 'ffmpeg could not work with a file that this needs.', todo: 'It costs nothing to try again. If it fails once more, the file is damaged or of a kind that ffmpeg does not read.' },
  'render': { what: 'The render did not finish.', todo: 'It costs nothing: try again.' },
  'unreadable': { what: 'The saved request could not be read by this version.', todo: 'The row is kept. Make it again from the take or the form.' },
  'interrupted': { what: 'The studio stopped while this was under way.', todo: 'See below whether it may have been charged.' },
  'internal': { what: 'Something broke in the studio.', todo: 'The log has the story.' },
}

const states: Record<JobState, string> = {
  queued: 'Waiting its turn',
  preparing: 'Preparing',
  sending: 'Sending',
  committed: 'Sent, waiting for the answer',
  accepted: 'Accepted by the service',
  running: 'Being made',
  downloading: 'Downloading',
  verifying: 'Checking the file',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  unsure: 'Unsure',
  blocked: 'Held up',
}

/** Why a job stands still, and what lets it go on. Nothing has been paid for a job that waits like this. */
const blocked: Record<BlockedBy, { what: string, todo: string }> = {
  'no-key': { what: 'Waits for a key: the account has none.', todo: 'Enter it in Settings, and this goes on by itself.' },
  'key-locked': { what: 'Waits for the keychain to be unlocked.', todo: 'Unlock it, and this goes on by itself within a minute.' },
  'offline': { what: 'Waits: the service can’t be reached.', todo: 'When the network is back this goes on, or asks for your word.' },
  'no-space': { what: 'Waits for space on the disk.', todo: 'Make some room, and this goes on by itself.' },
  'auth': { what: 'Waits: the service refused the account’s key.', todo: 'Enter a key that works in Settings, and this goes on by itself.' },
  'rate': { what: 'Waits: the service asked for a pause.', todo: 'It goes on by itself when the pause is over.' },
  'no-ffmpeg': { what: 'Waits for ffmpeg to be installed.', todo: 'Settings says how; after that this goes on by itself.' },
  'go-ahead': { what: 'Waits for your word: it was queued without a network.', todo: 'Send it from the strip on top, or cancel it.' },
  'budget': { what: 'Held by a budget: nothing was sent.', todo: 'Raise the limit in Spend or let it through once; when there is room again it goes on by itself.' },
  'restored': { what: 'Waits for your word: it may have been sent already.', todo: 'It comes from a backup or out of a damaged ledger. Let it go in the Queue when you are sure that it was not sent.' },
}

const charged: Record<Charged, { label: string, detail: string }> = {
  no: { label: 'Not charged', detail: 'Nothing was paid for this.' },
  yes: { label: 'Charged', detail: 'The service did the work and will have charged it.' },
  unknown: { label: 'Maybe charged', detail: 'It can’t be known from here. The service’s own page shows what it charged.' },
}

export const failures = {
  kinds,
  states,
  blocked,
  charged,
  unsure: { what: 'The request was sent whole, but no answer came back.', todo: 'Nothing is ever sent again by itself. Look at the service’s own page, then decide.' },
  said: (text: string) => `The service said: “${text}”`,
  reference: (id: string) => `Request ${id}`,
}
