import { SAMPLE_WAREHOUSE_ID } from '../../../marketplace/sample/catalog'
import type { StationMode } from '../../../shared/contract/views'
import { readStationSettings, saveStationSettings } from '../../areas/settings/settings'
import type { Station } from '../../areas/station/station'

/** Training works without any setup; a value set by IT wins over one set by hand. */
export function provisionWarehouse(station: Station, mode: StationMode, provisioned: number | null): void {
  const settings = readStationSettings(station)
  const warehouseId =
    provisioned ?? settings.warehouseId ?? (mode === 'training' ? SAMPLE_WAREHOUSE_ID : null)
  if (warehouseId !== settings.warehouseId) saveStationSettings(station, { ...settings, warehouseId })
}
