/**
 * What rooms ask for on opening. Every call and feed of the contract that only reads is here, or is left out for a reason, so that none
 * can be forgotten: `test/house/query-plans.test.ts` compares this with the contract.
 */
import type { Landmarks } from '../../kit/years/fill.ts'
import { collection, take } from '../../kit/years/things.ts'

export interface Read {
  /** `room.verb` of the contract. */
  readonly call: string
  /** About which project: both are asked where a call is about one. */
  readonly of?: 'large' | 'plain'
  /** What distinguishes calls of one name. */
  readonly about?: string
  readonly input: object
}

/** What a person does, with another input each time. */
export interface Act extends Omit<Read, 'input'> { readonly inputOf: () => object }

const layout = { width: 1280, height: 720, rate: { numerator: 25, denominator: 1 } }
const anyFilter = {
  text: '',
  kinds: [],
  media: [],
  modelIds: [],
  projectId: null,
  onlyMadeThere: false,
  lineId: null,
  onlyStarred: false,
  onlyIncomplete: false,
  inTrash: false,
}
const anyTakes = { ...anyFilter, cursor: null, limit: 60 }
const anyOrder = (by: string) => ({ ...anyFilter, sort: { by, isAscending: false }, upTo: null })

export function nameOf({ call, of, about }: Pick<Read, 'call' | 'of' | 'about'>): string {
  return [call, ...of === undefined ? [] : [`of the ${of} project`], ...about === undefined ? [] : [about]].join(', ')
}

