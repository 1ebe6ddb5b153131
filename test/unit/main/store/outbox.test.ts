import { describe, expect, it, vi } from 'vitest'
import { countOpen, listOutbox, workableHeads } from '../../../../src/main/store/outbox'
import { makeStation, type TestStation } from '../../../support/account'

/** How SQLite would run the statements that `ask` uses. */
function plansOf({ db }: TestStation, ask: () => unknown): string[] {
  const prepared = vi.spyOn(db, 'prepare')
  ask()
  const texts = prepared.mock.calls.map(([text]) => text)
  prepared.mockRestore()
  return texts.flatMap((text) => {
    const values = [...text.matchAll(/\?/g)].map(() => 1)
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[]
    return steps.map(({ detail }) => detail).filter((detail) => /\b(outbox|o|p)\b/.test(detail))
  })
}

describe('what is open is found without reading the history', () => {
  it.each([
    ['the heads to work on', ({ db }: TestStation) => workableHeads(db, new Set(['order:1']), 8)],
    ['the counts', ({ db }: TestStation) => countOpen(db)],
    ['the list of what is open', ({ db }: TestStation) => listOutbox(db, 'open', 0, 50)],
    ['the list of what needs a person', ({ db }: TestStation) => listOutbox(db, 'held', 0, 50)],
  ])('%s', (_name, ask) => {
    const station = makeStation()
    const plans = plansOf(station, () => ask(station))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).toMatch(/USING (COVERING )?INDEX outbox_open_/)
  })
})
