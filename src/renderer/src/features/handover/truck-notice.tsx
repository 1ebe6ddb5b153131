import { IconTruckDelivery } from '@tabler/icons-react'
import type { TruckView } from '../../../../shared/contract/trucks'
import { isSoon } from '../../../../shared/domain/carriers/truck'
import { useTranslation } from '../../locales/i18n'
import { Notice } from '../../parts/notice'
import { showClock } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useTrucks } from '../../parts/use-trucks'

/** Half an hour before a truck leaves: how many of its parcels are not at the dock. Calm, as packing goes on. */
export function TruckNotice() {
  const { t } = useTranslation()
  const zone = useZone()
  const view = useTrucks()
  if (view === null) return null
  const nowMs = Date.parse(view.at)
  // A dock that is another station's may have them all: only who scans here knows what is missing here.
  const wordsOf = ({ carrier, leavesAt, notAtDock: count, atDock }: TruckView): string =>
    t(atDock === 0 ? 'trucks.toHandOver' : 'trucks.leaves', {
      ...{ carrier, time: showClock(Date.parse(leavesAt), zone), count },
    })
  const [first, ...others] = view.trucks.filter(
    ({ leavesAt, notAtDock }) => notAtDock > 0 && isSoon(Date.parse(leavesAt), nowMs),
  )
  if (first === undefined) return null
  return (
    <Notice tone="calm" icon={<IconTruckDelivery aria-hidden />} title={wordsOf(first)}>
      <Forecast forecast={first.forecast} />
      {others.map((truck) => ` ${wordsOf(truck)}.`)}
    </Notice>
  )
}

function Forecast({ forecast }: Pick<TruckView, 'forecast'>) {
  const { t } = useTranslation()
  if (forecast === null || forecast.toPack === 0) return null
  const { packed, toPack: count } = forecast
  return packed === count ? t('trucks.forecastAll') : t('trucks.forecast', { packed, count })
}
