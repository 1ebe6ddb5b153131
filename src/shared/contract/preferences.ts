import { z } from 'zod'
import { LABEL_DOCUMENTS, SHEET_PAPERS } from '../domain/station/paper'
import { carriersSection } from './carriers'
import { KEYBOARD_LAYOUTS } from '../domain/scanning/keyboard-layout'
import { lanSection } from './neighbors'
import { FEWEST_SLOTS, MOST_SLOTS } from '../domain/put-wall/slot'
import { SERIAL_RULES } from '../domain/orders/unit-serial'
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
  /**
   * So soon after its beginning, the same code again is the same item, read twice. Scanners that repeat a code that
   * stays in sight do so after 400 ms or more; a hand is not so fast with two items.
   */
  sameItemMs: z.int().min(0).max(5_000).catch(300),
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
  paper: z.enum(SHEET_PAPERS).catch('a4'),
  /** The documents that go to the label printer, on label paper. */
  onLabels: z.array(z.enum(LABEL_DOCUMENTS)).catch([]),
  /** As `printer`, for label paper. */
  labelPrinter: z.string().max(500).nullable().catch(null),
  /** Prints the packing slip by itself as soon as a shipment is packed. */
  slipWhenPacked: z.boolean().catch(false),
  pricesOnSlip: z.boolean().catch(false),
})

/** Who sends the parcels, as the packing slip says it. Empty texts are left out; the logo is a file of its own. */
const sender = z.object({
  name: z.string().max(100).catch(''),
  /** Lines of text, as are the next two. */
  address: z.string().max(500).catch(''),
  returnAddress: z.string().max(500).catch(''),
  thanks: z.string().max(500).catch(''),
})

const labels = z.object({
  /** The scan of a carrier's label that completes an order packs it, as CONFIRM would. */
  confirm: z.boolean().catch(false),
  /** Open orders to one address are packed one after the other, in one box under one label. */
  oneBox: z.boolean().catch(false),
})

const labelFolder = z.object({
  /** Where carrier software writes labels and tracking numbers, absolute; empty for nowhere. */
  path: z.string().max(1_000).catch(''),
  /** `readPrinterAddress`: the network printer that takes ZPL; empty for none. */
  zplPrinter: z.string().max(300).catch(''),
  /** Prints the label by itself as soon as its parcel is packed. */
  printWhenPacked: z.boolean().catch(false),
})

const lock = z.object({
  /** Records nothing until an operator has signed in. */
  signInNeeded: z.boolean().catch(false),
  /** Minutes without a scan or key until the station locks; 0 never does. */
  idleMinutes: z.int().min(0).max(480).catch(0),
})

const packing = z.object({
  /** An item that nobody scanned is packed only if a supervisor allows it. */
  everyItemScanned: z.boolean().catch(false),
  /** Packers teach codes and take them back; else a supervisor allows each. */
  packersTeach: z.boolean().catch(true),
  /** Of which items the serial number of the unit is scanned, too; only where the marketplace knows it. */
  serials: z.enum(SERIAL_RULES).catch('none'),
  /** For `categories`: IDs of the marketplace's categories, each with all below it. */
  serialCategories: z.array(z.int().positive()).max(1_000).catch([]),
})

const putWall = z.object({
  slots: z.int().min(FEWEST_SLOTS).max(MOST_SLOTS).catch(12),
})

const queue = z.object({
  /** Hours after its purchase when an order is late, if its items have no fulfillment delay. */
  dueAfterHours: z.int().min(1).max(720).catch(24),
  /** Orders to pack begin with the one that has to leave first, and not with the oldest. */
  dueFirst: z.boolean().catch(false),
})

const money = z.object({
  /** Cents above which a refund must be confirmed twice; 0 for every refund. */
  refundAskAboveCents: z.int().min(0).max(1_000_000_000).catch(10_000),
})

/** Changing many items to less than this needs a supervisor; 0 never asks. */
const prices = z.object({
  /** Percent of the present price less its discount. */
  floorOfPresentPercent: z.int().min(0).max(100).catch(70),
  /** Percent of the MSRP. */
  floorOfMsrpPercent: z.int().min(0).max(100).catch(0),
})

const camera = z.object({
  /** Keeps photos of open boxes. */
  on: z.boolean().catch(false),
  /** Photos older than this are deleted. */
  keepDays: z.int().min(1).max(3650).catch(90),
  /** The window's id of the camera; `null` takes the system's first. */
  deviceId: z.string().max(200).nullable().catch(null),
  /** Its name, which also finds it where ids differ, as on another PC. */
  deviceName: z.string().max(200).catch(''),
})

const accounts = z.object({
  /** A packer may switch to another account of this PC without a supervisor. */
  packersSwitch: z.boolean().catch(false),
})

export const preferenceSchemas = {
  scanner,
  sound,
  language,
  printing,
  sender,
  labels,
  labelFolder,
  lock,
  packing,
  putWall,
  queue,
  money,
  prices,
  camera,
  accounts,
  carriers: carriersSection,
  lan: lanSection,
} as const
export type PreferenceSection = keyof typeof preferenceSchemas

export type Preferences = { [S in PreferenceSection]: z.output<(typeof preferenceSchemas)[S]> }

/** Some fields of some sections. What is left out stays as it is. */
export type PreferenceChanges = { [S in PreferenceSection]?: Partial<Preferences[S]> }

type Strict<Shape extends z.ZodRawShape> = {
  [Field in keyof Shape]: Shape[Field] extends z.ZodCatch<infer Inner extends z.ZodType>
    ? Inner
    : Shape[Field]
}

/** The fields of a stored section without their forgiving defaults: an invalid value is refused. */
export function strict<Shape extends z.ZodRawShape>(section: z.ZodObject<Shape>): z.ZodObject<Strict<Shape>> {
  const shape = Object.entries(section.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodCatch ? field.unwrap() : field,
  ])
  return z.strictObject(Object.fromEntries(shape) as Strict<Shape>)
}

/** Each section with any of its fields, as people and IT change them. */
export const preferenceParts = {
  scanner: strict(preferenceSchemas.scanner).partial(),
  sound: strict(preferenceSchemas.sound).partial(),
  language: strict(preferenceSchemas.language).partial(),
  printing: strict(preferenceSchemas.printing).partial(),
  sender: strict(preferenceSchemas.sender).partial(),
  labels: strict(preferenceSchemas.labels).partial(),
  labelFolder: strict(preferenceSchemas.labelFolder).partial(),
  lock: strict(preferenceSchemas.lock).partial(),
  packing: strict(preferenceSchemas.packing).partial(),
  putWall: strict(preferenceSchemas.putWall).partial(),
  queue: strict(preferenceSchemas.queue).partial(),
  money: strict(preferenceSchemas.money).partial(),
  prices: strict(preferenceSchemas.prices).partial(),
  camera: strict(preferenceSchemas.camera).partial(),
  accounts: strict(preferenceSchemas.accounts).partial(),
  carriers: strict(preferenceSchemas.carriers).partial(),
  lan: strict(preferenceSchemas.lan).partial(),
} as const

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
    sender: read('sender'),
    labels: read('labels'),
    labelFolder: read('labelFolder'),
    lock: read('lock'),
    packing: read('packing'),
    putWall: read('putWall'),
    carriers: read('carriers'),
    queue: read('queue'),
    money: read('money'),
    prices: read('prices'),
    camera: read('camera'),
    accounts: read('accounts'),
    lan: read('lan'),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
