import { useTranslation } from 'react-i18next'
import type { WarehouseView } from '../../../../shared/contract/warehouse-views'
import { usePlanFigures } from '../../parts/plan-figures'
import { PlanTiles } from '../../parts/plan-tiles'

/** The day in four figures. */
export function WarehouseTiles({ view: { plan, toPack, at } }: { view: WarehouseView }) {
  const { t } = useTranslation()
  const { left, late, packed, held } = usePlanFigures(plan, Date.parse(at))
  return <PlanTiles figures={[left(t('warehouse.toPack'), toPack), late, packed, held]} />
}
