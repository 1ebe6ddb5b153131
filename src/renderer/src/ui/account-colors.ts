import { ACCOUNT_COLORS, type AccountColor } from '../../../shared/domain/station/account-color'

type Colors = Readonly<Record<AccountColor, string>>

/** On light and on dark pages; each is legible on both of a theme's grounds and told apart by color-blind people. */
export const ON_LIGHT: Colors = {
  blue: '#04049f',
  teal: '#036353',
  violet: '#8f24f9',
  pink: '#bd059e',
  brown: '#744211',
  gray: '#141414',
}
export const ON_DARK: Colors = {
  blue: '#b9dbfd',
  teal: '#06f9d0',
  violet: '#ad60fb',
  pink: '#e755cf',
  brown: '#ebad70',
  gray: '#8f8f8f',
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
