import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase } from '../../../../src/main/store/db/open'
import { appendRows, openEvidenceFile } from '../../../../src/main/store/evidence/file'
import { workByOperator } from '../../../../src/main/store/evidence/work'
import { tempDir } from '../../../support/temp-dir'

it('counts what was ticked by hand also in a log of an earlier version, from then on', () => {
  const file = join(tempDir(), 'evidence.sqlite')
  const packed = (byHand: number[]) => ({
    ...{ at: '2026-11-21T08:00:00.000Z', operator: 'Pat', kind: 'pack' },
    payload: { orderId: 7, lineIds: [71, 72], ...(byHand.length === 0 ? {} : { byHand }) },
  })
  const old = openEvidenceFile(file)
  const last = appendRows(old, null, [packed([])])
  old.exec('ALTER TABLE work DROP COLUMN by_hand')
  closeDatabase(old)

  const db = openEvidenceFile(file)
  appendRows(db, last, [packed([72]), packed([71, 72])])
  expect(workByOperator(db, 0, 10_000_000)).toMatchObject([{ operator: 'Pat', lines: 6, byHand: 3 }])
  closeDatabase(db)
})
