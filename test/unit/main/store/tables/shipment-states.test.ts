import { expect, it } from 'vitest'
import { sql } from '../../../../../src/main/store/db/database'
import {
  LEFT,
  LIVE,
  NEEDS_BUYER,
  PERHAPS_ON_ITS_WAY,
  UNNAMED,
  WAITING,
} from '../../../../../src/main/store/tables/shipment-states'
import {
  hasLeft,
  isLive,
  isShipmentState,
  isWaiting,
  needsBuyer,
  SHIPMENT_STATES,
} from '../../../../../src/shared/domain/shipments/shipment'
import { makeStation } from '../../../../support/account'

it.each([...SHIPMENT_STATES, 'lost', ''])('SQL answers about %j as the domain does', (state) => {
  const { db } = makeStation()
  const asks = (condition: string) => sql(db, `SELECT ? ${condition}`).pluck().get(state) === 1
  expect([LIVE, WAITING, LEFT, NEEDS_BUYER, UNNAMED, PERHAPS_ON_ITS_WAY].map(asks)).toEqual([
    isLive(state),
    isWaiting(state),
    hasLeft(state),
    needsBuyer(state),
    !isShipmentState(state),
    // In a state that the document does not name it may still be on its way.
    state === 'shipped' || !isShipmentState(state),
  ])
})
