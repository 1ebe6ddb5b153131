import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { PrintDocument } from '../../../../src/shared/contract/print'
import type { ScanResolution, ShipmentView } from '../../../../src/shared/contract/views'
import type { HandoverMode } from '../../../../src/shared/domain/shipments/handover'
import { COMMAND_CODES, type Command } from '../../../../src/shared/domain/scanning/command'
import type { ToneName } from '../../../../src/shared/domain/scanning/scan-answer'
import { aLine, anOrder, aShipment, fakeStation, good, scanned, NO_LOOK } from '../fake-station'

/** A bench on a station whose answers the test writes. */

export const SHIPMENT = aShipment()
const CODES = new Map<string, ScanResolution>([
  ['100', { kind: 'order', orderId: 100 }],
  ['ELSE', { kind: 'item', orderId: 200, lineId: 21, ...NO_LOOK, exact: true }],
])

/** Order 100 with two units, `packed` of which are in a shipment. */
export function order100(packed: readonly number[] = [], shipment: Partial<ShipmentView> = {}) {
  const { shipmentId } = SHIPMENT
  const lines = [1, 2].map((id) => aLine(id, packed.includes(id) ? { shipmentId } : {}))
  return anOrder(100, { lines, shipments: packed.length > 0 ? [{ ...SHIPMENT, ...shipment }] : [] })
}

export function aBench(warehouseId: number | null = 7, lastPrinted: PrintDocument | null = null) {
  let present = order100()
  let nowMs = 0
  const station = fakeStation({
    'packing:open': ({ orderId }) => good(orderId === 100 ? present : anOrder(orderId)),
    'packing:scan': ({ codes }) =>
      good(codes.map((code) => CODES.get(code)).find(Boolean) ?? { kind: 'unknown' }),
    'packing:pack': ({ lineIds }) => {
      present = order100([...lineIds])
      return good({ shipmentId: SHIPMENT.shipmentId, seq: 1, order: present })
    },
    'packing:next': ({ after }) => good(after === null || after === 300 ? 100 : after + 100),
  })
  const heard: ToneName[] = []
  const noted: Record<string, unknown>[] = []
  const rounds: HandoverMode[] = []
  const rules = { everyItemScanned: false }
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId }))
  const scan = createScanStore(
    station.bridge,
    { order, screen, operator },
    {
      play: (tone) => heard.push(tone),
      record: (entry) => noted.push(entry),
      everyItemScanned: () => rules.everyItemScanned,
      reprint: () => lastPrinted,
      openRound: (mode) => rounds.push(mode),
      nowMs: () => nowMs,
    },
  )
  const read = async (...codes: string[]) => {
    for (const code of codes) await scan.getState().scan(scanned(code))
    return scan.getState().feedback
  }
  return {
    station,
    screen,
    order,
    operator,
    scan,
    heard,
    noted,
    rounds,
    rules,
    read,
    pass: (ms: number) => {
      nowMs += ms
    },
    command: (...commands: Command[]) => read(...commands.map((command) => COMMAND_CODES[command])),
    packs: () => station.asked.filter(({ channel }) => channel === 'packing:pack').length,
    show: (packed: readonly number[], shipment: Partial<ShipmentView>) => {
      present = order100(packed, shipment)
    },
  }
}
