import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recognizeTracking, trackingUrl } from '../../../../shared/domain/carriers/carrier'
import { useCarriers } from '../../parts/use-carriers'
import { useFormGuard } from '../../scan/use-form-guard'
import settings from '../../ui/section.module.css'

/** Tries a number, typed or scanned, against the carriers in use. */
export function NumberTest() {
  const { t } = useTranslation()
  const carriers = useCarriers()
  const [code, setCode] = useState('')
  // Here a scan is only tested.
  useFormGuard(true, { takeTracking: setCode })
  const found = recognizeTracking(code, carriers)
  const url = found.kind === 'carrier' ? trackingUrl(found.carrier, found.number) : null
  return (
    <section className={settings['card']} aria-label={t('carriers.testTitle')}>
      <h2 className={settings['cardTitle']}>{t('carriers.testTitle')}</h2>
      <TextInput
        label={t('carriers.testLabel')}
        size="lg"
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {code.trim() !== '' && (
        <Alert role="status" mt="md" color={found.kind === 'carrier' ? 'green' : 'orange'}>
          {found.kind === 'carrier' && (
            <>
              <strong>{t('carriers.isOf', { carrier: found.carrier.name })}</strong>
              <div>{t('carriers.numberIs', { number: found.number })}</div>
              {url !== null && <div style={{ overflowWrap: 'anywhere' }}>{url}</div>}
            </>
          )}
          {found.kind === 'ambiguous' &&
            t('carriers.ambiguous', { carriers: found.carriers.map(({ name }) => name).join(', ') })}
          {found.kind === 'none' && t('carriers.nobodys')}
        </Alert>
      )}
    </section>
  )
}