/** Calls that no opening of a room waits for, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  'models.refresh': 'asks a service over the network',
  'jobs.lookForNetwork': 'asks the network',
  'deliveries.predictLoudness': 'measures sound; its time is that of ffmpeg',
  'subjects.find': 'looks at pictures; its time is that of ffmpeg',
  'levels.measure': 'measures sound; its time is that of ffmpeg',
  'takes.probe': 'reads the file of a take',
  'deliveries.hardware': 'tries the encoders of ffmpeg',
  'deliveries.lacking': 'asks ffmpeg what it can do',
  'deliveries.ahead': 'encodes ahead for as long as the room is open',
  'deliveries.captions': 'reads the file of a delivery',
  'deliveries.preview': 'makes a preview of the file of a delivery for as long as it is shown',
  'deliveries.sound': 'reads the file of a delivery',
  'deliveries.reveal': 'opens the file manager',
  'saving.prepare': 'on a press; its time is that of the files',
  'saving.drag': 'on a drag; its time is that of the files',
  'saving.reveal': 'opens the file manager',
  'backups.reveal': 'opens the file manager',
  'moves.plan': 'on a press; looks at all files of the studio',
  'relinks.missing': 'on a press; counts the files that are marked',
  'credentials.check': 'on a press; asks the keychain',
  'luts.uses': 'on a press',
  'projects.templateContent': 'reads one template, beside the list that it was chosen from',
  'projects.sizes': 'comes after the cards that show it, and is counted every few seconds at most',
  'spend.export': 'on a press; writes a file of everything',
  'diagnostics.gather': 'on a press; writes a report',
  'transcripts.export': 'on a press; writes a file',
  'models.export': 'on a press; writes a file',
  'jobs.output': 'of a job that runs now',
  'sequences.hold': 'keeps a sequence in memory, and answers nothing',
}

export function readsOf(years: Landmarks): readonly Read[] {
  const about = (call: string, input: (projectId: Landmarks['large']) => object, which?: string): Read[] =>
    (['large', 'plain'] as const).map(of => ({ call, of, ...which !== undefined && { about: which }, input: input(years[of]) }))
  return [
    ...[
      'accounts.changes',
      'accounts.leaving',
      'models.changes',
      'projects.changes',
      'takes.changes',
      'recordings.changes',
      'conversations.changes',
      'luts.changes',
      'collections.changes',
      'searches.changes',
      'voices.changes',
      'voices.list',
      'jobs.changes',
      'jobs.queue',
      'jobs.notifications',
      'deliveries.storage',
      'credentials.changes',
      'renditions.changes',
      'words.changes',
      'renditions.storage',
      'saving.changes',
      'opened.changes',
      'settings.changes',
      'spend.changes',
      'spend.costs',
      'backups.changes',
      'moves.changes',
      'relinks.changes',
      'trash.list',
      'pages.changes',
      'studio.changes',
      'studio.folder',
    ].map(call => ({ call, input: {} })),
    { call: 'trash.acts', input: { order: 'newest', most: 5000 } },
    { call: 'models.template', input: { kind: 'speech', modelId: years.modelId } },
    { call: 'takes.search', about: 'all', input: anyTakes },
    { call: 'takes.search', about: 'common words', input: { ...anyTakes, text: 'lamp island' } },
    { call: 'takes.search', about: 'a word that is not there', input: { ...anyTakes, text: 'nowhere' } },
    { call: 'takes.search', about: 'images', input: { ...anyTakes, kinds: ['image'] } },
    { call: 'takes.search', about: 'a rare medium', input: { ...anyTakes, media: ['text'] } },
    { call: 'takes.search', about: 'starred', input: { ...anyTakes, onlyStarred: true } },
    { call: 'takes.search', about: 'incomplete', input: { ...anyTakes, onlyIncomplete: true } },
    { call: 'takes.search', about: 'a collection', input: { ...anyTakes, text: 'collection:best' } },
    { call: 'searches.counts', input: { texts: ['lamp', 'is:starred'] } },
    { call: 'takes.search', about: 'in the trash', input: { ...anyTakes, inTrash: true } },
    { call: 'takes.search', about: 'a model without takes', input: { ...anyTakes, modelIds: ['another'] } },
    { call: 'takes.search', about: 'of a line', input: { ...anyTakes, lineId: years.lineId } },
    ...about('takes.search', projectId => ({ ...anyTakes, projectId })),
    ...about('takes.search', projectId => ({ ...anyTakes, projectId, onlyMadeThere: true }), 'made there'),
    ...['time', 'name', 'model', 'voice', 'project', 'tags', 'length', 'size', 'cost'].map(by =>
      ({ call: 'takes.order', about: `all, by ${by}`, input: anyOrder(by) })),
    { call: 'takes.order', about: 'a collection, by hand', input: { ...anyOrder('hand'), text: 'collection:best' } },
    { call: 'takes.order', about: 'common words', input: { ...anyOrder('time'), text: 'lamp island' } },
    { call: 'takes.months', input: {} },
    { call: 'takes.numbered', input: { numbers: Array.from({ length: 60 }, (_, at) => 1000 + at) } },
    { call: 'takes.ids', input: { numbers: Array.from({ length: 1000 }, (_, at) => 1000 + at) } },
    { call: 'takes.weigh', about: 'many', input: { runs: '1-20000' } },
    { call: 'takes.get', input: { takeId: years.takeId } },
    { call: 'takes.settingsInFile', input: { takeId: years.takeId } },
    { call: 'takes.known', input: {} },
    { call: 'takes.facets', about: 'all', input: { text: '', inTrash: false } },
    { call: 'takes.facets', about: 'common words', input: { text: 'lamp island -is:used', inTrash: false } },
    { call: 'takes.facets', about: 'incomplete', input: { text: 'is:incomplete', inTrash: false } },
    { call: 'script.borrowed', input: { lineId: years.lineId } },
    { call: 'takes.uses', input: { takeIds: [years.takeId] } },
    { call: 'takes.checks', input: { takeId: years.takeId } },
    { call: 'takes.othersOfContent', input: { takeId: years.takeId } },
    { call: 'takes.ofContents', input: { files: [{ hash: '0'.repeat(64), takeId: years.takeId }], projectId: years.large } },
    { call: 'takes.search', about: 'duplicates', input: { ...anyTakes, text: 'is:duplicate' } },
    { call: 'takes.lineage', input: { takeId: years.takeId } },
    { call: 'transcripts.get', input: { takeId: years.transcriptId } },
    { call: 'conversations.messages', input: { conversationId: years.conversationId } },
    ...about('script.changes', projectId => ({ projectId })),
    ...about('script.colours', projectId => ({ projectId })),
    ...about('script.languages', projectId => ({ projectId })),
    ...about('script.tones', projectId => ({ projectId })),
    ...about('script.paces', projectId => ({ projectId, isPractice: false })),
    ...about('script.castings', projectId => ({ projectId })),
    ...about('script.pronunciations', projectId => ({ projectId })),
    { call: 'shelf.changes', input: {} },
    ...about('listening.changes', projectId => ({ projectId })),
    ...about('drift.changes', projectId => ({ projectId })),
    ...about('drift.points', projectId => ({ projectId, speaker: '' })),
    {
      call: 'make.unheard',
      of: 'large',
      input: { accountId: years.accountId, modelId: 'whisper_v3_turbo', projectId: years.large, lineIds: [years.lineId] },
    },
    ...about('storyboard.changes', projectId => ({ projectId })),
    ...about('storyboard.look', projectId => ({ projectId })),
    { call: 'storyboard.takes', input: { pictureId: years.pictureId } },
    {
      call: 'make.alreadyMade',
      input: { accountId: years.accountId, modelId: years.modelId, voiceId: null, variants: [{ text: 'the lamp', voice: 'belinda' }] },
    },
    {
      call: 'make.keptSamples',
      input: {
        accountId: years.accountId,
        projectId: null,
        text: 'the lamp',
        direction: '',
        voices: Array.from({ length: 200 }, (_, place) => ({ modelId: years.modelId, voiceId: null, fields: { voice: `voice ${place}` } })),
      },
    },
    { call: 'voices.uses', input: { voiceId: years.voiceId } },
    { call: 'jobs.request', input: { jobId: years.jobId } },
    ...about('sequences.changes', projectId => ({ projectId })),
    ...about('sequences.follow', projectId => ({ sequenceId: years.sequenceOf(projectId) })),
    ...about('sequences.layout', projectId => ({ projectId, ...layout, sequenceId: null })),
    ...about('journal.changes', projectId => ({ of: { is: 'project', projectId } })),
    ...about('journal.next', projectId => ({ of: { is: 'project', projectId } })),
    ...about('deliveries.changes', projectId => ({ projectId })),
    ...about('deliveries.choices', projectId => ({ projectId })),
    ...about('deliveries.preflight', projectId => ({
      projectId,
      ...layout,
      sequenceId: years.sequenceOf(projectId),
      presetId: 'landscape-1080',
      captionMode: 'burned',
    })),
    ...about('deliveries.kitSizes', projectId => ({ sequenceId: years.sequenceOf(projectId), presetId: 'landscape-1080' })),
    { call: 'deliveries.since', input: { deliveryId: years.deliveryId } },
    { call: 'deliveries.fileName', input: { name: 'Film' } },
    { call: 'deliveries.log', input: { deliveryId: years.deliveryId } },
    { call: 'spend.result', input: { jobId: years.jobId } },
    { call: 'spend.results', input: { jobIds: [years.jobId] } },
    { call: 'spend.again', input: { jobIds: [years.jobId] } },
    ...about('spend.project', projectId => ({ projectId })),
    { call: 'spend.report', input: { from: Date.UTC(2025, 11, 1), until: Date.UTC(2026, 0, 1) } },
    ...about('snapshots.list', projectId => ({ projectId })),
    { call: 'snapshots.show', input: { snapshotId: years.snapshotId } },
    { call: 'trash.weigh', input: { items: [{ kind: 'take', id: years.trashedId }] } },
    { call: 'studio.media', input: { refs: [] } },
  ]
}

/** Lets work be queued; there is nobody at the address. */
export function keyOf({ accountId }: Landmarks): object {
  return { accountId, key: 'sk-a-key-of-years-1234', baseUrl: 'http://127.0.0.1:9/v1', isUnchecked: true }
}

