import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { opCells, opColumns } from '../../../../../src/renderer/src/features/outbox/op-table'
import { startAllWords } from '../../../../support/window-words'
import type { OutboxRow } from '../../../../../src/shared/contract/op-views'

beforeAll(startAllWords)

const ROW: OutboxRow = {
  seq: 7,
  opUid: 'op-7',
  kind: 'create_shipment',
  orderId: 100_001,
  shipmentId: null,
  itemKey: null,
  state: 'held',
  heldReason: 'line_taken',
  capturedAt: '2026-11-21T10:00:00.000Z',
  capturedBy: 'Ada',
  fromFile: false,
  sentAt: '2026-11-21T10:00:01.000Z',
  settledAt: null,
  attempts: 1,
  lastError: { code: 'unprocessable', status: 422 },
  discardReason: 'Mrs. Miller of 5 Elm Street called',
  answers: [],
}

it('has a cell for each column, in words, and nothing that a person typed', () => {
  const speech = { t: i18next.t, zone: { name: 'Europe/Berlin', dates: 'iso' } as const }
  const cells = opCells(speech, ROW)
  expect(cells).toHaveLength(opColumns(speech).length)
  expect(cells).toEqual([
    7,
    'Pack',
    100_001,
    '',
    'Needs you',
    'An item is already in another shipment.',
    '2026-11-21T10:00:00.000Z',
    '2026-11-21 11:00:00',
    'Ada',
    '2026-11-21T10:00:01.000Z',
    '',
    1,
    'refused as not valid (HTTP 422)',
  ])
})
