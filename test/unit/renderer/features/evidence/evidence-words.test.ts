import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { factsOf, entryWords } from '../../../../../src/renderer/src/parts/entry-words'
import { entryCells, entryColumns } from '../../../../../src/renderer/src/features/evidence/entry-table'
import { DICTIONARIES } from '../../../../support/dictionaries'
import { speak } from '../../../../../src/renderer/src/locales/i18n'
import { aLine, anOrder } from '../../fake-station'
import { startAllWords } from '../../../../support/window-words'
import type { EvidenceView } from '../../../../../src/shared/contract/evidence'
import { COMMAND_REFUSALS } from '../../../../../src/shared/domain/scanning/command'
import { ACT_KINDS, EVIDENCE_KINDS, LOG_KINDS } from '../../../../../src/shared/domain/evidence/evidence-kind'
import { LOCALES } from '../../../../../src/shared/domain/station/locale'
import { ANSWERS } from '../../../../../src/shared/domain/scanning/scan-answer'

beforeAll(startAllWords)
afterEach(() => speak('en'))

const entry = (kind: string, payload: EvidenceView['payload']): EvidenceView => ({
  seq: 5,
  at: '2026-11-21T10:00:00.000Z',
  operator: 'Ada',
  kind,
  payload,
  orderKnown: true,
})
const scan = (verdict: string, over = {}) =>
  entry('scan', { raw: 'ITEM1', verdict, command: null, orderId: 7, lineId: null, ...over })
const words = (view: EvidenceView) => entryWords(i18next.t, view)
const facts = (view: EvidenceView) =>
  factsOf(
    { t: i18next.t, currency: 'USD', locale: 'en', zone: { name: 'Europe/Berlin', dates: 'iso' } },
    view,
  )

