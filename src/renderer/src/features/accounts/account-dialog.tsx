import { Button, Modal, Radio, TextInput } from '@mantine/core'
import { accountCalls, type AccountRow } from '../../../../shared/contract/accounts'
import type { RequestOf } from '../../../../shared/contract/requests'
import { ACCOUNT_COLORS } from '../../../../shared/domain/station/account-color'
import { useSchemaForm } from '../../forms/use-schema-form'
import { useTranslation } from '../../locales/i18n'
import { AccountName } from '../../parts/account-name'
import { OutcomeAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './accounts.module.css'

/** An account's name and color. */
export function AccountDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { bridge, reads, station } = useStores()
  const save = async (request: RequestOf<'accounts:save'>) => {
    const answer = await bridge.requests['accounts:save'](request)
    if (!answer.ok) return answer.error
    reads.take('accounts:list', {}, answer)
    // The name or the color on the pages may have changed.
    void station.getState().load()
    return null
  }
  useFormGuard(true, { close: onClose })
  const { accountId, name, color } = account
  const { field, submit, outcome } = useSchemaForm({
    schema: accountCalls['accounts:save'].request,
    initial: { accountId, name, color: color ?? ACCOUNT_COLORS[0] },
    problemWords: { name: { taken: t('accounts.nameTaken'), '*': t('accounts.nameProblem') } },
    send: save,
    onSaved: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('accounts.edit', { name })} size="lg">
      <form className={classes['fields']} onSubmit={submit} noValidate>
        <TextInput
          label={t('accounts.name')}
          description={t('accounts.nameHint')}
          data-autofocus
          {...field('name')}
        />
        <Radio.Group label={t('accounts.color')} {...field('color')}>
          <div className={classes['colors']}>
            {ACCOUNT_COLORS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={<AccountName name={t(`accounts.colors.${one}`)} color={one} />}
                classNames={{ body: classes['color'] ?? '' }}
              />
            ))}
          </div>
        </Radio.Group>
        <OutcomeAlert outcome={outcome} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('operators.cancel')}
          </Button>
          <Button type="submit">{t('accounts.save')}</Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