/** Acts whose time once grew with everything that ever was. */
export function actsOf(years: Landmarks, newId: () => string): readonly Act[] {
  let run = 0
  return [
    { call: 'jobs.pauseAll', inputOf: () => ({ isPaused: ++run % 2 === 0 }) },
    { call: 'script.edit', of: 'large', inputOf: () => ({ lineId: years.lineId, text: `Changed ${++run}.` }) },
    {
      call: 'takes.chooseSound',
      inputOf: () => ({ takeId: years.takeId, heard: { track: null, channel: ++run % 2 === 0 ? 'left' : 'right' } }),
    },
    { call: 'takes.mark', inputOf: () => ({ takeId: years.takeId, marks: { inSeconds: ++run % 5, outSeconds: null } }) },
    { call: 'takes.rename', inputOf: () => ({ names: [{ takeId: years.takeId, name: `Named ${++run}` }] }) },
    { call: 'takes.tag', inputOf: () => ({ takeIds: [years.takeId], add: [`tag ${++run}`], remove: [] }) },
    { call: 'collections.create', inputOf: () => ({ name: `Collection ${++run % 7}`, takeIds: [years.takeId] }) },
    {
      call: 'collections.move',
      inputOf: () => ({ collectionId: collection(0), takeIds: [take(0)], beforeTakeId: ++run % 2 === 0 ? take(80) : null }),
    },
    { call: 'searches.create', inputOf: () => ({ name: `Search ${++run}`, text: 'lamp', sort: { by: 'time', isAscending: false } }) },
    { call: 'takes.star', inputOf: () => ({ takeIds: [years.takeId], isStarred: ++run % 2 === 0 }) },
    { call: 'takes.trash', inputOf: () => ({ takeIds: [years.takeId] }) },
    { call: 'takes.restore', inputOf: () => ({ takeIds: [years.takeId] }) },
    { call: 'projects.rename', of: 'large', inputOf: () => ({ projectId: years.large, name: `Project ${++run}` }) },
    { call: 'projects.arrange', of: 'large', inputOf: () => ({ projectIds: [years.large], folder: `Folder ${++run}` }) },
    { call: 'voices.move', inputOf: () => ({ voiceIds: [years.voiceId], folder: `Folder ${++run}` }) },
    { call: 'voices.describe', inputOf: () => ({ voiceId: years.voiceId, notes: `Noted ${++run}` }) },
    {
      call: 'listening.accept',
      of: 'large',
      inputOf: () => ({ projectId: years.large, takeIds: [years.takeId], isRight: ++run % 2 === 0 }),
    },
    { call: 'voices.rename', inputOf: () => ({ voiceId: years.voiceId, name: `Voice ${++run}` }) },
    { call: 'sequences.assemble', of: 'large', inputOf: () => ({ sequenceId: years.sequenceOf(years.large) }) },
    {
      call: 'make.lines',
      of: 'large',
      about: 'one line',
      inputOf: () => ({ requestId: newId(), accountId: years.accountId, projectId: years.large, lineIds: [years.lineId] }),
    },
  ]
}
