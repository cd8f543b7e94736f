import { once } from 'node:events'
/**
 * Loaded before Electron's installer: its `fetch` then goes on after a broken line where it stopped, also after the program was ended,
 * shows its progress, and gives up only when nothing arrives. The bytes wait in the file that TAKEROOM_PART names.
 */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { texts } from './texts.mjs'

const usual = {
  /** Without a byte for so long, the line counts as broken. */
  idleMs: 60_000,
  /** The same before the first answer: a network that lets nothing out must not make the start wait. */
  headMs: 20_000,
  pauseMs: 2_000,
  /** In a row, without a byte in between. */
  tries: 4,
  /** Where nothing has ever come. */
  triesAtFirst: 2,
}

/** `part` is the path of the file for what has arrived; `tell` gets `{ got, total }` in bytes, `total` null where it is not known. */
export function createSteadyFetch({ fetch, part, tell = () => {}, ...times }) {
  const { idleMs, headMs, pauseMs, tries, triesAtFirst } = { ...usual, ...times }
  const notePath = `${part}.json`

  return async function steadyFetch(url) {
    mkdirSync(dirname(part), { recursive: true })
    let note = readNote(String(url))
    let failures = 0
    // The most there ever was: a server that always begins anew must not be asked for ever.
    let most = sizeOf(part)
    for (;;) {
      try {
        note = await readOn(String(url), note)
        break
      }
      catch (error) {
        const got = sizeOf(part)
        failures = got > most ? 1 : failures + 1
        most = Math.max(most, got)
        if (error.isFinal || failures >= (most > 0 ? tries : triesAtFirst))
          throw error
        note = readNote(String(url))
        await sleep(pauseMs * failures)
      }
    }
    return new Response(Readable.toWeb(handOver()), { status: 200, headers: { 'content-length': String(sizeOf(part)) } })
  }

  /** What is there of this address; anything else is of no use. */
  function readNote(url) {
    const note = existsSync(notePath) ? JSON.parse(readFileSync(notePath, 'utf8')) : null
    if (note?.url === url && note.validator !== null && sizeOf(part) > 0)
      return note
    forget()
    return { url, validator: null, total: null }
  }

  function forget() {
    rmSync(part, { force: true })
    rmSync(notePath, { force: true })
  }

  /** Reads to the end, from where the part stops. Throws where that does not come; `isFinal` where trying again is of no use. */
  async function readOn(url, note) {
    const got = note.validator === null ? 0 : sizeOf(part)
    if (got > 0 && got === note.total)
      return note
    const stop = new AbortController()
    const broken = new Error(texts.electron.isSilent)
    let late = setTimeout(() => stop.abort(broken), got > 0 ? idleMs : headMs)
    try {
      const answer = await fetch(url, {
        signal: stop.signal,
        // A compressed answer could not be taken up again in the middle.
        headers: { 'accept-encoding': 'identity', ...got > 0 && { 'range': `bytes=${got}-`, 'if-range': note.validator } },
      })
      const isRest = answer.status === 206 && new RegExp(`^bytes ${got}-`).test(answer.headers.get('content-range') ?? '')
      if (!isRest && answer.status !== 200)
        throw refusal(answer, got)
      const length = answer.headers.get('content-length')
      const now = {
        url,
        // A weak one does not promise the same bytes.
        validator: strong(answer.headers.get('etag')) ?? answer.headers.get('last-modified'),
        total: length === null ? null : Number(length) + (isRest ? got : 0),
      }
      writeFileSync(notePath, JSON.stringify(isRest ? note : now))
      const out = createWriteStream(part, { flags: isRest ? 'a' : 'w' })
      let have = isRest ? got : 0
      try {
        for await (const bytes of answer.body) {
          clearTimeout(late)
          late = setTimeout(() => stop.abort(broken), idleMs)
          if (!out.write(bytes))
            await once(out, 'drain')
          have += bytes.length
          tell({ got: have, total: now.total })
        }
      }
      finally {
        out.end()
        await once(out, 'close')
      }
      if (now.total !== null && have < now.total)
        throw new Error(texts.electron.isBroken)
      return isRest ? note : now
    }
    finally {
      clearTimeout(late)
      stop.abort()
    }
  }

  /** Of a part that is not of this file any more, all is read again. */
  function refusal(answer, got) {
    if (got > 0 && (answer.status === 416 || answer.status === 206)) {
      forget()
      return new Error(texts.electron.hasChanged)
    }
    const isFinal = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429
    return Object.assign(new Error(texts.electron.answered(answer.status)), { isFinal })
  }

  /** The whole file, once: if its checksum is wrong, nothing of it is used again. */
  function handOver() {
    const bytes = createReadStream(part)
    bytes.once('close', forget)
    return bytes
  }
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function strong(etag) {
  return etag !== null && !etag.startsWith('W/') ? etag : null
}

const megabytes = bytes => `${Math.round(bytes / 1e6)} MB`

/** One line that is written over in a terminal; elsewhere a line for each quarter. */
function progressTo(stream) {
  let last = -1
  return ({ got, total }) => {
    const share = total ? Math.floor(100 * got / total) : null
    const step = stream.isTTY ? share ?? Math.floor(got / 1e6) : Math.floor((share ?? 0) / 25)
    if (step === last)
      return
    last = step
    const text = share === null ? megabytes(got) : texts.electron.progress(share, megabytes(total))
    stream.write(stream.isTTY ? `\r  ${text} ${share === 100 ? '\n' : ''}` : `  ${text}\n`)
  }
}

if (process.env.TAKEROOM_PART) {
  globalThis.fetch = createSteadyFetch({ fetch: globalThis.fetch, part: process.env.TAKEROOM_PART, tell: progressTo(process.stderr) })
  // The installer prints a stack, of which the first line says why.
  console.error = (said) => {
    process.stderr.write(`${texts.electron.notFetched(String(said).split('\n')[0].replace(/^\w*Error: /, ''))}\n`)
  }
}
