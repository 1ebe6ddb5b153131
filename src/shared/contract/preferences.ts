import { z } from 'zod'
import { PAPERS } from '../domain/station/paper'
import { carriersSection } from './carriers'
import { KEYBOARD_LAYOUTS } from '../domain/scanning/keyboard-layout'
import { lanSection } from './neighbors'
import { DATE_FORMATS, LOCALES } from '../domain/station/locale'

/**
 * This PC's set-up, whichever account is open. Stored in one JSON file, `preferences.json`, which IT may copy to
 * other stations. Each field falls back to its default separately, so that a damaged or newer value affects only
 * itself. Stored; never rename.
 */

const scanner = z.object({
  /** The prefix and suffix that the scanner adds to every code; both are stripped. */
  prefix: z.string().max(20).catch(''),
  suffix: z.string().max(20).catch(''),
  terminator: z.enum(['enter', 'tab', 'none']).catch('enter'),
  /** The scanner's keyboard layout; the PC's own does not matter. Scanners leave the factory as `us`. */
  layout: z.enum(KEYBOARD_LAYOUTS).catch('us'),
  /** The characters that the scanner types instead of FNC1 if it cannot type GS. */
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
  /** Records nothing until an operator has signed in. */
  signInNeeded: z.boolean().catch(false),
  /** Minutes without a scan or key until the station locks; 0 never does. */
  idleMinutes: z.int().min(0).max(480).catch(0),
})

const queue = z.object({
  /** Hours after its purchase when an order is late, if its items have no fulfillment delay. */
  dueAfterHours: z.int().min(1).max(720).catch(24),
})

const money = z.object({
  /** Cents above which a refund must be confirmed twice; 0 for every refund. */
  refundAskAboveCents: z.int().min(0).max(1_000_000_000).catch(10_000),
})

const camera = z.object({
  /** Keeps photos of open boxes. */
  on: z.boolean().catch(false),
  /** Photos older than this are deleted. */
  keepDays: z.int().min(1).max(3650).catch(90),
})

export const preferenceSchemas = {
  scanner,
  sound,
  language,
  printing,
  lock,
  queue,
  money,
  camera,
  carriers: carriersSection,
  lan: lanSection,
} as const
export type PreferenceSection = keyof typeof preferenceSchemas

export type Preferences = { [S in PreferenceSection]: z.output<(typeof preferenceSchemas)[S]> }

/** Reads the stored preferences section by section; missing or unusable ones become defaults. */
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
    camera: read('camera'),
    lan: read('lan'),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
