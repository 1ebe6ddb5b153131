import { z } from 'zod'
import { PAPERS } from '../domain/station/paper'
import { carriersSection } from './carriers'
import { KEYBOARD_LAYOUTS } from '../domain/scanning/keyboard-layout'
import { lanSection } from './neighbours'
import { DATE_FORMATS, LOCALES } from '../domain/station/locale'

/**
 * How this PC is set up, whichever account it works with. Kept in one JSON file, `preferences.json`, which IT may copy
 * to other stations. Every field falls back to its default by itself, so that a damaged or newer value costs only that.
 * Stored; never rename.
 */

const scanner = z.object({
  /** What the scanner puts before and after every code; both are taken off. */
  prefix: z.string().max(20).catch(''),
  suffix: z.string().max(20).catch(''),
  terminator: z.enum(['enter', 'tab', 'none']).catch('enter'),
  /** The keyboard that the scanner is set to be; the PC's own layout does not matter. Scanners leave the factory as `us`. */
  layout: z.enum(KEYBOARD_LAYOUTS).catch('us'),
  /** What the scanner types in the place of FNC1, where it cannot type GS. */
  groupSeparator: z.string().max(5).catch(''),
  /** Longest gap between two characters of one scan. */
  maxGapMs: z.int().min(5).max(250).catch(50),
  /** When calibration last passed, ISO 8601 UTC. */
  calibratedAt: z.string().nullable().catch(null),
})

const sound = z.object({
  /** 0 to 1. */
  volume: z.number().min(0).max(1).catch(0.7),
  speech: z.boolean().catch(false),
})

const language = z.object({
  /** `null` follows the PC's. */
  locale: z.enum(LOCALES).nullable().catch(null),
  /** `null` follows the language. */
  dateFormat: z.enum(DATE_FORMATS).nullable().catch(null),
})

const printing = z.object({
  /** The host's name of the printer; `null` asks each time. */
  printer: z.string().max(500).nullable().catch(null),
  paper: z.enum(PAPERS).catch('a4'),
  /** Prints the packing slip by itself as soon as a shipment is packed. */
  slipWhenPacked: z.boolean().catch(false),
  pricesOnSlip: z.boolean().catch(false),
})

const lock = z.object({
  /** Nothing is recorded until an operator has signed in. */
  signInNeeded: z.boolean().catch(false),
  /** Minutes without a scan or key until the station asks for a badge again; 0 never does. */
  idleMinutes: z.int().min(0).max(480).catch(0),
})

const queue = z.object({
  /** Hours after its purchase when an order is late, where its items do not say in how many days they leave. */
  dueAfterHours: z.int().min(1).max(720).catch(24),
})

const money = z.object({
  /** Cents above which a refund is asked for twice; 0 asks for every one. */
  refundAskAboveCents: z.int().min(0).max(1_000_000_000).catch(10_000),
})

export const preferenceSchemas = {
  scanner,
  sound,
  language,
  printing,
  lock,
  queue,
  money,
  carriers: carriersSection,
  lan: lanSection,
} as const
export type PreferenceSection = keyof typeof preferenceSchemas

export type Preferences = { [S in PreferenceSection]: z.output<(typeof preferenceSchemas)[S]> }

/** Reads what was stored, section by section; anything missing or unusable becomes its default. */
export function parsePreferences(stored: unknown): Preferences {
  const sections = isRecord(stored) ? stored : {}
  const read = <S extends PreferenceSection>(section: S): Preferences[S] =>
    preferenceSchemas[section].parse(isRecord(sections[section]) ? sections[section] : {}) as Preferences[S]
  return {
    scanner: read('scanner'),
    sound: read('sound'),
    language: read('language'),
    printing: read('printing'),
    lock: read('lock'),
    carriers: read('carriers'),
    queue: read('queue'),
    money: read('money'),
    lan: read('lan'),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
