import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { settingsCalls } from '../../../../shared/contract/settings'
import { SETUP_PREFERENCES, SETUP_STATION } from '../../../../shared/contract/setup'
import type { StationSettings } from '../../../../shared/contract/views'
import { isCurrency, isTimeZone } from '../../../areas/settings/settings'
import type { Values } from './merge'
import { usable } from './usable'

/** The values of a setup by name, checked by the rules of the settings' forms. Whatever is not listed is left out. */

type Section = keyof typeof SETUP_PREFERENCES
const SECTIONS = Object.keys(SETUP_PREFERENCES) as Section[]
const NAMES = SECTIONS.flatMap((section) => SETUP_PREFERENCES[section].map((field) => ({ section, field })))

export function preferenceValues(preferences: Preferences): Values {
  return Object.fromEntries(
    NAMES.map(({ section, field }) => [
      `${section}.${field}`,
      (preferences[section] as Record<string, unknown>)[field],
    ]),
  )
}

/** Whole sections with the changed fields. */
export function withPreferences(preferences: Preferences, changed: Values): Partial<Preferences> {
  const sections = SECTIONS.filter((section) =>
    SETUP_PREFERENCES[section].some((field) => Object.hasOwn(changed, `${section}.${field}`)),
  )
  return Object.fromEntries(
    sections.map((section) => {
      const fields = SETUP_PREFERENCES[section].filter((field) =>
        Object.hasOwn(changed, `${section}.${field}`),
      )
      const next = Object.fromEntries(fields.map((field) => [field, changed[`${section}.${field}`]]))
      return [section, { ...preferences[section], ...next }]
    }),
  )
}

export function usablePreferences(given: Values): Values {
  return usable(
    given,
    NAMES.map(({ section, field }) => {
      const shape: Readonly<Record<string, z.ZodType>> = preferenceSchemas[section].shape
      return [`${section}.${field}`, shape[field]]
    }),
  )
}

export function stationValues(settings: StationSettings): Values {
  return Object.fromEntries(SETUP_STATION.map((field) => [`station.${field}`, settings[field]]))
}

export function withStation(settings: StationSettings, changed: Values): StationSettings {
  const next = SETUP_STATION.filter((field) => Object.hasOwn(changed, `station.${field}`)).map((field) => [
    field,
    changed[`station.${field}`],
  ])
  return { ...settings, ...(Object.fromEntries(next) as Partial<StationSettings>) }
}

export function usableStation(given: Values): Values {
  const shape: Readonly<Record<string, z.ZodType>> = {
    ...settingsCalls['settings:save'].request.shape,
    currency: z.string().refine(isCurrency),
    timeZone: z.string().refine(isTimeZone).nullable(),
  }
  return usable(
    given,
    SETUP_STATION.map((field) => [`station.${field}`, shape[field]]),
  )
}
