import { z } from 'zod'
import { itemCalls } from '../../../../../shared/contract/items'
import { orNull, typedCents, typedPercent } from '../../../forms/typed'

const { priceCents, maxDiscountPercent } = itemCalls['items:update'].request.shape

/** A change of an item's price or discount as typed; empty fields change nothing. */
export const changeSchema = z
  .object({
    priceCents: orNull(typedCents.pipe(priceCents.unwrap())),
    maxDiscountPercent: orNull(typedPercent.pipe(maxDiscountPercent.unwrap())),
  })
  .refine((change) => Object.values(change).some((value) => value !== null), { path: ['nothing'] })

export const NO_CHANGE = { priceCents: '', maxDiscountPercent: '' }
