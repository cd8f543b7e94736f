/** Words of speech beyond its fields: parts of a long text, live listening, voices of one's own. */

export const speech = {
  parts: (parts: number, characters: string, lengths: string) => `Will be spoken in ${parts} parts and joined: ${characters} characters in all (${lengths}).`,
  partsHelp: 'It is longer than the model takes at once. It is split between sentences; each part is a request, and the whole is one take.',
  sendParts: (parts: number) => `Speak ${parts} parts`,
  wayHelp: 'How live sound travels',
  ways: {
    http: { label: 'Over HTTP', short: 'HTTP', help: 'As a stream in the answer. Goes through every network.' },
    socket: { label: 'Over the WebSocket', short: 'WebSocket', help: 'The first sound may come sooner. The file type is always plain sound.' },
  },
  family: {
    progress: (done: number, all: number) => `${done} of ${all} parts done`,
    show: (n: number) => n === 1 ? '1 part' : `${n} parts`,
    parts: (title: string) => `Parts of ${title}`,
    waitsForParts: 'Joins them when all parts are there',
    joining: 'Joining the parts',
    registering: 'Sending the clip of the voice first',
  },
  madeOf: (n: number) => `Joined from ${n} parts`,
}
