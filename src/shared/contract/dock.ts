import { z } from 'zod'
import { HANDOVER_MODES } from '../domain/shipments/handover'
import { call, typed } from './call'
import type { HandoverAnswer, HandoverOutcome, HandoverRemoval, HandoverView } from './handover'

/** The round at the dock: parcels are scanned, then shipped or delivered together. */

const mode = z.enum(HANDOVER_MODES)
/** The only carrier that this round accepts; `null` accepts all. An empty name: parcels without a carrier. */
const carrier = z.string().trim().max(500).nullable()

export const dockCalls = {
  'dock:read': call({
    request: z.strictObject({ mode }),
    value: typed<HandoverView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'dock:scan': call({
    request: z.strictObject({
      mode,
      carrier,
      /** The possible meanings of the scan, best first. */
      codes: z.array(z.string().max(500)).min(1).max(20),
    }),
    value: typed<HandoverAnswer>(),
    errors: [],
    needs: 'dock',
    records: 'nothing',
  }),
  /** Removes parcels from the round: one, all (`null`), or the last scanned one of a carrier. */
  'dock:remove': call({
    request: z.union([
      z.strictObject({ mode, shipmentId: z.uuid().nullable() }),
      z.strictObject({ mode, lastOf: carrier }),
    ]),
    value: typed<HandoverRemoval>(),
    errors: [],
    needs: 'dock',
    records: {
      kind: 'dock_remove',
      asked: ({ mode }) => ({ mode }),
      each: ({ removed }) => removed,
    },
  }),
  /** Ships or delivers all scanned parcels with one time: ISO 8601 UTC. */
  'dock:commit': call({
    request: z.strictObject({ mode, carrier, at: z.string().max(40).nullable() }),
    value: typed<HandoverOutcome>(),
    errors: ['time_problem', 'clock_differs'],
    needs: 'dock',
    records: {
      kind: ({ mode }) => mode,
      asked: ({ carrier, at }) => ({ dock: true, carrier, at }),
      each: ({ parcels, stopped }) => [
        ...parcels.map(({ refused, ...parcel }) => (refused === null ? parcel : { ...parcel, refused })),
        ...(stopped === null ? [] : [{ refused: stopped.code }]),
      ],
    },
  }),
}
