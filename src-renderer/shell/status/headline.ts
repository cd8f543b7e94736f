/** The window's title and icon while something is under way. Pure. */
import type { Texts } from '../../texts/texts.ts'

type Headline = { readonly share: number } | { readonly count: number } | null

/** `12% · The boat · Takeroom`, `3 under way · Takeroom`, `Takeroom`. */
export function titleOf(headline: Headline, project: string | null, t: Texts): string {
  const progress = headline === null
    ? ''
    : 'share' in headline ? `${Math.floor(headline.share * 100)}%` : t.shell.strip.working(headline.count)
  return [progress, project ?? '', 'Takeroom'].filter(word => word !== '').join(' · ')
}

const circumference = 2 * Math.PI * 11

/** A ring that fills, in steps of a twentieth so that the icon changes seldom; a whole ring for requests; null for the studio's own icon. */
export function iconOf(headline: Headline): string | null {
  if (headline === null)
    return null
  const share = 'share' in headline ? Math.max(0.05, Math.round(headline.share * 20) / 20) : 1
  const ring = `fill="none" stroke-width="7" cx="16" cy="16" r="11"`
  const dash = `stroke-dasharray="${(circumference * share).toFixed(1)} ${circumference.toFixed(1)}" transform="rotate(-90 16 16)"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle ${ring} stroke="#8a929c" stroke-opacity=".45"/><circle ${ring} stroke="#f2a65a" ${dash}/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
