import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShipmentView } from '../../../../shared/contract/views'
import { isLive } from '../../../../shared/domain/shipments/shipment'
import { PrintResult } from '../../parts/print-result'
import { useStoreOf } from '../../stores/stores'

/** Prints the slip that goes into the parcel. */
export function SlipButton({ shipment, index }: { shipment: ShipmentView; index: number }) {
  const { t } = useTranslation()
  const printSlip = useStoreOf('print', (state) => state.printSlip)
  const { shipmentId } = shipment
  if (!isLive(shipment.state)) return null
  return (
    <>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconPrinter size={20} aria-hidden />}
        aria-label={t('printing.slipOf', { index })}
        onClick={() => void printSlip(shipmentId)}
      >
        {t('printing.slip')}
      </Button>
      <PrintResult
        isOurs={(document) => document.kind === 'packing_slip' && document.shipmentId === shipmentId}
      />
    </>
  )
}
