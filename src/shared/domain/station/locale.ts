/** The languages that Packbench speaks. Stored; never rename. */
export const LOCALES = ['en', 'de', 'fr', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** How days are written: 2026-11-21, 21.11.2026, 21/11/2026, 11/21/2026. Stored; never rename. */
export const DATE_FORMATS = ['iso', 'dotted', 'slashed', 'month_first'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]
