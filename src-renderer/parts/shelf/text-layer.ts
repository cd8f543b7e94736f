/** Where the letters of a text area are: the style of a layer over it that wraps the same text in the same way. */
import type { CSSProperties } from 'vue'

const sameStyles = [
  ...['fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'fontFeatureSettings', 'fontVariantNumeric', 'lineHeight'] as const,
  ...['letterSpacing', 'textIndent', 'textAlign', 'tabSize', 'paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'] as const,
] satisfies (keyof CSSStyleDeclaration)[]

/** `root` is what the layer is placed in. */
export function layerOver(area: HTMLTextAreaElement, root: HTMLElement): CSSProperties {
  const style = getComputedStyle(area)
  const [inner, outer] = [area.getBoundingClientRect(), root.getBoundingClientRect()]
  return {
    ...Object.fromEntries(sameStyles.map(name => [name, style[name]])),
    left: `${inner.left - outer.left + area.clientLeft}px`,
    top: `${inner.top - outer.top + area.clientTop}px`,
    // Without the scrollbar.
    width: `${area.clientWidth}px`,
    height: `${area.clientHeight}px`,
  }
}
