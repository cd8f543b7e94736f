/** What each fault means and what to do about it. */
import type { FaultCode, FieldIssue } from '#contract/faults.ts'
import type { EditRefusal } from '#contract/sequence-edits.ts'
import type { CubeProblem } from '#rules/colour/cube.ts'
import type { AnyFault } from '../../wire/attempt.ts'
import { emptyFileType } from '#contract/faults.ts'
import { cubeProblems } from '#rules/colour/cube.ts'
import { saidIn } from '#rules/text/found-words.ts'

/** One sentence that says what is wrong, and one that says what to do; the second may be empty. */
export interface FaultWords { what: string, todo: string }
export type FaultTexts = { [Code in FaultCode]: (data: AnyFault<Code>['data']) => FaultWords }

const showMegabytes = (bytes: number) => bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`
const showFree = (bytes: number) => bytes < 1e6 ? `${Math.floor(bytes / 1000)} kB` : showMegabytes(bytes)

const accountReasons = {
  'wrong-key': { what: 'The service rejected this key.', todo: 'Copy the whole key again from the service’s website, without spaces.' },
  'wrong-address': { what: 'Nothing responds at this address.', todo: 'Check the service address: it begins with https:// and has no path.' },
  'no-network': { what: 'The service could not be reached.', todo: 'Check your internet connection, VPN or proxy, then retry.' },
  'not-this-service': { what: 'This address responds, but not like the service.', todo: 'Check the service address.' },
  'service-trouble': { what: 'The service has a problem right now.', todo: 'Your key was not checked. Retry in a few minutes.' },
  'cannot-tell': { what: 'The service can’t confirm this key.', todo: 'Your first request will show whether it works.' },
  'redirected': { what: 'This address redirects elsewhere.', todo: 'Enter the address it redirects to.' },
  'unencrypted': { what: 'Takeroom never sends a key unencrypted. Nothing was sent.', todo: 'Use the address that begins with https://, or wss:// for a WebSocket.' },
  'not-a-key': { what: 'This is not a key: it contains invalid characters. Nothing was sent.', todo: 'Copy the key again from the service’s website.' },
  'not-an-address': { what: 'This is not a web address.', todo: 'It looks like https://api.example.com.' },
}

/** What the other side said, and with which status; in parentheses what this machine reports, or where a redirect leads. */
function accountAnswer({ reason, status, said }: AnyFault<'account-refused'>['data']): string {
  if (said === '' && status !== null)
    return ` (HTTP ${status})`
  return said === '' ? '' : status === null || reason === 'redirected' ? ` (${said})` : ` It said: “${said}” (${status}).`
}

/** By the reason that the message begins with. */
const unreadableWords: Record<string, [what: string, todo: string]> = {
  'empty': ['it is empty.', 'Choose another file.'],
  'cut-short': ['it ends too early.', 'Copy or download it again.'],
  'damaged': ['it is damaged.', 'Copy or download it again, or save it in another format.'],
  'too-large': ['it has more pixels than ffmpeg can decode.', 'Save it smaller, then import it again.'],
  'no-reader': ['its format needs ffmpeg 5.1 or newer, which was not found.', 'Install ffmpeg, then retry.'],
  'no-decoder': ['the ffmpeg on this computer cannot decode it. The file itself may be fine.', 'Save it in another format (images as PNG or JPEG, videos as MP4, audio as WAV), then import that.'],
  'missing': ['the file is missing.', 'Restore the file, or choose another one.'],
  'not-a-video': ['it is not a video.', 'Choose a video.'],
  'transcript-damaged': ['the transcript is damaged.', 'Transcribe the audio again.'],
  'corrections-damaged': ['the corrections are damaged.', 'The original transcript is unchanged.'],
  'no-times': ['the transcript has no timestamps.', 'Transcribe the audio again with a model that gives timestamps.'],
  'no-samples': ['it has no audio: its length is zero.', 'Choose another file.'],
}
/** By what a `.cube` file lacks; `line` is where. */
const cubeWords: Record<CubeProblem, (line: string) => [what: string, todo: string]> = {
  'no-size': () => ['it has no LUT_3D_SIZE or LUT_1D_SIZE before its colours, so it is not a .cube LUT.', 'Choose another file.'],
  'size': line => [`the size in line ${line} is not possible: a 3D LUT has 2 to 129 points, a 1D LUT 2 to 65536.`, 'Export it again with fewer points.'],
  'two-tables': line => [`line ${line} begins a second table.`, 'Export it as one 3D LUT.'],
  'domain': () => ['its DOMAIN_MIN is not below its DOMAIN_MAX.', 'Export it again.'],
  'number': line => [`line ${line} is not three numbers.`, 'Numbers need a point, not a comma. Export it again.'],
  'cut-short': line => [`it ends too early, at line ${line}.`, 'Copy or download it again.'],
  'too-many': line => [`it has more colours than its size says, from line ${line} on.`, 'Export it again.'],
}
const thingNames: Readonly<Record<string, string>> = { tone: 'level and tone', lut: 'LUT', search: 'saved search', shelf: 'prompt shelf' }
const thingOf = (word: string): string => thingNames[word] ?? word

/** Telephones write these by the million, and nothing is wrong with them. */
const heicWords: [what: string, todo: string] = ['it is a HEIC image, and the ffmpeg on this computer cannot decode those. The file is not damaged.', 'Convert it to JPEG or PNG (for example with Preview on a Mac, or Photos on Windows), then import that.']

function unreadable(reason: string): readonly [what: string, todo: string] {
  const [kind = '', detail = ''] = reason.split(':')
  const cube = cubeProblems.find(problem => kind === `cube-${problem}`)
  if (cube)
    return cubeWords[cube](detail)
  return kind === 'no-decoder' && detail.includes('image/heic') ? heicWords : unreadableWords[kind] ?? [reason, 'The file may be damaged or incomplete.']
}

const mediaWords: Record<string, string> = { audio: 'audio', picture: 'an image', video: 'a video' }

const clipReasons: Record<AnyFault<'unsuitable-clip'>['data']['reason'], (limit: number | null) => FaultWords> = {
  'too-short': limit => ({ what: 'The reference clip is too short for a voice.', todo: limit === null ? 'Choose a longer one.' : `It needs at least ${limit} seconds.` }),
  'too-long': limit => ({ what: 'The reference clip is too long.', todo: limit === null ? 'Choose a shorter one.' : `The limit is ${limit} seconds.` }),
  'no-sound': () => ({ what: 'This file has no audio.', todo: 'Choose another one.' }),
  'wrong-medium': () => ({ what: 'A voice needs audio.', todo: 'Choose an audio file or an audio take.' }),
}

const editRefusals: Record<EditRefusal, FaultWords> = {
  'gone': { what: 'This is no longer in the timeline.', todo: 'It was deleted in another window. Undo restores it.' },
  'locked-track': { what: 'The track is locked.', todo: 'Unlock it, then try again.' },
  'wrong-track': { what: 'This track is for another kind of clip.', todo: 'Use a track of the right kind.' },
  'source-too-short': { what: 'The take is not long enough for this.', todo: 'Trim less, or slow the clip down.' },
  'too-short': { what: 'The clip would have no duration.', todo: 'Move the edge or the playhead into the clip.' },
  'before-start': { what: 'Clips can’t start before 0:00.', todo: 'Move it less far.' },
  'too-long': { what: 'A sequence can be a day long at most.', todo: 'Move it less far, or shorten what is before it.' },
  'too-many': { what: 'A sequence can have 64 tracks, and 10,000 clips on a track.', todo: 'Use another track or another sequence.' },
  'no-neighbour': { what: 'There is no clip right before this one.', todo: 'Move the two together first.' },
  'id-taken': { what: 'This was done already.', todo: 'Nothing was changed.' },
  'in-after-out': { what: 'The in point must be before the out point.', todo: 'Set the other one first, or clear both.' },
  'changed-since': { what: 'These clips were changed in another window.', todo: 'This is their current state. Do it again if you still want to.' },
  'nested': { what: 'A nested sequence can’t have text or a gradient of its own.', todo: 'Open it and change its clips.' },
  'adjustment': { what: 'An adjustment clip has no image, position, speed or transition of its own.', todo: 'Fade it in and out, or set its opacity.' },
  'ramp-backwards': { what: 'A clip that plays backwards keeps the speed that it has.', todo: 'Play it forwards, change its speed ramp, then reverse it again.' },
  'in-itself': { what: 'A sequence cannot contain itself.', todo: 'Insert it as clips instead.' },
  'overlap': { what: 'The clips would overlap.', todo: 'Use another track.' },
  'blocked': { what: 'Other clips are in the way and would be cut, so the gap can’t close.', todo: 'Split or delete them first, lock their tracks, or leave the gap.' },
  'in-the-way': { what: 'Another clip is in the way.', todo: 'Move it, use another track, or insert.' },
}

const rootsProblems: Record<AnyFault<'roots-refused'>['data']['problem'], (name: string) => FaultWords> = {
  'no-certificate': name => ({ what: `There is no certificate in “${name}”.`, todo: 'Ask your administrator for the root certificate of your network as a PEM or DER file.' }),
  'unreadable': name => ({ what: `The certificates in “${name}” cannot be read.`, todo: 'The file may be damaged. Export it again as PEM.' }),
  'no-authority': name => ({ what: `“${name}” has certificates of servers, but none of an authority.`, todo: 'Ask your administrator for the root certificate of your network.' }),
  'expired': name => ({ what: `The certificates in “${name}” have expired.`, todo: 'Ask your administrator for the current one.' }),
  'too-many': name => ({ what: `“${name}” has more than 400 certificates.`, todo: 'Choose a file with only those of your network.' }),
}

const badBundles: Record<AnyFault<'bad-bundle'>['data']['problem'], (name: string) => FaultWords> = {
  'not-a-bundle': () => ({ what: 'This file is not a project exported from Takeroom.', todo: 'Choose a file that ends in .takeroom. Nothing was imported.' }),
  'newer': () => ({ what: 'A newer version of Takeroom exported this project.', todo: 'Update Takeroom, then import it again. Nothing was imported.' }),
  'cut': () => ({ what: 'The file of this project is not complete.', todo: 'Copy or download it again. Nothing was imported.' }),
  'damaged': name => ({ what: `The file of this project is damaged${name === '' ? '' : ` at “${name}”`}.`, todo: 'Copy it again, or export the project again. Nothing was imported.' }),
  'unreadable': name => ({ what: `The file of this project has content that Takeroom can’t read${name === '' ? '' : ` (${name})`}.`, todo: 'Export the project again. Nothing was imported.' }),
}

const backupFolders: Record<AnyFault<'backup-folder-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}” is not a full path.`, todo: 'Type the path from the root of the disk.' }),
  'not-there': f => ({ what: `There is no folder “${f}”.`, todo: 'Create it or connect its disk, then retry.' }),
  'in-studio': f => ({ what: `“${f}” is inside the studio folder.`, todo: 'Choose a folder outside it, best on another disk.' }),
  'not-writable': f => ({ what: `Takeroom may not write to “${f}”.`, todo: 'Change its permissions, or choose another folder.' }),
  'no-room': f => ({ what: `There is not enough space for a backup in “${f}”.`, todo: 'Free some space, or choose another disk.' }),
}

