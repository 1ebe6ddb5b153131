import type { TFunction } from 'i18next'
import type { WarehouseStation } from '../../../../shared/contract/warehouse'
import type { ConnectionReason } from '../../../../shared/domain/station/connection-reason'
import type { StationNeed } from '../../../../shared/domain/station/station-needs'
import { hasText } from '../../locales/i18n'
import { spanWords } from '../../parts/time/ages'
import { showMoment, type StationZone } from '../../parts/time/station-time'

const GRAVE: ReadonlySet<StationNeed> = new Set(['unsent_offline', 'held', 'alarms', 'disk_full', 'token'])

/** Whether a person must act now, rather than soon. */
export function isGrave(need: StationNeed): boolean {
  return GRAVE.has(need)
}

type Facts = Pick<WarehouseStation, 'gate' | 'clock' | 'held' | 'heldSince' | 'waiting' | 'notices'> & {
  noConnection: { since: string } | null
}

/** What a station needs from a person. */
export function needWords(
  t: TFunction,
  need: StationNeed,
  { gate, clock, held, heldSince, waiting, notices, noConnection }: Facts,
  nowMs: number,
  zone: StationZone,
): string {
  switch (need) {
    case 'unsent_offline':
      return t('warehouse.needs.unsentOffline', { count: waiting + held })
    case 'held':
      return [
        t('status.held', { count: held }),
        ...(heldSince === null
          ? []
          : [t('statistics.plan.oldest', { span: spanWords(t, Date.parse(heldSince), nowMs) })]),
      ].join(' · ')
    case 'alarms':
      return t('warehouse.needs.alarms', { count: notices })
    case 'disk_full':
      return t('warehouse.needs.diskFull')
    case 'token':
      return gate === 'unproven' ? t('status.unproven') : t('status.unauthorized')
    case 'no_connection':
      return t('warehouse.needs.noConnection', {
        at: showMoment(Date.parse(noConnection?.since ?? ''), nowMs, zone),
      })
    case 'clock':
      return t('warehouse.needs.clock', { span: offsetWords(t, clock.offsetMs) })
  }
}

/** What a person does about it, and where. */
export function remedyWords(t: TFunction, need: StationNeed, station: WarehouseStation): string {
  const { name, hostName, isThis, noConnection } = station
  const elsewhere = (key: 'held' | 'alarms' | 'token'): string =>
    isThis ? t(`warehouse.needs.here.${key}`) : t(`warehouse.needs.at.${key}`, { name })
  switch (need) {
    case 'unsent_offline':
      return t('warehouse.needs.startAgain', { host: hostName })
    case 'held':
    case 'alarms':
    case 'token':
      return elsewhere(need)
    case 'disk_full':
      return t('warehouse.needs.freeSpace', { host: hostName })
    case 'no_connection':
      return noConnection === null ? '' : connectionWords(t, noConnection.reason)
    case 'clock':
      return t('warehouse.needs.setClock', { host: hostName })
  }
}

/** What may cut the connection, and its code for IT; newer versions may know other reasons. */
export function connectionWords(t: TFunction, reason: string): string {
  const code = t('connection.codeForIt', { reason })
  return hasText(`connection.why.${reason}`)
    ? `${t(`connection.why.${reason as ConnectionReason}`)} ${code}`
    : code
}

export function offsetWords(t: TFunction, offsetMs: number | null): string {
  return spanWords(t, 0, Math.abs(offsetMs ?? 0))
}
