/** What the recorded studio promised, and from then on owes after any power cut. */
import { writeSync } from 'node:fs'

export type Said
  = | { readonly said: 'closed' | 'recovered' | 'repaired' }
    | { readonly said: 'asking', readonly index: number }
    | { readonly said: 'acknowledged', readonly index: number, readonly jobIds: readonly string[] }
    | { readonly said: 'delivered', readonly deliveryId: string }
    /** So much of a recording is on the disk. */
    | { readonly said: 'heard', readonly recordingId: string, readonly bytes: number }
    | { readonly said: 'recorded', readonly takeId: string }
    | { readonly said: 'saved', readonly path: string, readonly text: string }
    | { readonly said: 'backed up' | 'restored', readonly path: string }

export function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}
