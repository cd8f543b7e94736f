/** Dark, light or as the system has it: sets the colours on the page and makes Naive UI's theme from them. */
import type { GlobalThemeOverrides } from 'naive-ui'
import { usePreferredDark } from '@vueuse/core'
import { darkTheme, lightTheme } from 'naive-ui'
import { computed, watchEffect } from 'vue'
import { useSettings } from '../stores/settings.ts'
import { palettes, tintOpacity } from './palettes.ts'

const fontFamily = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", sans-serif'
const monoFamily = 'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", monospace'

function overridesOf(name: 'dark' | 'light'): GlobalThemeOverrides {
  const c = palettes[name]
  return {
    common: {
      fontFamily,
      fontFamilyMono: monoFamily,
      fontSize: '13px',
      fontSizeMini: '12px',
      fontSizeTiny: '12px',
      fontSizeSmall: '13px',
      fontSizeMedium: '13px',
      fontSizeLarge: '14px',
      heightTiny: '24px',
      heightSmall: '28px',
      heightMedium: '32px',
      heightLarge: '38px',
      borderRadius: '6px',
      borderRadiusSmall: '4px',
      primaryColor: c.accent,
      primaryColorHover: c['accent-hover'],
      primaryColorPressed: c.accent,
      primaryColorSuppl: c.accent,
      infoColor: c.picture,
      successColor: c.good,
      warningColor: c.warn,
      errorColor: c.bad,
      errorColorHover: c.bad,
      bodyColor: c.page,
      cardColor: c.card,
      modalColor: c.raised,
      popoverColor: c.raised,
      tableColor: c.card,
      inputColor: name === 'dark' ? c.floor : c.card,
      inputColorDisabled: c.card,
      hoverColor: c.hover,
      pressedColor: c.pressed,
      borderColor: c['line-strong'],
      dividerColor: c.line,
      textColorBase: c.text,
      textColor1: c.text,
      textColor2: c.text,
      textColor3: c['text-2'],
      textColorDisabled: c['text-3'],
      placeholderColor: c['text-3'],
      placeholderColorDisabled: c['text-3'],
      iconColor: c['text-2'],
      closeIconColor: c['text-2'],
      clearColor: c['text-3'],
      scrollbarColor: c['line-strong'],
      scrollbarColorHover: c['text-3'],
      boxShadow2: c.shadow,
      boxShadow3: c.shadow,
    },
    Button: {
      textColorPrimary: c['on-accent'],
      textColorHoverPrimary: c['on-accent'],
      textColorPressedPrimary: c['on-accent'],
      textColorFocusPrimary: c['on-accent'],
      textColorDisabledPrimary: c['on-accent'],
      colorOpacitySecondary: String(tintOpacity.rest),
      colorOpacitySecondaryHover: String(tintOpacity.hover),
      colorOpacitySecondaryPressed: String(tintOpacity.pressed),
      fontWeight: '500',
      fontWeightStrong: '600',
      border: `1px solid ${c['line-strong']}`,
      colorError: c.bad,
      textColorError: name === 'dark' ? c.floor : c.card,
      textColorHoverError: name === 'dark' ? c.floor : c.card,
      textColorPressedError: name === 'dark' ? c.floor : c.card,
      textColorFocusError: name === 'dark' ? c.floor : c.card,
      iconMarginSmall: '6px',
      iconMarginMedium: '6px',
    },
    Input: {
      border: `1px solid ${c['line-strong']}`,
      borderHover: `1px solid ${c['text-3']}`,
      borderFocus: `1px solid ${c.accent}`,
      boxShadowFocus: `0 0 0 2px ${c['accent-faint']}`,
      colorFocus: name === 'dark' ? c.floor : c.card,
    },
    Tooltip: { color: c.raised, textColor: c.text, padding: '6px 10px', boxShadow: c.shadow },
    Dialog: { borderRadius: '10px', padding: '20px 22px', titleFontWeight: '600', fontSize: '13px', titleFontSize: '15px' },
    Card: {
      borderRadius: '10px',
      paddingMedium: '16px 18px',
      paddingSmall: '12px 14px',
      titleFontSizeMedium: '15px',
      titleFontSizeSmall: '14px',
      titleFontWeight: '600',
    },
    Switch: { railColorActive: c.accent },
    Slider: { fillColor: c.accent, fillColorHover: c.accent, handleColor: c.text, railColor: c.pressed, railColorHover: c.pressed },
    Progress: { railColor: c.pressed, fontSize: '12px' },
    Dropdown: { borderRadius: '8px', optionHeightMedium: '30px' },
  }
}

export function useTheme() {
  const settings = useSettings()
  const prefersDark = usePreferredDark()
  const name = computed<'dark' | 'light'>(() => {
    if (settings.now.theme === 'system')
      return prefersDark.value ? 'dark' : 'light'
    return settings.now.theme
  })
  watchEffect(() => {
    const root = document.documentElement
    for (const [token, value] of Object.entries(palettes[name.value]))
      root.style.setProperty(`--${token}`, value)
    root.style.setProperty('--font', fontFamily)
    root.style.setProperty('--mono', monoFamily)
    root.style.colorScheme = name.value
    root.dataset.theme = name.value
  })
  return {
    name,
    naive: computed(() => name.value === 'dark' ? darkTheme : lightTheme),
    overrides: computed(() => overridesOf(name.value)),
  }
}
