import type { BulkJobView, BulkRowView } from '../../../../../src/shared/contract/bulk'
import { EMPTY_SPEC } from '../../../../../src/shared/domain/items/bulk-job'
import { ANY_ITEM } from '../../../../../src/shared/domain/items/item-filter'

/** A bulk change as main shows it: a draft of ten prices with a rule, unless said otherwise. */
export function aJob(over: Partial<BulkJobView> = {}): BulkJobView {
  return {
    jobId: 1,
    kind: 'price',
    source: { from: 'filter', filter: ANY_ITEM },
    spec: {
      ...EMPTY_SPEC,
      price: { change: { by: 'percent', hundredths: -1_000 }, rounding: 'cent', neverBelowCents: null },
    },
    state: 'draft',
    paused: false,
    rows: 10,
    place: 0,
    wrong: 0,
    low: 0,
    leftOut: 0,
    refused: 0,
    ops: { ready: 0, sending: 0, unknown: 0, confirmed: 0, held: 0, discarded: 0 },
    createdAt: '2026-11-24T09:00:00.000Z',
    createdBy: 'Sam',
    confirmedAt: null,
    confirmedBy: null,
    endedAt: null,
    progress: { perMinute: null, secondsLeft: null, allowedPerMinute: null },
    ...over,
  }
}

export function aRow(over: Partial<BulkRowView> = {}): BulkRowView {
  return {
    row: 1,
    itemKey: 'I-1',
    title: 'Coat',
    cells: null,
    beforeCents: 1_000,
    afterCents: 900,
    beforePercent: null,
    afterPercent: null,
    payout: null,
    belowFloor: false,
    leftOut: false,
    problems: [],
    outcome: null,
    op: null,
    ...over,
  }
}
