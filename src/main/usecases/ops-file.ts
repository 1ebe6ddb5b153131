import { z } from 'zod'
import { OP_KINDS, type OpKind } from '../../shared/domain/operation'
import { StationError } from '../station-error'
import { carriedOp } from '../store/carried-op'

/** The file of open operations: what a station leaves behind, and what it or another one takes up. */

/** Written to files; never change. */
export const OPS_FILE_FORMAT = 'packbench-open-operations'
/** Goes up when an older Packbench could not read the file any more. */
export const OPS_FILE_VERSION = 1

const ITEM_KINDS: ReadonlySet<string> = new Set<OpKind>(['create_item', 'update_item', 'delist_item'])
const KINDS: ReadonlySet<string> = new Set(OP_KINDS)

/** What the engine relies on must hold for a file as well, whoever wrote it. */
const fileOp = carriedOp
  .refine(({ kind, orderId, itemKey }) =>
    KINDS.has(kind) ? (ITEM_KINDS.has(kind) ? itemKey : orderId) !== null : true,
  )
  .refine(
    ({ shipment, shipmentUid, orderId }) =>
      shipment === null || (shipment.shipmentUid === shipmentUid && shipment.orderId === orderId),
  )

/** Written to files; never rename a field. */
const opsFile = z.object({
  format: z.literal(OPS_FILE_FORMAT),
  version: z.literal(OPS_FILE_VERSION),
  exportedAt: z.iso.datetime(),
  account: z.object({ mode: z.enum(['training', 'live']), baseUrl: z.url() }),
  ops: z.array(fileOp),
})
export type OpsFile = z.infer<typeof opsFile>

/** Reads a file of open operations. @throws StationError `file_unreadable` */
export function readOpsFile(content: string): OpsFile {
  let raw: unknown
  try {
    raw = JSON.parse(content)
  } catch {
    throw new StationError('file_unreadable', 'it is not JSON')
  }
  const parsed = opsFile.safeParse(raw)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StationError('file_unreadable', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
