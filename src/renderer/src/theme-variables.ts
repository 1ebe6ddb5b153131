import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { strongColors, theme } from './theme'

type Variables = ReturnType<typeof defaultCssVariablesResolver>

/**
 * The theme's variables as a style sheet, which the build writes: computing them in the window would delay its first
 * paint. Variables that Mantine's own style sheet already sets are left out.
 */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const ours: Variables = deepMerge(defaultCssVariablesResolver(merged), strongColors(merged))
  const theirs = defaultCssVariablesResolver(DEFAULT_THEME)
  return convertCssVariables({
    variables: others(ours.variables, theirs.variables),
    light: others(ours.light, theirs.light),
    dark: others(ours.dark, theirs.dark),
  })
}

function others(ours: Record<string, string>, theirs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => theirs[name] !== value))
}
