/**
 * New prices and discounts for many items at once. All amounts are integer cents, and percentages are integer
 * hundredths, so that no floating point is involved.
 */

/** How the new price ends. Stored; never rename. */
export const ROUNDINGS = ['cent', 'ninety_nine', 'ninety_five', 'whole'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/**
 * What becomes of the price. `percent` is of the present price and `msrp` of the MSRP, both in hundredths of a percent,
 * the first signed; `amount` is signed cents. Stored; never rename.
 */
export type PriceChange =
  | { by: 'percent'; hundredths: number }
  | { by: 'amount'; cents: number }
  | { by: 'msrp'; hundredths: number }
  | { by: 'set'; cents: number }

export type PriceRule = {
  change: PriceChange
  rounding: Rounding
  /** Cents that no new price may be below, or `null`. */
  neverBelowCents: number | null
}

/** The discount in whole percent: exactly this, or so many points more or, if negative, less. Stored; never rename. */
export type DiscountRule = { by: 'set'; percent: number } | { by: 'points'; points: number }

/** What the rules know of an item; `null` for what the marketplace does not show. */
export type Priced = {
  priceCents: number | null
  maxDiscountPercent: number | null
  msrpCents: number | null
}

/** Why there is no new price. Stored; never rename. */
export const PRICE_PROBLEMS = ['no_price', 'no_msrp', 'not_positive', 'too_large'] as const
export type PriceProblem = (typeof PRICE_PROBLEMS)[number]

export type NewPrice = { ok: true; cents: number } | { ok: false; problem: PriceProblem }

/** The largest amount that a request accepts. */
export const MOST_CENTS = 1_000_000_000
const WHOLE = 10_000

/** The new price of an item: changed, rounded, and then raised to the lowest ending that is not below the limit. */
export function newPrice(item: Priced, { change, rounding, neverBelowCents }: PriceRule): NewPrice {
  const changed = changedCents(item, change)
  if (!changed.ok) return changed
  const rounded = roundCents(changed.cents, rounding)
  const cents =
    neverBelowCents !== null && rounded < neverBelowCents ? roundUp(neverBelowCents, rounding) : rounded
  if (cents < 1) return { ok: false, problem: 'not_positive' }
  return cents > MOST_CENTS ? { ok: false, problem: 'too_large' } : { ok: true, cents }
}

function changedCents({ priceCents, msrpCents }: Priced, change: PriceChange): NewPrice {
  if (change.by === 'set') return { ok: true, cents: change.cents }
  if (change.by === 'msrp')
    return msrpCents === null
      ? { ok: false, problem: 'no_msrp' }
      : { ok: true, cents: partOf(msrpCents, change.hundredths) }
  if (priceCents === null) return { ok: false, problem: 'no_price' }
  return change.by === 'amount'
    ? { ok: true, cents: priceCents + change.cents }
    : { ok: true, cents: partOf(priceCents, WHOLE + change.hundredths) }
}

/** Half a cent is rounded up. The product of two such numbers is an exact integer. */
function partOf(cents: number, hundredths: number): number {
  return Math.floor((cents * hundredths + WHOLE / 2) / WHOLE)
}

/** What the cents of each ending are, and in which steps it occurs. */
const ENDINGS: Readonly<Record<Rounding, { end: number; step: number }>> = {
  cent: { end: 0, step: 1 },
  ninety_nine: { end: 99, step: 100 },
  ninety_five: { end: 95, step: 100 },
  whole: { end: 0, step: 100 },
}

/** The nearest price with this ending; of two equally near ones the higher. Never below the first such ending. */
export function roundCents(cents: number, rounding: Rounding): number {
  const { end, step } = ENDINGS[rounding]
  return Math.max(end, Math.floor((cents - end + step / 2) / step) * step + end)
}

function roundUp(cents: number, rounding: Rounding): number {
  const { end, step } = ENDINGS[rounding]
  return Math.max(end, Math.ceil((cents - end) / step) * step + end)
}

/** The new discount in percent, kept within 0 and 100. */
export function newDiscount({ maxDiscountPercent }: Priced, rule: DiscountRule): number {
  const asked = rule.by === 'set' ? rule.percent : (maxDiscountPercent ?? 0) + rule.points
  return Math.min(100, Math.max(0, asked))
}

/** Prices below it need a supervisor's consent: percent of the present lowest price, and of the MSRP; 0: no limit. */
export type PriceFloor = { ofPresentPercent: number; ofMsrpPercent: number }

/**
 * Whether a change sells an item for less than the floor. What counts is the lowest price that a buyer may pay: the
 * price less the discount. An item without a present price has only the MSRP to compare with.
 */
export function isBelowFloor(before: Priced, after: Priced, floor: PriceFloor): boolean {
  const lowest = lowestOf(after)
  if (lowest === null) return false
  const present = lowestOf(before)
  const msrp = before.msrpCents === null ? null : before.msrpCents * 100
  return isLess(lowest, present, floor.ofPresentPercent) || isLess(lowest, msrp, floor.ofMsrpPercent)
}

/** In ten-thousandths of a cent. */
const ONE_CENT = 10_000

/** Whether it is at least a cent less than this part; a fraction of a cent is rounding. Both in hundredths of a cent. */
function isLess(lowest: number, whole: number | null, percent: number): boolean {
  return whole !== null && lowest * 100 <= whole * percent - ONE_CENT
}

/** In hundredths of a cent. */
function lowestOf({ priceCents, maxDiscountPercent }: Priced): number | null {
  return priceCents === null ? null : priceCents * (100 - (maxDiscountPercent ?? 0))
}

/** What earlier sales of the like paid out. */
export type PayoutShare = { paidCents: number; soldCents: number; sales: number }

/** With fewer sales than this, nothing is said about the payout. */
export const FEWEST_SALES = 3

/** About what a sale at this price pays out, going by earlier sales; `null` when there were too few of them. */
export function aboutPayout(cents: number, share: PayoutShare | null): number | null {
  if (share === null || share.sales < FEWEST_SALES || share.soldCents <= 0) return null
  return Math.round((cents * share.paidCents) / share.soldCents)
}
