import { Button, Checkbox, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { BulkJobView } from '../../../../../shared/contract/bulk'
import type { BridgeError } from '../../../../../shared/contract/result'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { NeedsSupervisor, useMayManageNow } from '../../../parts/needs-supervisor'
import { useBulk } from '../../../parts/use-bulk'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import classes from '../bulk.module.css'
import { chosenRows, isJudged, obstacleOf } from '../draft-state'

/** Confirms a draft: says how many rows it is, and what stands in the way. */
export function ConfirmBar({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const { confirm, leaveOut, busy } = useBulk()
  const mayManage = useMayManageNow()
  const isTyping = useStoreOf('screen', (state) => state.unsaved > 0)
  const [mean, setMean] = useState(false)
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(asking, { close: () => setAsking(false) })
  const obstacle = obstacleOf(job, isTyping)
  const { kind, low, wrong } = job
  const count = chosenRows(job)
  const action = t(`bulk.confirm.${kind}`, { count })
  const isFree = obstacle === null && (low === 0 || mean)
  const send = async () => {
    const refusal = await confirm(count, low > 0)
    setAsking(false)
    setError(refusal)
  }
  return (
    <div className={classes['foot']}>
      <ErrorAlert error={error} />
      <div className={classes['footLine']}>
        {obstacle === null && low > 0 ? (
          <Checkbox
            size="md"
            label={t('bulk.confirm.low', { count: low })}
            checked={mean}
            onChange={(event) => setMean(event.currentTarget.checked)}
          />
        ) : (
          <span className={classes['obstacle']} role="status">
            {obstacle !== null &&
              (obstacle === 'wrong'
                ? t('bulk.confirm.wrong', { count: wrong })
                : t(`bulk.confirm.${obstacle}`))}
          </span>
        )}
        {mayManage && wrong > 0 && isJudged(job) && job.state === 'draft' && (
          <Button variant="default" disabled={busy} onClick={() => void leaveOut('wrong', true)}>
            {t('bulk.leaveOutWrong', { count: wrong })}
          </Button>
        )}
        <NeedsSupervisor />
        <Button size="lg" disabled={!isFree} onClick={() => setAsking(true)}>
          {action}
        </Button>
      </div>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('bulk.confirm.title', { action })}
        size="lg"
      >
        {kind === 'delist' && <Text mb="sm">{t('bulk.confirm.delistText')}</Text>}
        {low > 0 && (
          <Text mb="sm" fw={570} c="var(--bench-stop)">
            {t('bulk.confirm.lowText', { count: low })}
          </Text>
        )}
        <Text>{t('bulk.confirm.text')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('bulk.confirm.no')}
          </Button>
          <Button
            {...(kind === 'delist' ? { color: 'red.9' } : {})}
            loading={busy}
            onClick={() => void send()}
          >
            {action}
          </Button>
        </Group>
      </Modal>
    </div>
  )
}
