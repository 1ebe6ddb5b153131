import { expect, test } from 'vitest'
import type { RequestChannel } from '../../../../src/shared/contract/channels'
import type { Result } from '../../../../src/shared/contract/result'
import type { StationEvent } from '../../../../src/shared/contract/views'
import { nameCalls } from '../../../../src/main/base/verbose'

test('calls and events are named, without their content', async () => {
  const lines: string[] = []
  let tell: (event: StationEvent) => void = () => {}
  const station = nameCalls(
    {
      handle: async (channel: RequestChannel, _request: unknown): Promise<Result<unknown>> =>
        channel === 'packing:open'
          ? { ok: true, value: { buyer: 'Ana Buyer' }, revision: 1 }
          : { ok: false, error: { code: 'order_not_found', message: 'Ana Buyer' } },
      onEvent: (listener) => {
        tell = listener
        return () => {}
      },
    },
    (line) => lines.push(line.replace(/\d+ ms/, '0 ms')),
  )
  expect(await station.handle('packing:open', { orderId: 4711 })).toMatchObject({ ok: true })
  await station.handle('packing:queue', { search: 'Ana Buyer' })
  tell({ kind: 'orders_changed', orderIds: [4711], revision: 2 })
  expect(lines).toEqual([
    'packing:open ok (0 ms)',
    'packing:queue refused: order_not_found (0 ms)',
    'event orders_changed',
  ])
})
