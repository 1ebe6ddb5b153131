import { describe, expect, it } from 'vitest'
import { createItem } from '../../../src/main/areas/items/create-item'
import { keepItemDraft, readItemDraft, usedValues } from '../../../src/main/areas/items/item-draft'
import { inTransaction, type Db } from '../../../src/main/store/db/database'
import { createdNotCached, saveItem } from '../../../src/main/store/tables/items'
import { latestItemBodies } from '../../../src/main/store/views/used-values'
import type { Item } from '../../../src/shared/partner-api/item'
import { makeStation } from '../../support/account'
import { plansOf } from '../../support/plans-of'
import { rawDb } from '../../support/raw-db'
import { tempDir } from '../../support/temp-dir'

const AT = '2026-11-24T08:00:00.000Z'

function anItem(number: number, more: Partial<Item> = {}): Item {
  const updated_at = new Date(Date.parse(AT) + number * 1_000).toISOString()
  return { item_number: `ITM-${number}`, state: 'listed', updated_at, ...more }
}

describe('the form of a new item', () => {
  it('keeps what was typed over a restart, until it is removed', async () => {
    const file = `${tempDir()}/station.sqlite`
    const first = makeStation({ file })
    expect(readItemDraft(first)).toBeNull()
    keepItemDraft(first, '{"title":"Tote"}')
    await first.close()
    const second = makeStation({ file })
    expect(readItemDraft(second)).toBe('{"title":"Tote"}')
    keepItemDraft(second, null)
    expect(readItemDraft(second)).toBeNull()
  })

  it('proposes values of the items as read, and of what was sent here and is not echoed', async () => {
    const station = makeStation()
    inTransaction(station.db, (tx) => {
      saveItem(tx, anItem(1, { quality: 'good', brand_id: 12, attributes: { color: ['red'] } }), AT)
      saveItem(tx, anItem(2, { quality: 'new', brand_id: 12 }), AT)
      saveItem(tx, anItem(3, { quality: 'new' }), AT)
    })
    createItem(station, {
      body: {
        title: 'Tote',
        price: 100,
        msrp: 200,
        brand_id: 12,
        category_id: 1,
        warehouse_id: 7,
        quality: 'fair',
        authentication_type: 'card',
        photos: [{ url: 'https://example.com/1', subtype: 'front' }],
      },
    })
    expect(await usedValues(station)).toMatchObject({
      quality: ['new', 'fair', 'good'],
      brand_id: ['12'],
      authentication_type: ['card'],
      'photos.subtype': ['front'],
      'attributes.color': ['red'],
    })
  })

  it('reads the thousand items that changed last, in parts', async () => {
    const station = makeStation()
    inTransaction(station.db, (tx) => {
      for (let number = 1; number <= 1_050; number += 1)
        saveItem(tx, anItem(number, { quality: number <= 50 ? 'older' : 'newer' }), AT)
    })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const values = await usedValues(station)
    clearInterval(counting)
    expect(values['quality']).toEqual(['newer'])
    expect(turns).toBeGreaterThan(0)
  })

  it.each([
    ['what was sent', (db: Db) => latestItemBodies(db, 200)],
    ['what was created and never read', (db: Db) => createdNotCached(db, 40)],
  ])('reads %s by an index of nothing else, without sorting', (_name, ask) => {
    const { db } = makeStation()
    expect(plansOf(db, () => ask(db))).toEqual(['SCAN outbox USING INDEX outbox_created_items'])
    const steps = rawDb(db).prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
    expect(steps.get('outbox_created_items')).toContain("kind = 'create_item'")
  })
})
