import { Alert, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../parts/error-alert'
import { useZone } from '../../parts/time/use-zone'
import { useSpeech } from '../../parts/use-speech'
import { useStoreOf } from '../../stores/stores'
import { itemCells, itemColumns } from './item-table'

export function SaveItems() {
  const { currency } = useSpeech(null)
  const { t } = useTranslation()
  const zone = useZone()
  const nothing = useStoreOf('items', (state) => (state.rows.total ?? 0) === 0)
  const saving = useStoreOf('items', (state) => state.saving)
  const saveList = useStoreOf('items', (state) => state.saveList)
  const speech = { t, zone, currency }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={nothing}
      loading={saving}
      onClick={() => void saveList(itemColumns(speech), (row) => itemCells(speech, row))}
    >
      {t('items.csv.save')}
    </Button>
  )
}

export function SavedItems() {
  const { t } = useTranslation()
  const saved = useStoreOf('items', (state) => state.saved)
  const error = useStoreOf('items', (state) => state.saveError)
  return (
    <>
      <ErrorAlert error={error} />
      {saved !== null && (
        <Alert role="status" color="green">
          {t(saved.more ? 'items.csv.part' : 'items.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
    </>
  )
}
