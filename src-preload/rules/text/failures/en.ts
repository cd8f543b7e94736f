/** Why a job failed or is on hold, in English: for the page and for the command line. */
import type { NotSignable } from '#contract/credentials-words.ts'
import type { BlockedBy, Failure } from '#contract/jobs.ts'

export const failureKinds: Record<Failure['kind'], { what: string, todo: string }> = {
  'validation': { what: 'The service rejected the request.', todo: 'Fix what it names, then generate again.' },
  'auth': { what: 'The service rejected the account’s key.', todo: 'Check the key in Settings, then retry.' },
  'no-account': { what: 'Paid for, but its account was removed, so the result can’t be fetched.', todo: 'Connect an account of the same service in Settings. The job then continues automatically; nothing is charged again.' },
  'credits': { what: 'The account has no credits left.', todo: 'Top up on the service’s website, then retry.' },
  'permission': { what: 'The account has no access to this model.', todo: 'Choose another model or account.' },
  'not-found': { what: 'The service does not know this model or file.', todo: 'Choose another model.' },
  'redirected': { what: 'The service redirects requests to another address.', todo: 'Connect an account with that address in Settings, then generate again.' },
  'not-ready': { what: 'The result is not ready yet.', todo: 'It is safe to check again.' },
  'too-large': { what: 'The request was too large for the service.', todo: 'Use a shorter text or a smaller file.' },
  'media-type': { what: 'The service does not accept this kind of file.', todo: 'Use another file format.' },
  'rate': { what: 'Too many requests: the service asked to wait.', todo: 'It is safe to retry later.' },
  'model-unavailable': { what: 'The model is unavailable right now.', todo: 'It is safe to retry later.' },
  'server': { what: 'The service reported an error.', todo: 'Check your account on its website before you generate again.' },
  'network': { what: 'The connection was lost.', todo: 'If nothing was charged, it is safe to retry.' },
  'proxy': { what: 'A proxy asks for a name and a password.', todo: 'Enter them in the system’s proxy settings, or in HTTPS_PROXY as http://name:password@proxy:port, then retry.' },
  'timeout': { what: 'The service did not respond in time.', todo: 'It may still have done the work. Check before you pay again.' },
  'undecodable': { what: 'The service’s response could not be read.', todo: 'What arrived is kept. Generating again may be charged again.' },
  'part-missing': { what: 'A part of this text is missing, so the parts could not be joined.', todo: 'Generate that part again in the queue. Then retry this; joining is free.' },
  'job-failed': { what: 'The job failed at the service.', todo: 'Adjust the request, then generate again.' },
  'expired': { what: 'The service says it no longer has the result.', todo: 'Checking again is always free. Generating again is charged again.' },
  'not-here': { what: 'Paid for, but the result could not be fetched.', todo: 'Checking again is always free. Generating again is charged again.' },
  'missing-file': { what: 'A file for this request is no longer in the library.', todo: 'Choose another file.' },
  'no-voice': { what: 'The voice could not be registered with the service, so nothing was spoken.', todo: 'Generate again. The reference clip is uploaded again, which may be charged.' },
  'no-conversation': { what: 'The conversation was deleted.', todo: 'If a response was paid for, it is kept with this job. Ask again in another conversation; that is charged again.' },
  'media': { what: 'ffmpeg could not process a file.', todo: 'Retrying is free. If it fails again, the file is damaged or in a format ffmpeg cannot read.' },
  'render': { what: 'The render failed.', todo: 'Retrying is free.' },
  'ffmpeg-ended': { what: 'ffmpeg was ended from outside, most likely by the system because memory ran out.', todo: 'Close other apps, or choose a smaller size or H.264, then retry. It is free, and encoded parts are kept.' },
  'no-memory': { what: 'This computer has too little memory for this render.', todo: 'Close other apps, or choose a smaller size or H.264, then retry. It is free, and encoded parts are kept.' },
  'signing': { what: 'The file could not be signed with Content Credentials, so it was not delivered.', todo: 'Check Settings → Delivery and retry, or turn signing off. Encoded parts are kept.' },
  'unreadable': { what: 'This version of Takeroom cannot read the saved request.', todo: 'It is kept. Send it again from Make.' },
  'interrupted': { what: 'Takeroom closed while this was in progress.', todo: 'See below whether it may have been charged.' },
  'internal': { what: 'Something went wrong in Takeroom.', todo: 'Retry; if it fails again, save Diagnostics in Settings → Storage and safety.' },
}

/** Why a job is on hold, and what lets it continue. Nothing has been paid for such a job. */
export const blocked: Record<BlockedBy, { what: string, todo: string }> = {
  'no-key': { what: 'On hold: the account has no key.', todo: 'Enter it in Settings. The job continues automatically.' },
  'key-locked': { what: 'On hold: the keychain is locked or does not respond.', todo: 'Unlock or start it. The job continues within a minute.' },
  'offline': { what: 'On hold: the service can’t be reached.', todo: 'Once the network is back, the job continues or needs your confirmation.' },
  'broken-off': { what: 'On hold: the connection dropped while the request was being sent.', todo: 'Nothing was charged. It is sent again a few times, automatically.' },
  'proxy': { what: 'On hold: a proxy asks for a name and a password.', todo: 'Enter them in the system’s proxy settings, or in HTTPS_PROXY as http://name:password@proxy:port. The job continues within a minute.' },
  'no-space': { what: 'On hold: the disk is full.', todo: 'Free some space. The job continues automatically.' },
  'auth': { what: 'On hold: the service rejected the account’s key.', todo: 'Enter a valid key in Settings. The job continues automatically.' },
  'rate': { what: 'On hold: the service asked to wait.', todo: 'The job continues automatically afterwards.' },
  'no-ffmpeg': { what: 'On hold: ffmpeg 5.1 or newer was not found.', todo: 'Install it: Settings → About. The job continues automatically.' },
  'go-ahead': { what: 'Waiting for your confirmation: it was queued while offline.', todo: 'Send it from the bar at the bottom, or cancel it.' },
  'budget': { what: 'On hold: over budget. Nothing was sent.', todo: 'Raise the limit in Spending, or allow it once. It continues automatically once there is room.' },
  'restored': { what: 'Waiting for your confirmation: it may have been sent already (restored from a backup or recovered).', todo: 'Confirm it in the Queue when you are sure it was not.' },
  'unconfirmed-host': { what: 'On hold: the address of the account has not been confirmed since the restore.', todo: 'Confirm it in the bar at the bottom, or in Settings. The job continues automatically.' },
}

/** Why a file was not signed. */
export const notSigned: Record<NotSignable, string> = {
  'no-certificate': 'There is no certificate.',
  'expired': 'The certificate has expired.',
  'not-yet-valid': 'The certificate is not valid yet.',
  'no-key': 'The private key is not in the keychain of this computer.',
  'keychain-locked': 'The keychain is locked.',
  'keychain-unavailable': 'The keychain does not respond.',
  'format': 'This file type can’t carry Content Credentials.',
}
