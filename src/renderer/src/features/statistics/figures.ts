import type { OperatorWorkView } from '../../../../shared/contract/statistics-views'

/** Orders per hour in which something was done; `null` when nothing was. */
export function ordersPerHour({ orders, hours }: Pick<OperatorWorkView, 'orders' | 'hours'>): number | null {
  return hours === 0 ? null : orders / hours
}
