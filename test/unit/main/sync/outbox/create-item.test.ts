import { describe, expect, it } from 'vitest'
import type { Page, PageLink } from '../../../../../src/main/partner/pages'
import type { PartnerClient } from '../../../../../src/main/partner/client'
import type { PlayDeps } from '../../../../../src/main/sync/outbox/playbook'
import { createItem } from '../../../../../src/main/sync/outbox/playbooks/create-item'
import type { Op } from '../../../../../src/main/store/tables/outbox'
import type { Item } from '../../../../../src/shared/partner-api/item'

const OP = { itemKey: 'TOTE-1' } as Op

function item(itemNumber: string, externalId: string): Item {
  return { item_number: itemNumber, external_id: externalId, state: 'listed' }
}

/** Looks at a marketplace that ignores what is asked for and answers with these pages, in a row. */
async function look(pages: readonly (Item[] | 'blank')[], afterLast: PageLink | null = null) {
  const asked: (PageLink | undefined)[] = []
  const listItems = async (_query: object, page?: PageLink): Promise<Page<Item>> => {
    asked.push(page)
    const index = Number(page ?? 0)
    const shown = pages[index] ?? []
    const next = index + 1 < pages.length ? String(index + 1) : afterLast
    if (shown === 'blank') return Promise.resolve({ entries: [], unreadable: [], next, isBlank: true })
    return Promise.resolve({ entries: shown, unreadable: [], next })
  }
  const client = { listItems } as unknown as PartnerClient
  const found = await createItem.look({ client } as PlayDeps, OP)
  return { found: found.map(({ item_number: itemNumber }) => itemNumber), asked }
}

describe('looking for an item by its external ID', () => {
  it('reads every page of a list whose filter the marketplace ignores', async () => {
    const { found } = await look([
      [item('1', 'A')],
      [item('2', 'B')],
      [item('3', 'TOTE-1')],
      [item('4', 'C')],
    ])
    expect(found).toEqual(['3'])
  })

  it('finds a second one on a later page', async () => {
    const { found } = await look([[item('1', 'TOTE-1')], [item('2', 'TOTE-1')]])
    expect(found).toEqual(['1', '2'])
  })

  it('ends where the last page leads to itself, and counts nothing twice', async () => {
    const { found, asked } = await look([[item('1', 'A')], [item('2', 'TOTE-1')]], '1')
    expect(found).toEqual(['2'])
    expect(asked.length).toBeLessThan(10)
  })

  it('proves nothing by a later page without a body', async () => {
    await expect(look([[item('1', 'A')], 'blank'])).rejects.toThrow('nothing at all')
  })
})
