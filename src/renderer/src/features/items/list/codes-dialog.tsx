import { Alert, Button, Modal, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import type { BridgeError } from '../../../../../shared/contract/result'
import { MOST_TAUGHT_BYTES } from '../../../../../shared/domain/scanning/taught-table'
import { useTranslation } from '../../../locales/i18n'
import {
  ChooseFile,
  readFileContent,
  CSV_FILES,
  CSV_TOO_LARGE,
  csvErrorWords,
} from '../../../parts/choose-file'
import { useAct } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import { DialogButtons } from '../../../ui/dialog-buttons'
import classes from '../items.module.css'

/** Teaches the codes of a file, and says which rows it did not take. */
export function CodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { asked, done, error, perform, clear } = useAct('codes:from-file')
  const [unreadable, setUnreadable] = useState<BridgeError | null>(null)
  const problem = unreadable ?? error
  const close = () => {
    clear()
    onClose()
  }
  useFormGuard(true, { close })
  const take = async (file: File | null) => {
    if (file === null) return
    const content = await readFileContent(file, MOST_TAUGHT_BYTES)
    setUnreadable(content === null ? CSV_TOO_LARGE : null)
    if (content !== null) await perform({ name: file.name, content })
  }
  return (
    <Modal opened onClose={close} title={t('codes.file')} size="lg">
      <Text>{t('codes.fileAbout')}</Text>
      {problem !== null && (
        <Alert role="alert" color="red" mt="md">
          {csvErrorWords(t, problem)}
        </Alert>
      )}
      {done !== null && (
        <div role="status">
          <Text mt="md" fw={570}>
            {t('codes.fileTaught', { count: done.taught })}{' '}
            {done.known > 0 && t('codes.fileKnown', { count: done.known })}
          </Text>
          <ul className={classes['messages']}>
            {done.problems.map(({ row, kind }) => (
              <li key={row}>{t('codes.row', { row, problem: t(`codes.problems.${kind}`) })}</li>
            ))}
          </ul>
          {done.moreProblems > 0 && <Text>{t('codes.moreProblems', { count: done.moreProblems })}</Text>}
        </div>
      )}
      <DialogButtons>
        <Button variant="default" onClick={close} data-autofocus>
          {t('codes.close')}
        </Button>
        <ChooseFile accept={CSV_FILES} onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              loading={asked !== null}
              leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            >
              {t('codes.choose')}
            </Button>
          )}
        </ChooseFile>
      </DialogButtons>
    </Modal>
  )
}
