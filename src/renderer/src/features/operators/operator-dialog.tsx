import { Button, Checkbox, Modal, PasswordInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { saveOperatorRequest, type OperatorDetail } from '../../../../shared/contract/operators'
import { OPERATOR_ROLES } from '../../../../shared/domain/operators/operator-role'
import { orNull } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { useTranslation } from '../../locales/i18n'
import { OutcomeAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './operators.module.css'

const operatorSchema = saveOperatorRequest.extend({ pin: orNull(saveOperatorRequest.shape.pin.unwrap()) })

/** @param person `null` for a new one */
export function OperatorDialog({ person, onClose }: { person: OperatorDetail | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useStoreOf('operator', (state) => state.save)
  useFormGuard(true)
  const { form, field, submit, outcome } = useSchemaForm({
    schema: operatorSchema,
    initial: {
      operatorId: person?.operatorId ?? null,
      name: person?.name ?? '',
      role: person?.role ?? 'packer',
      pin: '',
      active: person?.active ?? true,
      newBadge: false,
    },
    problemWords: {
      name: {
        missing: t('operators.problems.nameMissing'),
        taken: t('operators.problems.nameTaken'),
      },
      pin: { wrong: t('operators.problems.pinBad'), missing: t('operators.problems.pinMissing') },
      active: { last_way_in: t('operators.problems.lastWayIn') },
    },
    send: save,
    onSaved: onClose,
  })
  const title = person === null ? t('operators.add') : t('operators.edit', { name: person.name })
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form className={classes['form']} onSubmit={submit} autoComplete="off">
        <TextInput label={t('operators.name')} maxLength={60} data-autofocus {...field('name')} />
        <SegmentedControl
          aria-label={t('operators.role')}
          data={OPERATOR_ROLES.map((value) => ({ value, label: t(`operators.roles.${value}`) }))}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
        />
        <PasswordInput
          label={t('operators.pin')}
          description={person?.hasPin === true ? t('operators.pinKept') : t('operators.pinHint')}
          inputMode="numeric"
          autoComplete="new-password"
          {...field('pin')}
        />
        <Switch size="lg" label={t('operators.active')} {...field('active', 'checkbox')} />
        {person !== null && (
          <Checkbox size="lg" label={t('operators.newBadge')} {...field('newBadge', 'checkbox')} />
        )}
        <OutcomeAlert outcome={outcome} />
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
