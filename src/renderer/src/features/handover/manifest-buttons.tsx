import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { readyParcels } from '../../stores/handover-store'
import { useStoreOf } from '../../stores/stores'

/** What the driver signs: of the parcels that are scanned, or of the round that was shipped last. */
export function ManifestButtons() {
  const { t } = useTranslation()
  const mode = useStoreOf('handover', (state) => state.mode)
  const carrier = useStoreOf('handover', (state) => state.carrier)
  const last = useStoreOf('handover', (state) => state.view?.last)
  const ready = useStoreOf('handover', readyParcels)
  const print = useStoreOf('print', (state) => state.print)
  if (mode !== 'ship') return null
  const button = (of: 'scanned' | 'last', words: string) => (
    <Button
      variant="default"
      leftSection={<IconPrinter aria-hidden />}
      onClick={() => void print({ kind: 'manifest', of, carrier })}
    >
      {words}
    </Button>
  )
  return (
    <>
      {ready > 0 && button('scanned', t('handover.manifest'))}
      {ready === 0 && last && button('last', t('handover.manifestOfLast', { count: last.parcels }))}
    </>
  )
}