const moveProblems: Record<AnyFault<'move-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}” is not a full path.`, todo: 'Type the path from the root of the disk.' }),
  'not-there': f => ({ what: `The folder above “${f}” does not exist.`, todo: 'Create it or connect its disk, then retry.' }),
  'not-a-folder': f => ({ what: `“${f}” is a file.`, todo: 'Choose a folder.' }),
  'not-empty': f => ({ what: `“${f}” and the folder “Takeroom” in it contain files.`, todo: 'Choose an empty folder, or one that does not exist yet.' }),
  'not-writable': f => ({ what: `Takeroom may not write to “${f}”.`, todo: 'Change its permissions, or choose another folder.' }),
  'no-room': f => ({ what: `There is not enough space for the studio folder in “${f}”.`, todo: 'Free some space, or choose another disk.' }),
  'no-locks': f => ({ what: `“${f}” can’t be used: its disk can’t lock files, or the folder is in use.`, todo: 'Choose a folder on another disk.' }),
  'same': () => ({ what: 'The studio folder is already there.', todo: 'Choose another folder.' }),
  'in-studio': f => ({ what: `“${f}” is inside the studio folder.`, todo: 'Choose a folder outside it.' }),
  'around-studio': f => ({ what: `“${f}” contains the studio folder.`, todo: 'Choose another folder.' }),
  'in-deliveries': f => ({ what: `Deliveries are written to “${f}”.`, todo: 'Choose another folder.' }),
  'has-links': name => ({ what: `“${name}” in the studio folder is a link to another place, so it can’t be moved.`, todo: 'Replace the link with what it leads to, then retry.' }),
}

