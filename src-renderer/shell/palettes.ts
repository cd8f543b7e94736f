/** Every colour of the studio, once: style sheets read them as `--name`, Naive UI by the theme made from them. */
export interface Palette {
  /** The floor under everything: rail and gutters. */
  'floor': string
  /** The page. */
  'page': string
  /** Cards, panels, inputs' surroundings. */
  'card': string
  /** Surfaces above the page: menus, dialogs. */
  'raised': string
  /** Pointed at, and chosen. */
  'hover': string
  'pressed': string
  'line': string
  'line-strong': string
  'text': string
  'text-2': string
  'text-3': string
  /** The one warm accent: fill, text on page, text on the fill, faint ground. */
  'accent': string
  'accent-hover': string
  'accent-text': string
  'on-accent': string
  'accent-faint': string
  'audio': string
  'audio-faint': string
  'picture': string
  'picture-faint': string
  'caption': string
  'caption-faint': string
  'good': string
  'warn': string
  'warn-faint': string
  'bad': string
  'bad-faint': string
  'shadow': string
  'scrim': string
}

export const palettes: Record<'dark' | 'light', Palette> = {
  dark: {
    'floor': '#0f1114',
    'page': '#15181c',
    'card': '#1c2025',
    'raised': '#23282e',
    'hover': '#272c33',
    'pressed': '#2e343c',
    'line': '#2a3037',
    'line-strong': '#414953',
    'text': '#e8eaed',
    'text-2': '#b1b8c2',
    'text-3': '#8b94a1',
    'accent': '#f2a65a',
    'accent-hover': '#f7b878',
    'accent-text': '#f2a65a',
    'on-accent': '#211404',
    'accent-faint': '#f2a65a1f',
    'audio': '#5fc795',
    'audio-faint': '#5fc7951f',
    'picture': '#72aef5',
    'picture-faint': '#72aef51f',
    'caption': '#b79cf5',
    'caption-faint': '#b79cf51f',
    'good': '#5fc795',
    'warn': '#e6c34f',
    'warn-faint': '#e6c34f1c',
    'bad': '#f5847b',
    'bad-faint': '#f5847b1f',
    'shadow': '0 8px 28px #00000073, 0 1px 3px #00000066',
    'scrim': '#08090ba6',
  },
  light: {
    'floor': '#e6e8eb',
    'page': '#f4f5f7',
    'card': '#ffffff',
    'raised': '#ffffff',
    'hover': '#eaecf0',
    'pressed': '#dfe3e8',
    'line': '#d9dde3',
    'line-strong': '#a9b1bc',
    'text': '#1a1e24',
    'text-2': '#48515e',
    'text-3': '#5f6875',
    'accent': '#b45309',
    'accent-hover': '#92430a',
    'accent-text': '#9a4708',
    'on-accent': '#ffffff',
    'accent-faint': '#b4530917',
    'audio': '#126b3e',
    'audio-faint': '#126b3e17',
    'picture': '#1c5fb8',
    'picture-faint': '#1c5fb817',
    'caption': '#6a41c4',
    'caption-faint': '#6a41c417',
    'good': '#126b3e',
    'warn': '#7a5900',
    'warn-faint': '#7a590017',
    'bad': '#b3261e',
    'bad-faint': '#b3261e14',
    'shadow': '0 8px 28px #1a1e2429, 0 1px 3px #1a1e241f',
    'scrim': '#1a1e2466',
  },
}

/** How much of the accent is behind the words of a button without a fill. */
export const tintOpacity = { rest: 0.12, hover: 0.16, pressed: 0.19 } as const
