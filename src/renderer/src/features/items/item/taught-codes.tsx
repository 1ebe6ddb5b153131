import { Alert, Button, Code, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useAct, useRead } from '../../../parts/use-read'
import { CorrectCode } from './correct-code'
import classes from '../items.module.css'

type ParsedTaught = Parameters<typeof CorrectCode>[0]['taught']

/** What the station was taught of the item, and the way back from a mistake. */
export function TaughtCodes({ itemNumber }: { itemNumber: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const {
    value: codes,
    error,
    again,
  } = useRead('codes:of-item', { itemNumber }, { staleOn: ['items_changed'] })
  const forgetting = useAct('codes:forget', itemNumber)
  const [correcting, setCorrecting] = useState<ParsedTaught | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  if (codes === null) return <ErrorAlert error={error} />
  return (
    <section className={classes['card']} aria-label={t('codes.title')}>
      <h2 className={classes['cardTitle']}>{t('codes.title')}</h2>
      {codes.length === 0 && <span className={classes['quiet']}>{t('codes.none')}</span>}
      <ErrorAlert error={forgetting.error} />
      {said !== null && (
        <Alert role="status" color="green" mt="sm">
          {said}
        </Alert>
      )}
      {codes.map(({ taughtAt, taughtBy, ...taught }) => (
        <div key={`${taught.code} ${taught.by} ${taught.size}`} className={classes['taught']}>
          <div>
            <Code>{taught.code}</Code>
            {taught.size !== null && ` ${t('codes.size', { size: taught.size })}`}
            <div className={classes['quiet']}>
              {t('codes.by', { who: taughtBy, when: showTime(taughtAt, zone) })}
            </div>
          </div>
          <Group gap="xs">
            <Button
              variant="default"
              aria-label={t('codes.correctOf', { code: taught.code })}
              onClick={() => setCorrecting(taught)}
            >
              {t('codes.correct')}
            </Button>
            <Button
              variant="default"
              aria-label={t('codes.forgetOf', { code: taught.code })}
              disabled={forgetting.asked !== null}
              onClick={() => void forgetting.perform(taught).then(again)}
            >
              {t('codes.forget')}
            </Button>
          </Group>
        </div>
      ))}
      {correcting !== null && (
        <CorrectCode
          taught={correcting}
          onClose={() => setCorrecting(null)}
          onDone={({ title, itemNumber, size }) => {
            const item = [title ?? itemNumber, ...(size === null ? [] : [t('lines.size', { size })])].join(
              ', ',
            )
            setSaid(t('codes.corrected', { code: correcting.code, item }))
            setCorrecting(null)
            void again()
          }}
        />
      )}
    </section>
  )
}
