/** Words of generating speech beyond its fields: parts of a long text, live audio, cloned voices. */

export const speech = {
  parts: (parts: number, characters: string, lengths: string) => `Generated in ${parts} parts and joined: ${characters} characters in total (${lengths}).`,
  partsHelp: 'The text is longer than the model accepts. It is split between sentences. Each part is one request, and the result is one take.',
  sendParts: (parts: number) => `Generate ${parts} parts`,
  wayHelp: 'Live audio connection',
  ways: {
    http: { label: 'HTTP', short: 'HTTP', help: 'Streams in the response. Works on every network.' },
    socket: { label: 'WebSocket', short: 'WebSocket', help: 'May start sooner. The result is always uncompressed audio.' },
  },
  family: {
    progress: (done: number, all: number) => `${done} of ${all} parts done`,
    show: (n: number) => n === 1 ? '1 part' : `${n} parts`,
    parts: (title: string) => `Parts of ${title}`,
    waitsForParts: 'Waiting for all parts',
    joining: 'Joining parts',
    registering: 'Registering the voice',
  },
  madeOf: (n: number) => `Joined from ${n} parts`,
}
