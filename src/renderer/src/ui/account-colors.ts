import { ACCOUNT_COLORS, type AccountColor } from '../../../shared/domain/station/account-color'

type Colors = Readonly<Record<AccountColor, string>>

/** On light and on dark pages; each is legible on both of a theme's grounds and told apart by color-blind people. */
export const ON_LIGHT: Colors = {
  blue: '#1414b8',
  teal: '#036353',
  violet: '#8f24f9',
  pink: '#bd059e',
  brown: '#744211',
  gray: '#1d2530',
}
export const ON_DARK: Colors = {
  blue: '#b9dbfd',
  teal: '#1fe8c4',
  violet: '#ad68fb',
  pink: '#e755cf',
  brown: '#ebad70',
  gray: '#8f98a3',
}

/** `--account-blue` follows the theme, `--account-blue-rail` does not: the rail is dark in both. */
export function accountVariables(onPage: Colors): Record<string, string> {
  return Object.fromEntries(
    ACCOUNT_COLORS.flatMap((color) => [
      [`--account-${color}`, onPage[color]],
      [`--account-${color}-rail`, ON_DARK[color]],
    ]),
  )
}
