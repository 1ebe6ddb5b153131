import { createTheme } from '@mantine/core'

/** Large type, readable from a metre, and targets of 44 px and more for gloves. */
export const theme = createTheme({
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.9375rem', sm: '1rem', md: '1.125rem', lg: '1.3125rem', xl: '1.625rem' },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  autoContrast: true,
  components: {
    Button: { defaultProps: { size: 'md' }, styles: { root: { minHeight: 44 } } },
    TextInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    SegmentedControl: { defaultProps: { size: 'md' } },
    Badge: { defaultProps: { size: 'lg', radius: 'sm' }, styles: { root: { textTransform: 'none' } } },
  },
})
