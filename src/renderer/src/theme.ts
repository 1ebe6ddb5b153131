import { createTheme, DEFAULT_THEME, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Mantine's colors, darkened where the contrast with white or light text is below the required 4.5 to 1. */
function darker(
  name: 'red' | 'green' | 'indigo' | 'orange',
  shades: Partial<Record<7 | 9, string>>,
): MantineColorsTuple {
  const tuple = DEFAULT_THEME.colors[name].map((color, shade) => shades[shade as 7 | 9] ?? color)
  return tuple as unknown as MantineColorsTuple
}

/** Large type, readable from a meter away, and targets of 44 px and more for gloves. */
export const theme = createTheme({
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.9375rem', sm: '1rem', md: '1.125rem', lg: '1.3125rem', xl: '1.625rem' },
  primaryColor: 'indigo',
  primaryShade: 7,
  colors: {
    red: darker('red', { 7: '#c92a2a' }),
    green: darker('green', { 9: '#1b6e2d' }),
    indigo: darker('indigo', { 9: '#2b3fa3' }),
    orange: darker('orange', { 9: '#b83c0a' }),
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  autoContrast: true,
  components: {
    Button: { defaultProps: { size: 'md' }, styles: { root: { minHeight: 44 } } },
    TextInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: 46 },
      styles: { visibilityToggle: { width: 44, height: 44 } },
    },
    Autocomplete: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    SegmentedControl: {
      defaultProps: { size: 'md', color: 'indigo.7' },
      styles: {
        root: { background: 'var(--bench-panel)', border: '1px solid var(--bench-line)' },
        label: { minHeight: 44, alignContent: 'center' },
      },
    },
    // Every dialog has a button that goes back, and leaves the panel of the last scan visible.
    Modal: {
      defaultProps: { withCloseButton: false, yOffset: 16 },
      styles: {
        title: { fontSize: '1.5rem', fontWeight: 750 },
        content: {
          maxHeight: 'calc(100dvh - 170px - var(--coach-room, 0px))',
          // The focused element is not hidden by the buttons below.
          scrollPaddingBottom: 90,
        },
        body: { padding: '0 1.25rem 1.25rem' },
        header: { padding: '1rem 1.25rem' },
      },
    },
    Alert: { styles: { title: { fontSize: '1.1875rem' }, message: { fontSize: '1.125rem' } } },
    // A dialog is not a page: its header is not a page header either.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Chip: { defaultProps: { color: 'indigo.8' } },
    Badge: {
      defaultProps: { size: 'lg', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontSize: '0.9375rem', height: 30 } },
    },
  },
})

/**
 * The bench's own surfaces, and colors stronger than Mantine's own: hints and errors are also read from a meter away.
 */
export const strongColors: CSSVariablesResolver = (mantine) => ({
  variables: {},
  light: {
    '--mantine-color-error': mantine.colors.red[9],
    '--mantine-color-dimmed': mantine.colors.gray[7],
    '--mantine-color-placeholder': mantine.colors.gray[6],
    '--bench-line': mantine.colors.gray[3],
    '--bench-panel': mantine.white,
    '--bench-ground': mantine.colors.gray[1],
    '--bench-quiet': mantine.colors.gray[7],
    '--bench-chosen': mantine.colors.indigo[0],
  },
  dark: {
    '--mantine-color-text': mantine.colors.gray[2],
    '--mantine-color-error': mantine.colors.red[4],
    '--mantine-color-dimmed': mantine.colors.dark[1],
    '--mantine-color-placeholder': mantine.colors.dark[2],
    '--bench-line': mantine.colors.dark[4],
    '--bench-panel': mantine.colors.dark[7],
    '--bench-ground': mantine.colors.dark[9],
    '--bench-quiet': mantine.colors.dark[1],
    '--bench-chosen': '#1d2650',
  },
})
