import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { accountVariables, ON_DARK, ON_LIGHT } from './ui/account-colors'

/** One shade for each step from a tint to near black; Mantine takes them by number. */
function shades(...tuple: string[]): MantineColorsTuple {
  return tuple as unknown as MantineColorsTuple
}

/**
 * The look's colors. Those that carry meaning keep a contrast of 4.5 to 1: shade 7 and above under white text, 4 and
 * below on the dark ground.
 */
const COLORS = {
  // The accent. Mantine's name is kept for it, because parts of Mantine ask for it by this name.
  indigo: shades(
    '#e9effd',
    '#d3dffb',
    '#b3c8f8',
    '#9bb6ff',
    '#7ea2ff',
    '#5a83f0',
    '#3f6ce8',
    '#2b59e0',
    '#2149c0',
    '#1b3c9f',
  ),
  green: shades(
    '#e3f4ea',
    '#c8e9d6',
    '#9fdab9',
    '#74cda0',
    '#4cc38a',
    '#2fa36e',
    '#1d8a58',
    '#15774a',
    '#126a41',
    '#0f5a37',
  ),
  red: shades(
    '#fdeaec',
    '#fad1d5',
    '#f5a8af',
    '#ff8b8b',
    '#ff6b6b',
    '#e64552',
    '#d52f3e',
    '#c01f2e',
    '#b3131f',
    '#8f0f1a',
  ),
  orange: shades(
    '#fdf0dc',
    '#fae1b9',
    '#f7d08b',
    '#f4c469',
    '#f2b84b',
    '#d99422',
    '#bd7a0c',
    '#a86400',
    '#8f5500',
    '#744500',
  ),
  // Grounds, lines and texts of the dark theme, from the text to the ground.
  dark: shades(
    '#eef2f8',
    '#a2adbf',
    '#75819a',
    '#475268',
    '#263043',
    '#202a3b',
    '#1c2535',
    '#151c29',
    '#10161f',
    '#0c111b',
  ),
  gray: shades(
    '#fafbfc',
    '#f5f6f8',
    '#eceef2',
    '#e3e6eb',
    '#cdd3dc',
    '#a9b1be',
    '#6a7485',
    '#5a6475',
    '#333d4f',
    '#0d1526',
  ),
}

/** Inter is part of the app; scripts that it lacks fall back to what the PC has. */
const TEXT_FONT =
  '"Inter Variable", system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans", sans-serif'
const CODE_FONT = '"JetBrains Mono Variable", ui-monospace, Consolas, "DejaVu Sans Mono", monospace'

/** Five sizes, readable from a meter away where it matters, and targets of 44 px and more for gloves. */
export const theme = createTheme({
  fontFamily: TEXT_FONT,
  fontFamilyMonospace: CODE_FONT,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.5rem' },
  headings: { fontFamily: TEXT_FONT, fontWeight: '680' },
  black: '#0d1526',
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '16px' },
  primaryColor: 'indigo',
  primaryShade: 7,
  colors: COLORS,
  defaultRadius: 'md',
  cursorType: 'pointer',
  // Who asked the system for less movement gets menus and lists at once.
  respectReducedMotion: true,
  focusRing: 'auto',
  autoContrast: true,
  components: {
    Button: {
      defaultProps: { size: 'md', radius: 'md' },
      styles: { root: { minHeight: 44, fontWeight: 570 } },
    },
    TextInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: 46 },
      styles: { visibilityToggle: { width: 44, height: 44 } },
    },
    Autocomplete: { defaultProps: { size: 'md' } },
    // A closed list of options costs its page time: it is drawn out of sight, and placed.
    Combobox: { defaultProps: { keepMounted: false } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    SegmentedControl: {
      defaultProps: { size: 'md', color: 'indigo.7' },
      styles: {
        root: { background: 'var(--bench-panel)', border: '1px solid var(--bench-line)' },
        label: { minHeight: 44, paddingInline: '0.7rem', alignContent: 'center' },
      },
    },
    // A menu may own its items only.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Every dialog has a button that goes back, and leaves the band with the answer to a scan visible.
    Modal: {
      defaultProps: { withCloseButton: false, yOffset: 'var(--dialog-top)' },
      styles: {
        title: { fontSize: '1.5rem', fontWeight: 680 },
        content: {
          maxHeight: 'calc(100dvh - var(--dialog-top) - 16px - var(--coach-room, 0px))',
          // The focused element is not hidden by the buttons below.
          scrollPaddingBottom: 90,
        },
        body: { padding: '0 1.25rem 1.25rem' },
        header: { padding: '1rem 1.25rem' },
      },
    },
    Alert: { styles: { title: { fontSize: '1.0625rem', fontWeight: 680 }, message: { fontSize: '1rem' } } },
    // A dialog is not a page: its header is not a page header either.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Chip: { defaultProps: { variant: 'light', radius: 'xl' } },
    Badge: {
      defaultProps: { size: 'lg', radius: 'xs', variant: 'light' },
      styles: { root: { textTransform: 'none', fontSize: '0.8125rem', fontWeight: 570, height: 26 } },
    },
  },
})

/**
 * The bench's own surfaces, and colors stronger than Mantine's own: hints and errors are also read from a meter away.
 */
export const strongColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#0d1526',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#c01f2e',
    '--mantine-color-dimmed': '#5a6475',
    '--mantine-color-placeholder': '#6a7485',
    '--mantine-color-default-border': '#e3e6eb',
    '--bench-line': '#e3e6eb',
    '--bench-panel': '#ffffff',
    '--bench-ground': '#f5f6f8',
    '--bench-quiet': '#5a6475',
    '--bench-faint': '#8b94a3',
    '--bench-accent': '#2b59e0',
    '--bench-chosen': '#e9effd',
    '--bench-ok': '#15774a',
    '--bench-ok-tint': '#e3f4ea',
    '--bench-stop': '#c01f2e',
    '--bench-stop-tint': '#fdeaec',
    '--bench-warn': '#8f5500',
    '--bench-warn-tint': '#fdf0dc',
    '--bench-rail': '#0f1728',
    ...accountVariables(ON_LIGHT),
  },
  dark: {
    '--mantine-color-text': '#eef2f8',
    '--mantine-color-body': '#151c29',
    '--mantine-color-error': '#ff8b8b',
    '--mantine-color-dimmed': '#a2adbf',
    '--mantine-color-placeholder': '#8791a6',
    '--mantine-color-default': '#1c2535',
    '--mantine-color-default-hover': '#202a3b',
    '--mantine-color-default-border': '#263043',
    '--bench-line': '#263043',
    '--bench-panel': '#151c29',
    '--bench-ground': '#0c111b',
    '--bench-quiet': '#a2adbf',
    '--bench-faint': '#75819a',
    '--bench-accent': '#7ea2ff',
    '--bench-chosen': '#1b2a4d',
    '--bench-ok': '#4cc38a',
    '--bench-ok-tint': '#12301f',
    '--bench-stop': '#ff6b6b',
    '--bench-stop-tint': '#3b1519',
    '--bench-warn': '#f2b84b',
    '--bench-warn-tint': '#33260d',
    '--bench-rail': '#080c14',
    ...accountVariables(ON_DARK),
  },
})
