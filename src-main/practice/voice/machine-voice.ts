/** The machine's speech engine: espeak-ng, macOS `say` or the Windows SAPI voices. */
import type { Utterance } from './utterance.ts'
import type { Sound } from './wav.ts'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { childEnvironment } from '../../base/child-environment.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { decodeWav } from './wav.ts'

export interface SpeechEngine {
  readonly name: string
  /** Null when the engine cannot speak this; the caller then uses the formant synthesizer. */
  speak: (utterance: Utterance, signal: AbortSignal) => Promise<Sound | null>
}

/** Languages for which espeak-ng uses another code. */
const espeakLanguages: ReadonlyMap<string, string> = new Map([
  ['en', 'en-us'],
  ['zh', 'cmn'],
  ['no', 'nb'],
  ['fr', 'fr-fr'],
  ['jw', 'id'],
  ['tl', 'id'],
])

const espeak: SpeechEngine = {
  name: 'espeak-ng',
  async speak({ text, language, character }, signal) {
    const pitch = Math.round(character.isLow ? 15 + 35 * character.pitch : 50 + 35 * character.pitch)
    const variant = character.isLow ? `m${1 + Math.floor(character.timbre * 6.99)}` : `f${1 + Math.floor(character.timbre * 4.99)}`
    const speaker = `${espeakLanguages.get(language) ?? language}+${variant}`
    const wordsPerMinute = Math.round(Math.min(450, Math.max(80, 162 * character.pace)))
    const args = (name: string) => ['-v', name, '-p', String(pitch), '-s', String(wordsPerMinute), '--stdin', '--stdout']
    // Without a voice for the language, the text is read as English.
    const wav = await output('espeak-ng', args(speaker), { input: text, signal })
      ?? await output('espeak-ng', args(`en-us+${variant}`), { input: text, signal })
    return wav && decodeWav(wav)
  },
}

interface SayVoice { readonly name: string, readonly language: string }

async function listSayVoices(): Promise<readonly SayVoice[]> {
  const listing = await output('say', ['-v', '?'], {})
  return (listing?.toString() ?? '').split('\n').flatMap((line) => {
    // "Ting-Ting (Enhanced)   zh_CN    # 你好": names contain spaces, so the pattern looks for the language.
    const language = / ([a-z]{2})[_-]\w+ +#/.exec(line)
    return language?.[1] === undefined ? [] : [{ name: line.slice(0, language.index).trim(), language: language[1] }]
  })
}

function createSay(voices: readonly SayVoice[]): SpeechEngine | null {
  if (voices.length === 0)
    return null
  return {
    name: 'say',
    speak: ({ text, language, character }, signal) => {
      const fitting = voices.filter(voice => voice.language === language)
      const speaker = fitting[Math.floor(character.timbre * (fitting.length - 1))]
      const rate = Math.round(175 * character.pace)
      return withTemporaryFolder({ 'text.txt': Buffer.from(text) }, async (folder) => {
        const args = [
          '-f',
          'text.txt',
          '-o',
          'speech.wav',
          '--file-format=WAVE',
          '--data-format=LEI16@24000',
          '-r',
          String(rate),
          ...(speaker ? ['-v', speaker.name] : []),
        ]
        return await output('say', args, { cwd: folder, signal }) && decodeWav(await readFile(join(folder, 'speech.wav')))
      })
    },
  }
}

/** The text is passed in a file, so that no part of it can be run as a command. */
const sapiScript = `Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$names = @($voice.GetInstalledVoices() | Where-Object { $_.Enabled } | ForEach-Object { $_.VoiceInfo.Name })
$voice.SelectVoice($names[[Math]::Floor([double]$env:PRACTICE_TIMBRE * ($names.Count - 0.01))])
$voice.Rate = [int]$env:PRACTICE_RATE
$voice.SetOutputToWaveFile((Join-Path (Get-Location) 'speech.wav'))
$voice.Speak([IO.File]::ReadAllText((Join-Path (Get-Location) 'text.txt')))
$voice.Dispose()
`

const sapi: SpeechEngine = {
  name: 'sapi',
  speak: ({ text, character }, signal) =>
    withTemporaryFolder({ 'text.txt': Buffer.from(text), 'speak.ps1': Buffer.from(sapiScript) }, async (folder) => {
      // SAPI rates go from -10 (a third of the speed) to 10 (three times the speed) on a logarithmic scale.
      const rate = Math.round(Math.min(10, Math.max(-10, 10 * Math.log(character.pace) / Math.log(3))))
      const env = { PRACTICE_TIMBRE: String(character.timbre), PRACTICE_RATE: String(rate) }
      const spoken = await output('powershell', [
        '-NoProfile',
        '-ExecutionPolicy',
        'Bypass',
        '-File',
        'speak.ps1',
      ], { cwd: folder, env, signal })
      return spoken && decodeWav(await readFile(join(folder, 'speech.wav')))
    }),
}

/** Null when the machine has no speech engine. */
export async function findEngine(): Promise<SpeechEngine | null> {
  if (process.platform === 'darwin')
    return createSay(await listSayVoices())
  if (process.platform === 'win32')
    return sapi
  return await runs('espeak-ng', ['--version']) ? espeak : null
}

async function runs(program: string, args: readonly string[]): Promise<boolean> {
  return await output(program, args, {}) !== null
}

interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  /** Added to the environment that every program gets. */
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The output of the program; null when it is not installed or fails. Throws only when the signal aborts. */
function output(program: string, args: readonly string[], { input = '', cwd, env, signal }: RunOptions): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      ...(cwd ? { cwd } : {}),
      env: { ...childEnvironment(), ...env },
      ...(signal ? { signal } : {}),
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A program that stops reading reports its failure by its exit code.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const end = (value: Buffer | null) => signal?.aborted ? reject(signal.reason) : resolve(value)
    child.on('error', () => end(null))
    child.on('close', code => end(code === 0 ? Buffer.concat(chunks) : null))
  })
}
