import { Button, Center, Kbd, Loader, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import type { BridgeError } from '../../../../../shared/contract/result'
import { ErrorAlert } from '../../../parts/error-alert'
import { changesOrder } from './changes-order'
import { HistoryList } from './history-list'
import { subjectOf } from '../../../parts/sentences'
import { useRead } from '../../../parts/use-read'
import { useStores } from '../../../stores/stores'
import { useEscape } from '../../../scan/use-escape'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import { OpAnswers } from './op-answers'
import { OpAsked } from './op-asked'
import { OpCandidates } from './op-candidates'
import { OpOrder } from './op-order'
import { OpProposed } from './op-proposed'
import { OpStateBadge } from '../../../parts/state-chip'
import { OpChanges, OpWhy } from './op-why'
import classes from './op.module.css'

/** One operation with everything needed to decide on it. */
export function OpPage({ seq, onClose }: { seq: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { value: detail, error, again } = useRead('outbox:read', { seq }, { staleOn: ['outbox_changed'] })
  const orderId = detail?.row.orderId
  const { reads } = useStores()
  useEffect(
    () =>
      reads.onEvent((event) => {
        if (changesOrder(event, orderId)) void again()
      }),
    [reads, again, orderId],
  )
  useEscape(onClose)
  if (detail !== null) return <Opened {...{ detail, error, onClose }} />
  return (
    <Center h="100%">
      {error === null ? (
        <Loader aria-label={t('outbox.opening')} />
      ) : (
        <Stack align="center" role="alert">
          <Text size="xl">{wordsOfError(t, error)}</Text>
          <Button onClick={onClose}>{t('outbox.back')}</Button>
        </Stack>
      )}
    </Center>
  )
}

type OpenedProps = { detail: OpDetail; error: BridgeError | null; onClose: () => void }

/** @param error why it could not be read again */
function Opened({ detail, error, onClose }: OpenedProps) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  const { row } = detail
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft aria-hidden />}
          rightSection={<Kbd>Esc</Kbd>}
          onClick={onClose}
        >
          {t('outbox.back')}
        </Button>
        <h1 ref={title} tabIndex={-1} className={classes['title']}>
          {t(`outbox.kinds.${row.kind}`)} · {subjectOf(t, row)}
        </h1>
        <OpStateBadge state={row.state} />
      </div>
      <ErrorAlert error={error} />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <OpWhy detail={detail} />
          <OpProposed detail={detail} />
          <OpCandidates detail={detail} />
          <OpAnswers detail={detail} />
          <OpChanges detail={detail} />
        </div>
        <div className={classes['column']}>
          <OpAsked detail={detail} />
          <OpOrder detail={detail} />
          <section className={classes['card']} aria-label={t('op.history')}>
            <h2 className={classes['cardTitle']}>{t('op.history')}</h2>
            <HistoryList entries={detail.history} />
          </section>
        </div>
      </div>
    </div>
  )
}
