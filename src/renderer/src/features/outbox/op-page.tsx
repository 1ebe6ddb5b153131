import { Button, Center, Kbd, Loader, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpDetail } from '../../../../shared/contract/op-views'
import { HistoryList } from '../../parts/history-list'
import { subjectOf } from '../../parts/sentences'
import { useEscape } from '../../scan/use-escape'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { OpAnswers } from './op-answers'
import { OpAsked } from './op-asked'
import { OpCandidates } from './op-candidates'
import { OpOrder } from './op-order'
import { OpProposed } from './op-proposed'
import { OpStateBadge } from '../../parts/op-state'
import { OpChanges, OpWhy } from './op-why'
import classes from './op.module.css'

/** One operation with everything needed to decide on it. */
export function OpPage() {
  const { t } = useTranslation()
  const detail = useStoreOf('op', (state) => state.detail)
  const error = useStoreOf('op', (state) => state.error)
  const close = useStoreOf('op', (state) => state.close)
  useEscape(close)
  if (detail !== null) return <Opened detail={detail} />
  return (
    <Center h="100%">
      {error === null ? (
        <Loader aria-label={t('outbox.opening')} />
      ) : (
        <Stack align="center" role="alert">
          <Text size="xl">{wordsOfError(t, error)}</Text>
          <Button onClick={close}>{t('outbox.back')}</Button>
        </Stack>
      )}
    </Center>
  )
}

function Opened({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  const close = useStoreOf('op', (state) => state.close)
  const { row } = detail
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft aria-hidden />}
          rightSection={<Kbd>Esc</Kbd>}
          onClick={close}
        >
          {t('outbox.back')}
        </Button>
        <h1 ref={title} tabIndex={-1} className={classes['title']}>
          {t(`outbox.kinds.${row.kind}`)} · {subjectOf(t, row)}
        </h1>
        <OpStateBadge state={row.state} />
      </div>
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