const relinkProblems: Record<AnyFault<'relink-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}” is not a full path.`, todo: 'Type the path from the root of the disk.' }),
  'on-network': f => ({ what: `“${f}” is on another computer.`, todo: 'Copy the folder to a disk of the computer that runs Takeroom, then choose it there.' }),
  'not-there': f => ({ what: `There is no folder “${f}”.`, todo: 'Check the path, or connect its disk, then retry.' }),
  'not-a-folder': f => ({ what: `“${f}” is a file.`, todo: 'Choose the folder that it is in.' }),
  'not-readable': f => ({ what: `Takeroom may not read “${f}”.`, todo: 'Change its permissions, or choose another folder.' }),
  'in-studio': f => ({ what: `“${f}” is in the studio folder, where the files are missing.`, todo: 'Choose the folder with copies of the files.' }),
}

const certificateProblems: Record<AnyFault<'certificate-refused'>['data']['problem'], (said: string) => FaultWords> = {
  'no-certificate': () => ({ what: 'There is no certificate in this file.', todo: 'Choose a PEM file: it has a line “-----BEGIN CERTIFICATE-----”.' }),
  'unreadable-certificate': () => ({ what: 'A certificate in this file cannot be read.', todo: 'Export it again as PEM.' }),
  'no-key': () => ({ what: 'There is no private key in this file.', todo: 'Choose a PEM file: it has a line “-----BEGIN PRIVATE KEY-----”.' }),
  'unreadable-key': () => ({ what: 'The private key cannot be read.', todo: 'Export it again as PEM (PKCS #8).' }),
  'passphrase-needed': () => ({ what: 'The private key is encrypted.', todo: 'Enter its passphrase.' }),
  'passphrase-wrong': () => ({ what: 'The passphrase does not open the private key.', todo: 'Check it, and try again.' }),
  'other-key': () => ({ what: 'The private key belongs to another certificate.', todo: 'Choose the key that the certificate was issued for.' }),
  'not-first': () => ({ what: 'Your certificate is not the first in the file.', todo: 'Put it first, then its issuers in order.' }),
  'chain-order': name => ({ what: `The certificates are not in order: “${name}” did not issue the one before it.`, todo: 'Put yours first, then its issuers in order.' }),
  'expired': day => ({ what: `A certificate expired on ${day.slice(0, 10)}.`, todo: 'Ask its issuer for a new one.' }),
  'not-yet-valid': day => ({ what: `A certificate becomes valid on ${day.slice(0, 10)}.`, todo: 'Choose it again then, or check this computer’s clock.' }),
  'self-signed': () => ({ what: 'This certificate is self-signed.', todo: 'Use one issued by a certificate authority.' }),
  'is-authority': () => ({ what: 'This is an issuer’s certificate, not one for signing files.', todo: 'Choose one that was issued for signing.' }),
  'purpose': () => ({ what: 'This certificate is not for signing content.', todo: 'It needs the key usage “digital signature” and a purpose of C2PA: C2PA signing, document signing or email protection, and no other.' }),
  'algorithm': said => ({ what: `Content Credentials cannot be signed with this kind of key (${said}).`, todo: 'Use EC (P-256, P-384, P-521), RSA of 2048 bits or more, or Ed25519.' }),
  'not-valid': said => ({ what: `The test signature failed (${said}).`, todo: 'Ask the issuer for a certificate for C2PA signing.' }),
  'keychain': said => ({ what: `The keychain refused: ${saidIn('en', said)}`, todo: 'Nothing was changed. Check the keychain, then try again.' }),
}

