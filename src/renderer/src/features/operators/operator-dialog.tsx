import {
  Alert,
  Button,
  Checkbox,
  Modal,
  PasswordInput,
  SegmentedControl,
  Switch,
  TextInput,
} from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatorDetail } from '../../../../shared/contract/operators'
import { OPERATOR_ROLES, type OperatorRole } from '../../../../shared/domain/operators/operator-role'
import type { BridgeError } from '../../../../shared/contract/result'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { wordsOfError } from '../../locales/i18n'
import classes from './operators.module.css'

const PIN = /^\d{4,12}$/

type Draft = { name: string; role: OperatorRole; pin: string; active: boolean; newBadge: boolean }
type Problem = 'nameMissing' | 'nameTaken' | 'pinBad' | 'pinMissing'

/** @param person `null` for a new one */
export function OperatorDialog({ person, onClose }: { person: OperatorDetail | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useStoreOf('operator', (state) => state.save)
  const [draft, setDraft] = useState<Draft>({
    name: person?.name ?? '',
    role: person?.role ?? 'packer',
    pin: '',
    active: person?.active ?? true,
    newBadge: false,
  })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(draft)
    setProblem(found)
    setError(null)
    if (found !== null) return
    const refused = await save({
      ...draft,
      name: draft.name.trim(),
      operatorId: person?.operatorId ?? null,
      pin: draft.pin === '' ? null : draft.pin,
    })
    if (refused === null) return onClose()
    const said = problemSaid(refused)
    setProblem(said)
    setError(said === null ? refused : null)
  }
  const words = (...of: Problem[]) =>
    problem !== null && of.includes(problem) ? t(`operators.problems.${problem}`) : null
  const title = person === null ? t('operators.add') : t('operators.edit', { name: person.name })
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form className={classes['form']} onSubmit={(event) => void submit(event)} autoComplete="off">
        <TextInput
          label={t('operators.name')}
          value={draft.name}
          maxLength={60}
          data-autofocus
          error={words('nameMissing', 'nameTaken')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <SegmentedControl
          aria-label={t('operators.role')}
          data={OPERATOR_ROLES.map((value) => ({ value, label: t(`operators.roles.${value}`) }))}
          value={draft.role}
          onChange={(role) => set({ role })}
        />
        <PasswordInput
          label={t('operators.pin')}
          description={person?.hasPin === true ? t('operators.pinKept') : t('operators.pinHint')}
          value={draft.pin}
          inputMode="numeric"
          autoComplete="new-password"
          error={words('pinBad', 'pinMissing')}
          onChange={({ currentTarget }) => set({ pin: currentTarget.value })}
        />
        <Switch
          size="lg"
          label={t('operators.active')}
          checked={draft.active}
          onChange={({ currentTarget }) => set({ active: currentTarget.checked })}
        />
        {person !== null && (
          <Checkbox
            size="lg"
            label={t('operators.newBadge')}
            checked={draft.newBadge}
            onChange={({ currentTarget }) => set({ newBadge: currentTarget.checked })}
          />
        )}
        {error !== null && (
          <Alert role="alert" color="red">
            {wordsOfError(t, error)}
          </Alert>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('operators.cancel')}
          </Button>
          <Button type="submit">{t('operators.save')}</Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

function problemOf({ name, pin }: Draft): Problem | null {
  if (name.trim() === '') return 'nameMissing'
  return pin === '' || PIN.test(pin) ? null : 'pinBad'
}

function problemSaid({ fields }: BridgeError): Problem | null {
  if (fields?.['name'] === 'taken') return 'nameTaken'
  return fields?.['pin'] === 'missing' ? 'pinMissing' : null
}
