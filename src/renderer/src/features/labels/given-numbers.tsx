import { Button } from '@mantine/core'
import type { NumbersOfFile } from '../../../../shared/contract/labels'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { RecentTime } from '../../parts/time/recent-time'
import { useAct, useRead } from '../../parts/use-read'
import classes from './numbers.module.css'

/** The numbers that files have given and that wait for their orders to be packed. */
export function GivenNumbers() {
  const { t } = useTranslation()
  const { value, error } = useRead('labels:given-numbers', {}, { staleOn: ['orders_changed'] })
  const takeBack = useAct('labels:take-back-numbers')
  return (
    <section aria-label={t('numbers.waiting')}>
      <h3 className={classes['figure']}>{t('numbers.waiting')}</h3>
      <ErrorAlert error={error ?? takeBack.error} />
      {value?.length === 0 && <p className={classes['quiet']}>{t('numbers.none')}</p>}
      {value?.map((file) => (
        <OfFile
          key={`${file.givenAt} ${file.fileName}`}
          file={file}
          isBusy={takeBack.asked !== null}
          takeBack={(orderId) =>
            void takeBack.perform({ fileName: file.fileName, givenAt: file.givenAt, orderId })
          }
        />
      ))}
    </section>
  )
}

type Props = { file: NumbersOfFile; isBusy: boolean; takeBack: (orderId: number | null) => void }

function OfFile({ file, isBusy, takeBack }: Props) {
  const { t } = useTranslation()
  const { fileName, givenAt, givenBy, count, numbers } = file
  return (
    <details className={classes['file']}>
      <summary>
        <strong>{fileName}</strong> {t('numbers.ofFile', { count, by: givenBy })} <RecentTime at={givenAt} />
      </summary>
      <Button variant="default" my="xs" disabled={isBusy} onClick={() => takeBack(null)}>
        {t('numbers.takeBackAll')}
      </Button>
      <ul className={classes['numbers']}>
        {numbers.map(({ orderId, carrier, trackingNumber }) => (
          <li key={orderId}>
            <span>{orderId}</span>
            <span>{carrier}</span>
            <span className={classes['number']}>{trackingNumber}</span>
            <Button
              variant="subtle"
              disabled={isBusy}
              aria-label={t('numbers.takeBackOf', { orderId })}
              onClick={() => takeBack(orderId)}
            >
              {t('numbers.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {count > numbers.length && t('numbers.more', { count: count - numbers.length })}
    </details>
  )
}
