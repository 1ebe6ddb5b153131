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
        channel === 'order:open'
          ? { ok: true, value: { buyer: 'Ana Buyer' }, revision: 1 }
          : { ok: false, error: { code: 'order_not_found', message: 'Ana Buyer' } },
      onEvent: (listener) => {
        tell = listener
        return () => {}
      },
    },
    (line) => lines.push(line.replace(/\d+ ms/, '0 ms')),
  )
  expect(await station.handle('order:open', { orderId: 4711 })).toMatchObject({ ok: true })
  await station.handle('queue:list', { search: 'Ana Buyer' })
  tell({ kind: 'orders_changed', orderIds: [4711], revision: 2 })
  expect(lines).toEqual([
    'order:open ok (0 ms)',
    'queue:list refused: order_not_found (0 ms)',
    'event orders_changed',
  ])
})