const notSignable: Record<AnyFault<'not-signable'>['data']['because'], (said: string) => FaultWords> = {
  'no-certificate': () => ({ what: 'There is no certificate to sign with.', todo: 'Choose one in Settings → Delivery, or turn off Content Credentials.' }),
  'expired': day => ({ what: `The certificate for Content Credentials expired on ${day.slice(0, 10)}.`, todo: 'Choose a new one in Settings → Delivery, or turn off Content Credentials.' }),
  'not-yet-valid': day => ({ what: `The certificate for Content Credentials becomes valid on ${day.slice(0, 10)}.`, todo: 'Wait, check this computer’s clock, or turn off Content Credentials.' }),
  'no-key': () => ({ what: 'The private key for Content Credentials is not in the keychain of this computer.', todo: 'Choose certificate and key again in Settings → Delivery, or turn off Content Credentials.' }),
  'keychain-locked': backend => ({ what: `The keychain (${backend}) with the Content Credentials key is locked.`, todo: 'Unlock it, then retry, or turn off Content Credentials.' }),
  'keychain-unavailable': said => ({ what: `The keychain did not return the key for Content Credentials: ${saidIn('en', said)}`, todo: 'Check the keychain, or turn off Content Credentials.' }),
  'format': format => ({ what: `.${format} files cannot carry Content Credentials.`, todo: 'Choose another preset, or turn off Content Credentials.' }),
}

