import { Alert, Button, Divider, Group, Stack, Text, Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { MOST_FILE_BYTES } from '../../../../shared/domain/outbox/ops-file-limits'
import type { BridgeError } from '../../../../shared/contract/result'
import { useTranslation } from '../../locales/i18n'
import { ChooseFile } from '../../parts/choose-file'
import { ErrorAlert } from '../../parts/error-alert'
import { LeaveRefusal } from '../../parts/leave-refusal'
import { NeedsSupervisor, useMayManageNow } from '../../parts/needs-supervisor'
import type { Way } from '../../stores/leaving'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { useFormGuard } from '../../scan/use-form-guard'

/** Exports and imports open operations, and leaves the account or the app. */
export function LeavingCard() {
  const { t } = useTranslation()
  const training = useStoreOf('station', (state) => state.bootstrap?.connection.mode === 'training')
  const open = useStoreOf('station', (state) => {
    const status = state.bootstrap?.status
    return status === undefined ? 0 : status.waiting + status.held
  })
  return (
    <section className={classes['card']} aria-label={t('leave.title')}>
      <h2 className={classes['cardTitle']}>{t('leave.title')}</h2>
      <Stack gap="sm">
        <Text fw={570}>{t('leave.open', { count: open })}</Text>
        {training && <Text className={classes['quiet']}>{t('leave.training')}</Text>}
        <FileRow open={open} />
        <Divider />
        <LeaveRow />
      </Stack>
    </section>
  )
}

function FileRow({ open }: { open: number }) {
  const { t } = useTranslation()
  const exportCopy = useStoreOf('station', (state) => state.exportCopy)
  const { busy, error, taken, run, importFile } = useFile()
  const mayManage = useMayManageNow()
  const forgetChoice = useRef<() => void>(null)
  return (
    <>
      <Text className={classes['quiet']}>{t('leave.fileHint')}</Text>
      <Group>
        <Button variant="default" disabled={open === 0 || busy} onClick={() => void run(exportCopy)}>
          {t('leave.export')}
        </Button>
        <ChooseFile
          accept="application/json,.json"
          resetRef={forgetChoice}
          onChange={(file) => {
            void importFile(file)
            // Otherwise the same file could not be chosen again.
            forgetChoice.current?.()
          }}
          disabled={busy || !mayManage}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={busy || !mayManage}>
              {t('leave.import')}
            </Button>
          )}
        </ChooseFile>
      </Group>
      <NeedsSupervisor />
      <ErrorAlert error={error} />
      {taken !== null && (
        <Alert role="status" color="green">
          {t('leave.imported', { count: taken.imported })}
          {taken.known > 0 && ` ${t('leave.known', { count: taken.known })}`}
        </Alert>
      )}
    </>
  )
}

type Taken = { imported: number; known: number }

function useFile() {
  const importOps = useStoreOf('station', (state) => state.importOps)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  const run = async (work: () => Promise<BridgeError | null>) => {
    setBusy(true)
    setError(null)
    setTaken(null)
    setError(await work())
    setBusy(false)
  }
  const importFile = async (file: File | null) => {
    if (file === null) return
    await run(async () => {
      // Not even read: it would exhaust the window's memory.
      if (file.size > MOST_FILE_BYTES) return { code: 'file_too_large', message: `${file.size} bytes` }
      const answer = await importOps(await file.text())
      if (!answer.ok) return answer.error
      setTaken(answer.value)
      return null
    })
  }
  return { busy, error, taken, run, importFile }
}

function LeaveRow() {
  const { t } = useTranslation()
  const quit = useStoreOf('station', (state) => state.quit)
  const { way, busy, error, asking, setAsking, go } = useLeaving()
  const mayManage = useMayManageNow()
  return (
    <>
      <Group>
        <Button variant="default" disabled={busy || quit} onClick={() => void go('quit', false)}>
          {t('leave.ways.quit')}
        </Button>
        <Button variant="default" disabled={busy || quit || !mayManage} onClick={() => setAsking(true)}>
          {t('leave.ways.reset')}
        </Button>
      </Group>
      <Text className={classes['quiet']}>{t('leave.resetHint')}</Text>
      {error !== null && (
        <LeaveRefusal error={error} then={way} busy={busy} onExport={() => void go(way, true)} />
      )}
      {quit && (
        <Alert role="status" color="green">
          {t('leave.quitDone')}
        </Alert>
      )}
      {asking && <ResetDialog onClose={() => setAsking(false)} onReset={() => void go('reset', false)} />}
    </>
  )
}

function useLeaving() {
  const leave = useStoreOf('station', (state) => state.leave)
  const [way, setWay] = useState<Way>('quit')
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const go = async (how: Way, exportOps: boolean) => {
    setAsking(false)
    setWay(how)
    setBusy(true)
    const refusal = await leave(how, exportOps)
    setBusy(false)
    setError(refusal)
  }
  return { way, busy, error, asking, setAsking, go }
}

/** Asks before this PC forgets the account. */
function ResetDialog({ onClose, onReset }: { onClose: () => void; onReset: () => void }) {
  const { t } = useTranslation()
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('leave.resetTitle')} size="lg">
      <Text mb="lg">{t('leave.resetText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('leave.no')}
        </Button>
        <Button color="red.9" onClick={onReset}>
          {t('leave.resetYes')}
        </Button>
      </Group>
    </Modal>
  )
}