describe('an entry as text', () => {
  it.each([
    [scan('line_chosen'), { title: 'Scanned', what: 'ITEM1', answer: 'Accepted', refused: false }],
    [
      entry('refusal', { raw: 'X\u001dY', verdict: 'foreign' }),
      { title: 'Scan refused', what: 'X␝Y', answer: 'NOT in this order', refused: true },
    ],
    [
      entry('command', { raw: null, verdict: 'packed', command: 'pack_part' }),
      { title: 'Command', what: 'PACK PART', answer: 'Packed', refused: false },
    ],
    [
      entry('command', { raw: 'PBXGO', verdict: 'refused: lines_missing', command: 'confirm' }),
      { title: 'Command', what: 'CONFIRM', answer: 'Items were still missing.', refused: true },
    ],
    [
      entry('refusal', { raw: null, verdict: 'blocked', command: 'confirm' }),
      {
        title: 'Command',
        what: 'CONFIRM',
        answer: 'NOT accepted: an error was not cleared yet',
        refused: true,
      },
    ],
    [
      entry('override', { raw: null, verdict: 'cancel while shipped', command: null }),
      {
        title: 'Confirmed although unusual',
        what: null,
        answer: '“Shipment canceled” although the shipment was shipped',
        refused: false,
      },
    ],
    [
      entry('override', { raw: null, verdict: 'label_shared', command: null }),
      {
        title: 'Confirmed although unusual',
        what: null,
        answer: 'The label of another order’s parcel is used here too',
        refused: false,
      },
    ],
    [
      entry('refund', { orderId: 7, amountCents: 1_250, refused: 'refund_amount' }),
      { title: 'Refund', what: null, answer: 'REFUSED: This amount cannot be refunded.', refused: true },
    ],
    // Written by a later version, or by somebody with a database tool.
    [
      entry('scan', { raw: 5, verdict: 'teleported', command: 'dance' }),
      { title: 'Scanned', what: null, answer: 'teleported', refused: false },
    ],
    [
      entry('fly', { refused: 'too_high' }),
      { title: 'From a newer version: fly', what: null, answer: 'REFUSED: too_high', refused: true },
    ],
  ])('%o', (view, said) => expect(words(view)).toEqual(said))

  it.each(LOCALES)('every answer of the station has a text (%s)', async (locale) => {
    await speak(locale)
    const kept = Object.keys(ANSWERS).filter((kind) => kind !== 'all_chosen' && kind !== 'refused')
    const commands = COMMAND_REFUSALS.map((why) => `refused: ${why}`)
    for (const verdict of [...kept, 'blocked', 'dock', ...commands]) {
      const { answer } = words(scan(verdict))
      expect(answer, verdict).not.toBe(verdict)
      expect(answer, verdict).not.toMatch(/\{\{|_|undefined|refused:/)
    }
  })

  it.each([
    ['en', 'Not a tracking number'],
    ['de', 'Das ist keine Trackingnummer'],
    ['fr', 'Ce n’est pas un numéro de suivi'],
    ['es', 'No es un número de seguimiento'],
  ] as const)(
    'a code that is no tracking number is called that, not a missing number (%s)',
    async (locale, said) => {
      await speak(locale)
      expect(words(entry('refusal', { raw: 'XYZ', verdict: 'no_label' })).answer).toBe(said)
    },
  )

  it.each(LOCALES)('every kind of entry has a text (%s)', async (locale) => {
    await speak(locale)
    for (const kind of [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS])
      expect(words(entry(kind, {})).title).toBe(DICTIONARIES[locale].evidence.kinds[kind])
  })
})

it('no payload is shown as it is stored, whatever is in it', () => {
  const odd = {
    a: { b: [1, { c: 2 }] },
    d: true,
    e: [],
    f: {},
    g: null,
    h: 1.5,
    i: '{"j":1}',
    raw: 'X',
    verdict: 5,
  }
  for (const kind of [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS, 'fly']) {
    const said = facts(entry(kind, odd))
    expect(said.filter((fact) => /[[{]/.test(fact)).toSorted()).toEqual(['i: {"j":1}'])
  }
})

describe('the file of the list', () => {
  it('says what the rows say, with the time in UTC and in the station’s zone', () => {
    const speech = {
      t: i18next.t,
      currency: 'USD',
      locale: 'en',
      zone: { name: 'Europe/Berlin', dates: 'iso' },
    } as const
    const columns = entryColumns(speech)
    expect(columns.slice(0, 3)).toEqual(['Entry', 'Time (UTC)', 'Time (Europe/Berlin)'])
    const cells = entryCells(speech, scan('line_chosen', { lineId: 4 }))
    expect(cells).toHaveLength(columns.length)
    expect(cells).toEqual([
      5,
      '2026-11-21T10:00:00.000Z',
      '2026-11-21 11:00:00',
      'Ada',
      'Scanned',
      'ITEM1',
      'Accepted',
      'Line: 4',
      7,
    ])
  })
})

it('names the item of a line where its order is at hand', () => {
  const view = scan('line_chosen', { lineId: 4 })
  const speech = {
    t: i18next.t,
    currency: 'USD',
    locale: 'en',
    zone: { name: 'Europe/Berlin', dates: 'iso' },
    order: anOrder(7, { lines: [aLine(4, { title: 'Wool coat' })] }),
  } as const
  expect(factsOf(speech, view)).toEqual(['Wool coat'])
  expect(factsOf({ ...speech, order: null }, view)).toEqual(['Line: 4'])
})

describe('the details of an entry', () => {
  it.each([
    [
      entry('pack', {
        orderId: 7,
        lineIds: [1, 2],
        carrier: 'DHL',
        trackingNumber: 'JJD1',
        shipmentId: 'aaa',
        op: 12,
        orderDone: true,
      }),
      ['2 items', 'Carrier: DHL', 'Tracking: JJD1', 'The order is complete'],
    ],
    [
      entry('ship', { shipmentId: 'aaa', shippedAt: '2026-11-21T10:00:00.000Z', confirmedUnusual: true }),
      ['Shipped at: 2026-11-21 11:00:00', 'Confirmed although unusual'],
    ],
    [entry('refund', { orderId: 7, amountCents: 1_250 }), ['Amount: $12.50']],
    [entry('hold', { orderId: 7, reason: null }), ['Taken off hold']],
    [entry('command', { raw: null, verdict: 'packed', command: 'confirm' }), ['By key or touch']],
    [
      entry('scan', { raw: 'A', verdict: 'line_chosen', at: '2026-11-21T10:00:00.000Z', lineId: 4 }),
      ['Line: 4'],
    ],
    [
      entry('correct', { op: 3, change: 'packed_at: 2026-11-21T10:00:00Z -> 2026-11-21T09:00:00Z; late' }),
      ['Operation: 3', 'Changed: Packed: 2026-11-21 11:00:00 → 2026-11-21 10:00:00; late'],
    ],
    [entry('discard', { op: 3, opKind: 'refund_of_tomorrow' }), ['Of: refund_of_tomorrow']],
    [entry('discard', { op: 3, opKind: 'create_refund' }), ['Of: Refund']],
    [entry('preferences', { lock: { signInNeeded: true }, lan: {} }), ['Signing in and locking', 'Stations']],
    [
      entry('operators', { name: 'Bob', role: 'packer', active: false, newPin: true, newBadge: false }),
      ['Name: Bob', 'Role: Packer', 'Inactive', 'New PIN'],
    ],
    [entry('sign_in', { how: 'badge' }), ['How: Badge']],
    [
      entry('entries_dropped', {
        months: 24,
        before: '2024-11-21T10:00:00.000Z',
        count: 5,
        oldest: '2024-11-01T10:00:00.000Z',
        upTo: '2024-11-02T10:00:00.000Z',
        firstKept: 6,
        anchor: 'ff',
        logId: 'id',
        begun: 'new',
        finding: { problem: 'altered', seq: 3 },
      }),
      [
        'Rule, in months: 24',
        'Number: 5',
        'Oldest: 2024-11-01 11:00:00',
        'Newest of them: 2024-11-02 11:00:00',
        'First entry kept: 6',
        'What was wrong: an entry was changed',
        'Entry: 3',
      ],
    ],
    // What this version does not know is still shown.
    [
      entry('fly', { wings: 2, flock: { size: 9 }, route: [1, 2, 3], nothing: null }),
      ['wings: 2', 'size: 9', 'route: 3'],
    ],
    [
      entry('fly', { tame: true, wild: false, deep: { deeper: { deepest: [{}] } } }),
      ['tame: yes', 'wild: no', 'deepest: 1'],
    ],
  ])('%o', (view, said) => expect(facts(view)).toEqual(said))
})
