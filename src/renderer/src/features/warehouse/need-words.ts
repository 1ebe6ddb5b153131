import type { TFunction } from 'i18next'
import type { WarehouseStation } from '../../../../shared/contract/warehouse'
import type { ConnectionReason } from '../../../../shared/domain/station/connection-reason'
import type { StationNeed } from '../../../../shared/domain/station/station-needs'
import { hasText } from '../../locales/i18n'
import { spanWords } from '../../parts/time/ages'
import { showMoment, type StationZone } from '../../parts/time/station-time'

/** What a station needs from a person, and what that person does about it. */
export function needWords(
  t: TFunction,
  need: StationNeed,
  station: WarehouseStation,
  nowMs: number,
  zone: StationZone,
): { what: string; how: string } {
  const { name, hostName, isThis, gate, held, heldSince, waiting, notices, noConnection, clock } = station
  const elsewhere = (key: 'held' | 'alarms' | 'token'): string =>
    isThis ? t(`warehouse.needs.here.${key}`) : t(`warehouse.needs.at.${key}`, { name })
  switch (need) {
    case 'unsent_offline':
      return {
        what: t('warehouse.needs.unsentOffline', { count: waiting + held }),
        how: t('warehouse.needs.startAgain', { host: hostName }),
      }
    case 'held':
      return {
        what: [
          t('status.held', { count: held }),
          ...(heldSince === null
            ? []
            : [t('statistics.plan.oldest', { span: spanWords(t, Date.parse(heldSince), nowMs) })]),
        ].join(' · '),
        how: elsewhere('held'),
      }
    case 'alarms':
      return { what: t('warehouse.needs.alarms', { count: notices }), how: elsewhere('alarms') }
    case 'disk_full':
      return { what: t('warehouse.needs.diskFull'), how: t('warehouse.needs.freeSpace', { host: hostName }) }
    case 'token':
      return {
        what: gate === 'unproven' ? t('status.unproven') : t('status.unauthorized'),
        how: elsewhere('token'),
      }
    case 'no_connection':
      return {
        what: t('warehouse.needs.noConnection', {
          at: showMoment(Date.parse(noConnection?.since ?? ''), nowMs, zone),
        }),
        how: noConnection === null ? '' : connectionWords(t, noConnection.reason),
      }
    case 'clock':
      return {
        what: t('warehouse.needs.clock', { span: offsetWords(t, clock.offsetMs) }),
        how: t('warehouse.needs.setClock', { host: hostName }),
      }
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
