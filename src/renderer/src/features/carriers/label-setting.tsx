import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'

/** Whether the label that completes an order packs it. */
export function LabelSetting() {
  const { t } = useTranslation()
  const confirm = useStoreOf('station', (state) => state.bootstrap?.preferences.labels.confirm ?? false)
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [error, setError] = useState<BridgeError | null>(null)
  return (
    <section className={classes['card']} aria-label={t('carriers.labels.title')}>
      <h2 className={classes['cardTitle']}>{t('carriers.labels.title')}</h2>
      <Switch
        size="lg"
        label={t('carriers.labels.confirm')}
        description={t('carriers.labels.confirmHint')}
        checked={confirm}
        onChange={(event) => void save({ labels: { confirm: event.currentTarget.checked } }).then(setError)}
      />
      <ErrorAlert error={error} mt="md" />
    </section>
  )
}