const words: FaultTexts = {
  'not-found': ({ word }) => ({ what: `This ${thingOf(word)} no longer exists.`, todo: 'It may have been deleted in another window.' }),
  'changed-meanwhile': ({ word }) => ({ what: `The ${thingOf(word)} has changed since, so it was not replaced.`, todo: 'The newer version is shown.' }),
  'no-account': () => ({ what: 'No account is connected.', todo: 'Connect an account in Settings, or use the free practice account.' }),
  'no-key': ({ account }) => ({ what: `The account “${account}” has no key.`, todo: 'Enter its key in Settings.' }),
  'key-locked': ({ backend }) => ({ what: `The keychain (${backend}) is locked.`, todo: 'Unlock it, then retry.' }),
  'keychain-unavailable': ({ backend, said }) => ({ what: `The keychain (${backend}) did not respond: ${saidIn('en', said)}`, todo: 'Nothing was changed. Check the keychain, then retry.' }),
  'host-unconfirmed': ({ account, hosts }) => ({ what: `Nothing is sent with “${account}” until you confirm its address (${hosts}).`, todo: 'Confirm it in the bar at the bottom, or in Settings.' }),
  'account-refused': data => ({ what: accountReasons[data.reason].what + accountAnswer(data), todo: accountReasons[data.reason].todo }),
  'bad-fields': ({ issues }) => ({ what: issues.length === 1 ? '1 parameter needs fixing; it is marked.' : `${issues.length} parameters need fixing; they are marked.`, todo: 'Nothing was sent.' }),
  'name-taken': ({ word, name }) => ({ what: word === 'shelf' ? `There already is an @${name}.` : `Another collection is named “${name}”.`, todo: 'Choose another name. Nothing was changed.' }),
  'search-too-long': ({ name, limit }) => ({
    what: `The saved search “${name}” asks for this collection by name and would exceed ${limit.toLocaleString('en')} characters.`,
    todo: 'Choose a shorter name, or shorten that search first. Nothing was changed.',
  }),
  'list-full': ({ word, limit }) => ({
    what: `You can keep up to ${limit} ${word === 'preset' ? 'presets' : 'title templates'}.`,
    todo: 'Delete some first. Nothing was saved.',
  }),
  'unknown-model': ({ model }) => ({ what: `The model “${model}” is not in the list.`, todo: 'Choose another model.' }),
  'disk-full': ({ neededBytes, freeBytes }) => ({
    what: neededBytes > 0 ? `Not enough disk space: ${showMegabytes(neededBytes)} needed, ${showFree(freeBytes)} free.` : `The disk is full: ${showFree(freeBytes)} free.`,
    todo: 'Nothing was changed or sent. Free some space, then retry.',
  }),
  'disk-read-only': ({ folder }) => ({ what: `Nothing can be written to ${folder}: the disk is read-only, or Takeroom has no permission.`, todo: 'Nothing was changed. Make the folder writable, then retry.' }),
  'disk-failed': ({ said }) => ({ what: `The disk reported an error: ${said}`, todo: 'Nothing was changed. Check that the disk is connected and healthy, then retry.' }),
  'place-refused': ({ said }) => ({ what: `A file or folder can’t be used: ${said}`, todo: 'Nothing was changed. Check that it is what it should be, that its disk is connected and that you may open it, then retry.' }),
  'unsupported-file': ({ name, found }) => found === emptyFileType
    ? { what: `“${name}” is empty.`, todo: 'Choose another file.' }
    : { what: `“${name}” is not supported${found === '' ? '' : ` (${found})`}.`, todo: 'You can import audio, image and video files.' },
  'unreadable-file': ({ name, reason }) => {
    const [what, todo] = unreadable(reason)
    return { what: `“${name}” can’t be read: ${what}`, todo }
  },
  'file-too-large': ({ name, limitBytes }) => ({ what: `“${name}” is too large.`, todo: limitBytes > 0 ? `The limit is ${showMegabytes(limitBytes)}.` : 'Choose a smaller file.' }),
  'bad-bundle': ({ problem, name }) => badBundles[problem](name),
  'ticket-expired': () => ({ what: 'The upload has expired.', todo: 'Choose the file again.' }),
  'no-ffmpeg': ({ command }) => ({
    what: 'This needs ffmpeg 5.1 or newer, which was not found.',
    todo: command === '' ? 'Install ffmpeg, then retry.' : command.startsWith('npm ') ? `Close Takeroom and run in its folder: ${command}` : `Install it with: ${command}`,
  }),
  'library-read-only': ({ trouble }) => ({ what: trouble === 'missing' ? 'The library file is missing, so nothing can be written.' : 'The library is damaged and read-only.', todo: 'Nothing was changed. Repair it: Settings → Storage and safety.' }),
  'job-not-there-yet': () => ({ what: 'This job has not finished yet.', todo: 'Wait for it, or cancel it first.' }),
  'may-be-charged-twice': () => ({ what: 'This job may already have been charged. Generating it again may charge you twice.', todo: 'Nothing was sent; you decide.' }),
  'not-attachable': ({ because, wanted }) => ({
    state: { what: 'This job needs no file: it already has a result or was never sent.', todo: 'Import the file into the library instead.' },
    kind: { what: 'A file cannot be the result of this kind of job.', todo: 'Import the file into the library instead.' },
    medium: { what: `The result of this job is ${mediaWords[wanted] ?? wanted}, but this file is not.`, todo: 'Choose another file.' },
  }[because]),
  'nothing-to-lay-out': () => ({ what: 'There is nothing to assemble yet.', todo: 'Generate at least one line or image in this project.' }),
  'edit-refused': ({ because }) => editRefusals[because],
  'newer-document': ({ name }) => ({ what: `A newer version of Takeroom saved “${name}”.`, todo: 'Update Takeroom to open it. Nothing was changed.' }),
  'unreadable-document': ({ name }) => ({ what: `The sequence “${name}” cannot be read.`, todo: 'Nothing was changed. Restore an earlier version of the project, or move the sequence to trash.' }),
  'save-refused': ({ path }) => ({ what: `“${path}” is inside the studio folder.`, todo: 'Nothing was saved. Save it outside the studio folder.' }),
  'nothing-to-save': ({ titles }) => ({ what: `There is no file to save${titles[0] === undefined ? '' : ` of “${titles[0]}”`}.`, todo: 'The file is missing or not finished yet.' }),
  'roots-refused': ({ problem, name }) => rootsProblems[problem](name),
  'certificate-refused': ({ problem, said }) => certificateProblems[problem](said),
  'not-signable': ({ because, said }) => notSignable[because](said),
  'nothing-to-deliver': () => ({ what: 'There is nothing to deliver yet.', todo: 'Assemble the script first.' }),
  'bad-model': ({ where, said }) => ({ what: `“${where}” ${saidIn('en', said)}.`, todo: 'Nothing was saved. Fix it, then retry.' }),
  'built-in-model': ({ model }) => ({ what: `“${model}” is built in and cannot be removed.`, todo: 'Hide it instead.' }),
  'unsuitable-clip': ({ reason, limitSeconds }) => clipReasons[reason](limitSeconds),
  'answer-under-way': () => ({ what: 'A reply is still being generated.', todo: 'Wait for it, or stop it first.' }),
  'ledger-damaged': () => ({ what: 'The job history is damaged here.', todo: 'Restart Takeroom to recover it. Nothing is sent until you confirm.' }),
  'backup-folder-refused': ({ because, folder }) => backupFolders[because](folder),
  'backup-under-way': () => ({ what: 'A backup or restore is already running.', todo: 'Wait for it, or stop it first.' }),
  'move-refused': ({ because, folder }) => moveProblems[because](folder),
  'move-under-way': () => ({ what: 'The studio folder is being moved.', todo: 'Wait until it has been moved, or stop it first.' }),
  'relink-refused': ({ because, folder }) => relinkProblems[because](folder),
  'relink-under-way': () => ({ what: 'A folder is already being searched for missing files.', todo: 'Wait for it, or stop it first.' }),
  'not-in-this-host': () => ({ what: 'Not available in the browser.', todo: 'Open the path on the computer that runs Takeroom.' }),
  'practice-unavailable': ({ reason }) => ({ what: `The practice service did not start${reason === '' ? '.' : `: ${reason}`}`, todo: 'Retry. If that does not help, restart Takeroom.' }),
  'internal': ({ reference }) => ({ what: `Something went wrong in Takeroom (ref ${reference}).`, todo: 'Your work is safe. The log has details under this reference.' }),
  'already-done': () => ({ what: 'This was done before the connection was lost.', todo: 'It was not done again.' }),
  'not-kept': () => ({ what: 'Takeroom cannot be reached, and this browser’s storage is full or blocked: nothing was changed.', todo: 'Repeat it when the connection is back.' }),
  'disconnected': () => ({ what: 'The connection dropped before the answer arrived.', todo: 'Reconnecting. Check before you retry: it may already be done.' }),
}

