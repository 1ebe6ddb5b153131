import { expect, test } from 'vitest'
import type { RequestChannel } from '../../../../src/shared/contract/channels'
import type { Result } from '../../../../src/shared/contract/result'
import type { StationEvent } from '../../../../src/shared/contract/views'
import { logWithTime, nameCalls } from '../../../../src/main/base/verbose'

const AT = new Date('2026-11-22T10:00:00.000Z')

function logged(accessToken: string | null, log: (target: Console) => void): string[] {
  const lines: string[] = []
  const target = { ...console }
  logWithTime(
    accessToken,
    target,
    (line) => lines.push(line),
    () => AT,
  )
  log(target)
  return lines
}

test('each line has its time and level', () => {
  const lines = logged(null, (target) => {
    target.error('the %s broke', 'printer')
    target.debug('queue:list ok')
  })
  expect(lines).toEqual([
    '2026-11-22T10:00:00.000Z error the printer broke\n',
    '2026-11-22T10:00:00.000Z debug queue:list ok\n',
  ])
})

test('an error is printed with its stack', () => {
  const [line] = logged(null, (target) => target.error(new Error('too deep')))
  expect(line).toMatch(/error Error: too deep\n {4}at /)
})

test.each([
  ['http://127.0.0.1:1/open?token=abc123', 'http://127.0.0.1:1/open?token=***'],
  ['authorization: Bearer abc123', 'authorization: Bearer ***'],
  ['the header was given-by-it', 'the header was ***'],
])('no token is printed: %s', (said, printed) => {
  const [line] = logged('given-by-it', (target) => target.warn(said))
  expect(line).toBe(`2026-11-22T10:00:00.000Z warn  ${printed}\n`)
})

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
