/** What a wire to the studio is, whichever host is at its other end. */
import type { ClientContext, ClientLink } from '@orpc/client'
import type { ShallowRef } from 'vue'
import type { ImportTicket } from '#contract/words.ts'

/**
 * `connecting` until the first time it is open; `lost` while it tries to come back;
 * `refused` when the host does not know this page (it needs a new link).
 */
export type WireState = 'connecting' | 'open' | 'lost' | 'refused'

/** What a call of the page may carry besides its input. */
export interface PageContext extends ClientContext {
  /** Of a change that is made once. */
  readonly changeId?: string
  /** The caller asks again where the change is refused, so it is not set aside. */
  readonly asksAgain?: boolean
  /** While the studio answers, `expected` is not compared: the caller reports what was replaced. It is compared when the change had to wait. */
  readonly mayReplace?: boolean
  /** Set aside where something newer is there, also while the studio answers: the caller shows the newer value instead. */
  readonly keepsRefused?: boolean
}

/** How a person starts the studio again: by npm in its folder, or by the installed command. */
export type StartedBy = 'npm' | 'takeroom'

export interface Wire {
  readonly link: ClientLink<PageContext>
  readonly state: Readonly<ShallowRef<WireState>>
  /** As the host has told when it refused this page. */
  readonly startedBy: Readonly<ShallowRef<StartedBy>>
  /** Resolves as soon as calls can be answered; rejects when the signal ends. */
  whenOpen: (signal?: AbortSignal) => Promise<void>
  /** Hands one file to the host's import door. Throws a `Fault`. `progress` gets bytes sent, where the host can tell. */
  importFile: (file: File, signal?: AbortSignal) => Promise<ImportTicket>
  /** Tries at once instead of waiting for the next attempt. */
  reconnect: () => void
}