const problemWords: Record<FieldIssue['problem'], (limit: string) => string> = {
  'missing': () => 'Required.',
  'too-small': limit => `At least ${limit}.`,
  'too-large': limit => `At most ${limit}.`,
  'too-long': limit => `At most ${limit} characters.`,
  'not-a-number': () => 'Must be a number.',
  'not-whole': () => 'Must be a whole number.',
  'not-a-choice': () => 'Not one of the choices.',
  'not-yes-or-no': () => 'Must be on or off.',
  'not-text': () => 'Must be text.',
  'not-a-file': () => 'Must be a file.',
  'wrong-file-type': limit => limit === '' ? 'This file type is not accepted.' : `Accepted: ${limit}.`,
  'too-many-files': limit => `At most ${limit} files.`,
  'clip-too-long': limit => `At most ${limit} seconds.`,
  'excluded-by': limit => `Cannot be combined with “${limit}”.`,
  'not-supported': () => 'Not supported by this model.',
  'not-an-address': () => 'Must be a URL that begins with https://.',
  'unknown-name': name => `There is no @${name} on the prompt shelf. For an @ sign, type @@${name}.`,
  'ambiguous-name': name => `There are two @${name}: one of this project, and one of all projects. Rename one on the prompt shelf.`,
  'circular-name': name => `@${name} contains itself. Change it on the prompt shelf.`,
  'references-not-sent': name => `Reference images of @${name} are not sent: this model takes none, or no more.`,
  'references-missing': name => `Reference images of @${name} are not in the library and are not sent.`,
}

export const faults = {
  words,
  /** Why an edit of a sequence changed nothing, as one text. */
  refusal: (because: EditRefusal) => `${editRefusals[because].what} ${editRefusals[because].todo}`,
  /** What is wrong with one field of a form. */
  issue: (issue: FieldIssue) => problemWords[issue.problem](issue.limit === null ? '' : String(issue.limit)),
}
