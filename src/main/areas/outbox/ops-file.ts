import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { MOST_FILE_BYTES, MOST_FILE_OPS } from '../../../shared/domain/outbox/ops-file-limits'
import type { StationMode } from '../../../shared/contract/views'
import { isOpen, meaningOfKind, OP_KINDS } from '../../../shared/domain/outbox/operation'
import { StationError } from '../../base/station-error'
import { salvagedOp, type SalvagedOp } from '../../store/recovery/salvaged-op'

/**
 * The file of open operations that a station leaves behind, and that it or another station takes in. Its first line
 * identifies it and carries a MAC over the whole file, which proves that a station of the same account or warehouse
 * wrote it; each further line is one op. So a file is bounded and proven before any op of it is read, and reading stops
 * at the first invalid line.
 */

/** Written to files; never change. */
export const OPS_FILE_FORMAT = 'packbench-open-operations'
/** Increased when an older Packbench could no longer read the file. */
export const OPS_FILE_VERSION = 2

/** The first line holds two addresses and little else. */
const MOST_HEAD_CHARS = 10_000

/**
 * Keys of the MAC, by what stations share. `own`: this station's, which outlives a replaced token; `token`: of stations
 * with the same access token; `passphrase`: of stations with the same warehouse passphrase.
 */
export type FileKeys = Readonly<Record<FileProof, Buffer | null>>
export type FileProof = (typeof MAC_NAMES)[number]
const MAC_NAMES = ['own', 'token', 'passphrase'] as const

/** The account that the ops belong to; no other account may take them in. */
export type OpsOwner = { mode: StationMode; baseUrl: string }

const KINDS: ReadonlySet<string> = new Set(OP_KINDS)

/** A file, or what another station left at the hub, must meet everything the engine relies on, no matter who wrote it. */
export const fileOp = salvagedOp
  .refine(({ state }) => isOpen(state))
  .refine(({ kind, orderId, itemKey }) =>
    KINDS.has(kind) ? (meaningOfKind(kind).of === 'item' ? itemKey : orderId) !== null : true,
  )
  .refine(
    ({ shipment, shipmentUid, orderId }) =>
      shipment === null || (shipment.shipmentUid === shipmentUid && shipment.orderId === orderId),
  )

const mac = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()

/** Written to files; never rename a field. */
const fileHead = z.object({
  format: z.literal(OPS_FILE_FORMAT),
  version: z.literal(OPS_FILE_VERSION),
  exportedAt: z.iso.datetime(),
  account: z.object({ mode: z.enum(['training', 'live']), baseUrl: z.url() }),
  macs: z.object({ own: mac, token: mac, passphrase: mac }),
})
type FileHead = Omit<z.infer<typeof fileHead>, 'macs'>

/** @throws StationError `file_too_large`: nothing is written that could not be read again */
export function writeOpsFile(
  head: Pick<FileHead, 'exportedAt' | 'account'>,
  ops: readonly SalvagedOp[],
  keys: FileKeys,
): string {
  const whole = { format: OPS_FILE_FORMAT, version: OPS_FILE_VERSION, ...head } as const
  const lines = ops.map((op) => `${JSON.stringify(op)}\n`).join('')
  const macs = Object.fromEntries(
    MAC_NAMES.flatMap((name) => {
      const key = keys[name]
      return key === null ? [] : [[name, macOf(key, whole, lines)]]
    }),
  )
  const content = `${JSON.stringify({ ...whole, macs })}\n${lines}`
  refuseTooLarge(content)
  return content
}

export type OpsFile = {
  account: FileHead['account']
  /**
   * @returns the key that proves the file, preferring those that only the account has
   * @throws StationError `file_untrusted` unless a station that has one of these keys wrote every byte of it
   */
  prove(keys: FileKeys): FileProof
  /** @throws StationError `file_unreadable` with the number of the first bad line in `fields.line` */
  ops(): SalvagedOp[]
}

/**
 * Opens a file of open operations; reads only its first line.
 * @throws StationError `file_unreadable`, `file_too_large`
 */
export function openOpsFile(content: string): OpsFile {
  refuseTooLarge(content)
  const headEnd = content.indexOf('\n')
  if (headEnd < 0 || headEnd > MOST_HEAD_CHARS) throw unreadable(1, 'it has no first line')
  const head = fileHead.safeParse(parsedJson(content.slice(0, headEnd)))
  if (!head.success) throw unreadable(1, head.error.issues[0]?.message ?? '')
  const lines = content.slice(headEnd + 1)
  const { macs, ...whole } = head.data
  return {
    account: whole.account,
    prove(keys) {
      const proven = MAC_NAMES.find((name) => {
        const [key, given] = [keys[name], macs[name]]
        if (key === null || given === undefined) return false
        return timingSafeEqual(Buffer.from(macOf(key, whole, lines), 'hex'), Buffer.from(given, 'hex'))
      })
      if (proven === undefined)
        throw new StationError('file_untrusted', 'no station with the same keys wrote this file')
      return proven
    },
    ops: () => readOps(lines),
  }
}

/** SECURITY: checked before any part of the file is parsed, no matter who wrote it. */
function refuseTooLarge(content: string): void {
  if (Buffer.byteLength(content) > MOST_FILE_BYTES)
    throw new StationError('file_too_large', `it is larger than ${MOST_FILE_BYTES} bytes`)
  let lines = 0
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) {
    lines += 1
    // One line is the first line.
    if (lines > MOST_FILE_OPS + 1)
      throw new StationError('file_too_large', `it has more than ${MOST_FILE_OPS} operations`)
  }
}

function macOf(key: Buffer, { format, version, exportedAt, account }: FileHead, lines: string): string {
  const head = [format, version, exportedAt, account.mode, account.baseUrl]
  return createHmac('sha256', key)
    .update(`${JSON.stringify(head)}\n`)
    .update(lines)
    .digest('hex')
}

function readOps(lines: string): SalvagedOp[] {
  if (lines === '') return []
  return lines
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => {
      const op = fileOp.safeParse(parsedJson(line))
      if (op.success) return op.data
      const [issue] = op.error.issues
      throw unreadable(index + 2, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
    })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(line: number, why: string): StationError {
  return new StationError('file_unreadable', `line ${line}: ${why}`, { line: String(line) })
}
