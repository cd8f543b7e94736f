/** The ports of a host that has no windows, dialogs or notifications of a desktop: the web host, and commands that open a studio. */
import type { HostPorts } from './ports.ts'

export const withoutDesktop = {
  reveal: null,
  chooseFolder: null,
  chooseFile: null,
  notices: null,
  startDrag: null,
  tell: () => {},
  showProgress: () => {},
  stayAwake: () => {},
} as const satisfies Partial<HostPorts>
