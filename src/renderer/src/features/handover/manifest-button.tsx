import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf, useStores } from '../../stores/stores'
import { manifestOf } from './manifest'

export function ManifestButton() {
  const { t } = useTranslation()
  const { handover } = useStores()
  const of = useStoreOf('handover', (state) => manifestOf(state)?.of ?? null)
  const last = useStoreOf('handover', (state) => state.view?.last)
  const print = useStoreOf('print', (state) => state.print)
  if (of === null) return null
  const printIt = () => {
    const document = manifestOf(handover.getState())
    if (document !== null) void print(document)
  }
  return (
    <Button variant="default" leftSection={<IconPrinter aria-hidden />} onClick={printIt}>
      {of === 'scanned'
        ? t('handover.manifest')
        : t('handover.manifestOfLast', { count: last?.parcels ?? 0 })}
    </Button>
  )
}
