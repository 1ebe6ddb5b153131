import { Alert, Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BulkJobView, BulkRowView } from '../../../../../shared/contract/bulk'
import type { BridgeError } from '../../../../../shared/contract/result'
import { LONGEST_CELL } from '../../../../../shared/domain/items/bulk-job'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { useBulk } from '../../../parts/use-bulk'
import { useFormGuard } from '../../../scan/use-form-guard'
import { DialogButtons } from '../../../ui/dialog-buttons'
import { fieldWords, problemOnly } from '../bulk-words'
import classes from '../bulk.module.css'

type Props = { job: BulkJobView; row: BulkRowView; onClose: () => void }

/** The cells of one row of a file, each with what is wrong with it, to be corrected. */
export function RowDialog({ job, row, onClose }: Props) {
  const { t } = useTranslation()
  const { edit, busy } = useBulk()
  const { columns } = job.spec
  const stored = columns.map((_, index) => row.cells?.[index] ?? '')
  const [cells, setCells] = useState(stored)
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, { close: onClose })
  const changed = cells.flatMap((text, column) => (text === stored[column] ? [] : [{ column, text }]))
  const problemsOf = (field: string) =>
    row.problems.filter((problem) => problem.field === field).map((problem) => problemOnly(t, problem))
  const first = columns.findIndex((field) => field !== null && problemsOf(field).length > 0)
  // What no column has cannot be corrected here.
  const others = row.problems.filter(({ field }) => !columns.includes(field))
  const save = async () => {
    const refusal = await edit(row.row, changed)
    setError(refusal)
    if (refusal === null) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('bulk.row', { row: row.row })} size="xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {others.length > 0 && (
          <Alert color="red" mb="sm">
            {others
              .map((problem) =>
                problem.field === ''
                  ? problemOnly(t, problem)
                  : t('bulk.problem', {
                      field: fieldWords(t, problem.field),
                      words: problemOnly(t, problem),
                    }),
              )
              .join(' ')}
          </Alert>
        )}
        <div className={classes['cells']}>
          {columns.map((field, index) =>
            field === null ? null : (
              <TextInput
                key={index}
                label={fieldWords(t, field)}
                value={cells[index] ?? ''}
                maxLength={LONGEST_CELL}
                autoComplete="off"
                data-autofocus={index === first || undefined}
                error={cells[index] === stored[index] ? problemsOf(field).join(' ') || null : null}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setCells(cells.map((text, at) => (at === index ? value : text)))
                }}
              />
            ),
          )}
        </div>
        <ErrorAlert error={error} mt="sm" />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('bulk.correctClose')}
          </Button>
          <Button type="submit" disabled={changed.length === 0} loading={busy}>
            {t('bulk.correctSave')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
